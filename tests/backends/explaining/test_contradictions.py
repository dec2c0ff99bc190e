"""Explanations of "no solution" compared with brute force: the rules named, and no fewer, allow no placement."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from rookery_tests.cases import declare, draw_case
from rookery_tests.judge import is_overfull

import rookery as rk
from rookery.backends.explaining.asked import list_rules
from rookery.backends.explaining.why import Explanation, Size
from rookery.models import AtMost, Board, Placement, Problem, Satisfy
from rookery.models.problems.shared.layout import Layout
from rookery.models.referee.rules import Fault, Fixed, Forbidden, Guarded, Holds, Rule
from rookery.models.referee.walking import Walked


def kept_by(problem: Problem) -> list[frozenset[Rule]]:
    """For every placement the rules that it keeps, judged by the referee alone."""
    rules, squares, kept = list_rules(problem), list(problem.board), set()
    for chosen in product([None, *problem.pieces], repeat=len(squares)):
        placement = Placement(problem.board, {s: p for s, p in zip(squares, chosen, strict=True) if p is not None})
        kept.add(frozenset(r for r in rules if not any(r.faults(Walked(problem.board, placement)))))
    return list(kept)


def possible(rules: Collection[Rule], kept: Collection[frozenset[Rule]]) -> bool:
    return any(set(rules) <= each for each in kept)


def subsets(rules: list[Rule]) -> list[set[Rule]]:
    return [{r for r, bit in zip(rules, bits, strict=True) if bit} for bits in product((0, 1), repeat=len(rules))]


def check_explained(problem: Problem) -> Explanation:
    """Return the explanation of a problem after brute force has confirmed every claim."""
    kept = kept_by(problem)
    explained = rk.explain(problem)
    if possible(list_rules(problem), kept):
        assert explained.kind != "contradiction"
        return explained
    assert explained.kind == "contradiction"
    assert not possible(explained.rules, kept), explained
    assert all(possible(set(explained.rules) - {rule}, kept) for rule in explained.rules), explained
    assert explained.size is Size.MINIMAL
    return explained


def draw_problem(random: Random) -> Problem:
    """Return a random problem of few rules and placements, counting those on occupied and forbidden squares."""
    while True:
        case = draw_case(random, budgets=(16, 256, 2048))
        if (len(case.pieces) + 1) ** len(case.cells) <= 1_000 and not is_overfull(case):
            problem = declare(case)
            if len(list_rules(problem)) <= 8:
                return problem


@pytest.mark.slow
@settings(max_examples=100)
@given(st.randoms(use_true_random=False))
def test_explanation_is_what_brute_force_says(random: Random) -> None:
    check_explained(draw_problem(random))


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_conflicts_and_repair_are_what_brute_force_says(random: Random) -> None:
    problem = draw_problem(random)
    note(problem.title)
    kept, rules = kept_by(problem), list_rules(problem)
    sets = subsets(rules)
    broken = [each for each in sets if not possible(each, kept)]
    minimal = {frozenset(each) for each in broken if not any(other < each for other in broken)}
    found = rk.conflicts(problem, limit=1000)
    assert found.complete
    assert {frozenset(each.rules) for each in found} == minimal
    sizes = [len(each.rules) for each in found]
    assert sizes == sorted(sizes)
    assert [each.size is Size.SMALLEST for each in found] == [size == min(sizes) for size in sizes]
    repaired = rk.repair(problem)
    gone = [set(rules) - each for each in sets if possible(each, kept)]
    fewest = min((len(each) for each in gone if all(isinstance(r, Fixed | Forbidden) for r in each)), default=None)
    assert (None if repaired.removed is None else len(repaired.removed)) == fewest
    if repaired.removed:
        left = set(rules) - set(repaired.removed)
        assert possible(left, kept)
        assert repaired.solution is not None
        assert not any(any(r.faults(Walked(problem.board, repaired.solution))) for r in left)


@dataclass(frozen=True, slots=True)
class AtMostPieces(Rule):
    """Only few pieces stand on the board."""

    most: int

    def faults(self, walked: Walked) -> Iterator[Fault]:
        if len(walked.pieces) > self.most:
            yield Fault("too many")


def test_rules_of_a_plug_in_are_explained_together() -> None:
    """Its constraints belong to no rule: the givens are named one by one, its rules only all together."""
    layout = Layout.of(Board(3), (rk.KNIGHT,), [rk.Square(0, 0)], [rk.Square(2, 2)])
    rules = Holds(rk.KNIGHT), Guarded(), AtMostPieces(1)
    demanded: dict[Any, Any] = {rules: [*layout.guard_squares(), AtMost(1, layout.layer(0))]}
    explained = check_explained(layout.problem(demanded, Satisfy(), phrase="few knights"))
    assert set(rules[1:]) <= set(explained.rules)
    assert AtMostPieces(1).phrase(Board(3)) == "only few pieces stand on the board"
