"""Pieces from TOML files: `gnu = "NC"`, or a table with `betza`, or a table with `leaps` and `rides`."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rookery.core.errors import BadInput
from rookery.core.files import read_text, take_path
from rookery.core.numbers import Step
from rookery.models.pieces.betza import Ride, parse
from rookery.models.pieces.piece import Piece

KEYS = ("betza", "leaps", "rides", "symbol", "glyph", "plural")
EXPECTED = "a TOML file of pieces"
NAME = re.compile(r"[^\W\d_][\w '-]*")
MARK = "x"  # marks forbidden and attacked squares in drawings
MAX_CODE_POINTS = 2  # a sign and the selector of its variant


def piece_of(name: str, entry: Any) -> Piece:
    """Return the piece of an entry: Betza notation, or a table of `KEYS`; raises `BadInput` naming the key at fault.

    `leaps` are lists [rows, columns]; `rides` may have a reach as third number, 0 or none for an endless ride.
    """
    table = {"betza": entry} if isinstance(entry, str) else entry
    if not isinstance(table, Mapping):
        raise BadInput(f'{name}: expected Betza notation in quotes, such as "NC", or a table')
    if unknown := [key for key in table if key not in KEYS]:
        raise BadInput(f"{name}.{unknown[0]}: unknown key; known are {', '.join(KEYS)}")
    steps = [(key, step) for key in ("leaps", "rides") if key in table for step in _list(name, key, table[key])]
    if ("betza" in table) == bool(steps):
        raise BadInput(f"{name}: expected either betza, or leaps and rides")
    for key in ("betza", "symbol", "glyph", "plural"):
        if not isinstance(table.get(key, ""), str):
            raise BadInput(f"{name}.{key}: {table[key]!r} is not text in quotes")
    glyph, plural = table.get("glyph"), table.get("plural")
    if table.get("symbol") == MARK:
        raise BadInput(f"{name}.symbol: {MARK} marks forbidden and attacked squares; use another letter")
    if glyph is not None and not (glyph.strip() and len(glyph) <= MAX_CODE_POINTS):
        raise BadInput(f"{name}.glyph: {glyph!r} is not one sign")
    if plural is not None and not NAME.fullmatch(plural):
        raise BadInput(f"{name}.plural: {plural!r} is not written as a name is")
    try:
        rides = parse(table["betza"]) if "betza" in table else [_ride(name, key, step) for key, step in steps]
    except BadInput as error:
        raise BadInput(str(error) if steps else f"{name}.betza: {error}") from None
    symbol = table.get("symbol", name[:1].upper())
    return Piece(name, symbol, rides=rides, betza=table.get("betza"), glyph=glyph, plural=plural)


def _list(name: str, key: str, given: Any) -> list[Any]:
    if not isinstance(given, list):
        raise BadInput(f"{name}.{key}: {given!r} is not a list of steps, such as [[1, 2], [2, 1]]")
    return given


def _ride(name: str, key: str, step: Any) -> Ride:
    match step:
        case [int(rows), int(columns)] if rows or columns:
            return Ride(Step(rows, columns), 1 if key == "leaps" else None)
        case [int(rows), int(columns), int(reach)] if (rows or columns) and reach >= 0 and key == "rides":
            return Ride(Step(rows, columns), reach or None)
    raise BadInput(f"{name}.{key}: {step!r} is not [rows, columns], or [rows, columns, reach] of a ride")


def check_name(piece: Piece) -> None:
    """Raise `BadInput` for a name that a command could not take, or would take for another piece's notation."""
    if not NAME.fullmatch(piece.name):
        raise BadInput(f"{piece.name}: a name begins with a letter and goes on with letters, digits, blanks, ' and -")
    for notation in {piece.name, piece.name.upper()}:
        try:
            other = parse(notation) != piece.rides
        except BadInput:
            continue
        if other:
            raise BadInput(
                f"{piece.name}: the name reads as Betza notation {notation}, another piece; use a longer one"
            )


def read_piece_file(path: Path) -> tuple[list[Piece], list[str]]:
    """Return the pieces of a file, and what is wrong with the others, a line each.

    Raises `BadInput` for a file that cannot be read and for one that is no TOML.
    """
    import tomllib  # takes 2 ms, and few questions read pieces

    text = read_text(path, EXPECTED)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{path}: its tables are nested too deep") from None
    except ValueError as error:  # also for a number of thousands of digits
        raise BadInput(f"{path}: {error}") from None
    found, wrong = list[Piece](), list[str]()
    for name, entry in data.items():
        try:
            piece = piece_of(name, entry)
            check_name(piece)
            found.append(piece)
        except BadInput as error:
            wrong.append(f"{path}: {error}")
    return found, wrong


def load_pieces(path: str | Path) -> dict[str, Piece]:
    """Return the pieces of a `pieces.toml` by name; they are not registered.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "pieces.toml")
    ...     _ = path.write_text('gnu = "NC"')
    ...     print(rk.load_pieces(path))
    {'gnu': Piece('gnu', 'G', betza='NC')}

    Each entry is a piece: `gnu = "NC"`, or `[lance]` with `betza`, `symbol`, `glyph` and `plural`; or with `leaps` and
    `rides` in place of `betza`. Raises `BadInput` with the file, the key and the reason.
    """
    found, wrong = read_piece_file(take_path(path))
    if wrong:
        more = f" (and {len(wrong) - 1} more: `rookery pieces check {path}`)" if len(wrong) > 1 else ""
        raise BadInput(wrong[0] + more)
    return {piece.name: piece for piece in found}
