"""Every kind of problem in the family, on every backend, against an oracle that tries every placement."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import chess_oracle
import family_oracle
import pytest

from rookery.backends import Backend, Status, solve
from rookery.models import (
    Board,
    Piece,
    Problem,
    armies,
    border_domination,
    cheapest_domination,
    connected_domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    restricted_domination,
    sighted_placement,
    upper_domination,
    weighted_placement,
)
from rookery.models.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.sighted import PAWN

SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1), (1, 1)])
FORWARD = Piece.from_betza("forward knight", "fN", symbol="F")
LANCE = Piece.from_betza("lance", "fR", symbol="L")
PIECES = [QUEEN, ROOK, BISHOP, KNIGHT, KING, SOLDIER, FORWARD, LANCE]
SMALL = [Board(1), Board(1, 3), Board(2), Board(2, 3), Board(3), Board(3, torus=True), Board(3, holes=[(1, 1)])]
MEDIUM = [Board(3, 4), Board(2, 4, torus=True), Board(4, holes=[(0, 0), (2, 1)])]
LARGE = [Board(4), Board(4, torus=True), Board(2, 8), Board(5, 3)]
CAPPED = 9  # squares up to which python-constraint answers questions with many auxiliary variables in no time

Expected = family_oracle.Best
Kind = Callable[[Piece, Board], tuple[Problem, Expected]]


def boards() -> list[Any]:
    plain = [pytest.param(board, id=str(board)) for board in SMALL + MEDIUM]
    return [*plain, *(pytest.param(board, id=str(board), marks=pytest.mark.slow) for board in LARGE)]


def maximal(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    return maximal_placement(piece, board), oracle.least(family_oracle.maximal(oracle))


def connected(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    return connected_domination(piece, board), oracle.least(family_oracle.connected(oracle))


def twofold(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    return k_fold_domination(piece, board, 2), oracle.least(family_oracle.times_guarded(oracle, 2, closed=False))


def threefold(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    expected = oracle.least(family_oracle.times_guarded(oracle, 3, closed=True))
    return k_fold_domination(piece, board, 3, closed=True), expected


def upper(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    return upper_domination(piece, board), oracle.most(family_oracle.irredundant(oracle))


def unguarded(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    count = min(3, len(board) - 1)
    return most_unguarded(piece, board, count), family_oracle.unguarded(oracle, count)


def restricted(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    """On the dark squares alone, as total domination."""
    oracle = chess_oracle.oracle(piece, board)
    allowed = [square for square in board if sum(square) % 2 == 0]
    outside = sum(1 << board.index(square) for square in board if square not in allowed)
    expected = oracle.least(oracle.dominating("total") & (oracle.sets & outside == 0))
    return restricted_domination(piece, board, allowed, "total"), expected


def border(piece: Piece, board: Board) -> tuple[Problem, Expected]:
    oracle = chess_oracle.oracle(piece, board)
    inside = [s for s in board if 0 < s.row < board.rows - 1 and 0 < s.column < board.columns - 1]
    outside = sum(1 << board.index(square) for square in inside)
    return border_domination(piece, board), oracle.least(oracle.dominating("plain") & (oracle.sets & outside == 0))


KINDS: list[Kind] = [maximal, connected, twofold, threefold, upper, unguarded, restricted, border]


def too_much(problem: Problem, backend: Backend[Any]) -> bool:
    """Whether python-constraint would need more than a moment: auxiliary variables are plain booleans to it."""
    auxiliary = problem.model.variables > len(problem.pieces) * len(problem.board)
    return backend.name == "python-constraint" and auxiliary and len(problem.board) > CAPPED


def check(backend: Backend[Any], problem: Problem, expected: Expected) -> None:
    answer = solve(problem, backend, "all", seconds=60)
    assert answer.complete, problem
    assert {problem.write(found) for found in answer.solutions} == expected[1], problem
    assert answer.objective == expected[0], problem
    assert (answer.status is Status.INFEASIBLE) == (not expected[1]), problem
    assert answer.count == len(expected[1]), problem


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("board", boards())
def test_one_type_of_piece(kind: Kind, board: Board, backend: Backend[Any]) -> None:
    for piece in PIECES:
        problem, expected = kind(piece, board)
        if not too_much(problem, backend):
            check(backend, problem, expected)


MIXED = [(QUEEN, KNIGHT), (ROOK, BISHOP), (KING, LANCE), (SOLDIER, ROOK), (FORWARD, BISHOP)]
WORTH = (3, 2)
TINY = [
    Board(1),
    Board(1, 4),
    Board(2),
    Board(2, 3),
    Board(2, 3, torus=True),
    Board(3, holes=[(1, 1)]),
    pytest.param(Board(3), marks=pytest.mark.slow),
    pytest.param(Board(3, torus=True), marks=pytest.mark.slow),
    pytest.param(Board(2, 4), marks=pytest.mark.slow),
    pytest.param(Board(1, 8, torus=True), marks=pytest.mark.slow),
]
Words = tuple[int | None, set[frozenset[tuple[tuple[int, int], Piece]]]]


def check_words(backend: Backend[Any], problem: Problem, expected: Words) -> None:
    answer = solve(problem, backend, "all", seconds=60)
    found = {frozenset((tuple(square), piece) for square, piece in each.items()) for each in answer.solutions}
    assert answer.complete, problem
    assert (answer.objective, found) == expected, problem
    assert answer.count == len(found)


@lru_cache
def mixed(pieces: tuple[Piece, Piece], board: Board, sighted: bool) -> tuple[Words, Words]:
    """The heaviest pieces in peace and the cheapest that guard the board, the first worth 3 and the second 2."""
    attacked = family_oracle.seen if sighted else family_oracle.reached
    words = list(family_oracle.words(pieces, board))
    worth = dict(zip(pieces, WORTH, strict=True))
    peaceful = (word for word in words if family_oracle.peaceful(word, attacked, board))
    guarding = (word for word in words if family_oracle.guarded(word, attacked, board))

    def total(word: family_oracle.Word) -> int:
        return sum(worth[piece] for piece in word.values())

    return family_oracle.best(peaceful, total, max), family_oracle.best(guarding, total, min)


@pytest.mark.parametrize("pieces", MIXED, ids=lambda pair: "+".join(map(str, pair)))
@pytest.mark.parametrize("board", TINY, ids=str)
@pytest.mark.parametrize("sighted", [False, True], ids=["through", "sighted"])
def test_several_types_of_piece(
    pieces: tuple[Piece, Piece], board: Board, sighted: bool, backend: Backend[Any]
) -> None:
    worth = dict(zip(pieces, WORTH, strict=True))
    heaviest, cheapest = mixed(pieces, board, sighted)
    check_words(backend, weighted_placement(worth, board), heaviest)  # no pawns: sight makes no difference
    check_words(backend, cheapest_domination(worth, board, sighted), cheapest)


@lru_cache
def beside_a_pawn(first: Piece, second: Piece, board: Board) -> tuple[Words, Words]:
    """One of the first piece and as many as possible of the second; any number of them, worth the most."""
    placed = (w for w in family_oracle.words((first, second, PAWN), board) if [*w.values()].count(PAWN) == 1)
    peaceful = [word for word in placed if family_oracle.peaceful(word, family_oracle.seen, board, PAWN)]
    single = (word for word in peaceful if [*word.values()].count(first) == 1)

    def total(word: family_oracle.Word) -> int:
        return sum(dict(zip((first, second, PAWN), (*WORTH, 0), strict=True))[piece] for piece in word.values())

    most = family_oracle.best(single, lambda word: [*word.values()].count(second), max)
    return most, family_oracle.best(iter(peaceful), total, max)


@pytest.mark.parametrize("pieces", MIXED, ids=lambda pair: "+".join(map(str, pair)))
@pytest.mark.parametrize("board", [Board(1, 5), Board(2, 3), Board(2, 3, torus=True), Board(3, 2)], ids=str)
def test_beside_a_pawn(pieces: tuple[Piece, Piece], board: Board, backend: Backend[Any]) -> None:
    most, heaviest = beside_a_pawn(*pieces, board)
    check_words(backend, sighted_placement({pieces[0]: 1, pieces[1]: None}, board, pawns=1), most)
    check_words(backend, weighted_placement(dict(zip(pieces, WORTH, strict=True)), board, pawns=1), heaviest)


@lru_cache
def at_truce(pieces: tuple[Piece, ...], board: Board) -> Words:
    """The largest equal armies of the pieces."""
    placed = family_oracle.words(pieces, board)
    even = (w for w in placed if len({[*w.values()].count(piece) for piece in pieces}) == 1)
    truce = (word for word in even if family_oracle.truce(word, board))
    return family_oracle.best(truce, lambda word: len(word) // len(pieces), max)


@pytest.mark.parametrize(
    "pieces", [(QUEEN, QUEEN), (SOLDIER, SOLDIER), (LANCE, LANCE), *MIXED], ids=lambda p: "+".join(map(str, p))
)
@pytest.mark.parametrize("board", TINY, ids=str)
def test_armies(pieces: tuple[Piece, Piece], board: Board, backend: Backend[Any]) -> None:
    problem = armies(pieces, board)
    check_words(backend, problem, at_truce(problem.pieces, board))


@pytest.mark.parametrize(
    "board", [Board(2, 3), Board(1, 5), pytest.param(Board(2, 4), marks=pytest.mark.slow)], ids=str
)
def test_three_armies(board: Board, backend: Backend[Any]) -> None:
    problem = armies((KNIGHT, KING, KNIGHT), board)
    check_words(backend, problem, at_truce(problem.pieces, board))


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_four_by_four_armies(piece: Piece, backend: Backend[Any]) -> None:
    """Two armies of one piece, and one against knights, by what each army leaves to the other."""
    for other in (piece, KNIGHT):
        hits = chess_oracle.attacked(piece, Board(4)), chess_oracle.attacked(other, Board(4))
        answer = solve(armies((piece, other), Board(4)), backend, "count", seconds=120)
        assert (answer.objective, answer.count, answer.complete) == (*family_oracle.armies_of(*hits), True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["maximal", "connected", "twofold"])
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_five_by_five(piece: Piece, kind: str, backend: Backend[Any]) -> None:
    """The smallest sets on 5x5, where six squares are enough."""
    board = Board(5)
    expected = family_oracle.smallest(25, family_oracle.accepted(kind, chess_oracle.attacked(piece, board)))
    declare = {"maximal": maximal_placement, "connected": connected_domination}
    problem = k_fold_domination(piece, board, 2) if kind == "twofold" else declare[kind](piece, board)
    if expected and not (backend.name == "python-constraint" and kind != "maximal"):
        check(backend, problem, expected)
