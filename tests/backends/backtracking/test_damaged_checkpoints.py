"""A damaged or made-up checkpoint is refused in a line, or leads to an answer; it never leads a kernel astray."""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.damaging import SEARCHES, keep, outcome

import rookery as rk
from rookery.backends.contract.backend import SearchState
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import PackedTree, Tally
from rookery.backends.running.checkpoint import read_checkpoint, write_checkpoint
from rookery.models import BadInput

pytestmark = pytest.mark.slow

SUPPORT = Path(__file__).parents[2] / "support"
CASES = 60


@pytest.mark.full
def test_damage_of_any_kind_is_refused_or_answered() -> None:
    """In plain Python, on arrays that refuse any index outside them.

    `python -m rookery_tests.damaging CASES SEED` tries more.
    """
    command = [sys.executable, "-P", "-m", "rookery_tests.damaging", str(CASES), "0"]
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(SUPPORT)}
    ended = subprocess.run(command, env=plain, capture_output=True, text=True, check=True)
    lines = ended.stdout.splitlines()
    assert lines[:-1] == []
    assert "refused" in lines[-1]


Change = Callable[[dict[str, np.ndarray]], None]


def register(number: int, value: int) -> Change:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays["0/registers"][number] = value

    return change


def element(name: str, value: int) -> Change:
    def change(arrays: dict[str, np.ndarray]) -> None:
        arrays[f"0/{name}"].flat[0] = np.array(value).astype(arrays[f"0/{name}"].dtype)

    return change


COVER = {
    "a depth beyond the stack": register(0, 1000),
    "a negative depth": register(0, -2),
    "a place in the list of solutions": register(2, 5),
    "a candidate that there is not": element("stack.order", 1000),
    "a negative number of tried ones": element("stack.tried", -5),
    "a list too long": element("stack.length", 1 << 20),
    "a choice that there is not": element("stack.picked", 1 << 40),
    "candidates beyond the last": lambda arrays: arrays["0/stack.candidates"].fill((1 << 64) - 1),
    "an orbit of everything": lambda arrays: arrays["0/orbits.members"].fill((1 << 64) - 1),
    "a share of no orbit": element("orbits.tally", 1),
}
ROWS = {
    "a depth beyond the stack": register(0, 5),
    "a place in the list of placements": register(1, 5),
    "values that a row does not have": lambda arrays: arrays["0/untried"].fill((1 << 64) - 1),
    "values that are nowhere": lambda arrays: arrays["0/start"].fill((1 << 64) - 1),
    "a negative count": element("tally", -1),
}
GENERAL = {
    "another way to go on": register(4, 9),
    "a literal that there is not": element("decided", 10_000),
    "a literal twice": lambda arrays: arrays["0/decided"].fill(arrays["0/decided"][0]),
    "a third value": element("flipped", 2),
    "an objective out of reach": register(9, 1 << 62),
}
CHANGES = [
    *(("counting the fewest", "count", name, change) for name, change in COVER.items()),
    *(("counting rows", "count", name, change) for name, change in ROWS.items()),
    *(("general", "all", name, change) for name, change in GENERAL.items()),
]


@pytest.mark.parametrize(
    ("search", "want", "name", "change"), CHANGES, ids=[f"{search}: {name}" for search, _, name, _ in CHANGES]
)
def test_each_number_that_a_kernel_goes_by_is_checked(
    search: str, want: WantLike, name: str, change: Change, tmp_path: Path
) -> None:
    path, (problem, _) = tmp_path / "kept", SEARCHES[search]
    write_checkpoint(path, *deep(path, problem, want))
    with changing_trees(change), pytest.raises(BadInput, match="it is damaged"):
        rk.solve(problem, want=want, resume=path)


@contextmanager
def changing_trees(change: Change) -> Iterator[None]:
    """Let the arrays of the first subtree of each search be changed on their way from the file, and packed again."""
    recall = Forest.recall

    def recall_changed(forest: Forest, record: SearchState) -> None:
        trees = list(record.members["trees"])
        if trees:
            (own,) = forest.trees[:1]
            packed = PackedTree.read(trees[0])
            arrays = {f"0/{name}": array.copy() for name, array in own.unpack(packed, own.begin()).items()}
            change(arrays)
            raw = b"".join(array.tobytes() for array in arrays.values())
            trees[0] = PackedTree.pack(packed.weight, packed.left, packed.counted, packed.levels, raw).to_bytes()
        recall(forest, SearchState(record.facts, {**record.members, "trees": trees}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Forest, "recall", recall_changed)
        yield


def deep(path: Path, problem: rk.Problem, want: WantLike) -> tuple[Mapping[str, Any], dict[str, SearchState]]:
    """A checkpoint of a search that has made two choices, and is listing or counting."""
    for seed in range(1000):
        keep(path, problem, want, Random(seed))
        index, records = read_checkpoint(path)
        if any(name.startswith("solutions") and depth(record) >= 2 for name, record in records.items()):
            assert outcome(path, problem, want) == "answered"
            return index["question"], records
    raise AssertionError("no search has gone deep")


def depth(record: SearchState) -> int:
    return max((PackedTree.read(member).levels - 1 for member in record.members["trees"][:1]), default=-1)


FACTS: dict[str, list[Any]] = {
    "gone": [["1/0", 0, False], ["1e99999999", 0, False], ["nan", 0, False], ["1", -1, False], ["1", 0, 2], None, "1"],
    "demand": [-1, 1.5, True, None, 10**30],
    "first": [[-1], [10**6], ["x"], 5, [[0]]],
}


@pytest.mark.parametrize("name", FACTS)
def test_each_fact_is_checked(name: str, tmp_path: Path) -> None:
    path, (problem, want) = tmp_path / "kept", SEARCHES["counting rows"]
    index, records = deep(path, problem, want)
    ((key, record),) = records.items()
    for value in FACTS[name]:
        write_checkpoint(path, index, {key: SearchState({**record.facts, name: value}, record.members)})
        with pytest.raises(BadInput, match="it is damaged"):
            rk.solve(problem, want=want, resume=path)


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0])
def test_the_weight_of_a_subtree_is_checked(weight: float) -> None:
    member = PackedTree.pack(weight, 0.5, Tally(), 1, b"").to_bytes()
    with pytest.raises(ValueError, match="a weight out of range"):
        PackedTree.read(member)


BLOCKS = [[1, 1, 0, 1], [2, -1, 2, 0], [1, 1, 99], [1, 1, -1], [4, *[1 << 62] * 4, 0], [9], [-1, 0], []]


@pytest.mark.parametrize("block", [*map(str, BLOCKS), "damaged", "long"])
def test_solutions_are_checked(block: str, tmp_path: Path) -> None:
    path, (problem, want) = tmp_path / "kept", SEARCHES["listing rows"]
    packed = {"damaged": b"x\x9c", "long": zlib.compress(bytes(1 << 22))}.get(block) or _block(json.loads(block))
    _write_solutions(path, packed)
    with pytest.raises(BadInput, match="it is damaged"):
        rk.solve(problem, want=want, resume=path)


def _block(numbers: list[int]) -> bytes:
    return zlib.compress(np.array(numbers, "<i8").tobytes())


def _write_solutions(path: Path, block: bytes) -> None:
    index, records = deep(path, *SEARCHES["listing rows"])
    ((key, record),) = records.items()
    write_checkpoint(path, index, {key: SearchState(record.facts, {**record.members, "solutions": [block]})})


def test_a_solution_that_is_none_is_refereed(tmp_path: Path) -> None:
    """It has only variables that there are; so it goes to the referees, who refuse it."""
    path, (problem, want) = tmp_path / "kept", SEARCHES["listing rows"]
    _write_solutions(path, _block([1, 6, *range(6)]))
    with pytest.raises(rk.WrongAnswer, match="the checkpoint from which the run went on may be damaged"):
        rk.solve(problem, want=want, resume=path)


def test_what_a_file_says_of_itself_stays_on_one_line(tmp_path: Path) -> None:
    path, (problem, want) = tmp_path / "kept", SEARCHES["counting rows"]
    keep(path, problem, want, Random(0))
    index, records = read_checkpoint(path)
    write_checkpoint(path, {**index["question"], "problem": "two\nlines \x1b[2J" + "x" * 999}, records)
    with pytest.raises(BadInput, match="checkpoint of another question") as refusal:
        rk.solve(problem, want=want, resume=path)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def test_a_search_without_a_root_takes_no_trees() -> None:
    facts = {"gone": ["0", 0, False], "demand": 0, "first": None}
    member = PackedTree.pack(1.0, 1.0, Tally(), 1, b"").to_bytes()
    with pytest.raises(BadInput, match="it is damaged"):
        Forest([]).recall(SearchState(facts, {"trees": [member], "solutions": []}))
