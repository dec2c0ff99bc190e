"""Reads a row of an untrusted store: each value has its type and its range, or the row is refused.

All later uses rely on this alone. Texts come out printable, so that no escape sequence reaches a terminal or a page;
the output of a run is left unchanged.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from rookery.backends import Want
from rookery.compare.records.record import MAX_VALUE, Ended, Limits, Record, Said, from_plain, is_amount
from rookery.core.words import in_a_line, legible, reason
from rookery.models import RookeryError
from rookery.models.problems.registry import declare, families

MAX_AMOUNT = 1 << 62  # of seconds, bytes, sizes, seeds
MAX_LINE = 1 << 16  # characters of a text that is no JSON
MAX_TEXT = 1 << 26  # characters of what holds JSON
MAX_ENTRIES = 1000  # of a table
MAX_DIGITS = 4300  # of a count: more neither Python nor the store writes
MAX_DEPTH = 16  # lists and tables within each other
Read = Callable[[Any], Any]


class RefusedValue(ValueError):
    """A value that Rookery has not written."""


def read_row(data: Mapping[str, Any]) -> Record:
    """The record of a row, given without its empty columns; raises `RefusedValue` with the column that is wrong."""
    read = {}
    for name, value in data.items():
        try:
            read[name] = COLUMNS[name](value)
        except RefusedValue as error:
            raise RefusedValue(f"{name}: {error}") from None
    if missing := [name for name in NEEDED if name not in read]:
        raise RefusedValue(f"{missing[0]}: nothing")
    record = from_plain(read)
    if fault := record.contradiction():
        raise RefusedValue(fault)
    return record


def read_facts(text: Any) -> dict[str, str]:
    """The facts of a session; raises `RefusedValue`."""
    facts: dict[str, str] = _table(_line)(_read_json(text))
    return facts


def _read_json(text: Any) -> Any:
    """Decode a text as JSON, with the depth of a row at most."""
    try:
        level = [json.loads(_text(text), parse_constant=_refuse)]
    except (ValueError, RecursionError):
        raise RefusedValue("no JSON") from None
    (whole,) = level
    for _ in range(MAX_DEPTH):
        tables = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [value for values in tables for value in values if isinstance(value, dict | list)]
    if level:
        raise RefusedValue("lists within lists without an end")
    return whole


def _refuse(text: str) -> Any:
    raise RefusedValue(text)


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise RefusedValue(f"no text of at most {MAX_TEXT:,} characters")
    return value


def _printable(value: Any) -> str:
    """A text of some lines, in printable characters."""
    return legible(_text(value)[:MAX_LINE])


def _line(value: Any) -> str:
    """A text in one printable line."""
    return in_a_line(_text(value)[:MAX_LINE])


def _within(least: int, most: int) -> Read:
    """Reads whole numbers; one beyond 64 bits is kept as its digits."""

    def read(value: Any) -> int:
        digits = value.removeprefix("-") if isinstance(value, str) and len(value) <= MAX_DIGITS else ""
        if digits.isdecimal() and digits.isascii():
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            start = least if least > -MAX_AMOUNT else "-inf"
            raise RefusedValue(f"no whole number from {start} {'on' if most >= MAX_AMOUNT else f'to {most}'}")
        return value

    return read


def _amount(value: Any) -> float:
    if not is_amount(value):
        raise RefusedValue("no number that is finite and not negative")
    return value


def _seconds(value: Any) -> float:
    return float(_amount(value))


def _one_of(words: type[Said] | type[Ended] | type[Want]) -> Read:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in list(words):
            raise RefusedValue(f"none of {', '.join(words)}")
        return value

    return read


def _table(read: Read) -> Read:
    """Reads tables of names."""

    def read_table(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or len(value) > MAX_ENTRIES:
            raise RefusedValue(f"no table of at most {MAX_ENTRIES} entries")
        return {_line(name): read(each) for name, each in value.items()}

    return read_table


def _plain(value: Any) -> Any:
    """Plain data with printable texts."""
    match value:
        case dict():
            return {_line(name): _plain(each) for name, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case str():
            return _printable(value)
    return value


@lru_cache(maxsize=1000)
def _read_problem(text: str) -> dict[str, Any]:
    """The problem of a text, which many rows have in common."""
    value = _read_json(text)
    if not isinstance(value, dict) or not isinstance(value.get("family"), str):
        raise RefusedValue("no problem")
    read = {_line(name): _plain(each) for name, each in value.items()}
    if read["family"] in families():
        try:
            declare(read)
        except RookeryError as error:
            raise RefusedValue(reason(error)) from None
    return read


def _limits(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not value.keys() <= set(Limits.__dataclass_fields__):
        raise RefusedValue("no limits")
    return {
        name: None if each is None else (SIZE if name == "memory" else _seconds)(each) for name, each in value.items()
    }


def _solutions(value: Any) -> list[Any]:
    """Lists of pieces, each with the numbers or the names of its cell."""
    if not isinstance(value, list):
        raise RefusedValue("no list of solutions")
    return [[_piece(piece) for piece in _list(solution)] for solution in value]


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise RefusedValue("no list")
    return value


def _piece(value: Any) -> list[Any]:
    match value:
        case [str(name), *cell] if 1 <= len(cell) <= 3 and all(type(each) in (int, str) for each in cell):
            return [_line(name), *(_line(each) if isinstance(each, str) else SIGNED(each) for each in cell)]
    raise RefusedValue("no piece on a square")


NUMBER, SIZE, SIGNED = _within(0, 10**MAX_DIGITS - 1), _within(0, MAX_AMOUNT), _within(-MAX_AMOUNT, MAX_AMOUNT)
VALUE, FLAG = _within(-MAX_VALUE, MAX_VALUE), _within(0, 1)
COLUMNS: dict[str, Read] = {
    **dict.fromkeys(("key", "instance", "family", "backend", "solutions_hash", "raw_status"), _line),
    **dict.fromkeys(("command", "started", "use"), _line),
    **dict.fromkeys(("first", "last", "wall", "cpu", "preloaded"), _seconds),
    **dict.fromkeys(("count", "orbits"), NUMBER),
    **dict.fromkeys(("objective", "bound"), VALUE),
    **dict.fromkeys(("complete", "up_to_symmetry"), lambda value: bool(FLAG(value))),
    "size": _within(0, 1 << 30),
    "problem": lambda value: _read_problem(_text(value)),
    "want": _one_of(Want),
    "options": lambda value: _table(_line)(_read_json(value)),
    "workers": _within(0, 1 << 30),
    "seed": SIGNED,
    "limits": lambda value: _limits(_read_json(value)),
    "versions": lambda value: _table(_line)(_read_json(value)),
    "said": _one_of(Said),
    "ended": _one_of(Ended),
    "goal": _within(-1, 1),
    "solutions": lambda value: _solutions(_read_json(value)),
    "times": lambda value: _table(_seconds)(_read_json(value)),
    "memory": SIZE,
    "program": lambda value: _table(_amount)(_read_json(value)),
    "message": _printable,
    "log": _text,  # the end of what a run printed stays as it is, also in exports
    "statistics": lambda value: _table(_within(0, (1 << 63) - 1))(_read_json(value)),
}
NEEDED = ("key", "instance", "family", "size", "problem", "want", "up_to_symmetry", "backend", "options", "workers",
          "seed", "limits", "versions", "said", "ended", "solutions")  # fmt: skip
