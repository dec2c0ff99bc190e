"""Every kind of problem with one type of piece, on every backend, against an oracle that tries every set of squares."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from oracle.case import Case
from oracle.case import asked as oracle
from oracle.ground import ground
from oracle.trying import truth_on
from rookery_tests.family_cases import OTHERS, OURS, PIECES, RECTANGLES, boards, check, skip_for

from rookery.backends import Backend
from rookery.models import (
    Board,
    Piece,
    Problem,
    coverage,
    domination,
    k_fold_domination,
    placement,
)

pytestmark = pytest.mark.share(16)

Expected = tuple[int | None, set[frozenset[int]]]
Kind = Callable[[Piece, Board], tuple[Problem, Case]]
LARGE = 9  # squares that the sets tried on 5x5 have at most
# Squares up to which python-constraint takes a moment: an auxiliary variable, or a weight, is to it as any other.
CONSTRAINED = {"fewest": 9}


def maximal(piece: Piece, board: Board) -> tuple[Problem, Case]:
    return placement(piece, board, kind="maximal"), oracle("placement", [piece], board, kind="maximal", each=(None,))


def twofold(piece: Piece, board: Board) -> tuple[Problem, Case]:
    return k_fold_domination(piece, board, 2), oracle("k-fold", [piece], board, times=2)


def threefold(piece: Piece, board: Board) -> tuple[Problem, Case]:
    return k_fold_domination(piece, board, 3, closed=True), oracle("k-fold", [piece], board, times=3, closed=True)


def fewest(piece: Piece, board: Board) -> tuple[Problem, Case]:
    count = min(3, len(board) - 1)
    case = oracle("coverage", [piece], board, each=(count,), goal="fewest")
    return coverage(piece, board, count, goal="fewest"), case


def restricted(piece: Piece, board: Board) -> tuple[Problem, Case]:
    """On the dark squares alone, as total domination."""
    dark = [square for square in board if sum(square) % 2 == 0]
    case = oracle("domination", [piece], board, kind="total", allowed=tuple(map(tuple, dark)))
    return domination(piece, board, "total", allowed=dark), case


def border(piece: Piece, board: Board) -> tuple[Problem, Case]:
    return domination(piece, board, allowed="border"), oracle("domination", [piece], board, allowed="border")


KINDS: list[Kind] = [maximal, twofold, threefold, fewest, restricted, border]


@cache
def asked(kind: Kind, piece: Piece, board: Board) -> tuple[Problem, Expected | None]:
    """The problem and what the oracle says of it, found once for all backends."""
    problem, case = kind(piece, board)
    found = truth_on(case, ground(case), LARGE if len(board) > 16 else None)
    return problem, None if found is None else found.squares


def left_out(kind: Kind, board: Board, backend: str) -> str:
    """Why a backend is not asked; nothing where it is."""
    if backend == "python-constraint" and len(board) > CONSTRAINED.get(kind.__name__, 12):
        return f"python-constraint takes long for {kind.__name__} on this many squares"
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
@pytest.mark.full
def test_five_by_five(kind: Kind, piece: Piece, backend: Backend[Any]) -> None:
    """Wherever sets of nine squares are enough; the fewest covered squares always."""
    skip_for(left_out(kind, Board(5), backend.name))
    problem, expected = asked(kind, piece, Board(5))
    if expected is None:
        pytest.skip(f"no set of {LARGE} squares is enough")
    check(backend, problem, expected)
