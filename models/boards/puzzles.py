"""Puzzles of regions as people and other tools write them: the table in docs/files.md lists each form.

Every reader ends in rows of names, one a square. A text that could mean two puzzles is refused with both.
"""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple, NoReturn
from unicodedata import category

from rookery.core.errors import BadInput, refuse, show_value
from rookery.core.words import amount, shorten

PREFIX = "regions:"
NONE, HOLE = "-", "#"  # a square of no region, and a hole
BLANKS = frozenset("-.·_")  # all signs that people write for a square of no region
SIGNS = ascii_uppercase + ascii_lowercase + digits  # for regions with longer names
EXPECTED = "rows of letters or digits, a sign for the region of each square, # for a hole, - for a square of no region"
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
STARS_TOLD = re.compile(r"\b([1-9])[\s-]*(?:★|stars?\b)|\bstars?\s*[:=]\s*([1-9])\b", re.IGNORECASE)  # in a comment
NUMBERS = re.compile(r"[0-9]{1,4}(?:\s+[0-9]{1,4})?")
NO_STARS = re.compile(r"[-+]?[0-9]+[.,]?[0-9]*")
BETWEEN = re.compile(r"[\s,;|\[\](){}\"'`]+")  # names of squares
EMPTY = re.compile(r"[,;]\s*[,;]|\|\s*\|")
TABLE_LINE = re.compile(r"\|?\s*:?-{3,}:?\s*(?:[|+]\s*:?-{3,}:?\s*)*\|?")  # below the head of a table in Markdown
FENCE = re.compile(r"`{3}\w*")
COMMENT = ("#", "*", "/", "%", ";", "!")
SETTING = re.compile(r"([A-Za-z][\w -]*?)\s*[:=]\s*(.*)")
ASSIGNED = re.compile(r"\A(?:(?:const|let|var)\s+)?\w+\s*=\s*(?=[\[({])")
TOKEN = re.compile(r"[\[({]|[\])}]|\"[^\"\n]*\"|'[^'\n]*'|[^\s,\[\](){}\"']+")
SIZES = ("size", "n", "rows", "columns", "cols", "width", "height", "dim", "dimension")
GRIDS = ("regions", "colorregions", "board", "grid", "colors", "areas", "cells", "matrix", "map", "puzzle", "task")
ASIDE = ("solution", "solutions", "regioncolors", "palette", "colormap", "meta", "metadata", "tags")
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


class Name(str):
    """A name that stands without quotation marks in a list."""


class Puzzle(NamedTuple):
    """The number of stars in each row, column and region, if the text says it, and rows with a name for each square."""

    stars: int | None
    rows: Rows


def read_puzzle(given: Any) -> tuple[int | None, tuple[str, ...]]:
    """Return the stars of a puzzle, and its rows with one sign a square; raises `BadInput`."""
    try:
        return _read_puzzle(given)
    except RecursionError:
        _refuse("lists in lists too deep")


def _read_puzzle(given: Any) -> tuple[int | None, tuple[str, ...]]:
    if isinstance(given, str):
        strict = given.strip().startswith(PREFIX)
        puzzle = _read_plain(given.strip().removeprefix(PREFIX)) if strict else _square(_read_text(given))
    elif isinstance(given, Mapping):
        puzzle = _square(_read_object(given))
    elif isinstance(given, Iterable) and not isinstance(given, bytes):
        puzzle = _square(_read_nested(_listed(given)))
    else:
        refuse("regions", given, EXPECTED)
    if puzzle.stars is not None and puzzle.stars < 1:
        _refuse(f"{puzzle.stars} stars; expected at least 1")
    return puzzle.stars, _sign_rows(puzzle.rows)


def _refuse(why: str, line: int | None = None) -> NoReturn:
    raise BadInput(f"regions{'' if line is None else f', line {line}'}: {why}")


def _read_plain(text: str) -> Puzzle:
    """Read `2/AABB/CCDD`, as `RegionBoard.spec` writes it."""
    rows = [row.strip() for row in re.split("[/\n]", text)]
    counted = len(rows) > 1 and _is_number(rows[0]) and len(rows[0]) != len(rows[1])
    stars = int(rows.pop(0)) if counted else None
    return Puzzle(stars, _check_rows([(None, list(row)) for row in rows]))


def _read_text(text: str) -> Puzzle:
    text = ASSIGNED.sub("", text.replace("\ufe0f", "").strip()).rstrip(";")
    if text[:1] == "{" and ":" in text:
        try:
            data = json.loads(text)
        except ValueError as error:
            _refuse(f"no JSON: {error}")
        return _read_object(data)
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), start=1) if line.strip()]
    lines = [(at, line) for at, line in lines if not (TABLE_LINE.fullmatch(line) or FENCE.fullmatch(line))]
    stars, size, rest = _take_settings(lines)
    firm = [(at, line) for at, line in rest if not line.startswith(HOLE)]
    links = [line for _, line in firm if "://" in line or LINK.fullmatch(line) or PENPA.fullmatch(line)]
    codes = [line for _, line in firm if SBN.fullmatch(line) and _makes_no_square(line)]
    puzzle: Puzzle | None = None
    if links or codes:
        if len(firm) > 1:
            _refuse(f"{amount(len(firm), 'line')} beside a link or a code of a puzzle; expected one puzzle")
        puzzle = _read_link(links[0]) if links else _read_code(codes[0])
    elif firm and firm[0][1][0] in "[({":
        puzzle = _read_nested(_parse_lists("\n".join(line for _, line in firm)))
    else:
        puzzle = _read_rows(rest)
    if stars is not None and puzzle.stars not in (None, stars):
        _refuse(f"{stars} and {puzzle.stars} stars; expected one number")
    puzzle = Puzzle(puzzle.stars if stars is None else stars, puzzle.rows)
    for at, line in lines:
        told = STARS_TOLD.search(line) if line.startswith(COMMENT) else None
        if told and int(told[1] or told[2]) != (puzzle.stars or 1):
            _refuse(f"a comment speaks of {told[0].strip()}; write `stars: K` on a line of its own", at)
    _check_size(_square(puzzle).rows, size)
    return puzzle


def _take_settings(lines: Sequence[tuple[int, str]]) -> tuple[int | None, list[int], list[tuple[int, str]]]:
    """Return the stars and sizes that settings around a grid name, and the lines that are no settings or comments."""
    rest, said = list[tuple[int, str]](), dict[str, Any]()
    for at, line in lines:
        found = None if "://" in line else SETTING.fullmatch(line)
        if found and (line[0] not in COMMENT):
            said[found[1]] = found[2].strip()
        elif not line.startswith(COMMENT) or line.startswith(HOLE):
            rest.append((at, line))
    stars, size = _read_settings(said)
    return stars, size, rest


def _read_settings(said: Mapping[str, Any]) -> tuple[int | None, list[int]]:
    """Return the stars and the sizes among settings; others say nothing of the puzzle."""
    stars, sizes = set[int](), list[int]()
    for name, value in said.items():
        key = _simplify(name)
        if key == "k" or re.search("stars?(?!t)|queensper", key):
            if not re.fullmatch("[1-9][0-9]{0,3}", str(value)):
                _refuse(f"{name}: {show_value(value)}; expected a number of stars")
            stars.add(int(value))
        elif key in SIZES and (numbers := re.findall("[0-9]{1,4}", str(value))):
            sizes += map(int, numbers)
    if len(stars) > 1:
        _refuse(f"{' and '.join(map(str, sorted(stars)))} stars; expected one number")
    return next(iter(stars), None), sizes


def _simplify(name: object) -> str:
    """Return the name of a setting without its style: `colorRegions` and `color_regions` are one."""
    return re.sub(r"[\s_-]", "", str(name)).lower()


def _check_size(rows: Rows, sizes: Iterable[int]) -> None:
    for size in sizes:
        if size not in (len(rows), len(rows[0])):
            _refuse(f"a size of {size}, and the grid is {len(rows)}x{len(rows[0])}")


def _read_rows(lines: Sequence[tuple[int, str]]) -> Puzzle:
    """Read lines, or rows between slashes in one line; a number on the first line gives the stars."""
    if len(lines) == 1 and "/" in lines[0][1]:
        lines = [(at, row) for at, row in enumerate(lines[0][1].split("/"), start=1) if row.strip()]
    if not lines:
        raise BadInput(f"regions: the drawing is empty; expected {EXPECTED}")
    lead = next((at for at, (_, line) in enumerate(lines) if not line.startswith(HOLE)), 0)
    number, row = ("".join(BETWEEN.split(line)) for _, line in (lines[lead], lines[min(lead + 1, len(lines) - 1)]))
    if NUMBERS.fullmatch(lines[lead][1]) and len(number) != len(row):
        lines = lines[lead:]  # above a number there are comments alone
    first = [line for _, line in lines[:1] if NUMBERS.fullmatch(line)]
    certain = [line for _, line in lines[len(first) :] if not line.startswith(HOLE)] or [line for _, line in lines]
    named = any(len([name for name in BETWEEN.split(line) if name]) > 1 for line in certain)
    for at, line in lines:
        if EMPTY.search(line) and named:
            _refuse("a square without a name; write - for a square of no region", at)
    rows = [(at, names) for at, line in lines if (names := _split(line, named))]
    stars = None
    if first and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        # A number on a line of its own gives the stars, two give the size too
        (at, _), rows = rows[0], rows[1:]
        *size, stars = map(int, first[0].split())
        side = len(rows) if len(rows) == len(rows[0][1]) else None
        if not size and stars == side:
            _refuse(f"{stars} may be the size or the number of stars; write `size: {side}` or `stars: {side}`", at)
        if size and size[0] != side:
            _refuse(f"{first[0]}: expected the number of stars, or the size of the grid and the stars", at)
    elif NO_STARS.fullmatch(lines[0][1]) and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        _refuse(f"{lines[0][1]!r} is no number of stars; expected a whole number of at least 1", lines[0][0])
    comments = _list_comments(rows) if rows else ()
    return Puzzle(stars, _check_rows([row for row in rows if row[0] not in comments]))


def _is_number(word: str) -> bool:
    return re.fullmatch("[0-9]{1,4}", word) is not None


def _split(line: str, named: bool) -> list[str]:
    words = [name for name in BETWEEN.split(line) if name]
    return words if named or len(words) > 1 else list("".join(words))


def _list_comments(rows: Sequence[tuple[int, list[str]]]) -> set[int]:
    """Return the lines that begin with # and are comments, rather than rows that begin with a hole.

    A line that can be both is what makes the grid a square.
    """
    marked = {at: names for at, names in rows if names[0].startswith(HOLE)}
    width = next((len(names) for at, names in rows if at not in marked), len(rows[0][1]))
    both = {at for at, names in marked.items() if len(names) == width and all(map(_is_name, names))}
    comments = marked.keys() - both
    if not both or len(rows) - len(comments) == width:
        return comments
    if len(rows) - len(marked) == width:
        return {*marked}
    known = {name for at, names in rows if at not in marked for name in names}
    for at in sorted(both):
        if not {*marked[at]} - {HOLE} - BLANKS <= known:
            _refuse("a comment, or a row whose first square is a hole? Begin comments with /", at)
    return comments


def _is_name(name: str) -> bool:
    drawn = name not in READ_TWICE and category(name[:1] or " ") == "So"  # a coloured square, or another picture
    return name.isalnum() or name == HOLE or name in BLANKS or drawn


def _check_rows(rows: Sequence[tuple[int | None, Sequence[str]]]) -> Rows:
    """Return rows of equal length; raises `BadInput` with the line of another, or of a sign without a meaning."""
    if not rows or not rows[0][1]:
        raise BadInput(f"regions: the drawing is empty; expected {EXPECTED}")
    for at, row in rows:
        for name in row:
            if two := READ_TWICE.get(name) if not name.isalnum() else None:
                _refuse(f"{name} is {two}, and of no region; expected {EXPECTED}", at)
            if not _is_name(name):
                _refuse(f"{shorten(name, MAX_SHOWN)!r} is the sign of no region; expected {EXPECTED}", at)
        if len(row) != len(rows[0][1]):
            other = "the first row" if rows[0][0] is None else f"line {rows[0][0]}"
            _refuse(f"{amount(len(row), 'square')}, and {other} has {len(rows[0][1])}", at)
    return [row for _, row in rows]


def _square(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle of a flat list, which must be a square: a row alone can hold no solution."""
    rows = puzzle.rows
    if 1 not in (len(rows), len(rows[0])):
        return puzzle
    flat = list(chain.from_iterable(rows))
    side = isqrt(len(flat))
    if side * side != len(flat):
        many = amount(len(flat), "square")
        _refuse(f"{many} in one line, which make no square; write a row on each line, or / between rows")
    return Puzzle(puzzle.stars, [flat[at : at + side] for at in range(0, len(flat), side)])


def _parse_lists(text: str) -> list[Any]:
    """Return what stands in brackets of any kind, as Python, JSON, C and numpy write lists."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token in "[({":
            stack.append([])
        elif token in "])}":
            if len(stack) == 1:
                _refuse(f"a bracket {token} too many")
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(token[1:-1] if token[0] in "\"'" else Name(token))
    if len(stack) > 1:
        _refuse("a bracket is not closed")
    return stack[0]


def _listed(given: Iterable[Any]) -> list[Any]:
    """Return the rows of Python's lists, tuples and arrays as lists."""
    return [_listed(each) if isinstance(each, Iterable) and not isinstance(each, str) else each for each in given]


def _read_nested(data: list[Any]) -> Puzzle:
    """Read rows in lists, rows as texts, a flat list, or a list of squares for each region."""
    while len(data) == 1 and isinstance(data[0], list):
        (data,) = data
    texts = [isinstance(each, str) and not isinstance(each, Name) for each in data]
    if data and all(texts) and any(len(each) > 1 for each in data):
        return _read_rows(list(enumerate(data, start=1)))
    lists = [isinstance(each, list) for each in data]
    if data and all(lists) and all(each and isinstance(each[0], list) for each in data):
        return Puzzle(None, _place(dict(enumerate(data))))
    if any(lists) and not all(lists):
        _refuse("a list that holds squares as well as rows")
    rows = data if any(lists) else [data]
    return Puzzle(None, _check_rows([(None, list(map(_take_name, row))) for row in rows]))


def _take_name(value: Any) -> str:
    if isinstance(value, bool | float | list | Mapping) or value in (None, "null", "None"):
        _refuse(f"{show_value(value)} is the name of no region; expected a letter, a word or a number")
    return str(value)


def _place(regions: Mapping[Any, Any]) -> Rows:
    """Return rows of the squares [row, column], from 0, that each region lists."""
    names = dict[tuple[int, int], str]()
    for at, (name, squares) in enumerate(regions.items()):
        for square in squares if isinstance(squares, list) else [squares]:
            pair = [str(each) for each in square] if isinstance(square, list) else []
            if len(pair) != 2 or not all(map(_is_number, pair)):
                _refuse(f"{show_value(square)} in region {show_value(name)}; expected [row, column], from 0")
            where = int(pair[0]), int(pair[1])
            if where in names:
                _refuse(f"square {where[0]},{where[1]} lies in two regions")
            names[where] = f"R{at}"
    rows, columns = (max(each) + 1 for each in zip(*names, strict=True)) if names else (0, 0)
    if rows * columns != len(names):
        _refuse(f"the regions list {amount(len(names), 'square')} of {rows}x{columns}; expected each square, from 0")
    return [[names[row, column] for column in range(columns)] for row in range(rows)]


def _read_object(data: Any) -> Puzzle:
    """Read an object of JSON: its one grid, its stars and its size."""
    if not isinstance(data, Mapping):
        _refuse(f"{show_value(data)}; expected an object with the regions")
    if data and all(isinstance(each, list) for each in data.values()) and not {*map(_simplify, data)} & {*GRIDS}:
        return Puzzle(None, _place(data))
    grids, said = dict[str, Any](), dict[str, Any]()
    for name, value in data.items():
        key = _simplify(name)
        if key in GRIDS and isinstance(value, list | str | Mapping):
            grids[str(name)] = value
        elif not isinstance(value, list | Mapping) or not value:
            said[str(name)] = value
        elif key not in ASIDE:
            _refuse(f"{show_value(name)} is not read; leave it out if it is no part of the puzzle")
    if not grids:
        _refuse(f"an object without a grid; expected one of {', '.join(GRIDS)}")
    found = {name: _read_value(value) for name, value in grids.items()}
    puzzle, *others = found.values()
    if any(_sign_rows(other.rows) != _sign_rows(puzzle.rows) for other in others):
        _refuse(f"{' and '.join(found)} are two different grids; leave out those that are no regions")
    stars, sizes = _read_settings(said)
    if stars is not None and puzzle.stars not in (None, stars):
        _refuse(f"{stars} and {puzzle.stars} stars; expected one number")
    _check_size(_square(puzzle).rows, sizes)
    return Puzzle(puzzle.stars if stars is None else stars, _square(puzzle).rows)


def _read_value(value: Any) -> Puzzle:
    if isinstance(value, str):
        return _read_text(value)
    return _read_nested(value) if isinstance(value, list) else _read_object(value)


def _makes_no_square(code: str) -> bool:
    """Return whether a text that may be a code cannot be the squares of a grid, a sign each."""
    return isqrt(len(code)) ** 2 != len(code) or len({*code}) != isqrt(len(code))


def _read_code(code: str) -> Puzzle:
    """Read Star Battle Notation: borders between columns row by row, then those between rows column by column."""
    found = SBN.fullmatch(code)
    assert found is not None
    side, body = SBN_DIGITS.index(found[1]), found[4]
    need = 2 * side * (side - 1)
    length = -(-need // 6)
    if found[3] != "W" or len(body) != length:
        expected = f"expected {found[1] * 2}, the stars, W and {amount(length, 'letter')} of borders"
        _refuse(f"{shorten(code, MAX_SHOWN)!r} has the form of a code of {side}x{side} without its length: {expected}")
    bits = _bits(body, SBN_DIGITS, 6)
    if any(bits[:-need]):
        _refuse(f"{shorten(code, MAX_SHOWN)!r}: the first letter of its borders has a bit too many")
    borders = iter(bits[-need:])
    right = [list(islice(borders, side - 1)) for _ in range(side)]
    below = [list(islice(borders, side - 1)) for _ in range(side)]
    return Puzzle(int(found[2]), _fill(side, side, lambda r, c: right[r][c], lambda r, c: below[c][r]))


def _bits(text: str, alphabet: str, size: int) -> list[bool]:
    return [bool(alphabet.index(letter) >> at & 1) for letter in text for at in reversed(range(size))]


def _read_link(link: str) -> Puzzle:
    """Read a link of puzz.link and its kin, or of penpa."""
    if found := PENPA.fullmatch(link):
        return _read_penpa(found[1])
    found = LINK.fullmatch(link)
    if found is None:
        _refuse("a link to no star battle; expected puzz.link/p?starbattle/COLUMNS/ROWS/STARS/BORDERS, or penpa")
    columns, rows, stars = map(int, found.group(1, 2, 3))
    many = (columns - 1) * rows, columns * (rows - 1)
    lengths = [-(-each // 5) for each in many]
    if len(found[4]) != sum(lengths):
        _refuse(f"{amount(len(found[4]), 'letter')} of borders in the link; {columns}x{rows} needs {sum(lengths)}")
    right, below = (_bits(each, LINK_DIGITS, 5) for each in (found[4][: lengths[0]], found[4][lengths[0] :]))
    if any(right[many[0] :] + below[many[1] :]):
        _refuse("the borders in the link have a bit too many")
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
        _refuse("no link of penpa that can be read; expected one of a puzzle on squares")
    if (
        head[0] != "square"
        or not 0 < rows * columns < MAX_TEXT
        or rows < 1
        or min(above, under, left, aside) < 0
        or data.get(SYMBOLS)
    ):
        _refuse("a link of penpa with symbols or other cells; expected a star battle on squares without given stars")
    counts = {found[1] for each in texts if (found := PENPA_STARS.fullmatch(each))}
    if len(counts) < bool(texts) or len(counts) > 1:
        _refuse(f"a link of penpa with {show_value(texts[0])} in it; expected one number of stars, such as 2★")
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
            _refuse(f"a border between {r},{c} and {other_r},{other_c} ends within a region")
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


def _sign_rows(rows: Rows) -> tuple[str, ...]:
    """Return the rows with one sign a square: if a name is longer, the regions get signs in their order."""
    names = [name for name in dict.fromkeys(chain.from_iterable(rows)) if name != HOLE and name not in BLANKS]
    if not names:
        raise BadInput(f"regions: no square lies in a region; expected {EXPECTED}")
    short = all(len(name) == 1 and name.isalnum() for name in names)
    if not short and len(names) > len(SIGNS):
        raise BadInput(f"regions: {len(names):,} of them; at most {len(SIGNS):,} are accepted")
    signs = dict(zip(names, names if short else SIGNS, strict=False))
    signs |= {HOLE: HOLE} | dict.fromkeys(BLANKS, NONE)
    return tuple("".join(signs[name] for name in row) for row in rows)
