"""Every kind of problem with several types of piece, on every backend, against an oracle that tries every placement."""

from functools import cache
from typing import Any

import pytest
from rookery_tests import chess_oracle, family_oracle
from rookery_tests import mixed_oracle as oracle
from rookery_tests.family_cases import FORWARD, LANCE, OTHERS, PAIRS, RECTANGLES, SOLDIER, Found, check_words

from rookery.backends import Backend, solve
from rookery.models import (
    Board,
    Piece,
    armies,
    cheapest_domination,
    maximal_placement,
    placement,
    sighted_placement,
    weighted_placement,
)
from rookery.models.pieces.standard import KING, KNIGHT, QUEEN
from rookery.models.problems.sighted import PAWN

Pair = tuple[Piece, Piece]
Expected = tuple[int | None, Found]
WORTH = (3, 2)
SMALL_OTHERS = [board for board in OTHERS if len(board) <= 9]  # on a torus all 3 ** n placements are grown
BOARDS = [*RECTANGLES, *SMALL_OTHERS, Board(1, 8, torus=True), Board(2, 3, torus=True)]
ALIKE = [(QUEEN, QUEEN), (SOLDIER, SOLDIER), (LANCE, LANCE)]

pairs = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "+".join(map(str, pair)))


LONG_RIDES = Board(4, torus=True)  # the rays of its auxiliary variables go all the way around
MANY = 2000  # sets on 5x5 beyond which listing them says no more, and takes seconds


def asked(backend: Backend[Any], board: Board) -> bool:
    """Auto, which asks the others, is left to the boards that are no rectangles; python-constraint to short rides."""
    if backend.name == "python-constraint":
        return board != LONG_RIDES
    return backend.name != "auto" or board not in RECTANGLES


@cache
def peaceful(pair: Pair, board: Board) -> dict[str, Expected]:
    """Placements in peace: of the largest worth, with no room for another, one of the first and most of the second."""
    words = oracle.in_peace(pair, board)
    numbers = oracle.sizes(words)
    full, one = oracle.maximal(words, pair, board), numbers[:, 0] == 1
    return {
        "heaviest": oracle.best(words, oracle.worth(words, WORTH), pair, board, max),
        "maximal": oracle.best(words[full], numbers[full].sum(axis=1), pair, board, min),
        "most": oracle.best(words[one], numbers[one, 1], pair, board, max),
    }


@pairs
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_several_types_in_peace(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    if asked(backend, board):
        expected, (first, second) = peaceful(pair, board), pair
        check_words(backend, weighted_placement(dict(zip(pair, WORTH, strict=True)), board), expected["heaviest"])
        check_words(backend, maximal_placement(pair, board), expected["maximal"])
        check_words(backend, placement({first: 1, second: None}, board), expected["most"])
        check_words(backend, sighted_placement({first: 1, second: None}, board), expected["most"])


@cache
def beside_a_pawn(pair: Pair, board: Board) -> tuple[Expected, Expected]:
    """One of the first piece and as many as possible of the second; any number of them, worth the most."""
    words = oracle.in_peace((*pair, PAWN), board, (1,))
    one = oracle.sizes(words[:, 0]) == 1
    most = oracle.best(words[one], oracle.sizes(words[one, 1]), (*pair, PAWN), board, max)
    return most, oracle.best(words, oracle.worth(words, (*WORTH, 0)), (*pair, PAWN), board, max)


@pairs
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_beside_a_pawn(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    if asked(backend, board):
        most, heaviest = beside_a_pawn(pair, board)
        worth = dict(zip(pair, WORTH, strict=True))
        if len(board) > 1:  # the pawn and one piece do not fit on a single square
            check_words(backend, sighted_placement({pair[0]: 1, pair[1]: None}, board, pawns=1), most)
        check_words(backend, weighted_placement(worth, board, pawns=1), heaviest)


@cache
def cheapest(pair: Pair, board: Board, sighted: bool) -> Expected:
    return oracle.cheapest(pair, WORTH, board, sighted)


@pairs
@pytest.mark.parametrize("board", [*BOARDS, LONG_RIDES], ids=str)
def test_cheapest_guards(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    if asked(backend, board):
        worth = dict(zip(pair, WORTH, strict=True))
        for sighted in (False, True):
            check_words(backend, cheapest_domination(worth, board, sighted), cheapest(pair, board, sighted))


@pytest.mark.slow
@pairs
def test_five_by_five(pair: Pair, backend: Backend[Any]) -> None:
    """All that backends other than python-constraint list in a few seconds."""
    board, worth = Board(5), dict(zip(pair, WORTH, strict=True))
    if backend.name in ("backtracking", "cpsat", "sat"):
        for sighted in (True, False):
            expected = cheapest(pair, board, sighted)
            if len(expected[1]) <= MANY:
                check_words(backend, cheapest_domination(worth, board, sighted), expected)
        if FORWARD not in pair:  # three million placements in peace
            check_words(backend, weighted_placement(worth, board), peaceful(pair, board)["heaviest"])
            check_words(backend, maximal_placement(pair, board), peaceful(pair, board)["maximal"])


@cache
def at_truce(pieces: tuple[Piece, ...], board: Board) -> Expected:
    """The largest equal armies of the pieces, under the names that they have in the problem."""
    return oracle.largest_armies(armies(pieces, board).pieces, board)


@pytest.mark.parametrize("pair", [*ALIKE, *PAIRS], ids=lambda pair: "+".join(map(str, pair)))
@pytest.mark.parametrize("board", [board for board in BOARDS if len(board) <= 12], ids=str)
def test_armies(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    if asked(backend, board):
        check_words(backend, armies(pair, board), at_truce(pair, board))


@pytest.mark.parametrize("board", [board for board in RECTANGLES if len(board) <= 8], ids=str)
@pytest.mark.parametrize(
    "pieces", [(KNIGHT, KING, KNIGHT), (SOLDIER, QUEEN, FORWARD)], ids=lambda p: "+".join(map(str, p))
)
def test_three_armies(pieces: tuple[Piece, ...], board: Board, backend: Backend[Any]) -> None:
    check_words(backend, armies(pieces, board), at_truce(pieces, board))


@pytest.mark.slow
@pytest.mark.parametrize("pair", [*ALIKE, *PAIRS], ids=lambda pair: "+".join(map(str, pair)))
@pytest.mark.parametrize("board", [Board(4), Board(5)], ids=str)
def test_large_armies(pair: Pair, board: Board, backend: Backend[Any]) -> None:
    """How many there are, by the room that each army leaves to the other."""
    if len(board) == 16 or (backend.name == "sat" and pair != (LANCE, LANCE)):
        hits = [chess_oracle.attacked(piece, board) for piece in pair]
        answer = solve(armies(pair, board), backend, "count", seconds=120)
        assert (answer.objective, answer.count, answer.complete) == (*family_oracle.armies_of(*hits), True)
