"""Cylinders: boards whose left and right edges are joined, while top and bottom stay edges.

Boards whose left and right edge are joined upside down: what strips and bottles have in common.

Klein bottles: the upper and the lower edge are joined as on a torus, the left and the right edge upside down.

Moebius strips: the left and the right edge are joined upside down, so that what goes once around is mirrored.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from rookery.core.errors import BadInput, show_value
from rookery.models.boards.board import Board, Square
from rookery.models.boards.ground import Place
from rookery.models.boards.lattice import Course, Heading, Lattice
from rookery.models.pieces.piece import Piece


class Twisted(Lattice, Board):
    """A board on which beyond the last column comes the first one upside down, so that a step over the seam turns.

    The referee unfolds it: on the endless plane that covers the board no step ever turns.
    """

    straight: ClassVar[bool] = False
    tiling: ClassVar[str] = "joined"
    noun: ClassVar[str]

    def __init__(self, rows: int, columns: int | None = None, torus: bool = False, holes: Any = ()) -> None:
        if torus:
            raise BadInput(f"a {self.noun} cannot be a torus as well")
        super().__init__(rows, columns, False, holes)

    @abstractmethod
    def row(self, row: int) -> int | None:
        """The number of the row at this distance from the first one, below or above it; None if there is no row."""

    @abstractmethod
    def slides(self) -> Iterable[int]:
        """The numbers of rows by which all cells may move down so that they still fit together at the seam."""

    def go(self, place: Square, heading: Heading) -> tuple[Square, Heading] | None:
        """The square one step away; over the seam rows are counted from the other edge, and the step turns over."""
        rows, columns = heading
        row = self.row(place.row + rows)
        around, column = divmod(place.column + columns, self.columns)
        if row is None:
            return None
        if around % 2:
            row, heading = self.rows - 1 - row, (-rows, columns)
        there = Square(row, column)
        return None if there in self.holes else (there, heading)

    def courses(self, piece: Piece) -> Sequence[Course]:
        """The steps of a piece as on any board."""
        return _courses(piece)

    def akin(self, heading: Heading) -> Iterable[Heading]:
        """A line may be followed both ways, and turned over by the seam."""
        rows, columns = heading
        return (rows, columns), (-rows, columns), (rows, -columns), (-rows, -columns)

    def maps(self) -> Iterator[Sequence[int]]:
        """Each shift along the rows, once around upside down and once more to where it began, also mirrored."""
        for mirrored, down, right in product((False, True), self.slides(), range(2 * self.columns)):
            there = [self.unfold(row + down, (-column if mirrored else column) + right) for row, column in self]
            if all(square in self for square in there):
                yield [self.index(square) for square in there]

    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The ways that a piece goes from `start`, straight on the plane that covers the board."""
        for (rows, columns), reach in piece.rides:
            yield self._unroll(start, rows, columns, reach)

    def _unroll(self, start: Square, rows: int, columns: int, reach: int | None) -> Iterator[Square]:
        times = 1
        while reach is None or times <= reach:
            square = self.unfold(start.row + times * rows, start.column + times * columns)
            if square not in self or square == start:
                return
            yield square
            times += 1

    @property
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 Moebius strip`."""
        return super().phrase.replace(f" {self.shape}", f" {self.noun}", 1)

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        return f" on a {self.noun}"

    @abstractmethod
    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the plane that covers the board; one that is not there beyond an edge."""


@lru_cache(maxsize=64)
def _courses(piece: Piece) -> Sequence[Course]:
    return sorted(Course(tuple(step), reach or 0) for step, reach in piece.rides)


class Klein(Twisted):
    """A closed board: beyond the last row comes the first one, beyond the last column the first one upside down."""

    name: ClassVar[str] = "klein"
    shape: ClassVar[str] = "klein"
    noun: ClassVar[str] = "Klein bottle"

    def row(self, row: int) -> int | None:
        """The row of this number, counted around."""
        return row % self.rows

    def slides(self) -> Iterable[int]:
        """Half of an even number of rows: the same distance up and down, and so on both sides of the seam."""
        return (0, self.rows // 2) if self.rows % 2 == 0 else (0,)

    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the endless plane that covers the bottle."""
        upside_down = column // self.columns % 2 == 1
        row = row % self.rows
        return Square(self.rows - 1 - row if upside_down else row, column % self.columns)


class Moebius(Twisted):
    """A Moebius strip: beyond the last column comes the first one, upside down."""

    name: ClassVar[str] = "moebius"
    shape: ClassVar[str] = "moebius"
    noun: ClassVar[str] = "Moebius strip"

    def row(self, row: int) -> int | None:
        """The row of this number; None beyond the edge."""
        return row if 0 <= row < self.rows else None

    def slides(self) -> Iterable[int]:
        """No row can take the place of another."""
        return (0,)

    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the endless straight strip that covers this one."""
        upside_down = column // self.columns % 2 == 1
        return Square(self.rows - 1 - row if upside_down else row, column % self.columns)


class Cylinder(Board):
    """A board whose left edge is joined to its right one: `8:cylinder`, `Cylinder(8, 11)`.

    A step leads the same way from every square, so lines and symmetries are found as those of boards are.
    """

    name: ClassVar[str] = "cylinder"
    shape: ClassVar[str] = "cylinder"

    def __init__(
        self, rows: int, columns: int | None = None, torus: bool = False, holes: Iterable[tuple[int, int]] = ()
    ) -> None:
        if torus is not False:
            raise BadInput(f"torus {show_value(torus)}: a cylinder joins left and right alone")
        super().__init__(rows, columns, torus, holes)

    @property
    def joined(self) -> tuple[bool, bool]:
        """Return whether the top edge is joined to the bottom one, and the left edge to the right one."""
        return False, True

    def wrap(self, row: Any, column: Any) -> tuple[Any, Any]:
        """The cell of a square beyond an edge; the referee's own code, also for arrays of squares."""
        return row, column % self.columns
