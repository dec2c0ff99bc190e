"""Boards of three dimensions: levels of rows and columns, with the pieces of Raumschach."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, permutations, product
from typing import Any, ClassVar, NamedTuple, Self

from rookery.core.errors import BadInput
from rookery.core.numbers import take_side
from rookery.core.values import dataclass
from rookery.core.words import article
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.boards.ground import Place
from rookery.models.boards.lattice import Course, Heading, Lattice, State, sort_steps, spread
from rookery.models.pieces.piece import Piece

SIZE = re.compile(r"([0-9]{1,9})[xX]([0-9]{1,9})[xX]([0-9]{1,9})")


class Cube(NamedTuple):
    """A place on a board of three dimensions, counted from 0: its level, and where it lies there."""

    level: int
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.level},{self.row},{self.column}"


@dataclass(frozen=True)
class Cuboid(Lattice):
    """A board of several levels, each with the same rows and columns.

    A step on a plane is possible on all planes; a piece that goes both straight and diagonally, such as queen and king,
    goes through the corners of cells as well, as the unicorn does. Raises `BadInput` for sides below 1, and for more
    squares than a board may have.
    """

    levels: int
    rows: int
    columns: int
    name: ClassVar[str] = "cuboid"
    place: ClassVar[Callable[..., Place]] = Cube
    cell: ClassVar[str] = "cell"
    cells: ClassVar[str] = "cells"
    tiling: ClassVar[str] = "levels"
    solid: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("levels", "rows", "columns"):
            object.__setattr__(self, name, take_side(getattr(self, name)))
        if min(self.sides) < 1:
            raise BadInput(f"a board of {self}: all sides must be at least 1")
        if len(self) > MAX_SQUARES:
            raise BadInput(f"a board of {self} has {len(self):,} cells; at most {MAX_SQUARES:,} are accepted")

    @property
    def sides(self) -> tuple[int, int, int]:
        """The numbers of levels, rows and columns."""
        return self.levels, self.rows, self.columns

    def __len__(self) -> int:
        return self.levels * self.rows * self.columns

    def __iter__(self) -> Iterator[Cube]:
        return map(Cube._make, product(*map(range, self.sides)))

    def __contains__(self, place: object) -> bool:
        if not (isinstance(place, tuple) and len(place) == 3 and all(isinstance(at, int) for at in place)):
            return False
        return all(0 <= at < side for at, side in zip(place, self.sides, strict=True))

    def index(self, place: Place) -> int:
        """The number of a cell: level by level, row by row; raises `BadInput` for one that is not on the board."""
        if place not in self:
            raise BadInput(self.refusal(place))
        level, row, column = place
        return int((level * self.rows + row) * self.columns + column)

    def square(self, index: int) -> Cube:
        """The cell of a number; raises `IndexError` for a number that the board does not have."""
        if not 0 <= index < len(self):
            raise IndexError(f"cell number {index} of a board with {len(self)} cells")
        above, column = divmod(index, self.columns)
        return Cube(*divmod(above, self.rows), column)

    def courses(self, piece: Piece) -> Sequence[Course]:
        """The courses of a piece in space."""
        return _courses(piece)

    def go(self, place: Place, heading: Heading) -> State | None:
        """The cell one step away."""
        there = Cube(*(at + step for at, step in zip(place, heading, strict=True)))
        return (there, heading) if there in self else None

    def maps(self) -> Iterator[Sequence[int]]:
        """The turns and reflections of a cuboid that take it onto itself: 48 of a cube."""
        for order in permutations(range(3)):
            if all(self.sides[axis] == side for axis, side in zip(order, self.sides, strict=True)):
                for flips in product((False, True), repeat=3):
                    yield [self.index(self._turn(cell, order, flips)) for cell in self]

    def _turn(self, cell: Cube, order: Sequence[int], flips: Sequence[bool]) -> Cube:
        turned = (cell[axis] for axis in order)
        ends = zip(turned, flips, self.sides, strict=True)
        return Cube(*(side - 1 - at if flip else at for at, flip, side in ends))

    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The ways of a piece: along each difference of cells of which the piece has the distances."""
        sorts = sort_steps(piece, self.phrase)
        solid = {tuple(map(abs, step)) for step in piece.solid}
        for reach in {0, *(reach for _, reach in sorts)}:
            far = [[0, *sort] for sort, repeated in sorts if repeated == reach]
            far += [[high] * 3 for low, high in ((f[1], f[2]) for f in far) if low == 0 and [0, high, high] in far]
            far += [] if reach else map(sorted, solid)
            most = max((high for *_, high in far), default=0)
            for step in product(range(-most, most + 1), repeat=3):
                if sorted(map(abs, step)) in far:
                    yield self._ride(start, step, reach)

    def _ride(self, start: Cube, step: Heading, reach: int) -> Iterator[Cube]:
        up, down, right = step
        for times in range(1, reach + 1) if reach else count(1):
            cell = Cube(start.level + times * up, start.row + times * down, start.column + times * right)
            if cell not in self:
                return
            yield cell

    @property
    def side(self) -> int | None:
        """The side of a cube."""
        return self.levels if len(set(self.sides)) == 1 else None

    @property
    def spec(self) -> str:
        """The board as commands take it: `4x4x4`."""
        return "x".join(map(str, self.sides))

    def __str__(self) -> str:
        return self.spec

    @property
    def phrase(self) -> str:
        """The board in a sentence: `a 4x4x4 board`."""
        return f"{article(self.levels)} {self} board"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The board of `4x4x4`."""
        found = SIZE.fullmatch(text.strip())
        return cls(*map(int, found.groups())) if found else None

    def plain(self) -> dict[str, Any]:
        """The sides as plain data."""
        return {"board": list(self.sides), "torus": False, "holes": []}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The board of plain data."""
        if data["torus"] or data["holes"]:
            raise BadInput("a board of three dimensions has neither joined edges nor holes")
        return cls(*data["board"])


@lru_cache(maxsize=64)
def _courses(piece: Piece) -> Sequence[Course]:
    sorts = sort_steps(piece, "a board of three dimensions")
    through = {((high, high), reach) for (low, high), reach in sorts if low == 0} & sorts
    found = {Course(step, reach) for sort, reach in sorts for step in spread((0, *sort))}
    found |= {Course(step, reach) for (side, _), reach in through for step in spread((side, side, side))}
    return sorted(found | {Course(step, 0) for step in piece.solid})
