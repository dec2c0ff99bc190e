from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.strategies import boards, pieces

import rookery as rk
from rookery import domination, placement
from rookery.models import Board, Piece, Placement, Square
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN
from rookery.models.problems.shared.attacks import attacks
from rookery.models.symmetry.group import Group, find_canonical, orbit

UP = Piece("up", "U", leaps=[(-1, 0)])
NOTHING = Piece("nothing", "N", rides=())
SKEW = Piece("skew", "S", leaps=[(1, 2), (-1, -2), (2, -1), (-2, 1)])  # turns, but no mirror


def permutations(board: Board, *pieces: Piece) -> list[tuple[int, ...]]:
    return [tuple(permutation) for permutation in Group(board, pieces or (NOTHING,))]


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (Board(8), 8),
        (Board(8, 11), 4),
        (Board(5, torus=True), 8 * 25),
        (Board(3, 4, torus=True), 4 * 12),
        (Board(3, holes=[(1, 1)]), 8),
        (Board(3, holes=[(0, 0)]), 2),
        (Board(3, holes=[(0, 1)]), 2),
        (Board(3, holes=[(0, 0), (0, 1)]), 1),
        (Board(3, torus=True, holes=[(2, 1)]), 8),  # those that keep one square
        (Board(1, holes=[(0, 0)]), 1),  # moves that move all squares alike count once
        (Board(1), 1),
        (Board(1, 7), 2),
        (Board(2, torus=True), 8),
        (Board(1, 5, torus=True), 10),
        (Board(2, 3, torus=True), 12),
        (Board(3, holes=[(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)]), 2),
    ],
    ids=str,
)
def test_number_of_symmetries(board: Board, count: int) -> None:
    assert len(Group(board, (NOTHING,))) == count


@pytest.mark.parametrize(("piece", "count"), [(QUEEN, 8), (KNIGHT, 8), (UP, 2), (SKEW, 4)], ids=str)
def test_symmetries_keep_the_piece(piece: Piece, count: int) -> None:
    assert len(Group(Board(5), [piece])) == count


@pytest.mark.parametrize(
    ("invariant", "count"),
    [([], 8), ([{(1, 1)}], 8), ([{(0, 0)}], 2), ([{(0, 0), (0, 2)}], 2), ([{(0, 0)}, {(0, 2)}], 1), ([set()], 8)],
)
def test_symmetries_keep_sets_of_squares(invariant: list[set[tuple[int, int]]], count: int) -> None:
    sets = [frozenset(Square(*square) for square in squares) for squares in invariant]
    assert len(Group(Board(3), (NOTHING,), sets)) == count


BOARDS = [Board(4), Board(2, 3), Board(3, torus=True), Board(2, 3, torus=True), Board(3, holes=[(0, 2)]), Board(1)]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_symmetries_are_a_group(board: Board) -> None:
    group = permutations(board)
    identity, members = tuple(range(len(board))), set(group)
    assert group[0] == identity
    for one, other in product(members, repeat=2):
        assert tuple(one[other[v]] for v in identity) in members
    for one in members:
        assert tuple(one.index(v) for v in identity) in members


def test_group_that_is_computed_on_demand_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for board in (*BOARDS, rk.Board(1, holes=[(0, 0)])):
        for two in ((QUEEN,), (KING, KING)):
            kept = Group(board, two, alike=[range(len(two))])
            members = [*kept]
            with monkeypatch.context() as patch:
                patch.setattr("rookery.models.symmetry.group.MAX_KEPT", -1)
                lazy = Group(board, two, alike=[range(len(two))])
                assert members == [*lazy] == [lazy[at] for at in range(len(kept))] == list(lazy[:])


@given(board=boards(most=12), piece=pieces())
def test_symmetries_keep_attacks_of_random_pieces(board: Board, piece: Piece) -> None:
    table = attacks(piece, board)
    for image in permutations(board, piece)[:40]:
        assert sorted(image) == list(range(len(board)))
        assert all({image[b] for b in table[a]} == set(table[image[a]]) for a in range(len(board)))


@given(chosen=st.sets(st.integers(0, 15), max_size=6), pick=st.integers(0, 7))
def test_canonical_form_is_one_for_the_orbit(chosen: set[int], pick: int) -> None:
    group = permutations(Board(4))
    image = {group[pick][v] for v in chosen}
    assert find_canonical(image, group) == find_canonical(chosen, group)
    assert orbit(image, group) == orbit(chosen, group)
    assert frozenset(find_canonical(chosen, group)) in orbit(chosen, group)
    assert len(group) % len(orbit(chosen, group)) == 0


def test_orbit_without_symmetries() -> None:
    assert find_canonical({3, 1}, ()) == (1, 3)
    assert orbit({3, 1}, ()) == {frozenset({1, 3})}


def test_symmetries_of_problems() -> None:
    board = Board(4)
    assert len(placement(QUEEN, board, 4).model.symmetries) == 8
    assert len(placement(QUEEN, board, 4, fixed=[(0, 0)]).model.symmetries) == 2
    assert len(placement({QUEEN: 1, KING: 1}, board, fixed={(0, 0): QUEEN, (0, 3): KING}).model.symmetries) == 1
    assert len(domination(QUEEN, board, forbidden=[(0, 0), (3, 3)]).model.symmetries) == 4
    two = placement({QUEEN: 1, KING: 1}, board).model.symmetries[1]
    assert [v - 16 for v in two[16:]] == list(two[:16])


def test_orbit_of_a_placement() -> None:
    problem = placement(QUEEN, Board(4), 4)
    one = Placement.of(QUEEN, [(0, 1), (1, 3), (2, 0), (3, 2)], problem.board)
    other = Placement.of(QUEEN, [(0, 2), (1, 0), (2, 3), (3, 1)], problem.board)
    assert problem.orbit(one) == {one, other}
    assert problem.canonical(other) == problem.canonical(one) == one
    assert list(dict.fromkeys(map(problem.canonical, [other, one]))) == [one]
