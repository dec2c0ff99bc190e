"""Squares in rows and columns, some of them perhaps left out, numbered row by row."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import compress
from string import ascii_lowercase
from typing import ClassVar, NamedTuple

from rookery.models.base.pairs import is_pair
from rookery.models.errors import BadInput, show_value
from rookery.models.ground.protocol import Ground, Place

FILES = ascii_lowercase


class Square(NamedTuple):
    """A place on a board, counted from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"

    def algebraic(self, board: "Rectangle") -> str:
        """The square as chess writes it, files from the left and ranks from the bottom of a board: `e4`.

        Raises `BadInput` for a square that the board does not have, and for a board of more than 26 columns.
        """
        if board.columns > len(FILES):
            raise BadInput(f"a board of {board.columns} columns; algebraic squares need at most {len(FILES)}")
        if self not in board:
            raise BadInput(board.refusal(self))
        return f"{FILES[self.column]}{board.rows - self.row}"


class Rectangle(Ground):
    """A ground whose cells are squares: those of a rectangle that are no holes."""

    place: ClassVar[Callable[..., Place]] = Square

    rows: int
    columns: int
    holes: frozenset[Square]

    def __len__(self) -> int:
        return self.rows * self.columns - len(self.holes)

    def __iter__(self) -> Iterator[Square]:
        cells = (Square(row, column) for row in range(self.rows) for column in range(self.columns))
        return (cell for cell in cells if cell not in self.holes) if self.holes else cells

    def __contains__(self, square: object) -> bool:
        if not (isinstance(square, tuple) and len(square) == 2):
            return False
        row, column = square
        try:
            return 0 <= row < self.rows and 0 <= column < self.columns and square not in self.holes
        except TypeError:
            return False

    def index(self, square: tuple[int, int]) -> int:
        """The number of a square; raises `BadInput` for a square that the board does not have."""
        if square not in self:
            raise BadInput(self.refusal(square))
        cell = square[0] * self.columns + square[1]
        return self._numbers[cell] if self.holes else cell

    def refusal(self, square: tuple[int, int]) -> str:
        """Why a square is none of the board: it is a hole, or lies outside."""
        if not is_pair(square):
            return f"square {show_value(square)}: expected a pair (ROW, COLUMN) of whole numbers counted from 0"
        where = "is a hole of" if square in self.holes else "lies off"
        return f"square {square[0]},{square[1]} {where} the board of {self}"

    def square(self, index: int) -> Square:
        """The square of a number; raises `IndexError` for a number that the board does not have."""
        if not 0 <= index < len(self):
            raise IndexError(f"square number {index} of a board with {len(self)} squares")
        cell = self._cells[index] if self.holes else index
        return Square(*divmod(cell, self.columns))

    @cached_property
    def _cells(self) -> list[int]:
        free = [True] * (self.rows * self.columns)
        for hole in self.holes:
            free[hole.row * self.columns + hole.column] = False
        return list(compress(range(len(free)), free))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {cell: number for number, cell in enumerate(self._cells)}
