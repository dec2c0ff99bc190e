"""Families: what they refuse, what problems remember, seeds, armies, and the registry of rules and aims."""

import re
from collections.abc import Callable
from dataclasses import replace
from inspect import signature

import numpy as np
import pytest
from rookery_tests.small_models import solutions_of

import rookery as rk
from rookery.models import BadInput, Board, Piece, Problem, Square
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems import catalogue
from rookery.models.problems.armies import army_pieces
from rookery.models.problems.family import Family, declaration, declares
from rookery.models.problems.registry import declare, families, family
from rookery.models.problems.shared.auxiliary import Definitions

THREE, GNU = Board(3), Piece.from_betza("gnu", "NC", "G")

BAD: list[tuple[Callable[[], Problem], str]] = [
    (lambda: rk.placement(QUEEN, THREE, count=10), "do not fit"),
    (lambda: rk.placement({QUEEN: 5}, THREE, count=2), "a count and a mapping"),
    (lambda: rk.placement({}, THREE), "no piece"),
    (lambda: rk.placement(QUEEN, THREE, kind="minimal"), "unknown kind of placement"),
    (lambda: rk.placement(QUEEN, Board(3, holes=[(0, 0)]), fixed=[(0, 0)]), "is a hole"),
    (lambda: rk.placement(QUEEN, THREE, fixed=[(1, 0), (1, 0)]), "fixed twice"),
    (lambda: rk.placement(QUEEN, THREE, forbidden=[(1, 0), (1, 0)]), "forbidden twice"),
    (lambda: rk.placement({QUEEN: 1, KING: 1}, THREE, fixed=[(0, 0)]), "needs its piece"),
    (lambda: rk.placement(QUEEN, THREE, fixed={(0, 0): KING}), "a king is fixed"),
    (lambda: rk.domination(QUEEN, THREE, allowed=[(0, 3)]), "off the board"),
    (lambda: rk.sighted_placement({QUEEN: 2}, THREE, pawns=-1), "at least 0"),
    (lambda: rk.sighted_placement({QUEEN: 5}, THREE, pawns=5), "10 pieces do not fit"),
    (lambda: rk.cheapest_domination({QUEEN: 9, ROOK: -1}, THREE), "at least 1"),
    (lambda: rk.coverage(QUEEN, THREE, 10), "do not fit"),
    (lambda: rk.armies([QUEEN, QUEEN], THREE, size=-1), "at least 0"),
    (lambda: rk.random_excluded_diagonals(6, -1), "0 to"),
]


@pytest.mark.parametrize(("declare", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_declaration_is_refused(declare: Callable[[], Problem], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        declare()


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement(
            {QUEEN: 2, ROOK: None}, Board(5, holes=[(0, 0)]), fixed={(1, 1): ROOK}, forbidden=[(2, 2), (0, 1)]
        ),
        rk.domination(KNIGHT, "4:torus", "total", fixed=[(0, 0), (3, 1)]),
        rk.sighted_placement({QUEEN: 4, GNU: None}, 4, 1),
        rk.placement({ROOK: None, KING: 2}, 3, kind="maximal"),
        rk.k_fold_domination(KING, 3, 3, closed=True),
        rk.cheapest_domination({ROOK: 5}, 3, sighted=False),
        rk.coverage(GNU, Board(3, 4, holes=[(0, 0)]), 3, "independent", "fewest", forbidden=[(1, 1)]),
        rk.guards({QUEEN: None, ROOK: None}, 3, "total"),
        rk.armies((QUEEN, KNIGHT, QUEEN), 4, 1, forbidden=[(0, 0)]),
        rk.domination(QUEEN, 4, allowed="border", fixed=[(0, 0)]),
        rk.random_blocked_queens(6, 4, 1),
    ],
    ids=str,
)
def test_problem_is_declared_again_from_its_statement(problem: Problem) -> None:
    assert problem.asked is not None
    again = declare(problem.asked)
    assert again.asked == problem.asked
    assert replace(again, title="") == replace(problem, title="")  # a special case has a title of its own
    assert replace(problem, rules=problem.rules[:1]).asked is None


def test_statement_is_in_order_and_made_of_plain_values() -> None:
    given = {"fixed": iter([(3, 3), (0, 0)]), "forbidden": (s for s in [(2, 1), (1, 2)])}
    asked = rk.domination(QUEEN, 4, **given).asked  # type: ignore[arg-type]
    assert asked is not None
    assert list(asked.fixed) == [Square(0, 0), Square(3, 3)]
    assert asked.forbidden == (Square(1, 2), Square(2, 1))
    asked = rk.k_fold_domination(KING, 3, np.int64(2)).asked  # type: ignore[arg-type]
    assert asked is not None
    assert type(asked.parameters["times"]) is int


def test_every_problem_function_is_a_family() -> None:
    functions = [getattr(catalogue, name) for name in catalogue.__all__]
    assert all(map(declaration, functions))
    assert len(functions) == len(families())
    assert family("armies").function is rk.armies
    with pytest.raises(BadInput, match="did you mean armies"):
        family("armie")
    with pytest.raises(BadInput, match="two functions declare a family armies"):
        declares(Family("armies", "Take a name."))(lambda piece, board: rk.domination(piece, board))


@pytest.mark.parametrize("each", families().values(), ids=lambda each: each.name)
def test_family_agrees_with_its_function(each: Family) -> None:
    assert each.function is not None
    taken = signature(each.function).parameters
    named = {parameter.keyword for parameter in each.parameters} | set(each.givens)
    assert named <= set(taken)
    for parameter in each.parameters:
        default = taken[parameter.keyword].default
        if default is not taken[parameter.keyword].empty:
            assert parameter.from_argument(default) == parameter.default
    assert re.fullmatch(r"[A-Z].*[^.]\.", each.summary)
    assert each.example
    assert set(each.oeis) <= set(re.findall(r"A\d{6}", each.function.__doc__ or ""))


LANCE = Piece.from_betza("lance", "fR", symbol="L")


@pytest.mark.parametrize(
    "problem",
    [
        rk.cheapest_domination({QUEEN: 9, KNIGHT: 3}, "1x3"),
        rk.cheapest_domination({ROOK: 5, KING: 3}, "1x3:torus"),
        rk.cheapest_domination({ROOK: 5, LANCE: 3}, "3x1"),
        rk.coverage(QUEEN, "2x3", 1),
        rk.coverage(LANCE, "3x1", 1, "independent", "fewest"),
        rk.armies((QUEEN, QUEEN), "1x4"),
        rk.armies((ROOK, ROOK), "4x1:torus"),
    ],
    ids=str,
)
def test_placement_decides_all_auxiliary_variables(problem: Problem) -> None:
    """Of all assignments that a model accepts no two are the same placement."""
    size, variables = len(problem.pieces) * len(problem.board), problem.model.variables
    assert size < variables <= 20
    found = [problem.placed(chosen) for chosen in solutions_of(problem.model)]
    assert len(set(found)) == len(found) > 0
    for chosen in solutions_of(problem.model):
        assert problem.write(problem.read(chosen)) == problem.placed(chosen)
        assert problem.faults(problem.read(chosen)) == []
    assert all(sorted(each) == list(range(size)) for each in problem.symmetries)


def test_definitions_look_back_only() -> None:
    with pytest.raises(BadInput, match="not made yet"):
        Definitions(3).define_any((0, 3))


@pytest.mark.parametrize("generate", [rk.random_blocked_queens, rk.random_excluded_diagonals])
def test_seed_draws_one_instance_that_begins_with_smaller_ones(generate: Callable[[int, int, int], Problem]) -> None:
    assert generate(12, 8, 5).forbidden == generate(12, 8, 5).forbidden
    assert generate(12, 8, 5).forbidden != generate(12, 8, 6).forbidden
    assert generate(12, 7, 5).forbidden < generate(12, 8, 5).forbidden
    assert generate(12, 0, 5).forbidden == frozenset()


def test_blocked_queens_keep_four_squares_of_each_line() -> None:
    for seed in range(5):
        with pytest.raises(BadInput) as refused:
            rk.random_blocked_queens(9, 999, seed)
        most = int(str(refused.value).rsplit(" to ", 1)[1].split()[0])
        forbidden = rk.random_blocked_queens(9, most, seed).forbidden
        for line in range(9):
            assert sum(square.row == line for square in forbidden) <= 5
            assert sum(square.column == line for square in forbidden) <= 5
        assert len(forbidden) == most >= 36


def test_armies_have_names_of_their_own() -> None:
    white, black = army_pieces((QUEEN, KNIGHT))
    assert (white.name, white.symbol, white.glyph) == ("white queen", "Q", "♕")
    assert (black.name, black.symbol, black.glyph) == ("black knight", "n", "♞")
    assert [piece.symbol for piece in army_pieces((QUEEN, QUEEN, KING))] == ["A", "B", "C"]
    assert len({piece.name for piece in army_pieces((QUEEN,) * 26)}) == 26
