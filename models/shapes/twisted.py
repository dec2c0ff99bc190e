"""Boards whose left and right edge are joined upside down: what strips and bottles have in common."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from rookery.models.board import Board, Square
from rookery.models.drawing.arrows import CELL
from rookery.models.drawing.pictures import draw_picture
from rookery.models.drawing.seams import draw_joined, draw_twisted
from rookery.models.drawing.svg import NONE, Marks, draw_svg
from rookery.models.errors import BadInput
from rookery.models.ground.protocol import Place
from rookery.models.pieces.piece import Piece
from rookery.models.shapes.lattice import Lattice
from rookery.models.shapes.steps import Course, Heading


class Twisted(Lattice, Board):
    """A board on which beyond the last column comes the first one upside down, so that a step over the seam turns.

    The referee unfolds it: on the endless plane that covers the board no step ever turns.
    """

    straight: ClassVar[bool] = False
    noun: ClassVar[str]

    def __init__(self, rows: int, columns: int | None = None, torus: bool = False, holes: Any = ()) -> None:
        if torus:
            raise BadInput(f"a {self.noun} cannot be a torus as well")
        super().__init__(rows, columns, False, holes)

    @abstractmethod
    def row(self, row: int) -> int | None:
        """The row that lies so many rows from the first one, below or above it; None where there is none."""

    @abstractmethod
    def slides(self) -> Iterable[int]:
        """By how many rows all may be moved down, so that they still fit together at the seam."""

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
        """What boards that differ in size alone have in common."""
        return f" on a {self.noun}"

    @abstractmethod
    def unfold(self, row: int, column: int) -> Square:
        """The square at a place of the plane that covers the board; one that is not there beyond an edge."""


@lru_cache(maxsize=64)
def _courses(piece: Piece) -> Sequence[Course]:
    return sorted(Course(tuple(step), reach or 0) for step, reach in piece.rides)


@draw_picture.register
def _draw_joined(ground: Twisted, pieces: Mapping[Place, Piece], marks: Marks = NONE) -> str:
    """A board with arrows on the edges that are joined."""
    size = ground.columns * CELL, ground.rows * CELL
    seams = draw_twisted(*size) + (draw_joined(*size) if ground.row(ground.rows) is not None else "")
    return f"{draw_svg(pieces, ground, marks).removesuffix('</svg>')}{seams}</svg>"
