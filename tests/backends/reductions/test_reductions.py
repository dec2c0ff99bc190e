"""Reductions by their rules, and what a run makes of them."""

from collections.abc import Sequence

import pytest

import rookery as rk
from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.reductions.reduce import reduce
from rookery.backends.presolve.reductions.reduced import keep_symmetries
from rookery.models import AtLeast, AtMost, Exactly, Maximize, Minimize, Model
from rookery.models.model.constraints import Constraint

FEWEST = Minimize(range(3))


def clauses(*rows: Sequence[int]) -> tuple[Constraint, ...]:
    return tuple(AtLeast(1, row) for row in rows)


def test_rows_keeps_rows_that_demand_more() -> None:
    rows = (AtLeast(2, (0, 1, 2)), AtLeast(1, (0, 1)))
    assert reduce(Model(3, rows, FEWEST), Ask()).model.constraints == rows
    twice = (AtLeast(1, (0, 1, 2)), AtLeast(2, (0, 1, 2)))
    assert tuple(reduce(Model(3, twice, FEWEST), Ask()).model.constraints) == twice[1:]


@pytest.mark.parametrize(("cost", "kept"), [(1, (1, 2, 3, 4, 5)), (2, (0, 1, 2, 3, 4, 5))])
def test_columns_drops_dominated_columns(cost: int, kept: tuple[int, ...]) -> None:
    """Variables 1 to 5 are an odd cycle; 0 hits less than 1, and goes unless it costs less."""
    rows = clauses((0, 1, 2), (2, 3), (3, 4), (4, 5), (5, 1))
    model = Model(6, rows, Minimize(range(6), (1, *[cost] * 5)))
    assert tuple(reduce(model, Ask()).kept) == kept
    assert reduce(model, Ask(Want.ALL)).model is model


@pytest.mark.parametrize("side", [AtMost(1, (0, 1)), Exactly(1, (0, 1))])
def test_columns_keeps_what_a_limited_column_covers(side: Constraint) -> None:
    """Variable 1 hits all that 0 and 2 hit, but may not be chosen with 0."""
    model = Model(4, (*clauses((0, 1), (1, 2), (0, 1, 3), (1, 2, 3)), side), Minimize(range(4)))
    reduced = reduce(model, Ask())
    assert 1 not in reduced.chosen
    assert {0, 1, 2} <= set(reduced.kept)


def test_reductions_leave_maxima_alone() -> None:
    model = Model(3, clauses((0, 1), (1, 2)), Maximize(range(3)))
    assert reduce(model, Ask()).model is model


@pytest.mark.parametrize("n", [13, 19, 25])
def test_reductions_solve_domination_by_kings(n: int) -> None:
    """gamma of the king's graph is the square of n / 3 rounded up (Yaglom and Yaglom 1964; OEIS A075561)."""
    answer = rk.solve(rk.domination("king", n))
    assert answer.objective == answer.bound == (-(-n // 3)) ** 2
    assert answer.note == "solved by reductions"


def test_bounds_are_those_of_the_whole_model() -> None:
    """Half of the model is decided: the rest is an odd cycle, which one step of a search does not prove."""
    cycle = tuple(AtLeast(1, (v, (v + 1) % 5)) for v in range(5))
    model = Model(7, (*cycle, AtLeast(1, (5,)), AtLeast(1, (5, 6))), Minimize(range(7)))
    for name in ("backtracking", "sat", "cpsat"):
        answer = rk.solve_model(model, name)
        assert (answer.objective, answer.run.bound) == (4, 4)
        assert 5 in answer.solutions[0]


def test_hints_are_restricted_to_the_reduced_model() -> None:
    cycle = tuple(AtLeast(1, (1 + v, 1 + (v + 1) % 5)) for v in range(5))
    model = Model(6, (AtLeast(1, (0,)), *cycle), Minimize(range(6)))
    reduced = reduce(model, Ask())
    assert reduced.ask(Ask(hint=(0, 1, ~2, 3))).hint == (0, ~1, 2)


def test_unknown_switches_are_refused() -> None:
    with pytest.raises(rk.BadInput, match="option lowering=maybe: accepted are on, off"):
        rk.solve(rk.domination("king", 3), options={"lowering": "maybe"})


def test_keep_symmetries_drops_what_moves_constraints_away() -> None:
    model = Model(3, clauses((0, 1), (1, 2), (0,)), Minimize(range(3)))
    place = {v: v for v in range(3)}
    assert keep_symmetries(((0, 1, 2), (2, 1, 0)), range(3), place, model) == ((0, 1, 2),)
    both = Model(3, clauses((0, 1), (1, 2)), Minimize(range(3)))
    assert keep_symmetries(((0, 1, 2), (2, 1, 0)), range(3), place, both) == ((0, 1, 2), (2, 1, 0))
