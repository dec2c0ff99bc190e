"""Pieces read from TOML files: `gnu = "NC"`, or a table with Betza notation, or one with leaps and rides.

Where a key stands in the text of a TOML file.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rookery.core.errors import BadInput
from rookery.core.files import read_text, take_path
from rookery.core.numbers import Step
from rookery.models.pieces.betza import Ride, parse
from rookery.models.pieces.piece import Piece

HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.|=)")
INTEGERS = 2**63  # what TOML has between this and its negation
BEYOND = "a whole number beyond 64 bits, which TOML does not have"
KeyPath = tuple[str | int, ...]


class Source:
    """The text of a TOML file, and where its keys are."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def data(self) -> dict[str, Any]:
        """Decode the text; raises `BadInput` with the line if it is not TOML, or has a number beyond 64 bits."""
        import tomllib

        try:
            data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"{self.name}: {error}") from None
        except RecursionError:
            raise BadInput(f"{self.name}: tables and lists within each other, too deep to be read") from None
        except ValueError:  # Python reads no number of thousands of digits
            raise BadInput(f"{self.name}: {BEYOND}") from None
        for path, value in _values((), data):
            if isinstance(value, int) and not -INTEGERS <= value < INTEGERS:
                raise BadInput(f"{self.place(path)}: {BEYOND}")
        return data

    def place(self, path: KeyPath) -> str:
        """The file with the line of a key, or of where it is inherited from, or of the table that it would stand in."""
        lines = dict(self._lines())
        path = path[-1:] if path not in lines and path[-1:] in lines else path
        while path and path not in lines:
            path = path[:-1]
        return f"{self.name}, line {lines[path]}" if path else self.name

    def _lines(self) -> Iterator[tuple[KeyPath, int]]:
        """Each header and key with its line; keys are found line by line, as people write them."""
        table: KeyPath = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(self.text.splitlines(), start=1):
            if header := HEADER.match(line):
                table = self._table(header[1], header[2], counts)
                yield table, number
            elif key := KEY.match(line):
                yield (*table, key[1].strip("\"'")), number

    def _table(self, bracket: str, name: str, counts: dict[str, int]) -> KeyPath:
        parts = tuple(part.strip().strip("\"'") for part in name.split("."))
        if bracket == "[":
            return parts
        counts[name] = counts.get(name, -1) + 1
        return (*parts, counts[name])


def _values(path: KeyPath, data: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Each value that is neither a table nor a list, with where it stands."""
    waiting = [(path, data)]
    while waiting:
        path, data = waiting.pop()
        match data:
            case dict():
                waiting += [((*path, key), value) for key, value in data.items()]
            case list():
                waiting += [((*path, at), value) for at, value in enumerate(data)]
            case _:
                yield path, data


KEYS = ("betza", "leaps", "rides", "symbol", "glyph", "plural")
EXPECTED = "a TOML file of pieces"
NAME = re.compile(r"[^\W\d_][\w '-]*")
FORBIDDEN_SQUARE = "x"
MAX_CODE_POINTS = 2  # a sign and the selector of its variant


class Misread(BadInput):
    """An entry that is no piece, with the key at fault if it is one."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(f"{key}: {message}" if key else message)
        self.key = key


def piece_of(name: str, entry: Any) -> Piece:
    """The piece of an entry: Betza notation, or a table of `KEYS`; raises `BadInput` naming the key at fault.

    `leaps` are lists [rows, columns]; `rides` may have a reach as third, 0 or no third number for an endless ride. A
    piece without `symbol` has its name's first letter.
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
    if glyph is None or (isinstance(glyph, str) and glyph.strip() and len(glyph) <= MAX_CODE_POINTS):
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
    """The pieces of a `pieces.toml` by name; they are returned, and not registered.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "pieces.toml")
    ...     _ = path.write_text('gnu = "NC"')
    ...     print(rk.load_pieces(path))
    {'gnu': Piece('gnu', 'G', betza='NC')}

    Each entry is a piece: `gnu = "NC"`, or `[lance]` with `betza`, `symbol`, `glyph` and `plural`; or with `leaps` and
    `rides` in place of `betza`. Raises `BadInput` with file, line and reason.
    """
    found, wrong = read_piece_file(take_path(path))
    if wrong:
        more = f" (and {len(wrong) - 1} more: `rookery pieces check {path}`)" if len(wrong) > 1 else ""
        raise BadInput(wrong[0] + more)
    return {piece.name: piece for piece, _ in found}
