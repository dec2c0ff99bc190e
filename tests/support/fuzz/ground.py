"""A board with its pieces in numbers: the squares that each piece walks over, one after the other, from each square."""

from dataclasses import dataclass

from fuzz.case import Case
from fuzz.steps import Ride, rides

Walk = tuple[int, ...]
Walks = list[list[Walk]]  # for each square


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
    pieces = [rides(piece) for piece in case.pieces] + [frozenset()] * bool(case.pawns)
    walks = [walked(case, piece) for piece in pieces]
    hits = [[sum(1 << at for at in set().union(*there)) for there in each] for each in walks]
    return Ground(walks, hits, len(case.cells))


def walked(case: Case, piece: frozenset[Ride]) -> Walks:
    """The walks of a piece from each square, those that lead nowhere left out."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    return [[way for ride in piece if (way := _way(case, ride, cell, number))] for cell in case.cells]


def _way(case: Case, ride: Ride, start: tuple[int, int], number: dict[tuple[int, int], int]) -> Walk:
    """The squares of one ride: it ends at an edge, at a hole, and where it comes back to its start."""
    rows, columns, often = ride
    way: list[int] = []
    cell = start
    while not often or len(way) < often:
        cell = (cell[0] + rows, cell[1] + columns)
        if case.torus:
            cell = (cell[0] % case.rows, cell[1] % case.columns)
        if cell not in number or cell == start:
            break
        way.append(number[cell])
    return tuple(way)
