"""Boards of squares: rectangles, tori and cylinders, with holes."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice
from operator import index
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple, Self, SupportsIndex, cast

from rookery.core.errors import BadInput, refuse, show_value
from rookery.core.numbers import is_pair, is_whole
from rookery.core.words import join_words, with_article
from rookery.models.boards.base import AbstractBoard, Cell, Clique
from rookery.models.pieces.piece import Piece

MAX_SQUARES = 4_000_000
SIDES = "whole numbers, such as Board(8) or Board(8, 11); rk.board('8x11') reads a text"
SQUARE = "(ROW, COLUMN) counted from 0, such as (0, 4), or a name such as 'e4'"
SQUARES = "a list of squares, such as [(0, 4)] or ['e4']"
WRITTEN = re.compile(r"\s*(?:(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})|([a-z])([0-9]{1,9}))\s*", re.IGNORECASE)
MAX_HOLES, MAX_NAMED = 8, 4  # holes that repr() and titles name
# Nine digits are enough for every accepted side.
SIZE = re.compile(r"([0-9]{1,9})(?: ?[x*×] ?([0-9]{1,9}))?(?::(torus|cylinder))?", re.IGNORECASE)
KINDS = {(False, False): "", (True, True): "torus", (False, True): "cylinder"}


class Square(NamedTuple):
    """A cell of a board, counted from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"


Move = Callable[[tuple[int, int]], Square]


@dataclass(frozen=True, init=False, repr=False)
class Board(AbstractBoard):
    """A rectangle of squares with holes: `Board(8)`, `Board(8, 11, torus=True)`, `Board(8, cylinder=True)`.

    `joined` says whether the top edge is joined to the bottom one, and the left edge to the right one. A hole, (7, 0)
    or "a1" on a board of 8 rows, is not a square: no piece stands on it, it need not be dominated, and a ride ends
    before it as at an edge. Squares are numbered from 0, row by row, holes left out; `len(board)` counts them.

    Raises `BadInput` for sides below 1, more than `MAX_SQUARES` squares, and holes off the board or named twice.
    """

    cell_type: ClassVar[Callable[..., Cell]] = Square

    rows: int
    columns: int
    joined: tuple[bool, bool]
    holes: frozenset[Square]

    def __init__(
        self,
        rows: int,
        columns: int | None = None,
        torus: bool = False,
        holes: Iterable[tuple[int, int] | str] = (),
        *,
        cylinder: bool = False,
    ) -> None:
        rows, columns = _take_side(rows), _take_side(rows if columns is None else columns)
        for name, value in (("torus", torus), ("cylinder", cylinder)):
            if not isinstance(value, bool):
                refuse(name, value, "True or False")
        if torus and cylinder:
            raise BadInput("a board is a torus or a cylinder, not both")
        if rows < 1 or columns < 1:
            raise BadInput(f"a board of {rows}x{columns}: both sides must be at least 1")
        if rows * columns > MAX_SQUARES:
            raise BadInput(
                f"a board of {rows}x{columns} has {rows * columns:,} squares; at most {MAX_SQUARES:,} are accepted"
            )
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "joined", (torus, torus or cylinder))
        object.__setattr__(self, "holes", frozenset())  # the names of the holes are read without them
        object.__setattr__(self, "holes", frozenset(self._take_holes(holes)))

    def _take_holes(self, holes: Iterable[tuple[int, int] | str]) -> Iterator[Square]:
        seen = set()
        if isinstance(holes, str) or not isinstance(holes, Iterable) or is_pair(holes):
            refuse("holes", holes, SQUARES)
        for given in holes:
            hole = self.read_square(given, "hole")
            if not (0 <= hole.row < self.rows and 0 <= hole.column < self.columns):
                raise BadInput(f"hole {hole} lies off the board of {self.rows}x{self.columns}")
            if hole in seen:
                raise BadInput(f"hole {hole} is named twice")
            seen.add(hole)
            yield hole

    def read_square(self, value: object, what: str) -> Square:
        """Return the square of a pair, of `R,C`, or of a name: `e4` has file e from the left, rank 4 from the bottom.

        A pair may lie off the board. Raises `BadInput` for other values, and for a name off the board.
        """
        if is_pair(value):
            return Square(*map(index, cast("tuple[int, int]", value)))
        written = WRITTEN.fullmatch(value) if isinstance(value, str) else None
        if written is None:
            refuse(what, value, SQUARE)
        row, column, file, rank = written.groups()
        if file is None:
            return Square(int(row), int(column))
        if self.columns > len(ascii_lowercase):
            raise BadInput(
                f"{what} {show_value(value)}: letters name 26 columns; {self.phrase} has more, so give ROW,COLUMN"
            )
        square = Square(self.rows - int(rank), ascii_lowercase.index(file.lower()))
        if not (0 <= square.row < self.rows and square.column < self.columns):
            corners = f"a1 (bottom left) to {ascii_lowercase[self.columns - 1]}{self.rows}"
            raise BadInput(f"{what} {show_value(value)} lies off the board of {self}: its squares are {corners}")
        return square

    @property
    def kind(self) -> str:
        """`torus`, `cylinder`, or empty."""
        return KINDS[self.joined]

    @property
    def torus(self) -> bool:
        """Whether all edges are joined."""
        return all(self.joined)

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}{':' * bool(self.kind)}{self.kind}{self._without}"

    @property
    def spec(self) -> str:
        """The text by which commands and reports name the board; holes follow in words."""
        return f"{self.size}{self._without}"

    @property
    def size(self) -> str:
        """The text by which commands name the board without its holes, such as 8x11:torus."""
        sides = str(self.rows) if self.rows == self.columns else f"{self.rows}x{self.columns}"
        return f"{sides}{':' * bool(self.kind)}{self.kind}"

    @property
    def _without(self) -> str:
        return f" without {' '.join(map(self.label, sorted(self.holes)))}" if self.holes else ""

    @property
    def side(self) -> int | None:
        """The side of a square board."""
        return self.rows if self.rows == self.columns else None

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        shape = f" on {self.rows}xn" if self.rows < self.columns else f" on nx{self.columns}"
        kind = f" on a {self.kind}" * bool(self.kind)
        return f"{'' if self.side else shape}{kind}{' with holes' * bool(self.holes)}"

    @property
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 board`, `a 5x7 torus`, `a 4x4 board without a4 and b4`."""
        holes = [self.label(hole) for hole in sorted(self.holes)]
        without = f" with {len(holes):,} holes" if len(holes) > MAX_NAMED else f" without {join_words(holes)}"
        return with_article(f"{self.rows}x{self.columns} {self.kind or 'board'}{without if holes else ''}")

    @classmethod
    def parse(cls, text: str) -> "Board | None":
        """Return the board of `8`, `8x11` (also `8*11`), `8x11:torus` or `8:cylinder`; None for other text."""
        found = SIZE.fullmatch(text.strip())
        if found is None:
            return None
        rows, columns, kind = int(found[1]), int(found[2] or found[1]), (found[3] or "").lower()
        return Board(rows, columns, kind == "torus", cylinder=kind == "cylinder")

    def plain(self) -> str | dict[str, Any]:
        """Return the size as text, with holes in a dictionary."""
        return {"size": self.size, "holes": [list(hole) for hole in sorted(self.holes)]} if self.holes else self.size

    def with_holes(self, holes: Iterable[tuple[int, int]]) -> Self:
        """Return the same board with further holes."""
        holes = [*sorted(self.holes), *holes]
        return type(self)(self.rows, self.columns, self.torus, holes, cylinder=self.kind == "cylinder")

    def __repr__(self) -> str:
        kind = f", {self.kind}=True" if self.kind else ""
        written = ", ".join(str(tuple(hole)) for hole in sorted(self.holes)[:MAX_HOLES])
        more = f", ... {len(self.holes):,} in all" if len(self.holes) > MAX_HOLES else ""
        holes = f", holes=[{written}{more}]" if self.holes else ""
        return f"Board({self.rows}, {self.columns}{kind}{holes})"

    def __len__(self) -> int:
        return self.rows * self.columns - len(self.holes)

    def __iter__(self) -> Iterator[Square]:
        cells = (Square(row, column) for row in range(self.rows) for column in range(self.columns))
        return (cell for cell in cells if cell not in self.holes) if self.holes else cells

    def __contains__(self, cell: object) -> bool:
        if not (isinstance(cell, tuple) and len(cell) == 2):
            return False
        row, column = cell
        try:
            return 0 <= row < self.rows and 0 <= column < self.columns and cell not in self.holes
        except TypeError:
            return False

    def index(self, cell: Cell) -> int:
        """Return the number of a square; raises `BadInput` if it is not on the board."""
        if cell not in self:
            raise BadInput(self.refusal(cell))
        place = int(cell[0] * self.columns + cell[1])
        return self._numbers[place] if self.holes else place

    def refusal(self, cell: Cell) -> str:
        """Return the reason why a square is not on the board: it is a hole, or lies outside."""
        if not is_pair(cell):
            return f"square {show_value(cell)}: expected a pair (ROW, COLUMN) of whole numbers counted from 0"
        where = "is a hole of" if cell in self.holes else "lies off"
        return f"square {cell[0]},{cell[1]} {where} the board of {self}"

    def cell(self, index: int) -> Square:
        """Return the square of a number; raises `IndexError` if the board has no such number."""
        if not 0 <= index < len(self):
            raise IndexError(f"square number {index} of a board with {len(self)} squares")
        return Square(*divmod(self._places[index] if self.holes else index, self.columns))

    def label(self, cell: Cell) -> str:
        """Return a square as chess writes it, `e4`; as `ROW,COLUMN` on a board of more than 26 columns."""
        row, column = cell
        return f"{ascii_lowercase[column]}{self.rows - row}" if self._is_lettered else f"{row},{column}"

    @property
    def _is_lettered(self) -> bool:
        return self.columns <= len(ascii_lowercase) and not self.numbered

    def label_line(self, part: str, at: int) -> str:
        """Return a row or column, counted from 0 at the top left, as on a chess board: `row 8`, `column a`."""
        if not self._is_lettered:
            return f"{part} {at}"
        return f"row {self.rows - at}" if part == "row" else f"column {ascii_lowercase[at]}"

    @cached_property
    def _places(self) -> list[int]:
        """For each square number its number on the board without holes."""
        free = [True] * (self.rows * self.columns)
        for hole in self.holes:
            free[hole.row * self.columns + hole.column] = False
        return list(compress(range(len(free)), free))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {place: number for number, place in enumerate(self._places)}

    def step(self, square: tuple[int, int], step: tuple[int, int]) -> Square | None:
        """Return the square one step away, or None if the step leaves the board or ends in a hole."""
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
        """Yield the numbers of the squares on each ride from `start`, nearest first."""
        for ride in sorted(piece.rides, key=str):
            ahead, square = list[int](), self.step(start, ride.step)
            while square is not None and square != start and len(ahead) < (ride.reach or MAX_SQUARES):
                ahead.append(self.index(square))
                square = self.step(square, ride.step)
            yield ahead

    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """Yield the ways of a piece from `start` on the empty board, as the referee walks them."""
        for (rows, columns), limit in piece.rides:
            yield islice(self._way(start, rows, columns), limit)

    def _way(self, start: Cell, rows: int, columns: int) -> Iterator[Cell]:
        """Yield the squares of a ride until it leaves the board, ends at a hole, or is back where it began."""
        row, column = start
        down, across = self.joined
        while True:
            row, column = row + rows, column + columns
            if down:
                row %= self.rows
            if across:
                column %= self.columns
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return
            square = Square(row, column)
            if square == start or square in self.holes:
                return
            yield square

    def turned(self, transpose: bool, flip_rows: bool, flip_columns: bool) -> tuple[Self, Move]:
        """Return the board transposed and then flipped, and the function that moves its squares there."""
        if transpose and self.kind == "cylinder":
            raise BadInput(f"{self.phrase} has no quarter turn: its rows and columns are not joined in the same way")
        rows, columns = (self.columns, self.rows) if transpose else (self.rows, self.columns)

        def move(square: tuple[int, int]) -> Square:
            row, column = square[::-1] if transpose else square
            return Square(rows - 1 - row if flip_rows else row, columns - 1 - column if flip_columns else column)

        return self._moved(rows, columns, move), move

    def _moved(self, rows: int, columns: int, move: Move) -> Self:
        return type(self)(rows, columns, self.torus, map(move, self.holes), cylinder=self.kind == "cylinder")


def _take_side(value: object) -> int:
    if not is_whole(value):
        refuse("a board of", value, SIDES)
    return index(cast("SupportsIndex", value))
