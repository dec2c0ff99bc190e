"""Symmetries keep what is attacked on this board, however a piece is written: against every map, tried out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.maps_of_boards import Map, every_map
from rookery_tests.small_models import powerset
from rookery_tests.strategies import boards, pieces

from rookery import armies, domination, placement, sighted
from rookery.models import Board, Piece, Ride, Step
from rookery.models.pieces.piece import BISHOP, QUEEN
from rookery.models.referee.walking import reach, sight
from rookery.models.symmetry.group import Group


def keeps_attacks(image: Map, piece: Piece, board: Board) -> bool:
    return all({image[t] for t in reach(piece, s, board)} == reach(piece, image[s], board) for s in board)


def keeps_sight(image: Map, piece: Piece, board: Board) -> bool:
    """Whether a piece sees the same past every set of pieces that stand in the way."""
    squares = list(board)
    for there in powerset(squares):
        way = dict.fromkeys(there, QUEEN)
        moved = {image[square]: QUEEN for square in there}
        if any(
            {image[t] for t in sight(piece, s, way, board)} != sight(piece, image[s], moved, board) for s in squares
        ):
            return False
    return True


def as_permutation(image: Map, board: Board) -> tuple[int, ...]:
    return tuple(board.index(image[square]) for square in board)


REDUNDANT = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([None, 1, 2, 3]))
    .filter(lambda ride: ride[:2] != (0, 0))
    .map(lambda ride: Ride(Step(*ride[:2]), ride[2])),
    max_size=3,
)


@st.composite
def written_anew(draw: st.DrawFn) -> Piece:
    """A piece with rides beside those that it has, which often attack nothing new."""
    piece = draw(pieces())
    more = [
        Ride(Step(step.rows * k, step.columns * k), draw(st.sampled_from([1, 2, None])))
        for step, _ in sorted(piece.rides, key=str)
        for k in draw(st.lists(st.integers(1, 2), max_size=1))
    ]
    return Piece("anew", "A", rides=[*piece.rides, *more, *draw(REDUNDANT)])


@given(board=boards(most=16), piece=written_anew())
def test_symmetries_are_all_maps_that_keep_the_attacks(board: Board, piece: Piece) -> None:
    expected = {as_permutation(m, board) for m in every_map(board) if keeps_attacks(m, piece, board)}
    found = list(Group(board, [piece]))
    assert set(found) == expected
    assert len(found) == len(expected)
    assert found[0] == tuple(range(len(board)))


@given(board=boards(most=7), piece=written_anew())
def test_symmetries_in_sight_are_all_maps_that_keep_what_is_seen(board: Board, piece: Piece) -> None:
    expected = {as_permutation(m, board) for m in every_map(board) if keeps_sight(m, piece, board)}
    found = list(Group(board, [piece], sight=True))
    assert set(found) == expected
    assert len(found) == len(expected)


B_AGAIN = Piece.from_betza("again", "BbF2", "B")
HALF = Piece.from_betza("half", "RfD", "H")  # a rook that also leaps over the square ahead: it attacks like a rook


@pytest.mark.parametrize(
    ("board", "piece", "count"),
    [
        (Board(3), B_AGAIN, 8),
        (Board(4, torus=True), B_AGAIN, 8 * 16),
        (Board(4, holes=[(0, 0)]), B_AGAIN, 2),
        (Board(5), HALF, 8),
        (Board(5, holes=[(2, 2)]), HALF, 2),  # it leaps over the hole, upwards alone
        (Board(2), HALF, 8),
        (Board(3, torus=True), Piece("dove", "D", leaps=[(2, 0), (1, 0), (0, 1), (0, -1)]), 8 * 9),  # 2 up is 1 down
        (Board(20, torus=True), QUEEN, 8 * 400),
        (Board(1, 9), Piece("lance", "L", rides=[(-1, 0)]), 2),  # on one row it attacks nothing
    ],
    ids=str,
)
def test_symmetries_do_not_depend_on_the_notation(board: Board, piece: Piece, count: int) -> None:
    assert len(placement(piece, board, 1).symmetries) == count
    assert len(domination(piece, board).symmetries) == count


def test_symmetries_in_sight_tell_a_leap_from_a_ride() -> None:
    assert len(sighted({HALF: 2}, Board(3)).symmetries) == 8  # without pawns nobody is shielded
    assert len(sighted({HALF: 2}, Board(3), pawns=1).symmetries) == 2
    assert len(sighted({B_AGAIN: 2}, Board(3), pawns=1).symmetries) == 8


def test_armies_of_equal_pieces_are_exchanged() -> None:
    assert len(armies((B_AGAIN, B_AGAIN), Board(3)).symmetries) == 16
    assert len(armies((BISHOP, B_AGAIN), Board(3)).symmetries) == 8
    assert len(armies((BISHOP,) * 5, Board(2, 3)).symmetries) == 4 * 120
