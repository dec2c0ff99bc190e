"""Checkpoints of searches that were cut short, damaged at random inside files that are packed as they should be.

As a script it runs many cases, a line for each that ended otherwise than with an answer or a refusal: with
`NUMBA_DISABLE_JIT=1` an index outside an array is an exception there, and no crash.
"""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

import rookery as rk
from rookery.backends import WrongAnswer
from rookery.backends.contract.backend import Solution
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.records import PackedTree, Tally
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.running.checkpoint import INDEX
from rookery.backends.running.solve import as_problem
from rookery.models import BadInput, Board
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery_tests.checked_arrays import check_indices
from rookery_tests.graphs import random_edges, vertex_cover
from rookery_tests.shattering import step

SEARCHES: dict[str, tuple[rk.Problem, WantLike]] = {
    "counting rows": (rk.placement(QUEEN, Board(6), 6), "count"),
    "listing rows": (rk.placement(QUEEN, Board(6), 6), "all"),
    "one of rows": (rk.placement(QUEEN, Board(6), 6), "one"),
    "the fewest": (rk.domination(QUEEN, Board(6)), "all"),
    "counting the fewest": (rk.domination(KNIGHT, Board(4)), "count"),
    "the most": (rk.placement(KNIGHT, Board(4)), "all"),
    "a vertex cover": (as_problem(vertex_cover(14, random_edges(Random(1), 14, 0.4))), "one"),
    "within bounds": (rk.placement(KING, Board(4, 5), 4), "count"),
    "components": (rk.domination(KNIGHT, Board(3), forbidden=[(1, 1)]), "count"),
    "several a square": (rk.k_fold_domination(ROOK, Board(4), 2), "all"),
    "armies": (rk.armies([QUEEN, QUEEN], Board(4)), "all"),
    "squares left alone": (rk.most_unguarded(KING, Board(4), 2), "count"),
    "general": (rk.placement({QUEEN: 2, KNIGHT: 2}, Board(4)), "all"),
    "the best in general": (rk.weighted_placement({QUEEN: 3, KNIGHT: 2}, Board(3)), "count"),
}
NUMBERS = [0, 1, -1, 2, 3, 7, 8, 31, 63, 64, 255, 256, 1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, -(1 << 63)]
JUNK: list[Any] = [
    None,
    True,
    -1,
    1,
    1.5,
    float("nan"),
    float("inf"),
    10**30,
    "",
    "1/0",
    "1e99999999",
    "x",
    [],
    [0],
    [-1],
    {},
]
SECONDS = 0.3


def keep(path: Path, problem: rk.Problem, want: WantLike, random: Random) -> None:
    """Write a checkpoint of a search that was cut short after some steps."""

    def run(runner: Runner, forest: Forest, name: str, *_limits: Any, **_more: Any) -> Iterator[Solution]:
        runner._begin(forest, name)
        for _ in range(left := random.randint(1, 12)):
            if forest.trees:
                tree = random.choice(forest.trees)
                step(forest, tree, random.randint(1, 5))
            if forest.trees and random.random() < 0.3:
                forest.divide(random.choice(forest.trees))
        while forest.trees and left < 4:  # now and then a search is run to its end, so that the next one is cut
            step(forest, forest.trees[0], 1000)
        runner._keep(forest, name)
        yield from forest.empty_outbox()

    path.unlink(missing_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Runner, "run", run)
        rk.solve(problem, want=want, checkpoint=path)


def damage(path: Path, random: Random) -> str:
    """Change a few things in a file; returns what."""
    with ZipFile(path) as members:
        contents = {member: members.read(member) for member in members.namelist()}
    shown = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        member = random.choice([*contents, INDEX])
        if member == INDEX:
            contents[member], what = _other_facts(contents[member], random)
        elif random.random() < 0.2 or ".trees." not in member:
            contents[member], what = _other_bytes(contents[member], random)
        else:
            contents[member], what = _other_tree(contents[member], random)
        shown.append(f"{member} {what}")
    with ZipFile(path, "w") as members:
        for member, content in contents.items():
            members.writestr(member, content)
    return "; ".join(shown)


def _other_bytes(content: bytes, random: Random) -> tuple[bytes, str]:
    changed = bytearray(content)
    at = random.randrange(len(changed))
    changed[at] ^= 1 << random.randrange(8)
    return bytes(changed), f"byte {at}"


def _other_tree(content: bytes, random: Random) -> tuple[bytes, str]:
    """A subtree with other numbers, packed as it should be."""
    try:
        tree = PackedTree.read(content)
    except ValueError:  # it was damaged before
        return _other_bytes(content, random)
    fields: dict[str, Any] = {"weight": tree.weight, "left": tree.left, "counted": tree.counted, "levels": tree.levels}
    raw, kind = zlib.decompress(tree.stream), random.choice(("value", "value", "near", "header", "length"))
    if kind == "header":
        changed = random.choice([*fields])
        fields[changed] = {"weight": 3.5, "left": 0.25, "counted": Tally(Fraction(7, 3), 5), "levels": 2}[changed]
        what = changed
    elif kind == "length":
        raw, what = random.choice((raw[:-8], raw + bytes(8), b"")), "length"
    else:
        raw, what = _other_number(raw, kind, random)
    return PackedTree.pack(**fields, raw=raw).to_bytes(), what


def _other_number(raw: bytes, kind: str, random: Random) -> tuple[bytes, str]:
    size = random.choice((1, 2, 8, 8, 8, 8))
    array = np.frombuffer(raw[: len(raw) // size * size], f"<i{size}").copy()
    at = random.randrange(len(array) if random.random() < 0.5 else min(40, len(array)))
    number = int(array[at]) + random.choice((1, -1)) if kind == "near" else random.choice(NUMBERS)
    array[at] = np.frombuffer((number % (1 << 8 * size)).to_bytes(size, "little"), array.dtype)[0]
    return array.tobytes() + raw[array.nbytes :], f"{kind} {at}: {number}"


def _other_facts(content: bytes, random: Random) -> tuple[bytes, str]:
    index = json.loads(content)
    places: list[tuple[Any, Any]] = [(index, key) for key in ("question", "searches")]
    for search in index["searches"].values() if isinstance(index["searches"], dict) else ():
        if isinstance(search, dict) and isinstance(search.get("facts"), dict):
            facts = search["facts"]
            lists = [facts[key] for key in ("gone", "first") if isinstance(facts[key], list)]
            places += [(facts, key) for key in facts] * 3
            places += [(each, at) for each in lists for at in range(len(each))] * 3
            places += [(search, "facts"), (search, "members")]
            if isinstance(search.get("members"), dict):
                places += [(search["members"], key) for key in search["members"]]
    holder, key = random.choice(places)
    holder[key] = random.choice([*JUNK, *NUMBERS])
    return json.dumps(index).encode(), f"{key}: {holder[key]}"


def outcome(path: Path, problem: rk.Problem, want: WantLike, seconds: float = SECONDS) -> str:
    """What comes of going on from a file; other exceptions than a refusal pass."""
    try:
        rk.solve(problem, want=want, resume=path, seconds=seconds)
    except BadInput as error:
        return "refused" if "damaged" in str(error) or "another question" in str(error) else f"told {error}"
    except WrongAnswer as error:
        return "refereed" if "damaged" in str(error) else f"told {error}"
    return "answered"


def tried(cases: int, seed: int) -> Counter[str]:
    """Damage checkpoints of every search; counts what came of it, and prints what should not have come."""
    met: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        path = Path(folder, "kept")
        for case in range(cases):
            random = Random(f"{seed} {case}")
            name = random.choice([*SEARCHES])
            problem, want = SEARCHES[name]
            keep(path, problem, want, random)
            what = damage(path, random)
            try:
                end = outcome(path, problem, want)
            except Exception as error:
                end = f"{type(error).__name__}: {error}"
            if end not in ("refused", "refereed", "answered"):
                print(f"case {seed} {case}, {name}, {what}: {end}")
                end = "wrong"
            met[end] += 1
    return met


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patched:
        check_indices(patched)
        print(dict(tried(int(sys.argv[1]), int(sys.argv[2]))))
