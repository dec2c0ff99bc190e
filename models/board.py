"""Boards: rectangles and tori of squares, with holes."""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from string import ascii_lowercase
from typing import Any, NamedTuple, SupportsIndex, cast

from rookery.models.base.pictures import picture
from rookery.models.errors import BadInput, show_value

MOST_SQUARES = 4_000_000
MOST_HOLES = 8  # that are written out for a programmer
FILES = ascii_lowercase
SIDES = "whole numbers, such as Board(8) or Board(8, 11); rk.board('8x11') reads a text"
PAIRS = "a list of squares, each a pair (ROW, COLUMN) of whole numbers counted from 0, such as [(0, 4)]"


class Square(NamedTuple):
    """A place on a board, counted from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"

    def algebraic(self, board: "Board") -> str:
        """The square as chess writes it, files from the left and ranks from the bottom of a board: `e4`.

        Raises `BadInput` for a square that the board does not have, and for a board of more than 26 columns.
        """
        if board.columns > len(FILES):
            raise BadInput(f"a board of {board.columns} columns; algebraic squares need at most {len(FILES)}")
        if self not in board:
            raise BadInput(board.refusal(self))
        return f"{FILES[self.column]}{board.rows - self.row}"


class Step(NamedTuple):
    """A difference between two squares: rows downwards, columns to the right."""

    rows: int
    columns: int


@dataclass(frozen=True, init=False, repr=False)
class Board:
    """A rectangle of squares, perhaps closed to a torus, perhaps with holes.

    A hole is not a square: no piece stands on it, it need not be dominated, and a ride ends before it as at an edge.
    Squares are numbered from 0, row by row, holes left out; `len(board)` counts them.

    Raises `BadInput` for sides below 1, more than `MOST_SQUARES` squares, and holes off the board or named twice.
    """

    rows: int
    columns: int
    torus: bool
    holes: frozenset[Square]

    def __init__(
        self, rows: int, columns: int | None = None, torus: bool = False, holes: Iterable[tuple[int, int]] = ()
    ) -> None:
        rows, columns = _side(rows), _side(rows if columns is None else columns)
        if not isinstance(torus, bool):
            raise BadInput(f"torus {show_value(torus)}: expected True or False")
        if rows < 1 or columns < 1:
            raise BadInput(f"a board of {rows}x{columns}: both sides must be at least 1")
        if rows * columns > MOST_SQUARES:
            raise BadInput(
                f"a board of {rows}x{columns} has {rows * columns:,} squares; at most {MOST_SQUARES:,} are accepted"
            )
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "torus", torus)
        object.__setattr__(self, "holes", frozenset(self._distinct(holes)))

    def _distinct(self, holes: Iterable[tuple[int, int]]) -> Iterator[Square]:
        seen = set()
        for row, column in map(_pair, _list_holes(holes)):
            hole = Square(row, column)
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                raise BadInput(f"hole {hole} lies off the board of {self.rows}x{self.columns}")
            if hole in seen:
                raise BadInput(f"hole {hole} is named twice")
            seen.add(hole)
            yield hole

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}{self._rest()}"

    @property
    def spec(self) -> str:
        """The board as commands take it and plain data has it: `8`, `8x11:torus`; holes follow in words."""
        return f"{self.rows}{self._rest()}" if self.rows == self.columns else str(self)

    def _rest(self) -> str:
        holes = f" without {' '.join(map(str, sorted(self.holes)))}" if self.holes else ""
        return f"{':torus' if self.torus else ''}{holes}"

    def __repr__(self) -> str:
        torus = ", torus=True" if self.torus else ""
        written = ", ".join(str(tuple(hole)) for hole in sorted(self.holes)[:MOST_HOLES])
        more = f", ... {len(self.holes):,} in all" if len(self.holes) > MOST_HOLES else ""
        holes = f", holes=[{written}{more}]" if self.holes else ""
        return f"Board({self.rows}, {self.columns}{torus}{holes})"

    def _repr_html_(self) -> str | None:
        return picture(self)

    def __len__(self) -> int:
        return self.rows * self.columns - len(self.holes)

    def __bool__(self) -> bool:
        return True

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

    def step(self, square: tuple[int, int], step: tuple[int, int]) -> Square | None:
        """The square one step away, or None where the step leaves the board or ends in a hole."""
        row, column = square[0] + step[0], square[1] + step[1]
        if self.torus:
            row, column = row % self.rows, column % self.columns
        elif not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        there = Square(row, column)
        return None if there in self.holes else there

    def quarter_turn(self) -> "Board":
        """The board after a quarter turn to the right: its rows have become columns."""
        holes = (Square(hole.column, self.rows - 1 - hole.row) for hole in self.holes)
        return Board(self.columns, self.rows, self.torus, holes)

    def mirror_image(self) -> "Board":
        """The board with left and right exchanged."""
        holes = (Square(hole.row, self.columns - 1 - hole.column) for hole in self.holes)
        return Board(self.rows, self.columns, self.torus, holes)

    @cached_property
    def _cells(self) -> list[int]:
        free = [True] * (self.rows * self.columns)
        for hole in self.holes:
            free[hole.row * self.columns + hole.column] = False
        return list(compress(range(len(free)), free))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {cell: number for number, cell in enumerate(self._cells)}


def is_pair(value: object) -> bool:
    """Whether a value is a row and a column: two whole numbers, as a tuple, a list, or an array."""
    if not isinstance(value, Sized) or isinstance(value, str | bytes | Mapping) or not hasattr(value, "__getitem__"):
        return False
    return len(value) == 2 and all(map(is_whole, cast("Iterable[object]", value)))


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, of Python or of another library; a truth value is none."""
    try:
        return not isinstance(value, bool) and operator.index(cast("SupportsIndex", value)) is not None
    except TypeError:
        return False


def _side(value: Any) -> int:
    if not is_whole(value):
        raise BadInput(f"a board of {show_value(value)}: expected {SIDES}")
    return operator.index(value)


def _list_holes(holes: Any) -> Iterable[Any]:
    if isinstance(holes, str) or not isinstance(holes, Iterable) or is_pair(holes):
        raise BadInput(f"holes {show_value(holes)}: expected {PAIRS}")
    return holes


def _pair(hole: Any) -> tuple[int, int]:
    if not is_pair(hole):
        raise BadInput(f"hole {show_value(hole)}: expected {PAIRS}")
    return operator.index(hole[0]), operator.index(hole[1])
