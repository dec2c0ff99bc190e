"""Boards of regions: each square carries the sign of its region, as in star battles, "Queens" and "Two Not Touch"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NoReturn, Self

from rookery.core.errors import BadInput, refuse
from rookery.core.files import read_text
from rookery.core.words import amount, shorten
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board, Move, Square

PREFIX = "regions:"
NONE, HOLE = "-", "#"  # a square of no region, and a hole
BLANKS = frozenset("-.·")  # all signs that people write for a square of no region
EXPECTED = "rows of letters or digits, a sign for the region of each square, # for a hole, - for a square of no region"
SIGNS = ascii_uppercase + ascii_lowercase + digits  # for regions with longer names
MAX_SHOWN = 40


@dataclass(frozen=True, init=False, repr=False)
class RegionBoard(Board):
    """A board whose squares lie in regions: `RegionBoard("AAB/ACB/CCB")`, its rows on lines or between slashes.

    A sign is a letter or a digit. Longer names (`10 10 11`, or a list of rows such as `[[10, 10, 11]]`) get signs in
    their order. A first line that is a number alone says how many `stars` each row, column and region holds. Raises
    `BadInput` for rows of different lengths and for a drawing without a region.
    """

    drawing: tuple[str, ...]
    stars: int | None

    def __init__(self, drawing: str | Path | Iterable[Any]) -> None:
        stars, rows = _read_rows(drawing)
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
        return PREFIX + self._text

    @property
    def _text(self) -> str:
        return "/".join([*([] if self.stars is None else [str(self.stars)]), *self.drawing])

    size = spec

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"RegionBoard({shorten(self._text, 200)!r})"

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
        """Return the board of `regions:AAB/ACB/CCB`; None for other text."""
        return cls(text) if text.strip().startswith(PREFIX) else None

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
        return type(self)("\n".join([*([] if self.stars is None else [str(self.stars)]), *rows]))


def _read_rows(drawing: Any) -> tuple[int | None, tuple[str, ...]]:
    """Return the stars of a drawing, and its rows with one sign a square."""
    if isinstance(drawing, Path):
        drawing = read_text(drawing, "a drawing of regions")
    elif isinstance(drawing, Iterable) and not isinstance(drawing, str | bytes | Mapping):
        drawing = "\n".join(row if isinstance(row, str) else " ".join(map(str, row)) for row in drawing)
    elif not isinstance(drawing, str):
        refuse("regions", drawing, EXPECTED)
    text = drawing.strip().removeprefix(PREFIX)
    lines = [(at, line.strip()) for at, line in enumerate(re.split(r"\n|/", text), start=1) if line.strip()]
    if not lines:
        raise BadInput(f"regions: the drawing is empty; expected {EXPECTED}")
    named = any(re.search(r"\S[\s,;]+\S", line) for _, line in lines)
    rows = [(at, [name for name in re.split(r"[\s,;]+", line) if name] if named else list(line)) for at, line in lines]
    stars = None
    # A number on a line of its own gives the stars, unless all rows are as short
    if re.fullmatch("[0-9]{1,4}", lines[0][1]) and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        stars, rows = int(lines[0][1]), rows[1:]
        if not stars:
            _refuse(lines[0][0], "0 stars in each row, column and region; expected at least 1")
    elif re.fullmatch("[-+]?[0-9]+[.,]?[0-9]*", lines[0][1]) and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        _refuse(lines[0][0], f"{lines[0][1]!r} is no number of stars; expected a whole number of at least 1")
    for at, row in rows:
        if len(row) != len(rows[0][1]):
            _refuse(at, f"{amount(len(row), 'square')}, and line {rows[0][0]} has {len(rows[0][1])}")
        for name in row:
            if not (name.isalnum() or name == HOLE or name in BLANKS):
                _refuse(at, f"{shorten(name, MAX_SHOWN)!r} is the sign of no region; expected {EXPECTED}")
    return stars, _sign_rows([row for _, row in rows])


def _refuse(line: int, why: str) -> NoReturn:
    raise BadInput(f"regions, line {line}: {why}")


def _sign_rows(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the rows with one sign a square: if a name is longer, the regions are numbered in their order."""
    names = [name for name in dict.fromkeys(chain.from_iterable(rows)) if name != HOLE and name not in BLANKS]
    if not names:
        raise BadInput(f"regions: no square lies in a region; expected {EXPECTED}")
    short = all(len(name) == 1 for name in names)
    if not short and len(names) > len(SIGNS):
        raise BadInput(f"regions: {len(names):,} of them; at most {len(SIGNS):,} are accepted")
    signs = dict(zip(names, names if short else SIGNS, strict=False))
    signs |= {HOLE: HOLE} | dict.fromkeys(BLANKS, NONE)
    return tuple("".join(signs[name] for name in row) for row in rows)
