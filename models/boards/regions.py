"""Boards of regions: each square carries the sign of its region, as in star battles, "Queens" and "Two Not Touch"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Self

from rookery.core.files import read_text
from rookery.core.words import amount, shorten
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board, Move, Square

PREFIX = "regions:"
NONE, HOLE = "-", "#"  # a square of no region, and a hole
SIGNS = ascii_uppercase + ascii_lowercase + digits  # for regions with longer names
READ_TWICE = {  # signs of drawings that are read in two ways
    "*": "a hole to some and a reserved square to others",
    "+": "a free square to some and a piece to others",
    "o": "a free square to some and a piece to others",
    "O": "a free square to some and a piece to others",
    "0": "a free square to some and a number of free squares (in FEN, whose rows stand in one line) to others",
    "1": "a piece or a wall to some and a free square (in FEN, whose rows stand in one line) to others",
    "X": "a forbidden square (x) to some and a piece or a wall to others",
    "★": "a piece to some and a mark to others",
}


@dataclass(frozen=True, init=False, repr=False)
class RegionBoard(Board):
    """A board whose squares lie in regions: `RegionBoard("AAB/ACB/CCB")`, its rows on lines or between slashes.

    A sign is a letter or a digit. Longer names (`10 10 11`, or a list of rows such as `[[10, 10, 11]]`) get signs in
    their order. A first line that is a number alone says how many `stars` each row, column and region holds. JSON,
    links and codes of other tools are read too (docs/files.md). Raises `BadInput` for what can be read in two ways.
    """

    drawing: tuple[str, ...]
    stars: int | None

    def __init__(self, drawing: str | Path | Iterable[Any]) -> None:
        from rookery.models.boards.puzzles import read_puzzle  # takes 3 ms, and few boards have regions

        text = read_text(drawing, "a drawing of regions") if isinstance(drawing, Path) else drawing
        stars, rows = read_puzzle(text)
        holes = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == HOLE]
        super().__init__(len(rows), len(rows[0]), False, holes)
        object.__setattr__(self, "drawing", rows)
        object.__setattr__(self, "stars", stars)

    @cached_property
    def regions(self) -> Mapping[str, tuple[Cell, ...]]:
        """The squares of each region by its sign, in the order of their first squares."""
        found: dict[str, list[Cell]] = {}
        for square in self:
            found.setdefault(self.drawing[square.row][square.column], []).append(square)
        return {sign: tuple(squares) for sign, squares in found.items() if sign != NONE}

    def region(self, square: tuple[int, int]) -> str:
        """Return the sign of the region of a square; `-` for none, `#` for a hole."""
        return self.drawing[square[0]][square[1]]

    @property
    def spec(self) -> str:
        """The text by which commands name the board, such as regions:2/AAB/ACB/CCB; 2 are its stars."""
        return PREFIX + self._write(self.drawing)

    def _write(self, rows: Sequence[str]) -> str:
        """Return the stars, if they are known, and the rows; a 0 tells a number as long as a row from a row."""
        if self.stars is None:
            return "/".join(rows)
        zero = "0" if len(str(self.stars)) == len(rows[0]) else ""
        return "/".join([f"{zero}{self.stars}", *rows])

    size = spec

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"RegionBoard({shorten(self._write(self.drawing), 200)!r})"

    @property
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 board of 8 regions`."""
        return f"{Board(self.rows, self.columns).phrase} of {amount(len(self.regions), 'region')}"

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        return " on a board of regions"

    @classmethod
    def parse(cls, text: str) -> "RegionBoard | None":
        """Return the board of `regions:AAB/ACB/CCB`, or of a link to a puzzle; None for other text."""
        return cls(text) if text.strip().startswith(PREFIX) or "://" in text else None

    def plain(self) -> str:
        """Return the drawing as text."""
        return self.spec

    def with_holes(self, holes: Iterable[tuple[int, int]]) -> Self:
        """Return the same board with further holes."""
        gone = Board(self.rows, self.columns, holes=[*sorted(self.holes), *holes]).holes
        return self._draw(
            "".join(HOLE if (row, column) in gone else sign for column, sign in enumerate(line))
            for row, line in enumerate(self.drawing)
        )

    def _moved(self, rows: int, columns: int, move: Move) -> Self:
        signs = {move((row, column)): sign for row, line in enumerate(self.drawing) for column, sign in enumerate(line)}
        return self._draw("".join(signs[Square(row, column)] for column in range(columns)) for row in range(rows))

    def _draw(self, rows: Iterable[str]) -> Self:
        return type(self)(PREFIX + self._write([*rows]))
