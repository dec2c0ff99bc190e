"""Checkpoint files: which are refused, who owns one, and failures to write one."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend, start
from rookery.backends.checkpoint import Checkpoint, make_identity
from rookery.models import BadInput

OWN = backend("backtracking")
LONG = rk.placement("queen", 17, 17)
COUNT = Question(Want.COUNT)


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("cut") / "kept"

    def ask(seconds: float) -> rk.Answer:
        path.unlink(missing_ok=True)
        return rk.solve(LONG, want="count", seconds=seconds, checkpoint=path)

    assert with_time_enough(ask, lambda found: found.count, 0.3).count
    return path.read_bytes()


@pytest.fixture
def kept(cut: bytes, tmp_path: Path) -> Path:
    """The checkpoint of a count that a time limit cut short."""
    path = tmp_path / "kept"
    path.write_bytes(cut)
    return path


def resume(path: Path, problem: rk.Problem = LONG, **question: Any) -> rk.Answer:
    return rk.solve(problem, **{"want": "count", "seconds": 0.05, "checkpoint": path, **question})


@pytest.mark.parametrize(
    "other",
    [
        {"problem": rk.placement("queen", 16, 16)},
        {"problem": rk.placement("queen", 17, 17, forbidden=[(0, 0)])},
        {"want": "all"},
        {"seed": 1},
        {"up_to_symmetry": True},
    ],
    ids=str,
)
def test_checkpoint_of_another_question_is_refused(other: dict[str, Any], kept: Path) -> None:
    with pytest.raises(BadInput, match="another question"):
        resume(kept, **other)


def test_damaged_checkpoint_is_refused(kept: Path) -> None:
    whole, random, refused = kept.read_bytes(), Random(3), 0
    for _ in range(30):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
        kept.write_bytes(damaged)
        try:
            assert not resume(kept).complete
        except BadInput:
            refused += 1
    assert refused > 20
    for content in (*(whole[:cut] for cut in (0, 1, len(whole) // 2, len(whole) - 1)), b"four queens"):
        kept.write_bytes(content)
        with pytest.raises(BadInput, match="is not a checkpoint, or is damaged"):
            resume(kept)


def test_checkpoint_that_lacks_an_array_is_refused(kept: Path) -> None:
    with np.load(kept) as arrays:
        contents = {name: each for name, each in arrays.items() if not name.endswith("/0.0")}
    with kept.open("wb") as file:
        np.savez(file, **contents)
    with pytest.raises(BadInput, match=r"the checkpoint is damaged: it lacks '0\.0'"):
        resume(kept, seconds=60)


@pytest.mark.parametrize(("name", "value"), [("version", 3), ("format", "rook")])
def test_checkpoint_of_another_format_is_refused(name: str, value: object, kept: Path) -> None:
    with np.load(kept) as arrays:
        contents = dict(arrays)
    identity = {**json.loads(contents.pop("identity").tobytes()), name: value}
    with kept.open("wb") as file:
        np.savez(file, identity=np.frombuffer(json.dumps(identity).encode(), np.uint8), **contents)
    with pytest.raises(BadInput, match=f"has {name} {value}"):
        resume(kept)


@pytest.mark.parametrize("asked", [{"backend": "sat"}, {"options": {"strategy": "rows"}}], ids=str)
def test_backend_without_checkpoints_refuses_one(asked: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(rk.Unsupported, match="cannot save checkpoints"):
        rk.solve(LONG, want="count", checkpoint=tmp_path / "kept", **asked)
    assert not (tmp_path / "kept").exists()


def test_one_run_at_a_time_owns_a_checkpoint(kept: Path) -> None:
    """The second run is refused meanwhile, and later continues from what the first one has written."""

    def go_on() -> Run:
        return start(LONG, OWN, Question(Want.COUNT, seconds=0.5), kept)

    first, second, third = go_on(), go_on(), go_on()
    with Checkpoint(kept, make_identity(LONG, OWN.name, COUNT)), pytest.raises(BadInput, match="in use"):
        list(first)
    assert list(second) == []
    assert list(third) == []
    assert third.answer().count >= second.answer().count > 0


def test_failure_to_write_is_raised(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        rk.solve(LONG, want="count", seconds=0.1, checkpoint=tmp_path / "nowhere" / "kept")


def test_different_problems_have_different_identities() -> None:
    problems = [rk.placement("king", 6), rk.domination("king", 6), rk.domination("knight", 6)]
    problems += [rk.placement("knight", 6), rk.placement("king", "1x36"), rk.placement("king", 7)]
    assert len({str(make_identity(each, OWN.name, COUNT)["model"]) for each in problems}) == len(problems)
