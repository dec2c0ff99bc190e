"""Puzzles of regions in links and codes: Star Battle Notation, puzz.link and its kin, penpa."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Sequence
from itertools import chain, islice
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple, NoReturn

from rookery.core.errors import BadInput, show_value
from rookery.core.words import amount, shorten
from rookery.models.boards.regions import HOLE, NONE

# Star Battle Notation: the side twice, the stars, W where nothing is marked, and the borders in 6 bits a letter
SBN = re.compile(r"([4-9A-P])\1([1-9])([A-Za-z])([0-9A-Za-z_-]+)")
SBN_DIGITS = f"{digits}{ascii_uppercase}{ascii_lowercase}-_"
LINK = re.compile(r".*[?/#]starbattle/(?:v:/)?([1-9][0-9]?)/([1-9][0-9]?)/([1-9][0-9]?)/([0-9a-v]*)/?")
LINK_DIGITS = f"{digits}{ascii_lowercase[:22]}"
PENPA = re.compile(r".*[#?&]m=(?:edit|solve)&p=([A-Za-z0-9+/=]+).*")
PENPA_KEY = re.compile(r"z[A-Z0-9_](?=:)")
EDGES, TEXTS, SYMBOLS, NULL = "zE", "zN", "zY", "zO"  # words of penpa
PENPA_STARS = re.compile(r"\s*([1-9])\s*(?:★|☆|\*|stars?)\s*", re.IGNORECASE)
MAX_TEXT = 1 << 20  # characters of a puzzle within a link
MAX_SHOWN = 40

Rows = Sequence[Sequence[str]]


class Puzzle(NamedTuple):
    """The number of stars in each row, column and region, if the text says it, and rows with a name for each square."""

    stars: int | None
    rows: Rows


def refuse_regions(why: str, line: int | None = None) -> NoReturn:
    """Raise `BadInput` for a puzzle, with the line of the text at fault if it is known."""
    raise BadInput(f"regions{'' if line is None else f', line {line}'}: {why}")


def is_link(text: str) -> bool:
    """Return whether a text is a link, to a puzzle or to anything else."""
    return "://" in text or LINK.fullmatch(text) is not None or PENPA.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """Return whether a text is a code, and cannot be the squares of a grid, a sign each."""
    no_square = isqrt(len(text)) ** 2 != len(text) or len({*text}) != isqrt(len(text))
    return no_square and SBN.fullmatch(text) is not None


def read_code(code: str) -> Puzzle:
    """Read Star Battle Notation: borders between columns row by row, then those between rows column by column."""
    found = SBN.fullmatch(code)
    assert found is not None
    side, body = SBN_DIGITS.index(found[1]), found[4]
    need = 2 * side * (side - 1)
    length = -(-need // 6)
    if found[3] != "W" or len(body) != length:
        expected = f"expected {found[1] * 2}, the stars, W and {amount(length, 'letter')} of borders"
        refuse_regions(
            f"{shorten(code, MAX_SHOWN)!r} has the form of a code of {side}x{side} without its length: {expected}"
        )
    bits = _bits(body, SBN_DIGITS, 6)
    if any(bits[:-need]):
        refuse_regions(f"{shorten(code, MAX_SHOWN)!r}: the first letter of its borders has a bit too many")
    borders = iter(bits[-need:])
    right = [list(islice(borders, side - 1)) for _ in range(side)]
    below = [list(islice(borders, side - 1)) for _ in range(side)]
    return Puzzle(int(found[2]), _fill(side, side, lambda r, c: right[r][c], lambda r, c: below[c][r]))


def _bits(text: str, alphabet: str, size: int) -> list[bool]:
    return [bool(alphabet.index(letter) >> at & 1) for letter in text for at in reversed(range(size))]


def read_link(link: str) -> Puzzle:
    """Read a link of puzz.link and its kin, or of penpa."""
    if found := PENPA.fullmatch(link):
        return _read_penpa(found[1])
    found = LINK.fullmatch(link)
    if found is None:
        refuse_regions(
            "not a link to a star battle; expected puzz.link/p?starbattle/COLUMNS/ROWS/STARS/BORDERS, or penpa"
        )
    columns, rows, stars = map(int, found.group(1, 2, 3))
    many = (columns - 1) * rows, columns * (rows - 1)
    lengths = [-(-each // 5) for each in many]
    if len(found[4]) != sum(lengths):
        refuse_regions(
            f"{amount(len(found[4]), 'letter')} of borders in the link; {columns}x{rows} needs {sum(lengths)}"
        )
    right, below = (_bits(each, LINK_DIGITS, 5) for each in (found[4][: lengths[0]], found[4][lengths[0] :]))
    if any(right[many[0] :] + below[many[1] :]):
        refuse_regions("the borders in the link have a bit too many")
    return Puzzle(
        stars, _fill(rows, columns, lambda r, c: right[r * (columns - 1) + c], lambda r, c: below[r * columns + c])
    )


def _read_penpa(packed: str) -> Puzzle:
    """Read the edges of a penpa puzzle, whose corners are numbered behind its cells, with a frame of two around."""
    try:
        parts = zlib.decompressobj(-15).decompress(b64decode(packed, validate=True), MAX_TEXT).decode().split("\n")
        head, margins = parts[0].split(","), json.loads(parts[1])
        data = json.loads(PENPA_KEY.sub(r'"\g<0>"', parts[3]).replace(NULL, "null"))
        above, under, left, aside = map(int, margins)
        width, height = int(head[1]) + 4, int(head[2]) + 4
        rows, columns = height - 4 - above - under, width - 4 - left - aside
        edges = [tuple(map(int, edge.split(","))) for edge in data[EDGES] if "," in edge]
        texts = [str(each[0]) for each in data.get(TEXTS, {}).values()]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, zlib.error):
        refuse_regions("the link to penpa cannot be read; expected one to a puzzle on squares")
    if (
        head[0] != "square"
        or not 0 < rows * columns < MAX_TEXT
        or rows < 1
        or min(above, under, left, aside) < 0
        or data.get(SYMBOLS)
    ):
        refuse_regions(
            "the link to penpa has symbols or other cells; expected a star battle on squares without given stars"
        )
    counts = {found[1] for each in texts if (found := PENPA_STARS.fullmatch(each))}
    if len(counts) < bool(texts) or len(counts) > 1:
        text = show_value(texts[0])
        refuse_regions(f"the link to penpa has the text {text}; expected one number of stars, such as 2★")
    drawn = {frozenset(edge) for edge in edges}

    def has(row: int, column: int, step: int) -> bool:
        corner = width * height + (row + 2 + above) * width + column + 2 + left  # at the lower right of a square
        return frozenset((corner, corner - step)) in drawn

    filled = _fill(rows, columns, lambda r, c: has(r, c, width), lambda r, c: has(r, c, 1))
    return Puzzle(int(counts.pop()) if counts else None, filled)


def _fill(
    rows: int, columns: int, right: Callable[[int, int], bool], below: Callable[[int, int], bool]
) -> list[list[str]]:
    """Return the regions between borders, each named by its number; a border within a region is refused."""
    near = [(r, c, r, c + 1, right(r, c)) for r in range(rows) for c in range(columns - 1)]
    near += [(r, c, r + 1, c, below(r, c)) for r in range(rows - 1) for c in range(columns)]
    ways = dict[tuple[int, int], list[tuple[int, int]]]()
    for r, c, other_r, other_c, border in near:
        if not border:
            ways.setdefault((r, c), []).append((other_r, other_c))
            ways.setdefault((other_r, other_c), []).append((r, c))
    names = dict[tuple[int, int], str]()
    number = 0
    for start in ((r, c) for r in range(rows) for c in range(columns)):
        if start not in names:
            waiting, number = [start], number + 1
            while waiting:
                square = waiting.pop()
                if square not in names:
                    names[square] = f"R{number}"
                    waiting += ways.get(square, [])
    for r, c, other_r, other_c, border in near:
        if border and names[r, c] == names[other_r, other_c]:
            refuse_regions(f"a border between {r},{c} and {other_r},{other_c} ends within a region")
    return [[names[r, c] for c in range(columns)] for r in range(rows)]


def write_link(rows: Sequence[str], stars: int) -> str:
    """Return a link to the puzzle for puzz.link; raises `BadInput` for regions that borders cannot show."""
    height, width = len(rows), len(rows[0])
    right = [row[c] != row[c + 1] for row in rows for c in range(width - 1)]
    below = [rows[r][c] != rows[r + 1][c] for r in range(height - 1) for c in range(width)]
    filled = _fill(height, width, lambda r, c: right[r * (width - 1) + c], lambda r, c: below[r * width + c])
    if {HOLE, NONE} & {*chain(*rows)} or len({*chain(*filled)}) != len({*chain(*rows)}):
        raise BadInput("a link has borders alone: it takes no holes, and each region must hang together")
    return f"https://puzz.link/p?starbattle/{width}/{height}/{stars}/{_pack(right)}{_pack(below)}"


def _pack(bits: Sequence[bool]) -> str:
    padded = [*bits, *[False] * (-len(bits) % 5)]
    fives = (padded[at : at + 5] for at in range(0, len(padded), 5))
    return "".join(LINK_DIGITS[int("".join(map(str, map(int, five))), 2)] for five in fives)
