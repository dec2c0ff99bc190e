"""`rookery pieces`: the pieces that there are, and what each attacks."""

import json
from collections.abc import Sequence
from pathlib import Path

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.command import FILE, Command, Group, json_option
from rookery.cli.options.files import add_pieces_file, complete_piece
from rookery.cli.options.show import (
    BOARD_HELP,
    Pictures,
    coordinates_option,
    find_edges,
    numbers_option,
    with_pictures,
)
from rookery.cli.output.terminal import complain, emit, print_table, say
from rookery.cli.output.wording import draw_board
from rookery.core.words import amount
from rookery.models import BadInput, Piece, Placement
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.pieces.files import read_piece_file
from rookery.models.pieces.piece import ALIASES
from rookery.models.pieces.sources import known_pieces
from rookery.models.pieces.sources import piece as find_piece
from rookery.models.reading.given import take_board, take_square
from rookery.models.referee.walking import reach

# A piece that attacks nothing marks the attacked squares, so that boards with marks are drawn like all others.
MARK = Piece("attacked square", "x", rides=(), glyph="•")

HEADER = ("name", "symbol", "glyph", "Betza", "source")


@click.group("pieces", cls=Group, invoke_without_command=True, epilog="Example: rookery pieces show knight --board 9")
@json_option
@add_pieces_file
@click.pass_context
def command(context: click.Context, as_json: bool, piece_files: tuple[Path, ...]) -> None:
    """List the pieces, or show the squares that one attacks."""
    if context.invoked_subcommand is not None:
        return
    found = [
        (piece.name, piece.symbol, piece.glyph or "", piece.betza or "", source)
        for piece, source in known_pieces(piece_files).values()
    ]
    if as_json:
        emit(json.dumps([dict(zip(map(str.lower, HEADER), row, strict=True)) for row in found]))
        return
    print_table(HEADER, found, left=len(HEADER))
    emit("")
    emit("also " + ", ".join(f"{alias} ({name})" for alias, name in ALIASES.items()))
    emit("any other in Betza notation: `rookery pieces show NC`")
    emit("your own, a line each as gnu = 'NC': any file by --pieces-file FILE")


@command.command("show", cls=Command, epilog="Example: rookery pieces show nightrider --board 9 --from e5")
@click.argument("name", shell_complete=complete_piece)
@click.option(
    "--board",
    "size",
    metavar="SIZE",
    default="9",
    show_default=True,
    help="The board: 9, 8x11, 8x11:torus, 8:cylinder.",
)
@click.option("--from", "start", metavar="R,C", help="Square of the piece; default: the centre.")
@click.option(
    "--format",
    type=click.Choice(["text", "unicode", "board"], case_sensitive=False),
    default="text",
    show_default=True,
    help=f"{BOARD_HELP}.",
)
@coordinates_option
@numbers_option
@with_pictures("the board")
@add_pieces_file
def show_piece(
    name: str,
    size: str,
    start: str | None,
    format: str,
    coordinates: bool,
    numbers: bool,
    svg: Path | None,
    png: Path | None,
    piece_files: tuple[Path, ...],
) -> None:
    """Draw the squares that a piece attacks on an empty board; NAME may be Betza notation."""
    piece, board = find_piece(name, piece_files), take_board(size)
    square = _find_square(start, board)
    board.admit(piece)
    pictures, edges = Pictures(svg, png), find_edges(coordinates, numbers)
    pictures.check()
    attacked = reach(piece, square, board)
    shown = Placement(board, {**dict.fromkeys(attacked, MARK), square: piece})
    drawn = draw_board(shown, format == "unicode", edges)
    emit(drawn)
    if format != "board":
        emit("")
        mark = MARK.glyph if MARK.glyph and MARK.glyph in drawn else MARK.symbol
        say(f"{_describe_attack(piece, square, board, len(attacked))}, marked {mark}", "bold")
    if pictures:
        pictures.write(Placement(board, {square: piece}).svg(coordinates=edges, attacked=True))


def _find_square(start: str | None, board: AbstractBoard) -> Cell:
    if start is None:
        middle = (board.rows // 2, board.columns // 2) if isinstance(board, Board) else ()
        return board.cell_type(*middle) if middle in board else board.cell(len(board) // 2)
    square = take_square(start, board, "from")
    if square not in board:
        raise BadInput(f"--from {start}: the square lies off the board of {board}; rows and columns start at 0")
    return square


@command.command("check", cls=Command, epilog="Example: rookery pieces check pieces.toml")
@click.argument("file", type=FILE)
def check_file(file: Path) -> None:
    """Check a TOML file of pieces, and print one line per fault."""
    found, wrong = read_piece_file(file)
    for line in wrong:
        complain(line)
    if wrong:
        raise Exit(exits.BAD_INPUT)
    known_pieces([file])  # refuses a name that another source has taken
    emit(f"{file}: {amount(len(found), 'piece')}, nothing wrong{': ' if found else ''}{_list_pieces(found)}")


def _list_pieces(found: Sequence[Piece]) -> str:
    return ", ".join(f"{piece} ({piece.symbol})" for piece in found)


def _describe_attack(piece: Piece, square: Cell, board: AbstractBoard, attacked: int) -> str:
    betza = f" (Betza {piece.betza})" if piece.betza and piece.betza != piece.name else ""
    return f"{piece.name}{betza} on {board.label(square)} of {board.phrase} attacks {amount(attacked, 'square')}"
