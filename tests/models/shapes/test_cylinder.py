"""Cylinders: attacks, cliques and symmetries against a walk of the test's own."""

from collections.abc import Iterator
from itertools import combinations

import pytest

import rookery as rk
from rookery.models.boards.cylinder import Cylinder
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problems.plain import declare_plain, plain
from rookery.models.problems.shared.attacks import attackers, attacks, cliques
from rookery.models.problems.shared.sight import paths
from rookery.models.referee.walking import reach
from rookery.models.symmetry.permutations import Permutations

FORWARD = Piece("forward", "F", rides=[Ride(rk.Step(-1, 1)), Ride(rk.Step(0, 1), 2)])
PIECES = (rk.QUEEN, rk.ROOK, rk.BISHOP, rk.KNIGHT, rk.KING, FORWARD)
BOARDS = (Cylinder(1), Cylinder(3), Cylinder(2, 5), Cylinder(5, 2), Cylinder(4, 3, holes=[(1, 1), (2, 0)]))


def hit(piece: Piece, board: Cylinder, start: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """What a piece attacks on a strip of many copies of the board, side by side."""
    for (down, across), limit in piece.rides:
        row, column = start
        for _ in range(limit or 50):
            row, column = row + down, column + across
            cell = row, column % board.columns
            if not 0 <= row < board.rows or cell in board.holes or cell == start:
                break
            yield cell


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_declaration_and_referee_see_the_attacks_of_a_strip(piece: Piece, board: Cylinder) -> None:
    expected = [set(hit(piece, board, square)) for square in board]
    squares = list(board)
    assert [{squares[at] for at in each} for each in attacks(piece, board)] == expected
    assert [set(reach(piece, square, board)) for square in board] == expected
    assert [set(each) for each in attackers(piece, board)] == [
        {at for at, each in enumerate(expected) if square in each} for square in board
    ]
    assert {(squares[way.source], squares[way.target]) for way in paths(piece, board)} == {
        (squares[at], cell) for at, each in enumerate(expected) for cell in each
    }


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_cliques_hold_just_the_pairs_that_meet(piece: Piece, board: Cylinder) -> None:
    expected = {tuple(sorted((at, board.index(cell)))) for at, s in enumerate(board) for cell in hit(piece, board, s)}
    for found in (cliques(piece, board), board.cliques(piece)):
        assert {pair for clique in found for pair in combinations(sorted(clique), 2)} == expected


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_symmetries_are_those_of_all_shifts_and_flips_that_keep_the_attacks(piece: Piece, board: Cylinder) -> None:
    squares: list[tuple[int, int]] = list(board)
    hits = {s: frozenset(hit(piece, board, s)) for s in squares}
    expected = set()
    for upside in (False, True):
        for mirrored in (False, True):
            for shift in range(board.columns):
                image = {
                    (r, c): (board.rows - 1 - r if upside else r, ((-c if mirrored else c) + shift) % board.columns)
                    for r, c in squares
                }
                if set(image.values()) == set(squares) and all(
                    frozenset(image[t] for t in hits[s]) == hits[image[s]] for s in squares
                ):
                    expected.add(tuple(board.index(image[s]) for s in squares))
    found = list(Permutations(board, [piece]))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_cylinder_is_written_read_and_kept() -> None:
    board = rk.board("4x5:cylinder", holes=["0,0"])
    assert board == Cylinder(4, 5, holes=[(0, 0)])
    assert board != rk.Board(4, 5, holes=[(0, 0)])
    problem = rk.domination("king", board)
    assert declare_plain(plain(problem)).board == board
    assert problem.title == "Dominating a 4x5 cylinder without 0,0 with kings"
    assert rk.board("4:cylinder") == Cylinder(4)
    with pytest.raises(rk.BadInput, match="has no quarter turn"):
        rk.Placement(Cylinder(4), {}).rotated()
    turned = rk.Placement(Cylinder(4), {(0, 1): rk.QUEEN}).rotated(2)
    assert list(turned) == [(3, 2)]
    with pytest.raises(rk.BadInput):
        Cylinder(4, torus=True)


def test_counts_on_a_cylinder_are_those_of_trying_everything() -> None:
    board = Cylinder(4)
    squares = list(board)
    hits = {s: set(hit(rk.QUEEN, board, s)) for s in squares}
    ways = sum(all(b not in hits[a] for a, b in combinations(some, 2)) for some in combinations(squares, 3))
    for backend in ("backtracking", "sat", "cpsat", "python-constraint"):
        assert rk.solve(rk.placement("queen", board, 3), backend, "count").count == ways
