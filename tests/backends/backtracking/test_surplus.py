"""The sweep of surplus: it refutes what has no solution, and nothing else."""

from random import Random

import numpy as np
import pytest

import rookery as rk
from rookery.backends.backtracking.cover import fewest
from rookery.backends.backtracking.cover.program import CoverProgram, compile_cover
from rookery.backends.backtracking.surplus import layers, refute, sweep
from rookery.backends.backtracking.surplus.refute import Refuter
from rookery.backends.backtracking.surplus.tables import MOST_BITS, UNIT, assign_bits, bound_weights, make_sides
from rookery.backends.contract.backend import Deadline, Request
from rookery.backends.selection.selection import selection
from rookery.models import AtLeast, Board, Minimize, Model, domination
from rookery.models.kernels.jit import PLAIN
from rookery.models.pieces.standard import KING, KNIGHT


def program(model: Model) -> CoverProgram:
    found = selection(model)
    assert found is not None
    return compile_cover(found, model, Request(), ordered=False)


def start(compiled: CoverProgram, seconds: float = 60, workers: int = 1, **options: str) -> Refuter:
    request = Request(deadline=Deadline(seconds), workers=workers, options=options)
    return Refuter(compiled.selection, compiled.tables.symmetries.items, request)


def refuted(model: Model, few: int) -> bool:
    return start(program(model)).refutes(few)


def random_covering(random: Random) -> Model:
    size = random.randint(3, 9)
    items = [random.sample(range(size), random.randint(1, min(3, size))) for _ in range(random.randint(2, 9))]
    return Model(size, tuple(AtLeast(1, tuple(item)) for item in items), Minimize(range(size)))


def least_covering(model: Model) -> int:
    items = [sum(1 << option for option in clause.literals) for clause in model.constraints]
    return min(chosen.bit_count() for chosen in range(1 << model.variables) if all(chosen & item for item in items))


@pytest.mark.parametrize(("part", "workers"), [(1 << 13, 1), (2, 1), (2, 2)])
def test_it_refutes_what_has_no_solution_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, part: int, workers: int
) -> None:
    monkeypatch.setattr(refute, "TIGHT", 0)
    monkeypatch.setattr(layers, "PART", part)
    monkeypatch.setattr(sweep, "LEAST_BITS", 2)
    for seed in range(60):
        model = random_covering(Random(seed))
        found = selection(model)
        assert found is not None
        if found.items:  # else all are forced, and nothing is searched
            refuter = start(program(model), workers=workers)
            least = least_covering(model) - len(found.forced)
            assert [refuter.refutes(few) for few in range(least + 2)] == [True] * least + [False] * 2


KNOWN = [  # OEIS A006075
    (8, 12),
    (10, 16),
    (12, 24),
]


@pytest.mark.skipif(PLAIN, reason="as plain Python there is time for few states")
@pytest.mark.parametrize(("n", "least"), KNOWN)
def test_knights_are_refuted_up_to_the_known_number(n: int, least: int) -> None:
    model = domination(KNIGHT, Board(n)).model
    assert refuted(model, least - 1)
    assert not refuted(model, least)


def test_what_is_too_much_is_left() -> None:
    assert not start(program(domination(KNIGHT, Board(8)).model), 0).refutes(11)


def test_what_is_too_wide_is_left() -> None:
    assert assign_bits(np.ones((2, MOST_BITS + 1), np.bool_)) is None
    assert assign_bits(np.eye(MOST_BITS + 1, dtype=np.bool_)) is not None


@pytest.mark.parametrize(
    "board", [Board(1), Board(1, 7), Board(3, 5, holes=[(1, 2)]), Board(5, torus=True), Board(4, 6)]
)
def test_no_answer_changes(monkeypatch: pytest.MonkeyPatch, board: Board) -> None:
    monkeypatch.setattr(fewest, "FIRST_TURN", 1)
    monkeypatch.setattr(refute, "TIGHT", 0)
    for piece in (KNIGHT, KING):
        problem = domination(piece, board)
        with_it, without = (rk.solve(problem, options=options) for options in ({}, {"without": "surplus"}))
        assert with_it.complete
        assert with_it.objective == without.objective


def test_no_weights_sum_up_to_more_than_a_fractional_covering_costs() -> None:
    models = [random_covering(Random(seed)) for seed in range(40)]
    for model in (*models, domination(KNIGHT, Board(7)).model, domination(KING, Board(4, 6)).model):
        found = selection(model)
        assert found is not None
        if found.items:
            sides = make_sides(found, np.arange(len(found.items)))
            assert sides is not None
            assert sides.spent <= UNIT * bound_weights(found.incidence) * (1 + 1e-9)
