"""Families: what they refuse and document, counts and letters of pieces, auxiliary variables, seeds, armies."""

import re
from collections.abc import Callable
from random import Random

import pytest
from rookery_tests.small_models import solutions_of

import rookery as rk
from rookery.models import BadInput, Board, Piece, Problem
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.family import Family, family
from rookery.models.problems.registry import families, find_family
from rookery.models.reading.given import BoardLike, PieceLike

THREE = Board(3)

BAD: list[tuple[Callable[[], Problem], str]] = [
    (lambda: rk.placement({QUEEN: 5}, THREE, count=2), "count goes with one piece"),
    (lambda: rk.placement({}, THREE), "no piece"),
    (lambda: rk.placement(QUEEN, THREE, kind="minimal"), "unknown kind"),  # type: ignore[arg-type]
    (lambda: rk.placement(QUEEN, Board(3, holes=[(0, 0)]), fixed=[(0, 0)]), "is a hole"),
    (lambda: rk.domination(QUEEN, THREE, allowed=[(0, 3)]), "off the board"),
    (lambda: rk.placement({"N": 1, "knight": 1}, THREE), "knight is named twice"),
    (lambda: rk.placement({KNIGHT: 1, Piece("horse", "H", rides=KNIGHT.rides): 1}, THREE), "two names of one piece"),
    (lambda: rk.sighted({QUEEN: 2}, THREE, pawns=-1), "at least 0"),
    (lambda: rk.sighted({QUEEN: 5}, THREE, pawns=5), "10 pieces do not fit"),
    (lambda: rk.guards([QUEEN, ROOK], THREE, costs=[9, 0]), "at least 1"),
    (lambda: rk.guards([QUEEN, ROOK], THREE, costs=[9]), "for each of 2 pieces"),
    (lambda: rk.guards({QUEEN: 1}, THREE, costs=[9]), "without numbers"),
    (lambda: rk.coverage(QUEEN, THREE, 10), "do not fit"),
    (lambda: rk.coverage(QUEEN, 4, 2, goal="least"), "unknown goal 'least': known are"),  # type: ignore[arg-type]
    (lambda: rk.coverage({ROOK: 1, QUEEN: None}, 4), "queen: no count; expected how many queens to place"),
    (lambda: rk.guards(QUEEN, 4, "perfect"), "unknown kind 'perfect': known are"),  # type: ignore[arg-type]
    (lambda: rk.guards({QUEEN: 1.5}, 4), "count of queen 1"),
    (lambda: rk.armies([QUEEN, QUEEN], THREE, size=-1), "at least 0"),
    (lambda: rk.n_queens(6, excluded=-1), "0 to"),
]


@pytest.mark.parametrize(("declare", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_declaration_is_refused(declare: Callable[[], Problem], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        declare()


def test_two_functions_cannot_declare_one_family() -> None:
    with pytest.raises(BadInput, match="two functions declare a family armies"):

        @family()
        def armies(piece: PieceLike, board: BoardLike) -> Problem:
            return rk.domination(piece, board)

    assert find_family("armies").function is rk.armies
    with pytest.raises(BadInput, match="has no type of an option"):

        @family()
        def many(piece: PieceLike, board: BoardLike, much: float) -> Problem:
            return rk.domination(piece, board)


@pytest.mark.parametrize("each", families().values(), ids=lambda each: each.name)
def test_family_documents_its_arguments(each: Family) -> None:
    assert set(each.help) == set(each.parameters)
    assert all(text.endswith(".") and "  " not in text for text in each.help.values())
    assert re.fullmatch(r"[A-Z].*[^.]\.", each.summary)
    assert each.example
    assert each.formula
    assert set(each.oeis) <= set(re.findall(r"A\d{6}", each.function.__doc__ or ""))


def test_pieces_with_one_letter_get_different_ones() -> None:
    gnu = Piece.from_betza("ox", "NC", symbol="N")
    for pieces in ({KNIGHT: 1, gnu: 1}, {gnu: 1, KNIGHT: 1}):
        problem = rk.placement(pieces, 4, fixed={(0, 0): gnu})
        assert {piece.name: piece.symbol for piece in problem.pieces} == {"knight": "N", "ox": "O"}
    assert rk.sighted(["queen"], 3, 1).pieces[1].symbol == "P"


LANCE = Piece.from_betza("lance", "fR", symbol="L")


@pytest.mark.parametrize(
    "problem",
    [
        rk.guards([QUEEN, KNIGHT], "1x3", costs=[9, 3]),
        rk.coverage({ROOK: 1, LANCE: 1}, "3x1"),
        rk.coverage(QUEEN, "2x3", 1),
        rk.coverage(LANCE, "3x1", 1, "independent", "fewest"),
        rk.armies((QUEEN, QUEEN), "1x4"),
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


@pytest.mark.parametrize("what", ["blocked", "excluded"])
def test_seed_draws_one_instance_that_begins_with_smaller_ones(what: str) -> None:
    def forbidden(many: int, seed: int) -> frozenset[rk.Square]:
        return rk.declare({"family": "n-queens", "n": 12, what: many, "seed": seed}).forbidden

    assert forbidden(8, 5) == forbidden(8, 5) != forbidden(8, 6)
    assert forbidden(0, 5) == frozenset() < forbidden(7, 5) < forbidden(8, 5)
    asked = {"family": "n-queens", "n": 12, what: 8, "seed": 5}
    assert rk.declare({**asked, "fixed": ()}).asked == asked


def test_blocked_queens_keep_four_squares_of_each_line() -> None:
    with pytest.raises(BadInput) as refused:
        rk.n_queens(9, blocked=999, seed=1)
    most = int(str(refused.value).rsplit(" to ", 1)[1].split()[0])
    forbidden = rk.n_queens(9, blocked=most, seed=1).forbidden
    assert len(forbidden) == most >= 36
    for line in range(9):
        assert sum(square.row == line for square in forbidden) <= 5
        assert sum(square.column == line for square in forbidden) <= 5


def test_blocked_squares_of_a_seed_stay_the_same() -> None:
    """The instances of a seed are those that Python's own shuffle gives."""
    order = list(rk.Board(9))
    Random(2).shuffle(order)
    assert rk.n_queens(9, blocked=20, seed=2).forbidden == set(order[:20])


def test_armies_have_names_of_their_own() -> None:
    white, black = rk.armies([QUEEN, KNIGHT], 3).pieces
    assert (white.name, white.symbol, white.glyph) == ("white queen", "Q", "♕")
    assert (black.name, black.symbol, black.glyph) == ("black knight", "n", "♞")
    assert [piece.symbol for piece in rk.armies([QUEEN, QUEEN, KING], 3).pieces] == ["A", "B", "C"]
    assert len({piece.name for piece in rk.armies([QUEEN] * 26, 2).pieces}) == 26
