"""Boards of hexagons, with the pieces of Glinski's hexagonal chess.

A cell has six neighbours, over its edges. Rows are counted from the top; columns are slanted, so that each leads down
to the left: the neighbours of (row, column) are (row, column - 1) and (row, column + 1), above it (row - 1, column) and
(row - 1, column + 1), below it (row + 1, column - 1) and (row + 1, column).
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, permutations, product
from math import gcd
from typing import Any, ClassVar, Self

from rookery.core.errors import BadInput
from rookery.core.numbers import take_side
from rookery.core.values import dataclass
from rookery.models.boards.board import Board
from rookery.models.boards.ground import Place, Rectangle, Square
from rookery.models.boards.lattice import Course, Heading, Lattice, Sort, State, sort_steps
from rookery.models.pieces.piece import Piece

SIZE = re.compile(r"([a-z]+):([0-9]{1,9})")
HEADINGS: Mapping[Sort, frozenset[Heading]] = {
    (0, 1): frozenset({(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}),  # over an edge
    (1, 1): frozenset({(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)}),  # along one, past two neighbours
    (1, 2): frozenset({(1, 2), (2, 1), (3, -1), (3, -2), (2, -3), (1, -3),
                       (-1, -2), (-2, -1), (-3, 1), (-3, 2), (-2, 3), (-1, 3)}),  # one over an edge, then one along
}  # fmt: skip
CENTRES = {(0, 1): (1, -1, 0), (1, 1): (2, -1, -1), (1, 2): (1, 2, -3)}  # the referee's steps, of three coordinates


@dataclass(frozen=True, init=False, repr=False)
class Hexagonal(Lattice, Rectangle):
    """A board of hexagons, given by the cells along a side.

    A king steps as a queen does, once; other pieces are known by their steps too, such as amazon, wazir and ferz.
    Raises `BadInput` for a side below 1, and for more squares than a board may have.
    """

    edge: int
    cell: ClassVar[str] = "cell"
    cells: ClassVar[str] = "cells"
    tiling: ClassVar[str] = "hexagons"
    adjective: ClassVar[str]

    def __init__(self, side: int) -> None:
        object.__setattr__(self, "edge", take_side(side))
        if self.edge < 1:
            raise BadInput(f"{self.phrase}: the side must be at least 1")
        around = Board(self.count_rows())  # refuses what no board may have; its holes are none of the cells
        object.__setattr__(self, "rows", around.rows)
        object.__setattr__(self, "columns", around.columns)
        object.__setattr__(self, "holes", frozenset(square for square in around if not self.has(*square)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.side})"

    @property
    def side(self) -> int:
        """The number of cells along each side."""
        return self.edge

    @abstractmethod
    def count_rows(self) -> int:
        """The number of rows, and of slanted columns."""

    @classmethod
    def find_side(cls, rows: int) -> int:
        """The side of a board, from its number of rows."""
        return rows

    @abstractmethod
    def has(self, row: int, column: int) -> bool:
        """Return whether a square of the slanted rectangle around the board is a cell of it."""

    def refusal(self, square: Place) -> str:
        """The reason why a cell is not on the board."""
        return Rectangle.refusal(self, square).replace("is a hole of", "lies off")

    def is_outer(self, square: Square) -> bool:
        """Return whether a cell has fewer than six neighbours."""
        return any(self.go(square, heading) is None for heading in HEADINGS[0, 1])

    def courses(self, piece: Piece) -> Sequence[Course]:
        """The courses of a piece on hexagons."""
        return _courses(piece)

    def go(self, place: Square, heading: Heading) -> State | None:
        """The cell one step away."""
        there = Square(place.row + heading[0], place.column + heading[1])
        return (there, heading) if there in self else None

    def maps(self) -> Iterator[Sequence[int]]:
        """The turns and reflections of hexagons that take the board onto itself."""
        cells = [(row, column, -row - column) for row, column in self]
        for (one, other, _), sign in product(permutations(range(3)), (1, -1)):
            moved = [(sign * cell[one], sign * cell[other]) for cell in cells]
            top, left = (min(column) for column in zip(*moved, strict=True))
            there = [Square(row - top, column - left) for row, column in moved]
            if all(cell in self for cell in there):
                yield [self.index(cell) for cell in there]

    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The ways of a piece by three coordinates that add up to 0, each counted along one of the axes of hexagons."""
        for sort, reach in sort_steps(piece, self.phrase):
            many = gcd(*sort)
            step = CENTRES[sort[0] // many, sort[1] // many]
            for down, right in {(sign * x, sign * y) for x, y, _ in permutations(step) for sign in (many, -many)}:
                yield self._ride(start, down, right, reach)

    def _ride(self, start: Square, down: int, right: int, reach: int) -> Iterator[Square]:
        row, column = start
        for _ in range(reach) if reach else count():
            row, column = row + down, column + right
            if not (0 <= row < self.rows and 0 <= column < self.rows and self.has(row, column)):
                return
            yield Square(row, column)

    @property
    def spec(self) -> str:
        """The board as commands take it: `hex:5`."""
        return f"{self.name}:{self.side}"

    def __str__(self) -> str:
        return self.spec

    @property
    def phrase(self) -> str:
        """The board in a sentence: `a hexagonal board of side 5`."""
        return f"a {self.adjective} board of side {self.side}"

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        return f" on a {self.adjective} board"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The board of `hex:5`, the name being that of the class."""
        found = SIZE.fullmatch(text.strip())
        return cls(int(found[2])) if found and found[1] == cls.name else None

    def plain(self) -> dict[str, Any]:
        """The sides of the slanted rectangle around the board as plain data."""
        return {"board": [self.rows, self.columns], "torus": False, "holes": []}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The board of plain data; raises `BadInput` for sides that no such board has."""
        rows, columns = data["board"]
        board = cls(cls.find_side(rows))
        if [rows, columns, data["torus"], data["holes"]] != [board.rows, board.columns, False, []]:
            raise BadInput(f"a slanted rectangle of {rows}x{columns} is around no {cls.adjective} board")
        return board


class Hexagon(Hexagonal):
    """A hexagon: 2n - 1 rows of n to 2n - 1 cells."""

    name: ClassVar[str] = "hex"
    adjective: ClassVar[str] = "hexagonal"

    def count_rows(self) -> int:
        """The number of rows."""
        return 2 * self.side - 1

    @classmethod
    def find_side(cls, rows: int) -> int:
        """The side of a board, from its number of rows."""
        return (rows + 1) // 2

    def has(self, row: int, column: int) -> bool:
        """Return whether the cell is less than `side` steps from the middle."""
        return self.side - 1 <= row + column <= 3 * (self.side - 1)


class Triangle(Hexagonal):
    """A triangle with its tip on top: rows of 1 to n cells."""

    name: ClassVar[str] = "triangle"
    adjective: ClassVar[str] = "triangular"

    def count_rows(self) -> int:
        """The number of rows."""
        return self.side

    def has(self, row: int, column: int) -> bool:
        """Return whether the cell is not to the left of the slanted edge."""
        return row + column >= self.side - 1


class Rhombus(Hexagonal):
    """A rhombus: n rows of n cells, each half a cell further to the right."""

    name: ClassVar[str] = "rhombus"
    adjective: ClassVar[str] = "rhombic"

    def count_rows(self) -> int:
        """The number of rows."""
        return self.side

    def has(self, row: int, column: int) -> bool:
        """Each row has all columns."""
        return True


@lru_cache(maxsize=64)
def _courses(piece: Piece) -> Sequence[Course]:
    found = set[Course]()
    for (low, high), reach in sort_steps(piece, "a board of hexagons"):
        many = gcd(low, high)
        headings = HEADINGS.get((low // many, high // many))
        if headings is None:
            known = "rook, bishop, queen, king, knight and pieces with their steps"
            raise BadInput(f"a board of hexagons has no {piece}: known there are {known}")
        found |= {Course((many * row, many * column), reach) for row, column in headings}
    return sorted(found)
