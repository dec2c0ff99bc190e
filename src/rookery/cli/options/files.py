"""Files that options name, where `-` is standard input: texts, fixed squares, placements, pieces."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from rookery.cli.options.command import FILE, completing, option
from rookery.core.errors import refuse, show_value
from rookery.core.files import naming_file, read_bytes, read_stream, refusing_unreadable
from rookery.models import BadInput, Problem, Square
from rookery.models.boards.base import AbstractBoard
from rookery.models.boards.board import Board
from rookery.models.pieces.sources import FindPiece, known_pieces
from rookery.models.reading.given import parse_shape, take_square

if TYPE_CHECKING:
    from rookery.backends.formats.placements import Outside

NUMBER, NAME = re.compile(r"[0-9]{1,9}"), re.compile(r"[A-Za-z][0-9]{1,9}")
PIECE_FILES = "piece_files"
HELP = "A TOML file that defines more pieces (repeatable), such as a line gnu = 'NC'."
# eager, so that the completion of names knows the files
PIECES_FILE: dict[str, Any] = {"type": FILE, "multiple": True, "metavar": "FILE", "is_eager": True, "help": HELP}
add_pieces_file = option("--pieces-file", PIECE_FILES, **PIECES_FILE)


def shown_as(name: str) -> str:
    """Return the name of a file for a message."""
    return "standard input" if name == "-" else name


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`; raises `BadInput` if it cannot be read or is too large."""
    if name == "-":
        with refusing_unreadable(shown_as(name)):
            raw = read_stream(sys.stdin.buffer, shown_as(name))
    else:
        raw = read_bytes(name, "a readable file, or - for standard input")
    return raw.decode("utf-8-sig", errors="replace")


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Begin each `BadInput` about the text of a file with its name; read the file before, which names it itself."""
    try:
        yield
    except BadInput as error:
        raise naming_file(shown_as(name), error) from None


def read_fixed_file(name: str, board: AbstractBoard) -> list[Square]:
    """Return the fixed squares of a file: k, then k lines `row column` or names such as `e4`; `-` is standard input.

    White space around numbers and empty lines are tolerated. Raises `BadInput` naming the line that is wrong.
    """
    if not isinstance(board, Board):
        raise BadInput(f"--fixed-file names squares by rows and columns; {board.phrase} has none: give each by --fix")
    shown = shown_as(name)
    lines = read_text(name).splitlines()
    rows = [
        (at, row) for at, line in enumerate(lines, start=1) if (row := _read_row(line, f"{shown}, line {at}", board))
    ]
    if not rows or len(rows[0][1]) != 1:
        at = rows[0][0] if rows else 1
        raise BadInput(f"{shown}, line {at}: expected one number, how many squares follow")
    (_, (wanted,)), listed = rows[0], rows[1:]
    if len(listed) > wanted:
        raise BadInput(f"{shown}, line {listed[wanted][0]}: more squares than the {wanted} that line {rows[0][0]} says")
    found: dict[Square, int] = {}
    for at, row in listed:
        if len(row) != 2:
            raise BadInput(f"{shown}, line {at}: expected two numbers, row and column, found {len(row)}")
        square = Square(*row)
        if square not in board:
            raise BadInput(f"{shown}, line {at}: {board.refusal(square)}; rows and columns start at 0")
        if square in found:
            raise BadInput(f"{shown}, line {at}: square {square} is given twice, first in line {found[square]}")
        found[square] = at
    squares = list(found)
    if len(listed) < wanted:
        after = rows[-1][0] + 1
        raise BadInput(f"{shown}, line {after}: the input ends after {len(listed)} of {wanted} squares")
    return squares


def _read_row(line: str, where: str, board: Board) -> list[int]:
    if NAME.fullmatch(line.strip()):
        return list(take_square(line.strip(), board, f"{where}: square"))
    for word in line.split():
        if not NUMBER.fullmatch(word):
            raise BadInput(f"{where}: {show_value(word)} is not a whole number of at least 0")
    return list(map(int, line.split()))


def complete_piece(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a piece, or the last of a list with commas, also of the files given so far."""
    try:
        names = list(known_pieces(ctx.params.get(PIECE_FILES) or ()))
    except BadInput:
        names = []
    return completing(lambda: names, commas=True)(ctx, param, incomplete)


def read_placement(name: str, problem: Problem, find: FindPiece) -> "Outside":
    """Return the last placement of a file; raises `BadInput` for what means nothing, and for another board."""
    from rookery.backends.formats.placements import read_placements

    text = read_text(name)
    with naming(name):
        return read_placements(text, problem, find)[-1]


def read_size(text: str, option: str = "--board") -> AbstractBoard:
    """Return the board of a size; raises `BadInput` that names the option."""
    return parse_shape(text) or refuse(option, text, "a size such as 8, 8x11, 8x11:torus or 8:cylinder")
