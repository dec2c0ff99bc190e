"""Pieces that look one way: who is attacked conflicts too, guarding follows the arrows, and only the mirror is left.

The expected sets come from trying all subsets of the squares, with attacks decided for each pair of squares.
"""

from itertools import combinations
from typing import Any

import pytest
from oracle.case import asked
from oracle.ground import ground
from oracle.trying import truth

from rookery.backends import Backend, Status, solve
from rookery.models import Board, Piece, Problem, Square, domination, placement
from rookery.models.referee.rules import KINDS, Kind

GOLD = Piece.from_betza("gold", "WfF")
SILVER = Piece.from_betza("silver", "FfW")
JUMPER = Piece.from_betza("forward knight", "fN", symbol="N")
SOLDIER = Piece.from_betza("soldier", "fsW", symbol="P")
LANCE = Piece.from_betza("lance", "fR")
PIECES = [GOLD, SILVER, JUMPER, SOLDIER, LANCE]
BOARDS = [
    *(Board(rows, columns) for rows, columns in ((1, 4), (4, 1), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4))),
    Board(3, 4, torus=True),
    Board(4, 3, holes=[(1, 1), (3, 0)]),
]
PAIRS = [(piece, board) for board in BOARDS for piece in PIECES]
NAMES = [f"{piece} on {board}" for piece, board in PAIRS]

pytestmark = [pytest.mark.nojit, pytest.mark.share(3)]


def check(backend: Backend[Any], problem: Problem, objective: int | None, expected: set[frozenset[int]]) -> None:
    answer = solve(problem, backend, "all", seconds=60)
    assert answer.complete
    assert (answer.objective, answer.status is Status.INFEASIBLE) == (objective, not expected)
    assert {problem.write(found) for found in answer.solutions} == expected


@pytest.mark.parametrize(("piece", "board"), PAIRS, ids=NAMES)
@pytest.mark.part(4)
def test_two_conflict_if_either_attacks_the_other(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    check(backend, placement(piece, board), *truth(asked("placement", [piece], board, each=(None,))).squares)
    if len(board) >= 3:
        check(backend, placement(piece, board, 3), *truth(asked("placement", [piece], board, each=(3,))).squares)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("piece", "board"), PAIRS, ids=NAMES)
@pytest.mark.part(13)
def test_guarding_follows_the_arrows(piece: Piece, board: Board, kind: Kind, backend: Backend[Any]) -> None:
    check(backend, domination(piece, board, kind), *truth(asked("domination", [piece], board, kind=kind)).squares)


def mirrored(squares: frozenset[int], board: Board) -> frozenset[int]:
    """The squares seen in a mirror that swaps left and right."""
    cells = asked("placement", [], board).cells
    return frozenset(cells.index((row, board.columns - 1 - column)) for row, column in map(cells.__getitem__, squares))


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_orbits_are_those_of_the_mirror_alone(piece: Piece, backend: Backend[Any]) -> None:
    board = Board(3, 4)
    _, expected = truth(asked("domination", [piece], board)).squares
    assert {mirrored(found, board) for found in expected} == expected
    answer = solve(domination(piece, board), backend, "all", up_to_symmetry=True)
    orbits = {frozenset({found, mirrored(found, board)}) for found in expected}
    assert (answer.orbits, answer.count) == (len(orbits), len(expected))


@pytest.mark.parametrize(("board", "group"), [(Board(4), 2), (Board(5, torus=True), 50), (Board(3, 5), 2)], ids=str)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_no_turn_and_no_mirror_upside_down_keeps_the_piece(piece: Piece, board: Board, group: int) -> None:
    group *= 2 if board.torus and piece.name == "lance" else 1  # it rides around the torus, to the squares behind it
    assert len(placement(piece, board).model.symmetries) == group
    assert len(domination(piece, board, forbidden=[(0, 0)]).model.symmetries) == (group // 25 if board.torus else 1)


def test_of_two_kinds_each_attack_counts_whoever_makes_it(backend: Backend[Any]) -> None:
    """Two golds and one silver on 3x4."""
    board = Board(3, 4)
    problem = placement({GOLD: 2, SILVER: 1}, board)
    expected = {
        frozenset({*((square, GOLD) for square in golds), (silver, SILVER)})
        for golds in combinations(board, 2)
        for silver in board
        if silver not in golds and peaceful({**dict.fromkeys(golds, GOLD), silver: SILVER}, board)
    }
    answer = solve(problem, backend, "all")
    assert {frozenset(found.items()) for found in answer.solutions} == expected
    assert len(answer.solutions) == len(expected) > 0


def peaceful(pieces: dict[Square, Piece], board: Board) -> bool:
    known, cells = ground(asked("placement", pieces.values(), board)), list(board)
    hits = [hits[cells.index(square)] for hits, square in zip(known.hits, pieces, strict=True)]
    return not any(mask >> cells.index(square) & 1 for mask in hits for square in pieces)
