"""Greedy coverings: small, accepted by both referees, and the end of every limit that comes before a solution."""

from collections.abc import Set

import pytest

import rookery as rk
from rookery.backends import Reason, Status
from rookery.backends.presolve.structure.greedy import cover_greedily
from rookery.core.deadline import Deadline
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Problem

COVERINGS = {
    "queens": (rk.domination(rk.QUEEN, 8), 5),  # OEIS A075458
    "independent queens": (rk.domination(rk.QUEEN, 8, "independent"), 5),  # OEIS A075324
    "total knights": (rk.domination(rk.KNIGHT, 5, "total"), 10),
    "kings twice": (rk.k_fold(rk.KING, 6, 2), 8),
    "queens on the border": (rk.domination(rk.QUEEN, 6, allowed="border"), 4),
    "cheapest": (rk.guards([rk.QUEEN, rk.ROOK], 4, costs=[9, 5]), 14),
    "given and forbidden squares": (rk.domination(rk.QUEEN, 6, fixed=["a1"], forbidden=["b2", "c3"]), 4),
}


@pytest.mark.parametrize("name", COVERINGS)
def test_time_limit_before_any_solution_returns_a_covering(name: str) -> None:
    problem, least = COVERINGS[name]
    best = rk.solve(problem)
    assert best.status is Status.OPTIMAL
    assert best.objective is not None
    answer = rk.solve(problem, seconds=1e-9)
    assert (answer.end, answer.complete, answer.status) == (Reason.TIME, False, Status.SATISFIED)
    assert answer.objective is not None
    assert min(least, best.objective) <= best.objective <= answer.objective <= 3 * best.objective
    assert problem.faults(answer.solutions[0]) == []


@pytest.mark.parametrize(
    "problem",
    [
        rk.domination(rk.KING, 1, "total"),  # there is none
        rk.placement(rk.QUEEN, 4, count=4),  # no goal
        rk.placement(rk.QUEEN, 4),  # the most
        rk.domination(rk.QUEEN, 4, "perfect"),
    ],
    ids=str,
)
def test_greedy_finds_nothing_for_other_problems(problem: Problem) -> None:
    answer = rk.solve(problem, seconds=1e-9)
    assert (answer.end, answer.count, answer.solutions) == (Reason.TIME, 0, ())


def solve_greedily(model: Model) -> Set[int] | None:
    return cover_greedily(model, model.variables, model.accepts, Deadline())


def test_cover_greedily_takes_every_constraint() -> None:
    goal = Minimize(range(4))
    assert solve_greedily(Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (1, 2))], goal)) == {1}
    assert solve_greedily(Model(4, [AtLeast(2, (0, 1)), AtMost(1, (0, 2)), Exactly(1, (2, 3))], goal)) == {0, 1, 3}
    assert solve_greedily(Model(4, [Linear((2, 1, 1), (0, 1, 2), lower=2)], goal)) == {0}
    assert solve_greedily(Model(2, [AtLeast(1, (0, 1))], Minimize((0, 1), (5, 2)))) == {1}
    assert solve_greedily(Model(2, [AtLeast(1, (0, 1)), AtLeast(1, (~1,))], Minimize((0, 1), (5, 2)))) is None
    assert solve_greedily(Model(1, [AtLeast(1, ())], Minimize((0,)))) is None
    assert solve_greedily(Model(0, [], Minimize(()))) == frozenset()
    assert solve_greedily(Model(1, [], Maximize((0,)))) is None
    assert solve_greedily(Model(2, [AtLeast(1, (0, 1))], Maximize((0, 1)))) == {0, 1}
    assert solve_greedily(Model(2, [AtLeast(1, (0, 1)), AtLeast(1, (~0, ~1))], Maximize((0, 1), (2, 1)))) == {0}
    assert solve_greedily(Model(2, [AtLeast(2, (0, 1)), AtMost(1, (0, 1))], Maximize((0, 1)))) is None
