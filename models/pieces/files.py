"""Pieces read from TOML files: `gnu = "NC"`, or a table with Betza notation, or one with leaps and rides."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rookery.models.base.files import read_text, take_path
from rookery.models.base.pairs import Step
from rookery.models.errors import BadInput
from rookery.models.pieces.betza import parse
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.steps import Ride
from rookery.models.pieces.toml import Source

KEYS = ("betza", "leaps", "rides", "symbol", "glyph", "plural")
EXPECTED = "a TOML file of pieces"
NAME = re.compile(r"[^\W\d_][\w '-]*")
FORBIDDEN_SQUARE = "x"
MOST_CODE_POINTS = 2  # a sign and the selector of its variant


class Misread(BadInput):
    """An entry that is no piece, with the key at fault where it is one."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(f"{key}: {message}" if key else message)
        self.key = key


def piece_of(name: str, entry: Any) -> Piece:
    """The piece of an entry: Betza notation, or a table of `KEYS`; raises `BadInput` naming the key at fault.

    `leaps` are lists [rows, columns]; `rides` may have a reach as third, 0 or none being without end. A piece without
    `symbol` has its name's first letter.
    """
    table = {"betza": entry} if isinstance(entry, str) else entry
    if not isinstance(table, Mapping):
        raise Misread('expected Betza notation in quotes, such as "NC", or a table')
    for key in table:
        if key not in KEYS:
            raise Misread(f"unknown key {key!r}; known are {', '.join(KEYS)}", key)
    rides = frozenset(_rides(table))
    symbol, glyph, plural = _symbol(name, table), _glyph(table), _plural(table)
    return Piece(name, symbol, rides=rides, betza=table.get("betza"), glyph=glyph, plural=plural)


def _rides(table: Mapping[str, Any]) -> Iterator[Ride]:
    stepped = [key for key in ("leaps", "rides") if table.get(key)]
    if "betza" not in table:
        if not stepped:
            raise Misread("no betza, leaps or rides: it would attack nothing")
        for key in stepped:
            yield from (_step(key, entry) for entry in _list(key, table[key]))
        return
    if stepped:
        raise Misread("betza and steps exclude each other; give one of them", stepped[0])
    if not isinstance(table["betza"], str):
        raise Misread(f'{table["betza"]!r}: expected text in quotes, such as "NC"', "betza")
    try:
        yield from parse(table["betza"])
    except BadInput as error:
        raise Misread(str(error), "betza") from None


def _list(key: str, given: Any) -> list[Any]:
    if not isinstance(given, list):
        raise _unusable(key, given)
    return given


def _step(key: str, entry: Any) -> Ride:
    match entry:
        case [int(rows), int(columns)] if rows or columns:
            return Ride(Step(rows, columns), 1 if key == "leaps" else None)
        case [int(rows), int(columns), int(reach)] if (rows or columns) and reach >= 0 and key == "rides":
            return Ride(Step(rows, columns), reach or None)
    raise _unusable(key, entry)


def _unusable(key: str, entry: Any) -> Misread:
    example = "[[1, 2], [2, 1]]" if key == "leaps" else "[[0, 1], [1, 0, 3]]; a third number is the reach"
    return Misread(f"{entry!r}: expected steps in whole numbers, rows and columns, such as {example}", key)


def _symbol(name: str, table: Mapping[str, Any]) -> str:
    symbol = table.get("symbol", name[:1].upper())
    if not isinstance(symbol, str) or len(symbol) != 1 or not symbol.isalpha():
        raise Misread(f"{symbol!r}: expected one letter", "symbol")
    if symbol == FORBIDDEN_SQUARE:
        raise Misread("'x' marks forbidden and attacked squares; use another letter", "symbol")
    return symbol


def _glyph(table: Mapping[str, Any]) -> str | None:
    glyph = table.get("glyph")
    if glyph is None or (isinstance(glyph, str) and glyph.strip() and len(glyph) <= MOST_CODE_POINTS):
        return glyph
    raise Misread(f"{glyph!r}: expected one sign", "glyph")


def _plural(table: Mapping[str, Any]) -> str | None:
    plural = table.get("plural")
    if plural is None or (isinstance(plural, str) and NAME.fullmatch(plural)):
        return plural
    raise Misread(f"{plural!r}: expected what several are called, as a name is written", "plural")


def check_name(piece: Piece) -> None:
    """Raise `BadInput` for a name that a command could not take, or would take for another piece's notation."""
    if not NAME.fullmatch(piece.name):
        raise Misread("a piece's name begins with a letter and goes on with letters, digits, blanks, ' and -")
    for notation in {piece.name, piece.name.upper()}:
        try:
            same = parse(notation) == piece.rides
        except BadInput:
            continue
        if not same:
            raise Misread(f"the name reads as Betza notation {notation}, which is another piece; use a longer one")


def read_piece_file(path: Path) -> tuple[list[tuple[Piece, str]], list[str]]:
    """The pieces of a file with the place of each, and what is wrong with the others, a line each.

    Raises `BadInput` for a file that cannot be read and for one that is no TOML.
    """
    source = Source(read_text(path, EXPECTED), str(path))
    found, wrong = list[tuple[Piece, str]](), list[str]()
    for name, entry in source.data().items():
        try:
            piece = piece_of(name, entry)
            check_name(piece)
            found.append((piece, source.place((name,))))
        except BadInput as error:
            key = getattr(error, "key", None)
            wrong.append(f"{source.place((name, key) if key else (name,))}: {name}: {error}")
    return found, wrong


def load_pieces(path: str | Path) -> dict[str, Piece]:
    """The pieces of a `pieces.toml` by name; they are given and not registered, so that nothing else changes.

    Each entry is a piece: `gnu = "NC"`, or `[lance]` with `betza`, `symbol`, `glyph` and `plural`; or with `leaps` and
    `rides` in place of `betza`. Raises `BadInput` with file, line and reason.
    """
    found, wrong = read_piece_file(take_path(path))
    if wrong:
        more = f" (and {len(wrong) - 1} more: `rookery pieces check {path}`)" if len(wrong) > 1 else ""
        raise BadInput(wrong[0] + more)
    return {piece.name: piece for piece, _ in found}
