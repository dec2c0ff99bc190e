"""A board with its pieces in numbers: the squares that each piece walks over, one after the other, from each square.

A ride is straight on the plane that covers a board, and each place of the plane is folded back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from oracle.case import Case
from oracle.steps import Ride, rides

Walk = tuple[int, ...]
Walks = list[list[Walk]]  # for each square


@dataclass(frozen=True)
class Attacks:
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


def list_attacks(case: Case) -> Attacks:
    """The attacks of the pieces of a case."""
    pieces = [rides(piece) if isinstance(piece, str) else piece for piece in case.pieces]
    return _of_walks([walked(case, piece) for piece in pieces + [frozenset()] * bool(case.pawns)])


def of_hits(hits: Sequence[int]) -> Attacks:
    """The attacks of one piece, by the mask of what it attacks from each square: nothing stands between."""
    squares = range(len(hits))
    return _of_walks([[[(to,) for to in squares if mask >> to & 1] for mask in hits]])


def of_edges(vertices: int, edges: Iterable[tuple[int, int]], directed: bool = False) -> Attacks:
    """The attacks of a graph: a guard attacks along each edge, both ways unless the graph is directed."""
    ways = {way for a, b in edges for way in [(a, b), (b, a)][: 1 if directed else 2]}
    return of_hits([sum(1 << to for at, to in ways if at == vertex) for vertex in range(vertices)])


def sources(hits: Sequence[int]) -> list[int]:
    """For each square the mask of the squares from which it is attacked."""
    return [sum(1 << at for at, mask in enumerate(hits) if mask >> to & 1) for to in range(len(hits))]


def walked(case: Case, piece: frozenset[Ride]) -> Walks:
    """The walks of a piece from each square, those that lead nowhere left out."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    return [[way for ride in piece if (way := _way(case, ride, cell, number))] for cell in case.cells]


def _of_walks(walks: list[Walks]) -> Attacks:
    hits = [[sum(1 << at for at in set().union(*there)) for there in each] for each in walks]
    return Attacks(walks, hits, len(walks[0]))


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
    """The square under a place of the plane, on which a ride is straight."""
    return row % case.rows if case.torus else row, column % case.columns if case.torus or case.shape else column
