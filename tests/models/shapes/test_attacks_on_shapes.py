"""Who attacks whom on strips, bottles, hexagons and in space: declarations, referee and lines against an oracle."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from oracle import ground as oracle
from oracle.case import Case

from rookery.models import BadInput, Piece, Ride, Step
from rookery.models.boards.cuboid import Cuboid
from rookery.models.boards.glued import Klein, Moebius
from rookery.models.boards.ground import Ground
from rookery.models.boards.hexagonal import Hexagon, Rhombus, Triangle
from rookery.models.boards.lattice import Lattice
from rookery.models.pieces.piece import UNICORN
from rookery.models.pieces.sources import piece as named

FLAT = {"rook": "R", "bishop": "B", "queen": "Q", "king": "K", "knight": "N"}
SIDES = [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (4, 1), (4, 5), (5, 4)]
CUBOIDS = [(1, 1, 1), (2, 2, 2), (1, 2, 3), (2, 4, 3), (3, 3, 3)]
STEPS = [Step(*step) for step in product(range(-2, 3), repeat=2) if step != (0, 0)]
LIMITED = ["R2", "R3", "NN", "Q2", "B3", "DD", "W3F2", "QN", "A"]  # of limited reach, or of longer steps

Attacks = dict[oracle.Place, set[oracle.Place]]


def named_cells(cells: Sequence[oracle.Place], ground: oracle.Ground) -> Attacks:
    """What is attacked from each cell, by the names of cells."""
    return {
        cell: {to for bit, to in enumerate(cells) if mask >> bit & 1}
        for cell, mask in zip(cells, ground.hits[0], strict=True)
    }


def by_pairs(cells: Iterable[oracle.Place], attacks: oracle.Attacks) -> Attacks:
    every = list(cells)
    return named_cells(every, oracle.by_pairs(every, attacks))


def boards() -> Iterator[tuple[Ground, str, Attacks]]:
    """Each board with each piece, and what it attacks there."""
    for (rows, columns), name in product(SIDES, FLAT):
        case = Case("placement", rows, columns, (FLAT[name],))
        yield Moebius(rows, columns), name, named_cells(case.cells, oracle.ground(case.but(shape="moebius")))
        yield Klein(rows, columns), name, named_cells(case.cells, oracle.ground(case.but(shape="klein")))
    for side, name in product(range(1, 5), FLAT):
        attacks = oracle.hexagonal(name)
        yield Hexagon(side), name, by_pairs(oracle.hexagon(side), attacks)
        yield Triangle(side), name, by_pairs(oracle.triangle(side), attacks)
        yield Rhombus(side), name, by_pairs(oracle.rhombus(side), attacks)
    for sides, name in product(CUBOIDS, (*FLAT, "unicorn")):
        yield Cuboid(*sides), name, by_pairs(product(*map(range, sides)), oracle.solid(name))


@pytest.mark.full
def test_attacks_are_those_of_the_oracle() -> None:
    for ground, name, expected in boards():
        piece, cells = named(name), [tuple(cell) for cell in ground]
        assert cells == sorted(expected), ground
        attacked = {cells[at]: {cells[to] for to in hits} for at, hits in enumerate(ground.attacks(piece))}
        assert attacked == expected, (ground, name)
        walked = {at: {tuple(to) for way in ground.walk(piece, ground.place(*at)) for to in way} for at in cells}
        assert walked == expected, (ground, name)
        check_lines(ground, piece)


def check_lines(ground: Ground, piece: Piece) -> None:
    """Cliques hold each pair of which one attacks the other, and no other pair."""
    hits = enumerate(ground.attacks(piece))
    pairs = {pair for clique in ground.cliques(piece) for pair in map(frozenset, combinations(clique, 2))}
    assert pairs == {frozenset((at, to)) for at, targets in hits for to in targets}, (ground, piece)


@pytest.mark.parametrize(
    ("ground", "number"),
    [(Hexagon(3), 12), (Triangle(3), 6), (Rhombus(3), 4), (Cuboid(3, 3, 3), 48), (Cuboid(2, 3, 3), 16),
     (Cuboid(2, 3, 4), 8), (Moebius(3, 4), 16), (Moebius(2, 5), 20), (Klein(3, 4), 16), (Klein(4, 4), 32)],
    ids=str,
)  # fmt: skip
def test_maps_are_symmetries(ground: Ground, number: int) -> None:
    """Of the dihedral groups, of the cube, and of strips twice as long as they look."""
    maps = {tuple(image) for image in ground.maps()}
    assert len(maps) == number
    for name in FLAT:
        hits = [set(each) for each in ground.attacks(named(name))]
        assert all({image[to] for to in hits[at]} == hits[image[at]] for image in maps for at in range(len(ground)))


def check_ways(ground: Lattice, piece: Piece) -> None:
    """Each ride leads the referee over the same cells as the declaration, in their order."""
    for cell in ground:
        rays = {tuple(ray) for ray in ground.rays(piece, cell)} - {()}
        assert {tuple(map(ground.index, way)) for way in ground.walk(piece, cell)} - {()} == rays, (ground, piece, cell)
    check_lines(ground, piece)


def test_any_piece_on_twisted_boards_with_holes() -> None:
    random = Random(1)
    for number in range(150):
        rows, columns = random.randint(1, 5), random.randint(1, 5)
        cells = list(product(range(rows), range(columns)))
        holes = random.sample(cells, random.randint(0, min(2, len(cells) - 1)))
        rides = [Ride(random.choice(STEPS), random.choice((None, 1, 2, 3))) for _ in range(random.randint(1, 4))]
        piece = Piece("odd", "O", rides=rides) if number % 2 else named(random.choice(LIMITED))
        check_ways(random.choice((Moebius, Klein))(rows, columns, holes=holes), piece)


@pytest.mark.parametrize("ground", [Moebius(4, 5), Klein(4, 5)], ids=str)
def test_a_piece_that_the_seam_turns_into_another(ground: Lattice) -> None:
    """Beyond the seam it would ride on against its own steps: neither of two cells there attacks the other."""
    check_ways(ground, Piece("slash", "S", rides=[(1, 1), (-1, -1)]))


@pytest.mark.parametrize("ground", [Hexagon(3), Triangle(5), Rhombus(4), Cuboid(3, 3, 4), Cuboid(5, 1, 2)], ids=str)
def test_limited_reach_and_longer_steps(ground: Lattice) -> None:
    for notation in LIMITED:
        check_ways(ground, named(notation))


@pytest.mark.parametrize(
    ("ground", "piece", "said"),
    [
        (Hexagon(3), "camel", "a board of hexagons has no camel: known there are rook, bishop"),
        (Hexagon(3), "fN", "a board of hexagons has no fN: only pieces with the same steps in all directions"),
        (Cuboid(3, 3, 3), "fR", "a board of three dimensions has no fR: only pieces with the same steps"),
        (Hexagon(3), "unicorn", "a hexagonal board of side 3 has no unicorn: it moves in three dimensions"),
        (Moebius(3), "unicorn", "a 3x3 Moebius strip has no unicorn: it moves in three dimensions"),
    ],
)
def test_pieces_that_a_board_does_not_have(ground: Ground, piece: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        ground.admit(named(piece))


def test_the_unicorn_goes_through_corners() -> None:
    """From the middle of a cube to eight corners, from a face to four edges, from corners and edges to two cells."""
    assert Counter(map(len, Cuboid(3, 3, 3).attacks(UNICORN))) == {8: 1, 4: 6, 2: 8 + 12}
