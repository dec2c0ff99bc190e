"""Our backends pass the suite that ships with the package."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

from rookery.backends import Backend, Level, Request, Unsupported, Want, backend, solve
from rookery.backends.conformance import CASES, Case, NotConforming, report
from rookery.backends.conformance.conduct import CONDUCT
from rookery.backends.contract.backend import Stream
from rookery.backends.solvers.textbook import Textbook
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import ROOK

# What a backend cannot do yet: (backend, case) and why. Such a case must fail, so that no gap outlives its fix.
GAPS: dict[tuple[str, str], str] = {}


@pytest.mark.slow
@pytest.mark.nojit
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.share(2)
def test_conforms(case: Case, any_backend: Backend[Any], request: pytest.FixtureRequest) -> None:
    if reason := GAPS.get((any_backend.name, case.name)):
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    case.check(any_backend)


def test_gaps_are_gaps_of_something() -> None:
    assert {case for _, case in GAPS} <= {case.name for case in CASES}
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.full
def test_a_partial_backend_is_held_to_what_it_answers() -> None:
    """The textbook refuses what has weights, negations or bounds on a part, and answers the rest."""
    refused = [case.name for case in CASES if not case.check(backend("textbook"))]
    assert {"model: weights", "model: negated, at least", "1 of queen, 2 of knight on 4x4"} <= set(refused)
    assert not [name for name in refused if name in {case.name for case in CONDUCT}]
    assert len(refused) < len(CASES) / 4


def test_another_backend_may_refuse_nothing() -> None:
    class Choosy(Textbook):
        capabilities = replace(Textbook.capabilities, partial=False)

    (case,) = (case for case in CASES if case.name == "model: weights")
    case.check(Textbook())
    with pytest.raises(NotConforming, match="Unsupported: backend textbook takes items"):
        case.check(Choosy())


class Single(BruteForce):
    """Finds one solution, or the best one, and cannot list or count; it complains where it is asked all the same."""

    name = "single"
    capabilities = replace(BruteForce.capabilities, levels=frozenset({Level.ONE, Level.OPTIMUM}))

    def run(self, program: Assignments, request: Request) -> Stream:
        assert request.want is Want.ONE
        return super().run(program, request)


# Enough to see on which levels it is asked, without those that take brute force a second.
DEAR = ("4x4", "None of rook, None of bishop on 3x3", "queen, 1 of knight on 3x3", "king, 2 of knight on 3x3")
EASY = [case for case in CASES if not case.medium and not any(each in case.name for each in DEAR)][::2]


@pytest.mark.full
def test_a_backend_is_asked_on_its_own_levels_alone() -> None:
    asked = {level: sum(case.check(Single(), level) for case in EASY) for level in Level}
    assert asked[Level.LIST] == asked[Level.COUNT] == 0
    assert min(asked[Level.ONE], asked[Level.OPTIMUM]) > 10


@pytest.mark.parametrize(
    ("question", "refusal"),
    [
        ({"want": "all"}, "backend single cannot list solutions; it can: one, optimum"),
        ({"want": "count"}, "backend single cannot count solutions"),
        ({"want": "count", "limit": 3}, "backend single cannot list solutions"),
        ({"want": "all", "up_to_symmetry": True}, "backend single cannot list solutions"),
    ],
)
def test_what_is_beyond_its_levels_is_refused_for_it(question: dict[str, Any], refusal: str) -> None:
    for problem in (placement(ROOK, Board(2), 2), domination(ROOK, Board(2))):
        with pytest.raises(Unsupported, match=refusal):
            solve(problem, Single(), **question)
        assert solve(problem, Single()).complete


def test_who_only_lists_cannot_be_asked_for_the_best() -> None:
    class Lister(BruteForce):
        capabilities = replace(BruteForce.capabilities, levels=frozenset({Level.ONE, Level.LIST}))

    with pytest.raises(Unsupported, match="cannot look for the best solution; it can: one, list"):
        solve(domination(ROOK, Board(2)), Lister(), "all")
    assert list(report(Lister(), EASY)) == []


@pytest.mark.full
def test_levels_cover_what_was_asked_before() -> None:
    """Each case is put to a backend of all levels on one of them at the least."""
    assert all(case.levels for case in CASES)
    assert all(case.check(BruteForce()) for case in EASY if "model" in case.name)
