"""Declarations of families: they agree with their functions, and problems know what they were asked."""

import re
from collections.abc import Callable
from dataclasses import replace
from inspect import signature

import numpy as np
import pytest

from rookery import models
from rookery.models import (
    BadInput,
    Board,
    Piece,
    Placement,
    Problem,
    Square,
    armies,
    cheapest_domination,
    coverage,
    domination,
    guards,
    k_fold_domination,
    placement,
    random_blocked_queens,
    sighted_placement,
)
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.family import GIVENS, Family, declaration, declares
from rookery.models.problems.parameters import Flag
from rookery.models.problems.registry import declare, families, family
from rookery.models.referee.faults import faults, objective
from rookery.models.referee.rules import Aim, Rule

GNU = Piece.from_betza("gnu", "NC", "G")
PROBLEMS = [
    placement(QUEEN, Board(5), 5),
    placement({QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2), (0, 1)]),
    domination(KNIGHT, Board(4, torus=True), "total", fixed=[(0, 0), (3, 1)]),
    sighted_placement({QUEEN: 4, GNU: None}, Board(4), 1),
    placement({ROOK: None, KING: 2}, Board(3), kind="maximal"),
    placement(ROOK, Board(3), kind="maximal"),
    k_fold_domination(KING, Board(3), 3, closed=True),
    cheapest_domination({QUEEN: 9, ROOK: 5}, Board(3)),
    cheapest_domination({ROOK: 5}, Board(3), sighted=False),
    coverage(GNU, Board(3, 4, holes=[(0, 0)]), 3, "independent", "fewest", forbidden=[(1, 1)]),
    guards({QUEEN: None, ROOK: None}, Board(3), "total"),
    armies((QUEEN, KNIGHT, QUEEN), Board(4), 1, forbidden=[(0, 0)]),
    armies((GNU, GNU), Board(3)),
    domination(ROOK, Board(2), "total", allowed=[(1, 1), (0, 0)]),
    domination(QUEEN, Board(4), allowed="border", fixed=[(0, 0)]),
    random_blocked_queens(6, 4, 1),
]
FAMILIES = list(families().values())


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_a_problem_is_declared_again_from_what_it_was_asked(problem: Problem) -> None:
    assert problem.asked is not None
    again = declare(problem.asked)
    assert again.asked == problem.asked
    assert replace(again, title="") == replace(problem, title="")  # a special case has a title of its own


@pytest.mark.parametrize(
    ("problem", "name", "pieces"),
    [
        (random_blocked_queens(6, 4), "placement", [(QUEEN, 6)]),
        (domination(QUEEN, Board(3), allowed="border"), "domination", [(QUEEN, None)]),
    ],
    ids=str,
)
def test_a_special_case_is_asked_as_a_problem_of_its_family(
    problem: Problem, name: str, pieces: list[tuple[Piece, int | None]]
) -> None:
    assert problem.asked is not None
    assert problem.asked.family == name
    assert list(problem.asked.pieces) == pieces


def test_what_is_asked_is_kept_in_order_and_read_once() -> None:
    asked = domination(QUEEN, Board(4), fixed=iter([(3, 3), (0, 0)]), forbidden=(s for s in [(2, 1), (1, 2)])).asked
    assert asked is not None
    assert list(asked.fixed) == [Square(0, 0), Square(3, 3)]
    assert asked.forbidden == (Square(1, 2), Square(2, 1))
    for problem in (armies(iter([QUEEN, QUEEN]), Board(3)), armies(iter([KNIGHT, QUEEN, QUEEN]), Board(3))):
        assert problem.asked is not None
        assert problem.asked.pieces[-1].piece == QUEEN


def test_numbers_of_a_library_are_kept_as_plain_ones() -> None:
    for problem in (
        placement({QUEEN: np.int64(2)}, Board(3)),  # type: ignore[arg-type]
        coverage(QUEEN, Board(3), np.int64(2)),  # type: ignore[arg-type]
    ):
        assert problem.asked is not None
        assert type(problem.asked.pieces[0].value) is int
    asked = k_fold_domination(KING, Board(3), np.int64(2)).asked  # type: ignore[arg-type]
    assert asked is not None
    assert type(asked.parameters["times"]) is int


def test_a_changed_copy_of_a_problem_forgets_what_it_was_asked() -> None:
    problem = domination(QUEEN, Board(3))
    assert replace(problem, rules=problem.rules[:1]).asked is None


def test_every_problem_function_is_declared() -> None:
    functions = [getattr(models, name) for name in models.__all__ if not isinstance(getattr(models, name), type)]
    assert all(map(declaration, functions))
    assert len(functions) == len(families()) == 11


@pytest.mark.parametrize("each", FAMILIES, ids=lambda each: each.name)
def test_a_declaration_agrees_with_its_function(each: Family) -> None:
    assert each.function is not None
    taken = signature(each.function).parameters
    said = {parameter.keyword for parameter in each.parameters} | set(each.givens)
    pieces = 0 if each.places is None else 2 + ("count" in taken)  # the pieces, the board, a count beside them
    assert said <= set(taken)
    assert len(taken) == len(said) + pieces
    assert set(GIVENS) - set(each.without) == set(each.givens) or each.places is None
    for parameter in each.parameters:
        default = taken[parameter.keyword].default
        if default is not taken[parameter.keyword].empty:
            assert parameter.from_argument(default) == parameter.default


@pytest.mark.parametrize("each", FAMILIES, ids=lambda each: each.name)
def test_a_declaration_says_what_a_reference_page_needs(each: Family) -> None:
    assert re.fullmatch(r"[A-Z].*[^.]\.", each.summary)
    assert each.example
    assert all(parameter.help.endswith(".") for parameter in each.parameters)
    assert all(parameter.metavar or isinstance(parameter, Flag) for parameter in each.parameters)
    assert all(re.fullmatch(r"A\d{6}", number) for number in each.oeis)
    assert set(each.oeis) <= set(re.findall(r"A\d{6}", each.function.__doc__ or "")), (
        "the docstring says which is which"
    )


def test_families_are_found_by_their_names() -> None:
    assert list(families())[:3] == ["placement", "domination", "sighted"]
    assert family("armies").function is armies
    with pytest.raises(
        BadInput, match="unknown family of problems 'armie': did you mean armies\\? known are placement"
    ):
        family("armie")


def _every(kind: type[Rule] | type[Aim]) -> list[type]:
    below = (each for each in kind.__subclasses__() if each.__module__ == "rookery.models.referee.rules")
    found = (lowest for each in below for lowest in (_every(each) if each.__name__ == "PlainRule" else [each]))
    return list({each.__name__: each for each in found}.values())  # `slots=True` leaves each class a twin


@pytest.mark.parametrize(("kind", "check", "number"), [(Rule, faults, 12), (Aim, objective, 4)], ids=["rules", "aims"])
def test_every_rule_is_checked_and_every_aim_counted(
    kind: type[Rule] | type[Aim], check: Callable[..., object], number: int
) -> None:
    registry = getattr(check, "registry")  # noqa: B009  # no type says that it is there
    known = {each.__name__ for each in registry if each is object or each.__module__.startswith("rookery.")}
    assert {each.__name__ for each in _every(kind)} == known - {"object"}
    assert len(known) == number + 1


class Unheard(Rule):
    """A rule that nothing checks."""


class Uncounted(Aim):
    """An aim that nothing counts."""


def test_what_nothing_checks_is_refused_and_never_taken_for_kept() -> None:
    problem, empty = placement(QUEEN, Board(2)), Placement(Board(2), {})
    with pytest.raises(BadInput, match="nothing checks it; register a function"):
        replace(problem, rules=(*problem.rules, Unheard())).faults(empty)
    with pytest.raises(BadInput, match="nothing counts it; register a function"):
        replace(problem, aim=Uncounted()).objective(empty)


def test_no_two_functions_declare_one_family() -> None:
    def armies_too(piece: Piece, board: Board) -> Problem:
        return domination(piece, board)

    with pytest.raises(BadInput, match="two functions declare a family armies"):
        declares(Family("armies", "Take a name."))(armies_too)
