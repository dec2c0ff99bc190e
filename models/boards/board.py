"""Boards: rectangles and tori of squares, with holes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count, islice
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple, Self, TypeGuard

from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import Step as Step
from rookery.core.numbers import is_pair as is_pair
from rookery.core.numbers import is_whole as is_whole
from rookery.core.numbers import list_holes, take_hole, take_side
from rookery.core.words import join_words
from rookery.models.boards.base import AbstractBoard, Cell, Clique
from rookery.models.pieces.piece import Piece

MAX_SQUARES = 4_000_000
MAX_HOLES, MAX_NAMED = 8, 4  # holes that are written out for a programmer, and those that a title names
# Nine digits are enough for every board that fits, and keep a slip of the finger from making a giant number.
SIZE = re.compile(r"([0-9]{1,9})(?:[xX]([0-9]{1,9}))?(?::([a-z]+))?")
FILES = ascii_lowercase


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


@dataclass(frozen=True, init=False, repr=False)
class Board(AbstractBoard):
    """A rectangle of squares, perhaps closed to a torus, perhaps with holes.

    A hole is not a square: no piece stands on it, it need not be dominated, and a ride ends before it as at an edge.
    Squares are numbered from 0, row by row, holes left out; `len(board)` counts them.

    Raises `BadInput` for sides below 1, more than `MAX_SQUARES` squares, and holes off the board or named twice.
    """

    name: ClassVar[str] = "board"
    cell_type: ClassVar[Callable[..., Cell]] = Square
    shape: ClassVar[str] = ""  # what follows the size, where the board is no rectangle or torus
    uniform: ClassVar[bool] = True  # squares differ by their neighbours alone: all turns and shifts may be symmetries

    rows: int
    columns: int
    torus: bool
    holes: frozenset[Square]

    def __init__(
        self, rows: int, columns: int | None = None, torus: bool = False, holes: Iterable[tuple[int, int]] = ()
    ) -> None:
        rows, columns = take_side(rows), take_side(rows if columns is None else columns)
        if not isinstance(torus, bool):
            raise BadInput(f"torus {show_value(torus)}: expected True or False")
        if rows < 1 or columns < 1:
            raise BadInput(f"a board of {rows}x{columns}: both sides must be at least 1")
        if rows * columns > MAX_SQUARES:
            raise BadInput(
                f"a board of {rows}x{columns} has {rows * columns:,} squares; at most {MAX_SQUARES:,} are accepted"
            )
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "torus", torus)
        object.__setattr__(self, "holes", frozenset(self._distinct(holes)))

    def _distinct(self, holes: Iterable[tuple[int, int]]) -> Iterator[Square]:
        seen = set()
        for row, column in map(take_hole, list_holes(holes)):
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
        return f"{':' * bool(self._kind)}{self._kind}{holes}"

    @property
    def _kind(self) -> str:
        return "torus" if self.torus else self.shape

    @property
    def size(self) -> str:
        """The board without its holes: `8x11:torus`."""
        sides = str(self.rows) if self.rows == self.columns else f"{self.rows}x{self.columns}"
        return f"{sides}{':' * bool(self._kind)}{self._kind}"

    @property
    def side(self) -> int | None:
        """The side of a square board."""
        return self.rows if self.rows == self.columns else None

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        shape = f" on {self.rows}xn" if self.rows < self.columns else f" on nx{self.columns}"
        kind = f" on a {self._kind}" * bool(self._kind)
        return f"{'' if self.side else shape}{kind}{' with holes' * bool(self.holes)}"

    def words(self) -> Iterator[str]:
        """The options of a command that name the board."""
        yield from ("--board", self.size)
        for hole in sorted(self.holes):
            yield from ("--hole", str(hole))

    @property
    def joined(self) -> tuple[bool, bool]:
        """Return whether the top edge is joined to the bottom one, and the left edge to the right one."""
        return self.torus, self.torus

    @property
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 board`, `a 5x7 torus`, `a 4x4 board without 0,0 and 0,1`."""
        rows = str(self.rows)
        article = "an" if rows in ("11", "18") or rows.startswith("8") else "a"
        holes = [str(hole) for hole in sorted(self.holes)]
        without = f" with {len(holes):,} holes" if len(holes) > MAX_NAMED else f" without {join_words(holes)}"
        return f"{article} {rows}x{self.columns} {self._kind or 'board'}{without if holes else ''}"

    @classmethod
    def parse(cls, text: str) -> "Board | None":
        """The board of `8`, `8x11` or `8x11:torus`; of another shape, `8:cylinder`."""
        found = SIZE.fullmatch(text.strip())
        kind = found and (found[3] or "")
        if found is None or kind not in ((cls.shape,) if cls.shape else ("", "torus")):
            return None
        sides = int(found[1]), int(found[2] or found[1])
        return cls(sides[0], sides[1], kind == "torus")

    def plain(self) -> dict[str, Any]:
        """The board as plain data."""
        holes = [list(hole) for hole in sorted(self.holes)]
        return {"board": [self.rows, self.columns], "torus": self.torus, "holes": holes}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The board of plain data."""
        rows, columns = data["board"]
        return cls(rows, columns, data["torus"], data["holes"])

    def with_holes(self, holes: Iterable[tuple[int, int]]) -> Self:
        """The same board with further holes."""
        return type(self)(self.rows, self.columns, self.torus, [*sorted(self.holes), *holes])

    def __repr__(self) -> str:
        torus = ", torus=True" if self.torus else ""
        written = ", ".join(str(tuple(hole)) for hole in sorted(self.holes)[:MAX_HOLES])
        more = f", ... {len(self.holes):,} in all" if len(self.holes) > MAX_HOLES else ""
        holes = f", holes=[{written}{more}]" if self.holes else ""
        return f"{type(self).__name__}({self.rows}, {self.columns}{torus}{holes})"

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
        """The reason why a square is not on the board: it is a hole, or lies outside."""
        if not is_pair(square):
            return f"square {show_value(square)}: expected a pair (ROW, COLUMN) of whole numbers counted from 0"
        where = "is a hole of" if square in self.holes else "lies off"
        return f"square {square[0]},{square[1]} {where} the board of {self}"

    def cell(self, index: int) -> Square:
        """The square of a number; raises `IndexError` for a number that the board does not have."""
        if not 0 <= index < len(self):
            raise IndexError(f"square number {index} of a board with {len(self)} squares")
        cell = self._cells[index] if self.holes else index
        return Square(*divmod(cell, self.columns))

    def is_outer(self, square: Square) -> bool:
        """Return whether a square lies in an outer row or column."""
        return square.row in (0, self.rows - 1) or square.column in (0, self.columns - 1)

    @cached_property
    def _cells(self) -> list[int]:
        free = [True] * (self.rows * self.columns)
        for hole in self.holes:
            free[hole.row * self.columns + hole.column] = False
        return list(compress(range(len(free)), free))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {cell: number for number, cell in enumerate(self._cells)}

    def step(self, square: tuple[int, int], step: tuple[int, int]) -> Square | None:
        """The square one step away, or None if the step leaves the board or ends in a hole."""
        row, column = square[0] + step[0], square[1] + step[1]
        down, across = self.joined
        if down:
            row %= self.rows
        if across:
            column %= self.columns
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        there = Square(row, column)
        return None if there in self.holes else there

    def rays(self, piece: Piece, start: Cell) -> Iterator[Clique]:
        """The numbers of the squares that a piece attacks from `start`: each ride of it, step by step."""
        for ride in sorted(piece.rides, key=str):
            ahead, square = list[int](), self.step(start, ride.step)
            while square is not None and square != start and len(ahead) < (ride.reach or MAX_SQUARES):
                ahead.append(self.index(square))
                square = self.step(square, ride.step)
            yield ahead

    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """The ways that a piece goes from `start` on the empty board, square by square, as the referee walks them."""
        for (rows, columns), limit in piece.rides:
            yield islice(self._way(start, rows, columns), limit)

    def _way(self, start: Cell, rows: int, columns: int) -> Iterator[Cell]:
        """The squares of a ride, until it leaves the board, ends at a hole, or is back where it began."""
        row, column = start
        for _ in count():
            row, column = self.wrap(row + rows, column + columns)
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return
            square = Square(row, column)
            if square == start or square in self.holes:
                return
            yield square

    def wrap(self, row: Any, column: Any) -> tuple[Any, Any]:
        """The cell of a square beyond an edge, on a torus; the referee's own code, also for arrays of squares."""
        return (row % self.rows, column % self.columns) if self.torus else (row, column)

    def quarter_turn(self) -> "Board":
        """The board after a quarter turn to the right: its rows have become columns."""
        if self.joined[0] != self.joined[1]:
            raise BadInput(f"{self.phrase} has no quarter turn: its rows and columns are not joined in the same way")
        holes = (Square(hole.column, self.rows - 1 - hole.row) for hole in self.holes)
        return type(self)(self.columns, self.rows, self.torus, holes)

    def half_turn(self) -> "Board":
        """The board after half a turn."""
        holes = (Square(self.rows - 1 - hole.row, self.columns - 1 - hole.column) for hole in self.holes)
        return type(self)(self.rows, self.columns, self.torus, holes)

    def mirror_image(self) -> "Board":
        """The board with left and right exchanged."""
        holes = (Square(hole.row, self.columns - 1 - hole.column) for hole in self.holes)
        return type(self)(self.rows, self.columns, self.torus, holes)


def is_uniform(board: AbstractBoard) -> TypeGuard[Board]:
    """Return whether all turns and shifts of a board may be symmetries; regions allow fewer."""
    return isinstance(board, Board) and board.uniform
