"""Claims that clauses prove: what the evidence lists is looked at, and no change of a file proves a false claim."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as change
from rookery_tests.plain_checker import require_plainly
from rookery_tests.small_models import solutions_of
from rookery_tests.theorems import proven

import rookery as rk
from rookery.backends import WrongAnswer
from rookery.backends.certifying import certify_answer
from rookery.backends.certifying.lrat import make
from rookery.certificates import Certificate, Refused, verify
from rookery.certificates import lrat as checker
from rookery.certificates.certificate import Lrat
from rookery.certificates.claim import Theorem
from rookery.certificates.lrat import count_orbits
from rookery.models import Board, Exactly, Linear, Maximize, Minimize, Model, Problem
from rookery.models.model.clauses import ModelClauses, TooManyClauses

FOUR = rk.placement("queen", 4, count=4)  # 2 solutions, 1 up to symmetry: OEIS A000170, A002562
PEACE = rk.armies(["queen", "rook"], 3)  # with auxiliary variables


@pytest.fixture(scope="module", params=[FOUR, PEACE, rk.domination("king", Board(3, 4))], ids=str)
def counted(request: pytest.FixtureRequest) -> Certificate:
    problem: Problem = request.param
    return rk.certify(problem, want="count", up_to_symmetry=True, evidence="lrat")


def test_trusted_encoding_is_named(counted: Certificate) -> None:
    found = verify(Certificate.from_bytes(counted.to_bytes()))
    assert found.verified, found.reason
    assert any("rookery.models.model.clauses" in each for each in found.trusts)
    require_plainly(counted)


def test_another_list_is_refused(counted: Certificate) -> None:
    assert isinstance(counted.evidence, Lrat)
    assert counted.evidence.solutions is not None
    first, *others = listed = [list(each) for each in counted.evidence.solutions]
    lists: list[Any] = [
        None, [], others, [*others, others[-1]] if others else [first, first], [*listed, first], [first[1:], *others],
        [[*first, 10_000], *others], [[*first, -1], *others],
    ]  # fmt: skip
    for each in lists:
        for claim in (counted.claim, change(counted.claim, count=len(others), orbits=None)):
            evidence = Lrat(counted.evidence.proof, each)
            assert not verify(change(counted, evidence=evidence, claim=claim)).verified, each


@pytest.mark.parametrize("limit", ["MAX_CLAUSES", "MAX_LITERALS", "MAX_IMAGES", "MAX_PROOF"])
def test_limits_are_kept(counted: Certificate, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(checker, limit, 3)
    found = verify(counted)
    assert not found.verified
    assert "too many" in found.reason or "more than 3" in found.reason or "at most 3" in found.reason


@pytest.mark.parametrize("goal", [Minimize(range(3)), Maximize(range(3)), Minimize(range(3), (2, 1, 1))])
def test_solution_must_be_worth_what_is_claimed(goal: Any) -> None:
    model = Model(3, (rk.AtLeast(1, (0, 1)),), goal)
    best = [frozenset(each) for each in solutions_of(replace(model, goal=rk.Satisfy()))]
    worth = [model.value(each) for each in best]
    value = (min if isinstance(goal, Minimize) else max)(each for each in worth if each is not None)
    count = worth.count(value)
    optimal = Theorem(model.at_optimum(value), count, value=value, goal=goal)
    assert proven(optimal, make(optimal))
    worse = value + (1 if isinstance(goal, Minimize) else -1)
    many = len(solutions_of(model.at_optimum(worse)))
    with pytest.raises(Refused, match="it is worth"):
        make(Theorem(model.at_optimum(worse), many, value=worse, goal=goal))


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ([[0], [0]], "1 different ones, claimed are 2"),
        ([[0], [0, 1]], "the model does not accept it"),
        ([[0]], "1 different ones, claimed are 2"),
        ([[0], [2]], "a variable that is not in the model"),
        ([[0], [-1]], "a variable that is not in the model"),
    ],
)
def test_listed_solutions_must_be_all(listed: list[list[int]], why: str) -> None:
    """Of two variables just one is true; no proof is looked at."""
    two = Theorem(Model(2, (Exactly(1, (0, 1)),)), 2)
    assert set(checker.read_solutions(two, [[0], [1]])) == {frozenset({0}), frozenset({1})}
    with pytest.raises(Refused, match=why):
        checker.read_solutions(two, listed)


def test_orbits_are_classes_of_a_closed_list() -> None:
    turn = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    ones = frozenset(frozenset({v}) for v in range(4))
    assert count_orbits(ones, turn) == 1
    assert count_orbits(ones | {frozenset({0, 2}), frozenset({1, 3})}, turn) == 2
    assert count_orbits(ones, turn[:1]) == 4
    assert count_orbits(frozenset(), turn) == 0
    with pytest.raises(Refused, match="is not a solution"):
        count_orbits(ones - {frozenset({2})}, turn)


def test_wrong_answer_is_noticed() -> None:
    """The fewest kings on 4x4 are 4 (OEIS A075561); a backend that says 5 is contradicted by a better solution."""
    answer = rk.solve(rk.domination("king", 4))
    fifth = next(iter(set(answer.problem.board) - set(answer.solutions[0])))
    worse = rk.Placement(answer.problem.board, {**answer.solutions[0], fifth: rk.KING})
    with pytest.raises(WrongAnswer, match="contradicts the answer"):
        certify_answer(replace(answer, objective=5, bound=5, solutions=(worse,)), "lrat")


def test_clauses_have_a_limit() -> None:
    model = Model(9, (Exactly(4, range(9)),))
    whole = ModelClauses.of(model)
    assert len(ModelClauses.of(model, len(whole.clauses)).clauses) == len(whole.clauses)
    with pytest.raises(TooManyClauses):
        ModelClauses.of(model, len(whole.clauses) - 1)
    heavy = ModelClauses(40, 100)  # adders alone would make thousands of one constraint
    with pytest.raises(TooManyClauses):
        heavy.extend([Linear(tuple(3**power for power in range(40)), tuple(range(40)), upper=3**39)])
    assert len(heavy.clauses) == 101
