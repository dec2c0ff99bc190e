"""A board with its pieces in numbers: the squares that each piece walks over, one after the other, from each square.

On boards a ride is straight on the plane that covers them, and each place of the plane is folded back. On hexagons and
in space the difference of two cells decides, for each pair of cells by itself.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from oracle.case import Case
from oracle.steps import Ride, rides

Walk = tuple[int, ...]
Walks = list[list[Walk]]  # for each square
Place = tuple[int, ...]
Attacks = Callable[[Place, Place], bool]


@dataclass(frozen=True)
class Ground:
    """The squares of a case by number, the walks of each piece, and a mask of what it attacks from each square.

    A pawn, where there are any, is the last piece; it walks nowhere.
    """

    walks: list[Walks]
    hits: list[list[int]]
    squares: int

    @property
    def full(self) -> int:
        """The mask of all squares."""
        return (1 << self.squares) - 1


def ground(case: Case) -> Ground:
    """The ground of a case."""
    pieces = [rides(piece) if isinstance(piece, str) else piece for piece in case.pieces]
    return _of_walks([walked(case, piece) for piece in pieces + [frozenset()] * bool(case.pawns)])


def of_hits(hits: Sequence[int]) -> Ground:
    """The ground of one piece, by the mask of what it attacks from each square: nothing stands between."""
    squares = range(len(hits))
    return _of_walks([[[(to,) for to in squares if mask >> to & 1] for mask in hits]])


def of_edges(vertices: int, edges: Iterable[tuple[int, int]], directed: bool = False) -> Ground:
    """The ground of a graph: a guard attacks along each edge, both ways unless the graph is directed."""
    ways = {way for a, b in edges for way in [(a, b), (b, a)][: 1 if directed else 2]}
    return of_hits([sum(1 << to for at, to in ways if at == vertex) for vertex in range(vertices)])


def by_pairs(cells: Iterable[Place], attacks: Attacks) -> Ground:
    """The ground of some cells of which each pair is decided by itself."""
    every = list(cells)
    return of_hits([sum(1 << to for to, other in enumerate(every) if attacks(cell, other)) for cell in every])


def sources(hits: Sequence[int]) -> list[int]:
    """For each square the mask of the squares from which it is attacked."""
    return [sum(1 << at for at, mask in enumerate(hits) if mask >> to & 1) for to in range(len(hits))]


def links(hits: Sequence[int]) -> list[int]:
    """For each square the mask of the squares that it attacks or is attacked from."""
    return [there | back for there, back in zip(hits, sources(hits), strict=True)]


def walked(case: Case, piece: frozenset[Ride]) -> Walks:
    """The walks of a piece from each square, those that lead nowhere left out."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    return [[way for ride in piece if (way := _way(case, ride, cell, number))] for cell in case.cells]


def _of_walks(walks: list[Walks]) -> Ground:
    hits = [[sum(1 << at for at in set().union(*there)) for there in each] for each in walks]
    return Ground(walks, hits, len(walks[0]))


def _way(case: Case, ride: Ride, start: tuple[int, int], number: dict[tuple[int, int], int]) -> Walk:
    """The squares of one ride: it ends at an edge, at a hole, and where it comes back to its start."""
    rows, columns, often = ride
    way: list[int] = []
    while not often or len(way) < often:
        times = len(way) + 1
        cell = _folded(case, start[0] + times * rows, start[1] + times * columns)
        if cell not in number or cell == start:
            break
        way.append(number[cell])
    return tuple(way)


def _folded(case: Case, row: int, column: int) -> tuple[int, int]:
    """The square under a place of the plane, on which a ride is straight; each time round a twist mirrors the rows."""
    around, inside = divmod(column, case.columns)
    if case.shape in ("moebius", "klein"):
        row = case.rows - 1 - row if around % 2 else row
    if case.torus or case.shape == "klein":
        row %= case.rows
    return row, inside if case.torus or case.shape else column


# Hexagons and space.


def hexagon(side: int) -> Iterator[Place]:
    """The cells of a hexagon as rows and slanted columns."""
    cells = product(range(2 * side - 1), repeat=2)
    return ((row, column) for row, column in cells if abs(row + column - 2 * (side - 1)) < side)


def triangle(side: int) -> Iterator[Place]:
    return ((row, side - 1 - back) for row in range(side) for back in reversed(range(row + 1)))


def rhombus(side: int) -> Iterator[Place]:
    return product(range(side), repeat=2)


def hexagonal(piece: str) -> Attacks:
    """Of the three coordinates of a difference, which add up to 0: a rook keeps one, to a bishop two change alike."""

    def attacks(one: Place, other: Place) -> bool:
        down, right = other[0] - one[0], other[1] - one[1]
        three = down, right, -down - right
        far = sorted(map(abs, three))
        rook, bishop = far[0] == 0, len(set(three)) < 3
        hit = {
            "rook": rook,
            "bishop": bishop,
            "queen": rook or bishop,
            "king": far in ([0, 1, 1], [1, 1, 2]),
            "knight": far == [1, 2, 3],
        }
        return one != other and hit[piece]

    return attacks


def solid(piece: str) -> Attacks:
    """In space as many coordinates change as the piece says, all as far."""

    def attacks(one: Place, other: Place) -> bool:
        far = sorted(abs(a - b) for a, b in zip(one, other, strict=True))
        changed = {each for each in far if each}
        axes = sum(map(bool, far)) if len(changed) == 1 else 0
        hit = {
            "rook": axes == 1,
            "bishop": axes == 2,
            "unicorn": axes == 3,
            "queen": axes > 0,
            "king": changed == {1},
            "knight": far == [0, 1, 2],
        }
        return hit[piece]

    return attacks
