"""Boards of regions: each square carries the sign of its region, as in star battles, "Queens" and "Two Not Touch"."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, product
from pathlib import Path
from typing import Any, ClassVar, NoReturn, Self
from unicodedata import category

from rookery.core.errors import BadInput, show_value
from rookery.core.files import read_bytes
from rookery.core.words import amount, shorten
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board

PREFIX = "regions:"
NONE, HOLES = "-", "#*"  # a square of no region, and the signs of a hole, the first of which is written
BLANKS = "-.·"
EXPECTED = (
    "rows of letters, digits or coloured squares, a sign for the region of each square, # for a hole, - for a square of"
    " no region"
)
SIGNS = [chr(code) for code in chain(range(65, 91), range(97, 123), range(48, 58), range(0x391, 0x3AA))]
SIGNS += [sign for sign in map(chr, range(0x400, 0x3000)) if sign.isalpha()]
PICTURE = "So"  # the category of signs such as a red square
UNSEEN = re.compile("[\ufe0f\ufeff]")  # that a sign is to be coloured, and the mark of the order of bytes
NUMBER = re.compile(r"[0-9]{1,4}")
MAX_SHOWN = 40  # characters of a row in a message


@dataclass(frozen=True, init=False, repr=False)
class RegionBoard(Board):
    """A board whose squares lie in regions: `RegionBoard("AAB/ACB/CCB")`, its rows on lines or between slashes.

    A sign is a letter or a digit; regions whose names are longer (`10 10 11`, white space or commas between), or are
    pictures (such as red squares), get signs in their order. A first line that is a number alone says how many `stars`
    each row, column and region holds. A mapping from names to squares is a drawing as well. Raises `BadInput` for rows
    of different lengths, for a region without squares, and for no region at all.
    """

    name: ClassVar[str] = "regions"
    uniform: ClassVar[bool] = False

    drawing: tuple[str, ...]
    stars: int | None

    def __init__(self, drawing: str | Path | Sequence[Any] | Mapping[Any, Iterable[tuple[int, int]]]) -> None:
        stars, rows = _read_rows(drawing)
        holes = [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == HOLES[0]]
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
        """The sign of the region of a square; `-` for none, `#` for a hole."""
        return self.drawing[square[0]][square[1]]

    def maps(self) -> Iterator[Sequence[int]]:
        """The turns and mirror images of the rectangle that take each region to a region."""
        parts = {frozenset(map(self.index, squares)) for squares in self.regions.values()}
        for transpose, down, right in product((False, True), repeat=3):
            if transpose and self.rows != self.columns:
                continue
            turned = ((column, row) if transpose else (row, column) for row, column in self)
            there = [(self.rows - 1 - r if down else r, self.columns - 1 - c if right else c) for r, c in turned]
            if all(square in self for square in there):
                image = list(map(self.index, there))
                if {frozenset(image[at] for at in part) for part in parts} == parts:
                    yield image

    @property
    def rows_in_words(self) -> str:
        """The drawing in one line, with its stars: `2/AAB/ACB/CCB`."""
        return "/".join([*([] if self.stars is None else [str(self.stars)]), *self.drawing])

    @property
    def spec(self) -> str:
        """The board as commands take it: `regions:AAB/ACB/CCB`."""
        return PREFIX + self.rows_in_words

    size = spec

    def __str__(self) -> str:
        return self.spec

    def words(self) -> Iterator[str]:
        """The option of a command that names the board."""
        yield from ("--board", self.spec)

    @property
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 board of 8 regions`."""
        return f"{Board(self.rows, self.columns).phrase} of {amount(len(self.regions), 'region')}"

    @property
    def details(self) -> str:
        """The drawing, which no title has."""
        return f"regions {self.rows_in_words}"

    @property
    def series(self) -> str:
        """The words that boards of different sizes share."""
        return " on a board of regions"

    @classmethod
    def parse(cls, text: str) -> "RegionBoard | None":
        """The board of `regions:AAB/ACB/CCB`."""
        return cls(text) if text.strip().startswith(PREFIX) else None

    def plain(self) -> dict[str, Any]:
        """The board as plain data."""
        return super().plain() | {"regions": self.rows_in_words}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The board of plain data."""
        return cls(data["regions"])

    def with_holes(self, holes: Iterable[tuple[int, int]]) -> Self:
        """The same board with further holes."""
        gone = Board(self.rows, self.columns, holes=[*sorted(self.holes), *holes]).holes
        return self._draw([[(row, column) for column in range(self.columns)] for row in range(self.rows)], gone)

    def quarter_turn(self) -> Self:
        """The board after a quarter turn to the right."""
        return self._draw([[(row, column) for row in reversed(range(self.rows))] for column in range(self.columns)])

    def half_turn(self) -> Self:
        """The board after half a turn."""
        backward = reversed(range(self.rows))
        return self._draw([[(row, column) for column in reversed(range(self.columns))] for row in backward])

    def mirror_image(self) -> Self:
        """The board with left and right exchanged."""
        return self._draw([[(row, column) for column in reversed(range(self.columns))] for row in range(self.rows)])

    def _draw(self, cells: Sequence[Sequence[tuple[int, int]]], holes: Iterable[Cell] = ()) -> Self:
        """The board with the signs of these squares, row by row."""
        gone = frozenset(holes)
        drawn = ["".join(HOLES[0] if cell in gone else self.region(cell) for cell in row) for row in cells]
        return type(self)("\n".join([*([] if self.stars is None else [str(self.stars)]), *drawn]))

    def __repr__(self) -> str:
        return f"RegionBoard({shorten(self.rows_in_words, 200)!r})"


def _read_rows(drawing: Any) -> tuple[int | None, tuple[str, ...]]:
    """The stars of a drawing, and its rows with a sign a square."""
    if isinstance(drawing, Path):
        drawing = read_bytes(drawing, "a readable file").decode("utf-8-sig", errors="replace")
    if isinstance(drawing, Mapping):
        return None, _draw_squares(drawing)
    if isinstance(drawing, Iterable) and not isinstance(drawing, str | bytes):
        drawing = "\n".join(each if isinstance(each, str) else " ".join(map(str, each)) for each in drawing)
    if isinstance(drawing, str):
        drawing = drawing.strip().removeprefix(PREFIX)
    else:
        raise BadInput(f"regions {show_value(drawing)}: expected {EXPECTED}")
    drawing = UNSEEN.sub("", drawing)
    lines = [(at, line.strip()) for at, line in enumerate(re.split(r"\n|/", drawing), start=1) if line.strip()]
    if not lines:
        raise BadInput(f"regions: the drawing is empty; expected {EXPECTED}")
    named = any(re.search(r"\S[\s,;]+\S", line) for _, line in lines)
    rows = [(at, [each for each in re.split(r"[\s,;]+", line) if each] if named else list(line)) for at, line in lines]
    stars = None
    # A number on a separate line says the stars, unless the rows are as short as that
    if NUMBER.fullmatch(lines[0][1]) and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        stars, rows = int(lines[0][1]), rows[1:]
    for at, row in rows:
        if len(row) != len(rows[0][1]):
            _refuse(at, f"{len(row)} squares, and line {rows[0][0]} has {len(rows[0][1])}; each needs as many")
        for sign in row:
            if not (sign.isalnum() or sign in (*HOLES, *BLANKS) or (len(sign) == 1 and category(sign) == PICTURE)):
                _refuse(at, f"{shorten(sign, MAX_SHOWN)!r} is the sign of no region; expected {EXPECTED}")
    names = [
        name for name in dict.fromkeys(chain.from_iterable(row for _, row in rows)) if name not in (*HOLES, *BLANKS)
    ]
    return stars, _sign_rows([row for _, row in rows], names)


def _refuse(line: int, why: str) -> NoReturn:
    raise BadInput(f"regions, line {line}: {why}")


def _sign_rows(rows: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[str, ...]:
    """The rows with one sign a square: names of one sign stay, longer ones are numbered in their order."""
    if not names:
        raise BadInput(f"regions: no square lies in a region; expected {EXPECTED}")
    short = all(len(name) == 1 and name.isalnum() for name in names)
    if not short and len(names) > len(SIGNS):
        raise BadInput(f"regions: {len(names):,} of them; at most {len(SIGNS):,} are accepted")
    signs = dict(zip(names, names if short else islice(SIGNS, len(names)), strict=True))
    signs |= dict.fromkeys(HOLES, HOLES[0]) | dict.fromkeys(BLANKS, NONE)
    return tuple("".join(signs[name] for name in row) for row in rows)


def _draw_squares(squares: Mapping[Any, Iterable[tuple[int, int]]]) -> tuple[str, ...]:
    """The rows of a mapping from the names of regions to their squares; a square of none is a hole."""
    listed = {str(name): [tuple(square) for square in each] for name, each in squares.items()}
    empty = [name for name, each in listed.items() if not each]
    if empty:
        raise BadInput(f"regions: region {empty[0]} has no square; give each at least one")
    drawn: dict[tuple[Any, ...], str] = {}
    for name, each in listed.items():
        for square in each:
            if drawn.setdefault(square, name) != name:
                raise BadInput(f"regions: square {square[0]},{square[1]} lies in {drawn[square]} and in {name}")
    rows, columns = (1 + max((square[axis] for square in drawn), default=-1) for axis in (0, 1))
    board = Board(rows, columns)
    for row, column in drawn:
        board.index((row, column))
    lines = [[drawn.get((row, column), HOLES[0]) for column in range(columns)] for row in range(rows)]
    return _sign_rows(lines, list(listed))
