"""Attacks, attackers, cliques and lines of sight, compared with the oracle."""

from itertools import combinations

import pytest
from hypothesis import given
from oracle.attacks import list_attacks
from oracle.case import asked
from rookery_tests.strategies import boards, pieces

from rookery.models import Board, Piece, Ride, Step
from rookery.models.boards.regions import RegionBoard
from rookery.models.pieces.piece import BISHOP, KNIGHT, QUEEN, ROOK, STANDARD
from rookery.models.problems.shared.attacks import attackers, attacks, cliques
from rookery.models.problems.shared.sight import paths
from rookery.models.referee.walking import reach

LANCE = Piece("lance", "L", rides=[Ride(Step(-1, 0)), Ride(Step(1, 1), 2)])
BOARDS = [
    Board(1),
    Board(4),
    Board(3, 5),
    Board(1, 6),
    Board(4, torus=True),
    Board(3, 5, torus=True),
    Board(2, 5, cylinder=True),
    Board(4, holes=[(1, 1), (0, 3)]),
    Board(5, 2, torus=True, holes=[(2, 0)]),
    Board(4, 3, cylinder=True, holes=[(1, 1), (2, 0)]),
    Board(2, holes=[(0, 0), (0, 1), (1, 0), (1, 1)]),
    RegionBoard("AAB/A#B"),
]


def check_attacks(piece: Piece, board: Board) -> None:
    masks = list_attacks(asked("placement", [piece], board)).hits[0]
    expected = [{bit for bit in range(len(masks)) if mask >> bit & 1} for mask in masks]
    pairs = {(source, target) for source, targets in enumerate(expected) for target in targets}
    assert [set(targets) for targets in attacks(piece, board)] == expected
    assert all(list(targets) == sorted(set(targets)) for targets in attacks(piece, board))
    assert {(at, by) for by, sources in enumerate(attackers(piece, board)) for at in sources} == pairs
    assert {(way.source, way.target) for way in paths(piece, board)} == pairs
    assert [{board.index(each) for each in reach(piece, square, board)} for square in board] == expected
    for square in board:  # cell by cell: where pieces stand in each other's way, more counts than what is attacked
        rides = {tuple(ray) for ray in board.rays(piece, square)} - {()}
        assert rides == {tuple(map(board.index, way)) for way in board.walk(piece, square)} - {()}
    found = [tuple(clique) for clique in cliques(piece, board)]
    assert all(len(set(clique)) == len(clique) > 1 for clique in found)
    # Exactly the pairs of which one attacks the other are in a clique.
    assert {frozenset(pair) for clique in found for pair in combinations(clique, 2)} == set(map(frozenset, pairs))


@pytest.mark.parametrize("piece", [*STANDARD, LANCE], ids=str)
def test_attacks_of_standard_pieces_agree_with_the_oracle(piece: Piece) -> None:
    for board in BOARDS:
        check_attacks(piece, board)


@given(piece=pieces(), board=boards(most=20))
def test_attacks_of_random_pieces_agree_with_the_oracle(piece: Piece, board: Board) -> None:
    check_attacks(piece, board)


def test_cliques_of_ranged_rides_on_a_ring() -> None:
    for limit in range(1, 5):
        for size in range(1, 10):
            check_attacks(Piece("ring", "R", rides=[Ride(Step(0, 1), limit)]), Board(1, size, torus=True))


def test_line_is_one_clique() -> None:
    for piece, board, count in (
        (QUEEN, Board(8), 16 + 2 * 13),  # a diagonal of one square is no clique
        (ROOK, Board(3, 5), 8),
        (KNIGHT, Board(8), 168),  # edges of the knight's graph: 4 (n-1)(n-2)
        (BISHOP, Board(5, torus=True), 10),
    ):
        assert len(list(cliques(piece, board))) == count


def test_cliques_of_a_thousand_queens_are_ranges() -> None:
    assert all(isinstance(clique, range) for clique in cliques(QUEEN, Board(1000)))
