"""Checkpoint files: which are refused, who owns one, and failures to write one."""

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend, start
from rookery.backends.engine.tree.records import pack_arrays, unpack_arrays
from rookery.backends.running import checkpoint
from rookery.backends.running.checkpoint import (
    INDEX,
    Checkpoint,
    SearchState,
    make_identity,
    read_checkpoint,
    write_checkpoint,
)
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
    return rk.solve(problem, **{"want": "count", "seconds": 0.05, "resume": path, **question})


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


@pytest.mark.parametrize(("name", "value"), [("version", 3), ("format", "rook")])
def test_checkpoint_of_another_format_is_refused(name: str, value: object, kept: Path) -> None:
    with ZipFile(kept) as members:
        contents = {member: members.read(member) for member in members.namelist()}
    contents[INDEX] = json.dumps({**json.loads(contents[INDEX]), name: value}).encode()
    with ZipFile(kept, "w") as members:
        for member, content in contents.items():
            members.writestr(member, content)
    with pytest.raises(BadInput, match=f"written with {name} {value}"):
        resume(kept)


def test_existing_file_is_never_overwritten(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="kept exists"):
        rk.solve(LONG, want="count", checkpoint=kept)
    before = kept.read_bytes()
    resume(kept, checkpoint=tmp_path / "other")
    assert kept.read_bytes() == before
    assert read_checkpoint(tmp_path / "other")


@pytest.mark.parametrize("asked", [{"backend": "sat"}, {"options": {"strategy": "rows"}}], ids=str)
def test_backend_without_checkpoints_refuses_one(asked: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(rk.Unsupported, match="cannot save checkpoints"):
        rk.solve(LONG, want="count", checkpoint=tmp_path / "kept", **asked)
    assert not (tmp_path / "kept").exists()


def test_one_run_at_a_time_owns_a_checkpoint(kept: Path) -> None:
    """The second run is refused meanwhile, and later goes on from what the first one has written."""

    def go_on() -> Run:
        return start(LONG, OWN, Question(Want.COUNT, seconds=0.5), resume=kept)

    first, second, third = go_on(), go_on(), go_on()
    with Checkpoint.resume(kept, make_identity(LONG, OWN.name, COUNT)), pytest.raises(BadInput, match="in use"):
        list(first)
    assert list(second) == []
    assert list(third) == []
    assert third.answer().count >= second.answer().count > 0


def test_second_of_two_runs_does_not_overwrite_a_new_checkpoint(tmp_path: Path) -> None:
    problem = rk.placement("queen", 8, 8)
    first, second = [start(problem, OWN, COUNT, checkpoint=tmp_path / "kept") for _ in range(2)]
    assert list(first) == []
    with pytest.raises(BadInput, match="kept exists"):
        list(second)


def rewrite(kept: Path, search: str = "") -> None:
    """Write a checkpoint again, perhaps as that of another search."""
    index, records = read_checkpoint(kept)
    ((name, record),) = records.items()
    arrays = unpack_arrays({kind: np.frombuffer(content[0], np.uint8) for kind, content in record.members.items()})
    if search:
        arrays["facts"][0] = search
    members = {kind: [array.tobytes()] for kind, array in pack_arrays(arrays).items()}
    write_checkpoint(kept, index["question"], {name: SearchState({}, members)})


def test_checkpoint_of_another_release_warns_and_of_another_search_is_refused(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "own_version", lambda: "9.9")
        rewrite(kept)
    with pytest.warns(UserWarning, match=r"written by rookery 9\.9"):
        assert resume(kept, seconds=2).count > 0
    rewrite(kept, search="0" * 64)
    with pytest.raises(BadInput, match="search is another"):
        resume(kept, seconds=2)


def test_failure_to_write_behind_the_search_is_raised(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 0)
    writes = count()

    def write(*given: Any) -> None:
        if next(writes) == 2:
            raise BadInput("No space left on device")
        write_checkpoint(*given)

    monkeypatch.setattr(checkpoint, "write_checkpoint", write)
    with pytest.raises(BadInput, match="No space left"):
        resume(kept, seconds=60)


def test_different_problems_have_different_identities() -> None:
    problems = [rk.placement("king", 6), rk.domination("king", 6), rk.domination("knight", 6)]
    problems += [rk.placement("knight", 6), rk.placement("king", "1x36"), rk.placement("king", 7)]
    assert len({str(make_identity(each, OWN.name, COUNT)["model"]) for each in problems}) == len(problems)
