"""Symmetries: compared with every map of a board, as groups, and as canonical forms and orbits."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.small_models import powerset
from rookery_tests.strategies import boards, pieces

from rookery import armies, domination, placement, sighted
from rookery.models import Board, Piece, Placement, Ride, Square, Step
from rookery.models.pieces.piece import BISHOP, KING, QUEEN
from rookery.models.referee.walking import reach, sight
from rookery.models.symmetry.group import Group, find_canonical, orbit

Map = dict[Square, Square]


def every_map(board: Board) -> Iterator[Map]:
    """Every transposition, flip and shift that takes the squares of a board to squares."""
    rows, columns = (
        side if joined else 1 for side, joined in zip((board.rows, board.columns), board.joined, strict=True)
    )
    shifts = product(range(rows), range(columns))
    for (down, right), turned, over, mirrored in product(shifts, (False, True), (False, True), (False, True)):
        if turned and (board.rows != board.columns or board.kind == "cylinder"):
            continue
        image = {}
        for square in board:
            row, column = (square.column, square.row) if turned else square
            row = board.rows - 1 - row if over else row
            column = board.columns - 1 - column if mirrored else column
            image[square] = Square((row + down) % board.rows, (column + right) % board.columns)
        if set(image.values()) == set(board):
            yield image


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


def test_symmetries_of_problems() -> None:
    board, four = Board(3), Board(4)
    two = placement({QUEEN: 1, KING: 1}, four, fixed={(0, 0): QUEEN, (0, 3): KING})
    for problem, count in (
        (placement(QUEEN, Board(20, torus=True), 1), 8 * 400),
        (placement(QUEEN, four, 4), 8),
        (placement(QUEEN, four, 4, fixed=[(0, 0)]), 2),
        (two, 1),
        (domination(QUEEN, four, forbidden=[(0, 0), (3, 3)]), 4),
        (domination(QUEEN, four, fixed=[(0, 0)], forbidden=[(0, 3)]), 1),
        (sighted({HALF: 2}, board), 8),  # without pawns nobody is shielded
        (sighted({HALF: 2}, board, pawns=1), 2),
        (sighted({B_AGAIN: 2}, board, pawns=1), 8),
        (armies((B_AGAIN, B_AGAIN), board), 16),  # armies of equal pieces are exchanged
        (armies((BISHOP, B_AGAIN), board), 8),
        (armies((BISHOP,) * 5, Board(2, 3)), 4 * 120),
    ):
        assert len(problem.symmetries) == len(problem.model.symmetries) == count, problem.title
    assert len(Group(Board(60, torus=True), [QUEEN])) == 8 * 3600
    assert len(Group(Board(1000), [QUEEN])) == 8


NOTHING = Piece("nothing", "N", rides=())


BOARDS = [Board(4), Board(2, 3), Board(3, torus=True), Board(2, 3, torus=True), Board(3, holes=[(0, 2)]), Board(1)]


def test_group_that_is_computed_on_demand_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for board in (*BOARDS, Board(1, holes=[(0, 0)])):
        for two in ((QUEEN,), (KING, KING)):
            kept = Group(board, two, alike=[range(len(two))])
            members = [*kept]
            with monkeypatch.context() as patch:
                patch.setattr("rookery.models.symmetry.group.MAX_KEPT", -1)
                lazy = Group(board, two, alike=[range(len(two))])
                assert members == [*lazy] == [lazy[at] for at in range(len(kept))] == list(lazy[:])


@given(chosen=st.sets(st.integers(0, 15), max_size=6), pick=st.integers(0, 7))
def test_canonical_form_is_one_for_the_orbit(chosen: set[int], pick: int) -> None:
    group = [*Group(Board(4), [NOTHING])]
    image = {group[pick][v] for v in chosen}
    assert find_canonical(image, group) == find_canonical(chosen, group)
    assert orbit(image, group) == orbit(chosen, group)
    assert frozenset(find_canonical(chosen, group)) in orbit(chosen, group)
    assert len(group) % len(orbit(chosen, group)) == 0


def test_orbit_of_a_placement() -> None:
    problem = placement(QUEEN, Board(4), 4)
    one, other = (
        Placement.of(QUEEN, squares, problem.board) for squares in (["b4", "d3", "a2", "c1"], ["c4", "a3", "d2", "b1"])
    )
    assert problem.orbit(one) == {one, other}
    assert problem.canonical(other) == problem.canonical(one) == one
