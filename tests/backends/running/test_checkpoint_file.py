"""The file of a checkpoint: who has it, which versions go on from it, how it is written while the search goes on."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rookery_tests.shattering import hurry
from rookery_tests.yardstick import slowness, with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend, start
from rookery.backends.contract.backend import SearchState
from rookery.backends.engine.tree import runner
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.engine.tree.subtree import Subtree
from rookery.backends.running import checkpoint
from rookery.backends.running.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from rookery.models import BadInput, Board, placement
from rookery.models.pieces.piece import QUEEN

pytestmark = pytest.mark.slow

OWN = backend("backtracking")
QUEENS, LONG = placement(QUEEN, Board(8), 8), placement(QUEEN, Board(17), 17)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint of a count that was cut short."""

    def cut(seconds: float) -> rk.Answer:
        (tmp_path / "kept").unlink(missing_ok=True)
        return rk.solve(LONG, want="count", seconds=seconds, checkpoint=tmp_path / "kept")

    assert with_time_enough(cut, lambda found: found.count, 0.2).count
    return tmp_path / "kept"


def go_on(kept: Path) -> Run:
    return start(LONG, OWN, Question(Want.COUNT, seconds=0.5 * slowness() ** 0.5), resume=kept)


def resumed(kept: Path, seconds: float = 0.5) -> rk.Answer:
    return rk.solve(LONG, want="count", resume=kept, seconds=seconds * slowness() ** 0.5)


@pytest.mark.full
def test_one_run_at_a_time_has_the_file(kept: Path) -> None:
    """The second one is refused; and it goes on from what the first has written, whenever it has read the file."""
    first, second = go_on(kept), go_on(kept)
    held = Checkpoint.resume(kept, checkpoint.make_identity(LONG, OWN.name, Question(Want.COUNT)))
    with held, pytest.raises(BadInput, match=r"kept is in use by another search \(process \d+\)"):
        list(first)
    assert list(third := go_on(kept)) == []
    assert list(second) == []
    assert second.answer().count > third.answer().count > 0


def test_two_runs_that_would_make_the_same_file(tmp_path: Path) -> None:
    question = Question(Want.COUNT)
    first, second = [start(QUEENS, OWN, question, checkpoint=tmp_path / "kept") for _ in range(2)]
    assert list(first) == []
    with pytest.raises(BadInput, match="kept exists; go on from it with resume"):
        list(second)


def changing(kept: Path, **facts: Any) -> None:
    """Write another fact into the index, or into the only search."""
    index, records = read_checkpoint(kept)
    ((name, record),) = records.items()
    write_checkpoint(kept, index["question"], {name: SearchState({**record.facts, **facts}, record.members)})


@pytest.mark.full
def test_what_binds_is_the_search_and_not_the_version_that_wrote_it(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "own_version", lambda: "9.9")
        changing(kept)
    with pytest.warns(UserWarning, match=r"kept was written by rookery 9\.9, this is "):
        assert resumed(kept).count > 0
    changing(kept, search="0" * 64)
    with pytest.raises(BadInput, match="of a version whose search is another"):
        resumed(kept)


def test_a_search_with_other_tables_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(problem: rk.Problem) -> str:
        found: list[str] = []
        monkeypatch.setattr(
            Runner, "_begin", lambda _runner, forest, _name: found.append(forest.record().facts["search"])
        )
        rk.solve(problem, want="count")
        return found[0]

    own = made(QUEENS)
    corner, side = [made(placement(QUEEN, Board(8), 8, forbidden=[square])) for square in ((0, 0), (0, 1))]
    assert made(QUEENS) == own
    assert len({own, corner, side}) == 3  # tables of the same sizes, with other numbers


def test_what_cannot_be_written_behind_the_search_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 0)
    writes = count()

    def write(*given: Any) -> None:
        if next(writes) == 2:
            raise BadInput("cannot write kept: No space left on device")
        write_checkpoint(*given)

    monkeypatch.setattr(checkpoint, "write_checkpoint", write)
    with pytest.raises(BadInput, match="No space left"):
        resumed(kept, seconds=5.0)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.full
def test_a_record_is_of_one_moment_while_the_search_goes_on(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each record, searched to its end by itself, gives the whole count: nothing is in it twice, nothing is missing."""
    records: list[SearchState] = []
    changing: list[Subtree] = []
    attend, made_of = Runner._attend, Forest.record

    def record(runner: Runner, crew: Any, forest: Forest, name: str, seconds: float) -> None:
        attend(runner, crew, forest, name, seconds)
        if len(records) < 6 and (made := crew.record()).members not in [each.members for each in records]:
            records.append(made)

    def look(forest: Forest) -> SearchState:
        changing.extend(tree for tree in forest.trees if tree.taken and not tree.is_packed)
        return made_of(forest)

    queens, search = placement(QUEEN, Board(10), 10), {"count": "search"}  # the frontier would count without a record
    with monkeypatch.context() as patch:
        hurry(patch)
        patch.setattr(Runner, "_attend", record)
        patch.setattr(Forest, "record", look)
        patch.setattr(runner, "PATIENCE", 0.001)
        answer = rk.solve(queens, want="count", options=search, workers=workers, checkpoint=tmp_path / "kept")
    assert answer.count == 724  # OEIS A000170
    assert len(records) > 2
    assert changing == []
    for at, each in enumerate(records):
        monkeypatch.setattr(checkpoint.Chapter, "recall", lambda _chapter, _name, each=each: each)
        again = rk.solve(queens, want="count", options=search, checkpoint=tmp_path / f"again{at}")
        assert (again.count, again.statistics["nodes"]) == (724, answer.statistics["nodes"])
