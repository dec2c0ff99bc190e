"""Claims: which answers to one problem contradict each other, and what is published about it."""

from dataclasses import replace
from typing import Any

import pytest

from rookery import armies, coverage, domination, k_fold, placement, sighted
from rookery.backends import Answer, Reason, Status, Times, Want
from rookery.compare.claims import claim_of_answer, published_claims
from rookery.models import Board, Placement, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN

QUEENS = placement(QUEEN, Board(4), count=4)
GUARDS = domination(KNIGHT, Board(3))
MOST = placement(KNIGHT, Board(3))
EMPTY = Answer(
    problem=QUEENS, backend="one", want=Want.ONE, status=Status.UNKNOWN, complete=False, end=Reason.TIME, solutions=(),
    count=0, orbits=None, objective=None, bound=None, times=Times(),
)  # fmt: skip
ALL = tuple(Placement.of(QUEEN, list(enumerate(columns)), Board(4)) for columns in ((1, 3, 0, 2), (2, 0, 3, 1)))


def said(problem: Problem = QUEENS, name: str = "other", **more: Any) -> Answer:
    return replace(EMPTY, problem=problem, backend=name, **more)


def listed(*solutions: Placement, name: str = "one", complete: bool = True, **more: Any) -> Answer:
    status = Status.SATISFIED if solutions else Status.INFEASIBLE
    more = {"count": len(solutions), "want": Want.ALL, "status": status, **more}
    return said(name=name, complete=complete, solutions=solutions, **more)


def counted(count: int, name: str = "other", complete: bool = True, **more: Any) -> Answer:
    return said(name=name, want=Want.COUNT, status=Status.SATISFIED, complete=complete, count=count, **more)


def best(problem: Problem, value: int | None, bound: int | None, name: str = "other") -> Answer:
    optimal = value is not None and value == bound
    status = Status.OPTIMAL if optimal else Status.UNKNOWN if value is None else Status.SATISFIED
    return said(
        problem, name, status=status, complete=optimal, objective=value, bound=bound, count=int(value is not None)
    )


INFEASIBLE = said(name="one", status=Status.INFEASIBLE, complete=True, end=Reason.DONE)

AGREEING = {
    "both list": (listed(*ALL), listed(*reversed(ALL), name="other")),
    "list and count": (listed(*ALL), counted(2)),
    "list and part": (listed(*ALL), listed(ALL[0], name="other", complete=False)),
    "one and count": (listed(ALL[0], want=Want.ONE), counted(2)),
    "infeasible and unknown": (INFEASIBLE, said()),
    "orbits and all": (listed(ALL[0], count=2, orbits=1), listed(*ALL, name="other")),
    "fewest, both proven": (best(GUARDS, 4, 4, "one"), best(GUARDS, 4, 4)),
    "fewest, found only": (best(GUARDS, 4, 4, "one"), best(GUARDS, 6, None)),
    "fewest, apart": (best(GUARDS, 6, 2, "one"), best(GUARDS, 5, 3)),
    "most, found only": (best(MOST, 5, 5, "one"), best(MOST, 3, 9)),
    "found on the way, and all of the best": (
        replace(best(GUARDS, 6, None, "one"), solutions=ALL[:1]),
        listed(ALL[1], problem=GUARDS, status=Status.OPTIMAL, objective=4, bound=4, name="other"),
    ),
    "counts below the optimum": (best(GUARDS, 6, None, "one"), replace(best(GUARDS, 4, 4), want=Want.COUNT, count=2)),
}


@pytest.mark.parametrize(("one", "other"), AGREEING.values(), ids=AGREEING)
def test_answers_that_can_both_be_right_agree(one: Answer, other: Answer) -> None:
    assert not claim_of_answer(one).contradiction(claim_of_answer(other))
    assert not claim_of_answer(other).contradiction(claim_of_answer(one))


CONTRADICTING = {
    "solution of the infeasible": (INFEASIBLE, listed(ALL[0], want=Want.ONE), "solutions"),
    "count of the infeasible": (INFEASIBLE, counted(2), "solutions"),
    "lost solution": (listed(ALL[0]), listed(*ALL, name="other"), "count"),
    "counts": (counted(2, "one"), counted(3), "count"),
    "more found than counted": (counted(1, "one"), counted(2, complete=False), "count"),
    "list and lower count": (listed(*ALL), counted(1), "count"),
    "orbits": (counted(2, "one", orbits=1), counted(2, orbits=2), "orbits"),
    "two optima": (best(GUARDS, 4, 4, "one"), best(GUARDS, 5, 5), "optimum"),
    "better than the fewest": (best(GUARDS, 4, 4, "one"), best(GUARDS, 3, None), "optimum"),
    "bound above the fewest": (best(GUARDS, 4, 4, "one"), best(GUARDS, None, 5), "optimum"),
    "found below a bound": (best(GUARDS, 4, 1, "one"), best(GUARDS, 6, 5), "optimum"),
    "better than the most": (best(MOST, 4, 4, "one"), best(MOST, 5, 9), "optimum"),
    "bound below the most": (best(MOST, 5, 5, "one"), best(MOST, None, 4), "optimum"),
    "counts of the optimal": (
        replace(best(GUARDS, 4, 4), want=Want.COUNT, count=2),
        replace(best(GUARDS, 4, 4, "one"), want=Want.COUNT, count=3),
        "count",
    ),
}


@pytest.mark.parametrize(("one", "other", "about"), CONTRADICTING.values(), ids=CONTRADICTING)
def test_answers_that_cannot_both_be_right_disagree(one: Answer, other: Answer, about: str) -> None:
    assert claim_of_answer(one).contradiction(claim_of_answer(other)) == about
    assert claim_of_answer(other).contradiction(claim_of_answer(one)) == about


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        (placement(QUEEN, Board(5), 5), {"count": 10, "orbits": 2}),
        (placement(QUEEN, Board(7, torus=True), 7), {"count": 28}),
        (placement(KNIGHT, Board(5)), {"optimum": 13, "count": 1}),
        (domination(QUEEN, Board(8)), {"optimum": 5, "count": 4860, "orbits": 638}),
        (domination(KNIGHT, Board(8), "independent"), {"optimum": 14, "count": 16, "orbits": 3}),
        (domination(QUEEN, Board(8), "perfect"), {}),
        (placement(QUEEN, Board(8), 8, fixed=[(0, 0)]), {}),
        (placement(QUEEN, Board(5, 6), 3), {}),
        (armies((QUEEN, QUEEN), Board(8)), {"optimum": 9, "orbits": 71}),
        (armies((QUEEN, QUEEN, QUEEN), Board(8)), {"optimum": 4}),
        (coverage(QUEEN, Board(7), 7, goal="fewest"), {"optimum": 49 - 7}),
        (placement(QUEEN, Board(8), 8, kind="maximal"), {}),
        (domination(QUEEN, Board(8), allowed="border"), {"optimum": 6}),
        (domination(QUEEN, Board(8), allowed=[(0, 0), (1, 1)]), {}),
        (k_fold(QUEEN, Board(8), 2), {}),
        (sighted({QUEEN: 9}, Board(8), 1), {"count": 128, "orbits": 16}),
    ],
    ids=str,
)
def test_known_values_are_claims(problem: Problem, known: dict[str, int]) -> None:
    claims = published_claims(problem.asked or {})
    assert dict(item for claim in claims for item in claim.exact.items()) == known
