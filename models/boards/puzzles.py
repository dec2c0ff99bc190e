"""Puzzles of regions as people and other tools write them: the table in docs/files.md lists each form.

Every reader ends in rows of names, one a square. A text that could mean two puzzles is refused with both.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isqrt
from typing import Any
from unicodedata import category

from rookery.core.errors import BadInput, refuse, show_value
from rookery.core.words import amount, shorten
from rookery.models.boards.links import MAX_SHOWN, Puzzle, Rows, is_code, is_link, read_code, read_link, refuse_regions
from rookery.models.boards.regions import HOLE, NONE, PREFIX, READ_TWICE, SIGNS

BLANKS = frozenset("-.·_")  # all signs that people write for a square of no region
EXPECTED = "rows of letters or digits, a sign for the region of each square, # for a hole, - for a square of no region"
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

Line = tuple[int, str]  # the number of a line in the text, and the line without white space around


class Name(str):
    """A name that stands without quotation marks in a list."""


def read_puzzle(given: Any) -> tuple[int | None, tuple[str, ...]]:
    """Return the stars of a puzzle, and its rows with one sign a square; raises `BadInput`."""
    try:
        puzzle = _read(_list_out(given))
    except RecursionError:
        refuse_regions("the lists are nested too deeply")
    if puzzle.stars is not None and puzzle.stars < 1:
        refuse_regions(f"{puzzle.stars} stars; expected at least 1")
    return puzzle.stars, _sign_rows(puzzle.rows)


def _list_out(given: Any) -> Any:
    """Return tuples, arrays and other iterables as lists, also within others, and numbers of numpy as Python's."""
    if hasattr(given, "tolist"):
        return given.tolist()
    if isinstance(given, Mapping):
        return {name: _list_out(value) for name, value in given.items()}
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return list(map(_list_out, given))
    return given


def _read(given: Any) -> Puzzle:
    if isinstance(given, str):
        text = given.strip()
        return _read_plain(text.removeprefix(PREFIX)) if text.startswith(PREFIX) else _read_text(text)
    if isinstance(given, Mapping):
        return _read_object(given)
    return _read_nested(given) if isinstance(given, list) else refuse("regions", given, EXPECTED)


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
            data = json.loads(text, object_pairs_hook=_collect_once)
        except BadInput:
            raise
        except ValueError as error:
            refuse_regions(f"no JSON: {error}")
        return _read_object(data)
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), start=1) if line.strip()]
    lines = [(at, line) for at, line in lines if not (TABLE_LINE.fullmatch(line) or FENCE.fullmatch(line))]
    settings, rest = _take_settings(lines)
    firm = [line for _, line in rest if not line.startswith(HOLE)]
    links, codes = [*filter(is_link, firm)], [*filter(is_code, firm)]
    if (links or codes) and len(firm) > 1:
        refuse_regions(f"{amount(len(firm), 'line')} beside a link or a code of a puzzle; expected one puzzle")
    if links or codes:
        puzzle = read_link(links[0]) if links else read_code(codes[0])
    elif firm and firm[0][0] in "[({":
        puzzle = _read_nested(_parse_lists("\n".join(firm)))
    else:
        puzzle = _read_rows(rest)
    puzzle = _settle(puzzle, settings)
    for at, line in lines:
        named = STARS_TOLD.search(line) if line.startswith(COMMENT) else None
        if named and int(named[1] or named[2]) != (puzzle.stars or 1):
            refuse_regions(f"a comment speaks of {named[0].strip()}; write `stars: K` on a line of its own", at)
    return puzzle


def _collect_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, which must not name anything twice."""
    found = dict[str, Any]()
    for name, value in pairs:
        if name in found:
            refuse_regions(f"{show_value(name)} is given twice")
        found[name] = value
    return found


def _take_settings(lines: Sequence[Line]) -> tuple[dict[str, Any], list[Line]]:
    """Return the settings around a grid, and the lines that are no settings or comments."""
    settings, rest = dict[str, Any](), list[Line]()
    for at, line in lines:
        found = None if "://" in line else SETTING.fullmatch(line)
        if found and line[0] not in COMMENT:
            if _simplify(found[1]) in map(_simplify, settings):
                refuse_regions(f"{found[1]} is given twice", at)
            settings[found[1]] = found[2].strip()
        elif not line.startswith(COMMENT) or line.startswith(HOLE):
            rest.append((at, line))
    return settings, rest


def _settle(puzzle: Puzzle, settings: Mapping[str, Any]) -> Puzzle:
    """Return a puzzle with the stars that a setting gives; raises `BadInput` for other stars, or another size."""
    stars = set[int]() if puzzle.stars is None else {puzzle.stars}
    rows, columns = len(puzzle.rows), len(puzzle.rows[0])
    for name, value in settings.items():
        key = _simplify(name)
        if key == "k" or re.search("stars?(?!t)|queensper", key):
            if not re.fullmatch("[1-9][0-9]{0,3}", str(value)):
                refuse_regions(f"{name}: {show_value(value)}; expected a number of stars")
            stars.add(int(value))
        elif key in SIZES:
            for size in map(int, re.findall("[0-9]{1,4}", str(value))):
                if size not in (rows, columns):
                    refuse_regions(f"a size of {size}, and the grid is {rows}x{columns}")
    if len(stars) > 1:
        refuse_regions(f"{' and '.join(map(str, sorted(stars)))} stars; expected one number")
    return Puzzle(next(iter(stars), None), puzzle.rows)


def _simplify(name: object) -> str:
    """Return the name of a setting without its style: `colorRegions` and `color_regions` are one."""
    return re.sub(r"[\s_-]", "", str(name)).lower()


def _read_rows(lines: Sequence[Line]) -> Puzzle:
    """Read lines, or rows between slashes in one line; a number on the first line gives the stars."""
    if len(lines) == 1 and "/" in lines[0][1]:
        lines = [(at, row) for at, row in enumerate(lines[0][1].split("/"), start=1) if row.strip()]
    if not lines:
        refuse_regions(f"the drawing is empty; expected {EXPECTED}")
    lead = next((at for at, (_, line) in enumerate(lines) if not line.startswith(HOLE)), 0)
    number, row = ("".join(BETWEEN.split(line)) for _, line in (lines[lead], lines[min(lead + 1, len(lines) - 1)]))
    if NUMBERS.fullmatch(lines[lead][1]) and len(number) != len(row):
        lines = lines[lead:]  # above a number there are comments alone
    first = [line for _, line in lines[:1] if NUMBERS.fullmatch(line)]
    certain = [line for _, line in lines[len(first) :] if not line.startswith(HOLE)] or [line for _, line in lines]
    named = any(len([name for name in BETWEEN.split(line) if name]) > 1 for line in certain)
    for at, line in lines:
        if EMPTY.search(line) and named:
            refuse_regions("a square without a name; write - for a square of no region", at)
    rows = [(at, names) for at, line in lines if (names := _split(line, named))]
    stars = None
    if first and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        # A number on a line of its own gives the stars, two give the size too
        (at, _), rows = rows[0], rows[1:]
        *size, stars = map(int, first[0].split())
        side = len(rows) if len(rows) == len(rows[0][1]) else None
        if not size and stars == side:
            refuse_regions(
                f"{stars} may be the size or the number of stars; write `size: {side}` or `stars: {side}`", at
            )
        if size and size[0] != side:
            refuse_regions(f"{first[0]}: expected the number of stars, or the size of the grid and the stars", at)
    elif NO_STARS.fullmatch(lines[0][1]) and len(rows) > 1 and len(rows[0][1]) != len(rows[1][1]):
        refuse_regions(f"{lines[0][1]!r} is no number of stars; expected a whole number of at least 1", lines[0][0])
    comments = _list_comments(rows) if rows else ()
    return Puzzle(stars, _square(_check_rows([row for row in rows if row[0] not in comments])))


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
            refuse_regions("a comment, or a row whose first square is a hole? Begin comments with /", at)
    return comments


def _is_name(name: str) -> bool:
    drawn = name not in READ_TWICE and category(name[:1] or " ") == "So"  # a coloured square, or another picture
    return name.isalnum() or name == HOLE or name in BLANKS or drawn


def _check_rows(rows: Sequence[tuple[int | None, Sequence[str]]]) -> Rows:
    """Return rows of equal length; raises `BadInput` with the line of another, or of a sign without a meaning."""
    if not rows or not rows[0][1]:
        refuse_regions(f"the drawing is empty; expected {EXPECTED}")
    for at, row in rows:
        for name in row:
            if two := READ_TWICE.get(name) if not name.isalnum() else None:
                refuse_regions(f"{name} is {two}, and of no region; expected {EXPECTED}", at)
            if not _is_name(name):
                refuse_regions(f"{shorten(name, MAX_SHOWN)!r} is the sign of no region; expected {EXPECTED}", at)
        if len(row) != len(rows[0][1]):
            other = "the first row" if rows[0][0] is None else f"line {rows[0][0]}"
            refuse_regions(f"{amount(len(row), 'square')}, and {other} has {len(rows[0][1])}", at)
    return [row for _, row in rows]


def _square(rows: Rows) -> Rows:
    """Return the rows of a flat list, which must be a square: a row alone can hold no solution."""
    if 1 not in (len(rows), len(rows[0])):
        return rows
    flat = list(chain.from_iterable(rows))
    side = isqrt(len(flat))
    if side * side != len(flat):
        many = amount(len(flat), "square")
        refuse_regions(f"{many} in one line, which make no square; write a row on each line, or / between rows")
    return [flat[at : at + side] for at in range(0, len(flat), side)]


def _parse_lists(text: str) -> list[Any]:
    """Return what stands in brackets of any kind, as Python, JSON, C and numpy write lists."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token in "[({":
            stack.append([])
        elif token in "])}":
            if len(stack) == 1:
                refuse_regions(f"a bracket {token} too many")
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(token[1:-1] if token[0] in "\"'" else Name(token))
    if len(stack) > 1:
        refuse_regions("a bracket is not closed")
    return stack[0]


def _read_nested(data: list[Any]) -> Puzzle:
    """Read rows in lists, rows as texts, a flat list, or a list of squares for each region."""
    while len(data) == 1 and isinstance(data[0], list):
        (data,) = data
    texts = [isinstance(each, str) and not isinstance(each, Name) for each in data]
    if data and all(texts) and any(len(each) > 1 for each in data):
        return _read_rows(list(enumerate(data, start=1)))
    lists = [isinstance(each, list) for each in data]
    if data and all(lists) and all(each and isinstance(each[0], list) for each in data):
        return Puzzle(None, _place({f"R{at}": squares for at, squares in enumerate(data)}))
    if any(lists) and not all(lists):
        refuse_regions("a list that holds squares as well as rows")
    rows = data if any(lists) else [data]
    return Puzzle(None, _square(_check_rows([(None, list(map(_take_name, row))) for row in rows])))


def _take_name(value: Any) -> str:
    if isinstance(value, bool | float | list | Mapping) or value in (None, "null", "None"):
        refuse_regions(f"{show_value(value)} is the name of no region; expected a letter, a word or a number")
    return str(value)


def _place(regions: Mapping[Any, list[Any]]) -> Rows:
    """Return rows of the squares [row, column], from 0, that each region lists."""
    names = dict[tuple[int, int], str]()
    for name, squares in regions.items():
        for square in squares:
            pair = [str(each) for each in square] if isinstance(square, list) else []
            if len(pair) != 2 or not all(map(_is_number, pair)):
                refuse_regions(f"{show_value(square)} in region {show_value(name)}; expected [row, column], from 0")
            where = int(pair[0]), int(pair[1])
            if where in names:
                refuse_regions(f"square {where[0]},{where[1]} lies in two regions")
            names[where] = _take_name(name)
    rows, columns = (max(each) + 1 for each in zip(*names, strict=True)) if names else (0, 0)
    if not names or rows * columns != len(names):
        listed = amount(len(names), "square")
        refuse_regions(f"the regions list {listed} of {rows}x{columns}; expected each square, from 0")
    return _check_rows([(None, [names[row, column] for column in range(columns)]) for row in range(rows)])


def _read_object(data: Mapping[Any, Any]) -> Puzzle:
    """Read an object of JSON: its one grid, its stars and its size; or the squares of each region."""
    if data and all(isinstance(each, list) for each in data.values()) and not {*map(_simplify, data)} & {*GRIDS}:
        return Puzzle(None, _place(data))
    grids, settings = dict[str, Puzzle](), dict[str, Any]()
    for name, value in data.items():
        key = _simplify(name)
        if key in GRIDS and isinstance(value, list | str | Mapping):
            grids[str(name)] = _read(value)
        elif not isinstance(value, list | Mapping) or not value:
            settings[str(name)] = value
        elif key not in ASIDE:
            refuse_regions(f"{show_value(name)} is not read; leave it out if it is no part of the puzzle")
    if not grids:
        refuse_regions(f"an object without a grid; expected one of {', '.join(GRIDS)}")
    puzzle, *others = grids.values()
    if any(_sign_rows(other.rows) != _sign_rows(puzzle.rows) for other in others):
        refuse_regions(f"{' and '.join(grids)} are two different grids; leave out those that are no regions")
    return _settle(puzzle, settings)


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
