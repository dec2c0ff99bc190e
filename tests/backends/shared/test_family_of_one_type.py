"""Every kind of problem with one type of piece, on every backend, against an oracle that tries every set of squares."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from rookery_tests import chess_oracle, family_oracle
from rookery_tests.family_cases import OTHERS, OURS, PIECES, RECTANGLES, boards, check, skip_for

from rookery.backends import Backend
from rookery.models import (
    Board,
    Piece,
    Problem,
    border_domination,
    connected_domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    restricted_domination,
    upper_domination,
)

pytestmark = pytest.mark.share(4)

Expected = family_oracle.Best
Kind = Callable[[Piece, Board], tuple[Problem, Expected | None]]
LARGE = 9  # squares that the sets tried on 5x5 have at most
# Squares up to which python-constraint takes a moment: an auxiliary variable, or a weight, is to it as any other.
CONSTRAINED = {"connected": 9, "upper": 12, "unguarded": 12, "twofold": 16, "threefold": 16}


def smallest(hits: list[int], accepts: family_oracle.Accepts) -> Expected | None:
    return family_oracle.smallest(hits, accepts, len(hits) if len(hits) <= 16 else LARGE)


def maximal(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    return maximal_placement(piece, board), smallest(chess_oracle.attacked(piece, board), family_oracle.maximal)


def connected(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    return connected_domination(piece, board), smallest(chess_oracle.attacked(piece, board), family_oracle.connected)


def twofold(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    twice = family_oracle.guarded_times(2, closed=False)
    return k_fold_domination(piece, board, 2), smallest(chess_oracle.attacked(piece, board), twice)


def threefold(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    thrice = family_oracle.guarded_times(3, closed=True)
    return k_fold_domination(piece, board, 3, closed=True), smallest(chess_oracle.attacked(piece, board), thrice)


def upper(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    return upper_domination(piece, board), family_oracle.largest_irredundant(chess_oracle.attacked(piece, board))


def unguarded(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    count = min(3, len(board) - 1)
    expected = family_oracle.unguarded(chess_oracle.attacked(piece, board), count)
    return most_unguarded(piece, board, count), expected


def restricted(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    """On the dark squares alone, as total domination."""
    allowed = [square for square in board if sum(square) % 2 == 0]
    accepts = family_oracle.within(_mask(allowed, board), family_oracle.attacking)
    problem = restricted_domination(piece, board, allowed, "total")
    return problem, smallest(chess_oracle.attacked(piece, board), accepts)


def border(piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    outer = [(row, column) for row, column in board if row in (0, board.rows - 1) or column in (0, board.columns - 1)]
    accepts = family_oracle.within(_mask(outer, board), family_oracle.guarding)
    return border_domination(piece, board), smallest(chess_oracle.attacked(piece, board), accepts)


def _mask(squares: list[Any], board: Board) -> int:
    return sum(1 << chess_oracle.squares(board).index(tuple(square)) for square in squares)


KINDS: list[Kind] = [maximal, connected, twofold, threefold, upper, unguarded, restricted, border]


@cache
def asked(kind: Kind, piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    """The problem and what the oracle says of it, found once for all backends."""
    return kind(piece, board)


def left_out(kind: Kind, board: Board, backend: str) -> str:
    """Why a backend is not asked; nothing where it is."""
    if backend == "python-constraint" and len(board) > CONSTRAINED.get(kind.__name__, len(board)):
        return f"python-constraint takes minutes for {kind.__name__} on this many squares"
    return "auto asks the others: on boards that are no rectangles" if backend == "auto" and board not in OTHERS else ""


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("kind", KINDS)
def test_each_backend_is_asked_of_each_kind(kind: Kind, name: str) -> None:
    """The three that answer everything in time on all boards, the others on some of them."""
    some = [board for board in (*RECTANGLES, *OTHERS, Board(5)) if not left_out(kind, board, name)]
    assert len(some) >= (len(OTHERS) if name in ("auto", "python-constraint") else len(RECTANGLES) + len(OTHERS) + 1)


@pytest.mark.parametrize("kind", KINDS)
@boards([*RECTANGLES, *OTHERS])
def test_one_type_of_piece(kind: Kind, board: Board, backend: Backend[Any]) -> None:
    skip_for(left_out(kind, board, backend.name))
    for piece in PIECES:
        problem, expected = asked(kind, piece, board)
        assert expected is not None
        check(backend, problem, expected)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_five_by_five(kind: Kind, piece: Piece, backend: Backend[Any]) -> None:
    """Wherever sets of nine squares are enough; most irredundant ones and unguarded squares always."""
    skip_for(left_out(kind, Board(5), backend.name))
    problem, expected = asked(kind, piece, Board(5))
    if expected is None:
        pytest.skip(f"no set of {LARGE} squares is enough")
    check(backend, problem, expected)
