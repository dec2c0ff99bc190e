"""The sweep of surplus: it refutes what has no solution, and nothing else."""

import threading
from random import Random
from typing import Any

import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.forced import force
from rookery_tests.small_models import best_of

from rookery import domination
from rookery.backends.contract import Ask
from rookery.backends.engine.cover.program import CoverProgram, compile_cover
from rookery.backends.engine.cover.surplus import sweep, tables
from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.refute import Refuter
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.covering import read_covering
from rookery.backends.progress import Progress
from rookery.core.deadline import Deadline
from rookery.models import AtLeast, Board, Minimize, Model
from rookery.models.pieces.piece import KNIGHT


def program(model: Model) -> CoverProgram:
    found = read_covering(model)
    assert found is not None
    return compile_cover(found, model, Ask())


def start(compiled: CoverProgram, seconds: float = 60, workers: int = 1, **options: str) -> Refuter:
    ask = SearchAsk(deadline=Deadline(seconds), workers=workers, options=options)
    return Refuter(compiled.selection, compiled.tables.symmetries.items, ask)


def refuted(model: Model, few: int) -> bool:
    return start(program(model)).refutes(few)


def draw_covering(random: Random) -> Model:
    """A covering that stays the same where its candidates come in reverse, as the sweep asks."""
    size = random.randint(3, 9)
    items = [random.sample(range(size), random.randint(1, min(3, size))) for _ in range(random.randint(1, 5))]
    items += [[size - 1 - each for each in item] for item in items]
    mirror = tuple(range(size)), tuple(reversed(range(size)))
    return Model(size, tuple(AtLeast(1, tuple(item)) for item in items), Minimize(range(size)), mirror)


def require_refutations(model: Model, **limits: Any) -> None:
    """All numbers below the optimum are refuted, and no others."""
    compiled, best = program(model), best_of(model)
    assert best is not None
    if compiled.selection.items:  # else all are forced, and nothing is searched
        least = best - len(compiled.selection.forced)
        refuter = start(compiled, **limits)
        assert [refuter.refutes(few) for few in range(least + 2)] == [True] * least + [False] * 2


@pytest.mark.parametrize(("part", "workers"), [(1 << 13, 1), (2, 1), (2, 2)])
def test_refuter_refutes_exactly_what_has_no_solution(monkeypatch: pytest.MonkeyPatch, part: int, workers: int) -> None:
    force(monkeypatch, "surplus")
    for module in (sweep, tables):
        monkeypatch.setattr(module, "PART", part)
    for seed in range(30):
        require_refutations(draw_covering(Random(seed)), workers=workers)


def test_sweep_keeps_indices_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "surplus")
    check_indices(monkeypatch, decide)
    for seed in range(6):
        require_refutations(draw_covering(Random(seed)))


KNOWN = [(8, 12), (10, 16), (12, 24)]  # OEIS A006075


@pytest.mark.parametrize(("n", "least"), KNOWN)
def test_refuter_reaches_published_numbers_of_knights(n: int, least: int) -> None:
    model = domination(KNIGHT, Board(n)).model
    assert refuted(model, least - 1)
    assert not refuted(model, least)


def test_refuter_gives_up_at_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    knights = program(domination(KNIGHT, Board(10)).model)
    assert start(knights).refutes(15)
    assert not start(knights, 0).refutes(15)
    for limit in ("MAX_STATES", "ROOM"):
        with monkeypatch.context() as patch:
            patch.setattr(sweep, limit, 64)
            assert not start(knights).refutes(15)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_sweep(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    compiled = program(domination(KNIGHT, Board(10)).model)
    ask = SearchAsk(workers=workers, progress=interrupt)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        Refuter(compiled.selection, compiled.tables.symmetries.items, ask).refutes(15)
    assert threading.active_count() == before
