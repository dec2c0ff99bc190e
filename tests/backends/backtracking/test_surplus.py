"""The sweep of surplus: it refutes what has no solution, and nothing else."""

import threading
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.forced import force
from rookery_tests.small_models import best_of
from rookery_tests.yardstick import within

from rookery.backends.contract.backend import Deadline, Request
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.cover.program import CoverProgram, compile_cover
from rookery.backends.engine.cover.surplus import refute, tables
from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.refute import Refuter
from rookery.backends.engine.cover.surplus.tables import (
    MAX_BITS,
    UNIT,
    assign_bits,
    bound_weights,
    make_sides,
)
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.models import AtLeast, Board, Minimize, Model, domination
from rookery.models.pieces.piece import KING, KNIGHT


def program(model: Model) -> CoverProgram:
    found = recognise_selection(model)
    assert found is not None
    return compile_cover(found, model, Request(), ordered=False)


def start(compiled: CoverProgram, seconds: float = 60, workers: int = 1, **options: str) -> Refuter:
    request = Request(deadline=Deadline(seconds), workers=workers, options=options)
    return Refuter(compiled.selection, compiled.tables.symmetries.items, request)


def refuted(model: Model, few: int) -> bool:
    return start(program(model)).refutes(few)


def draw_covering(random: Random) -> Model:
    size = random.randint(3, 9)
    items = [random.sample(range(size), random.randint(1, min(3, size))) for _ in range(random.randint(2, 9))]
    return Model(size, tuple(AtLeast(1, tuple(item)) for item in items), Minimize(range(size)))


def require_refutations(model: Model, **limits: Any) -> None:
    """All numbers below the optimum are refuted, and no others."""
    compiled, best = program(model), best_of(model)
    assert best is not None
    if compiled.selection.items:  # else all are forced, and nothing is searched
        least = best - len(compiled.selection.forced)
        refuter = start(compiled, **limits)
        assert [refuter.refutes(few) for few in range(least + 2)] == [True] * least + [False] * 2


@pytest.mark.parametrize(("part", "workers", "memory"), [(1 << 13, 1, "1G"), (2, 1, "1K"), (2, 2, "1G")])
def test_refuter_refutes_exactly_what_has_no_solution(
    monkeypatch: pytest.MonkeyPatch, part: int, workers: int, memory: str
) -> None:
    force(monkeypatch, "surplus")
    monkeypatch.setattr(tables, "PART", part)
    for seed in range(30):
        require_refutations(draw_covering(Random(seed)), workers=workers, memory=memory)


def test_sweep_keeps_indices_within_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    force(monkeypatch, "surplus")
    check_indices(monkeypatch, decide)
    for seed in range(6):
        require_refutations(draw_covering(Random(seed)))


def mirrored_covering(random: Random) -> Model:
    """Rows of a few candidates; an item is some of a row and of the next, and its mirror image is an item too."""
    width, rows = random.choice([(3, 4), (4, 3), (2, 5)])
    image = [at - at % width + width - 1 - at % width for at in range(width * rows)]
    items = []
    for _ in range(random.randint(3, 7)):
        first = width * random.randrange(rows - 1)
        item = random.sample(range(first, first + 2 * width), random.randint(1, 3))
        items += [item, [image[at] for at in item]]
    clauses = tuple(AtLeast(1, tuple(item)) for item in items)
    return Model(width * rows, clauses, Minimize(image), symmetries=(tuple(range(width * rows)), tuple(image)))


@pytest.mark.parametrize("workers", [1, 2])
def test_refuter_uses_mirrors(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    monkeypatch.setattr(refute, "TIGHT", 0)
    mirrored = 0
    for seed in range(8):
        model = mirrored_covering(Random(seed))
        require_refutations(model, workers=workers)
        mirrored += len(program(model).tables.symmetries.items) > 0
    assert mirrored > 3


def test_refuter_gives_each_half_its_surplus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rings of five edges: three vertices each, half of one more than the linear program."""
    monkeypatch.setattr(refute, "TIGHT", 0)
    edges = [(ring + at, ring + (at + 1) % 5) for ring in (0, 5) for at in range(5)]
    rings = Model(10, tuple(AtLeast(1, edge) for edge in edges), Minimize(range(10)))
    assert refuted(rings, 5)
    assert not refuted(rings, 6)


KNOWN = [(8, 12), (10, 16), (12, 24)]  # OEIS A006075


@pytest.mark.parametrize(("n", "least"), KNOWN)
def test_refuter_reaches_published_numbers_of_knights(n: int, least: int) -> None:
    model = domination(KNIGHT, Board(n)).model
    assert refuted(model, least - 1)
    assert not refuted(model, least)


def test_refuter_gives_up_at_limits() -> None:
    knights = program(domination(KNIGHT, Board(10)).model)
    assert start(knights).refutes(15)
    assert not start(knights, 0).refutes(15)
    assert not start(knights, memory="2K").refutes(15)


@pytest.mark.parametrize("workers", [1, 2])
def test_sweep_keeps_its_deadline(workers: int) -> None:
    knights = program(domination(KNIGHT, Board(16)).model)
    start(knights).refutes(20)  # the kernel is ready
    with within(3):
        assert not start(knights, 0.5, workers).refutes(39)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_sweep(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    compiled = program(domination(KNIGHT, Board(10)).model)
    request = Request(workers=workers, observer=interrupt)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        Refuter(compiled.selection, compiled.tables.symmetries.items, request).refutes(15)
    assert threading.active_count() == before


def test_assign_bits_refuses_wide_plans() -> None:
    assert assign_bits(np.ones((2, MAX_BITS + 1), np.bool_)) is None
    assert assign_bits(np.eye(MAX_BITS + 1, dtype=np.bool_)) is not None


def test_weights_sum_up_to_a_fractional_covering_at_most() -> None:
    models = [draw_covering(Random(seed)) for seed in range(40)]
    for model in (*models, domination(KNIGHT, Board(7)).model, domination(KING, Board(4, 6)).model):
        found = recognise_selection(model)
        assert found is not None
        if found.items:
            sides = make_sides(found, np.arange(len(found.items)))
            assert sides is not None
            assert sides.spent <= UNIT * bound_weights(found.incidence) * (1 + 1e-9)
