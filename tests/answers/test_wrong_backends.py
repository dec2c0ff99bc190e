"""Whatever a backend gets wrong is caught: by a referee, by the checks of a run, or by the conformance suite."""

from dataclasses import replace
from typing import Any

import pytest
from rookery_tests import wrong_backends as wrong
from rookery_tests.brute_force import BruteForce, Scripted

from rookery import coverage, domination, guards, placement
from rookery.backends import Backend, Bound, End, WrongAnswer, solve
from rookery.backends.conformance import CASES, Case, NotConforming, as_problem
from rookery.backends.contract import WantLike
from rookery.models import AtLeast, AtMost, BadInput, Board, Linear, Minimize, Model, Placement, Problem, Satisfy
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK

QUEENS = placement(QUEEN, Board(3), count=2)
GUARDS = domination(ROOK, Board(2))
PLAIN = as_problem(Model(3, (AtMost(1, (0, 1)), AtLeast(2, (~0, 1, 2)))))


@pytest.mark.parametrize("want", ["one", "all", "count"])
@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (QUEENS, "referee of chess"),
        (GUARDS, "referee of chess"),
        (PLAIN, "referee of the model"),
    ],
    ids=["placement", "domination", "model"],
)
def test_a_wrong_solution_is_caught_by_a_referee(problem: Problem, message: str, want: WantLike) -> None:
    with pytest.raises(WrongAnswer, match=message) as caught:
        solve(problem, wrong.Careless(), want)
    assert caught.value.placement == Placement(problem.board, {})


def test_the_referee_of_chess_catches_a_declaration_that_is_too_weak() -> None:
    """A backend that is right about a wrong model: the two referees share nothing, so that one catches the other."""
    peace = tuple(c for c in QUEENS.model.constraints if not isinstance(c, AtMost))
    weak = Problem(QUEENS.family, "two queens", QUEENS.board, QUEENS.rules, Model(9, peace))
    with pytest.raises(WrongAnswer, match="referee of chess"):
        solve(weak, BruteForce(), "all")


def test_the_referee_of_the_model_catches_what_chess_allows() -> None:
    """The constraints ask for more than the rules of chess: what breaks them is refused."""
    strict = Model(9, (*QUEENS.model.constraints, Linear((1,), (0,), lower=1)))
    problem = Problem(QUEENS.family, "two queens", QUEENS.board, QUEENS.rules, strict)

    with pytest.raises(WrongAnswer, match="referee of the model"):
        solve(problem, wrong.Relaxing(), "all")


@pytest.mark.parametrize("want", ["one", "all"])
@pytest.mark.parametrize(
    ("problem", "weights", "message"),
    [
        (GUARDS, (2,) * 4, "the referee of chess counts an objective of 2, the model 4"),
        (
            guards([QUEEN, ROOK], Board(1), costs=[9, 3]),
            (3, 9),
            "counts an objective of 9, the model 3",
        ),
        (coverage(QUEEN, Board(2), 1), (2,) * 4, "counts an objective of 4, the model 8"),
    ],
    ids=str,
)
def test_the_referee_of_chess_counts_the_objective_itself(
    problem: Problem, weights: tuple[int, ...], message: str, want: WantLike
) -> None:
    """A backend that is right about a goal that is wrong: both referees of the model are content."""
    assert not isinstance(problem.model.goal, Satisfy)
    goal = replace(problem.model.goal, weights=weights)
    with pytest.raises(WrongAnswer, match=message):
        solve(replace(problem, model=replace(problem.model, goal=goal)), BruteForce(), want)


@pytest.mark.parametrize(
    ("backend", "problem", "message"),
    [
        (wrong.Stranger(), QUEENS, "a solution names a variable that the model does not have"),
        (wrong.Repeating(), QUEENS, "a placement was given twice"),
        (wrong.Repeating(), GUARDS, "an objective of 2 after 2 is no better"),
        (wrong.Worsening(), as_problem(Model(2, (), Minimize((~0, ~1)))), "an objective of 1 after 0 is no better"),
        (wrong.Boasting(), GUARDS, "an optimum of 2 with a proven lower bound of 3"),
        (wrong.Boasting(), placement(KNIGHT, Board(2)), "an optimum of 4 with a proven upper bound of 5"),
        (wrong.Overtaking(), GUARDS, "an objective of 2 with a proven lower bound of 3"),
        (wrong.Contented(), placement(KNIGHT, Board(2)), "an objective of 1 after a proven optimum of 0"),
        (wrong.Forgetful(), GUARDS, "a proven optimum of 2 that no solution reaches"),
    ],
    ids=lambda value: getattr(value, "lie", None),
)
def test_a_contradiction_is_caught_by_the_run(backend: BruteForce, problem: Problem, message: str) -> None:
    with pytest.raises(WrongAnswer, match=message):
        solve(problem, backend, "all")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "without an End"),
        (({0, 1},), "gave {0, 1}; expected a frozenset"),
        (("a1",), "expected a frozenset"),
        ((frozenset("a1"),), "a variable that the model does not have"),
        ((frozenset({0.0, 5.0}),), "a variable that the model does not have"),
        ((Bound(2.5),), "a bound of 2.5; expected a whole number"),  # type: ignore[arg-type]
        ((End(True, count="7"),), "a count of '7'; expected a whole number"),  # type: ignore[arg-type]
        ((End(True, count=-1),), "a count of -1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "given",
)
def test_items_that_say_nothing_are_faults_of_the_backend(given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(WrongAnswer, match=message):
        solve(QUEENS, Scripted(given), "all")


def test_methods_of_other_forms_are_faults_of_the_backend() -> None:
    class NoStream(BruteForce):
        def run(self, program: Any, ask: Any) -> Any:
            return None

    class NoAsk(BruteForce):
        def compile(self, model: Model) -> Any:  # type: ignore[override]
            return model

    with pytest.raises(WrongAnswer, match="run returned None; expected an iterator"):
        solve(QUEENS, NoStream())
    with pytest.raises(BadInput, match=r"NoAsk.compile takes \(model.*; expected \(model, ask\)"):
        solve(QUEENS, NoAsk())


@pytest.mark.parametrize(
    ("backend", "case"),
    [
        (wrong.Omitting(), "3 bishops on a 3x3 board"),
        (wrong.Omitting(), "random models"),
        (wrong.Despairing(), "3 bishops on a 3x3 board"),
        (wrong.Miscounting(), "3 bishops on a 3x3 board"),
        (wrong.Contented(), "Domination by forwards on a 3x3 board"),
        (wrong.Contented(), "random models"),
        (wrong.Pessimist(), "3 queens on a 3x3 board"),
        (wrong.Relaxing(), "model: negated, at least"),
        (wrong.Promising(), "introduces itself"),
        (wrong.Promising(), "refuses unknown options"),
        (wrong.Moody(), "seeds"),
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "lie", None),
)
def test_what_no_referee_can_see_the_conformance_suite_sees(backend: Backend, case: str) -> None:
    with pytest.raises(NotConforming, match=f"^wrong, {case}: "):
        named(case).check(backend)


@pytest.mark.parametrize(
    ("backend", "case", "seconds", "message"),
    [
        (wrong.Sluggish(), "deadline while proving", 0.3, "an end within the deadline is False"),
        (wrong.Hoarding(), "streams", 1.0, "the first solutions long before the end is False"),
        (wrong.Leaking(), "streams", 2.0, "no thread left behind"),
    ],
    ids=["sluggish", "hoarding", "leaking"],
)
def test_lost_time_is_seen(backend: Backend, case: str, seconds: float, message: str) -> None:
    with pytest.raises(NotConforming, match=message):
        named(case).check(backend, seconds)


def test_a_case_says_what_is_wrong() -> None:
    with pytest.raises(NotConforming) as caught:
        named("model: a choice").check(wrong.Despairing())
    assert str(caught.value) == (
        "wrong, model: a choice: one: the status is <Status.INFEASIBLE: 'infeasible'>, "
        "<Status.SATISFIED: 'satisfied'> is right"
    )


def named(name: str) -> Case:
    return next(case for case in CASES if case.name == name)
