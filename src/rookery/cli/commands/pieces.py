"""`rookery pieces`: the pieces that there are, and what each attacks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.files import PieceFiles, piece_names
from rookery.cli.options.option import LateGroup, Offer, argument, make_command, make_group, option
from rookery.cli.options.show import BOARD_HELP, Format, Pictures
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


def list_pieces(
    context: click.Context,
    json_wanted: Annotated[bool, option("--json", "Print one JSON object.", "")] = False,
    piece_files: PieceFiles = None,
) -> None:
    """List the pieces that have a name; any other is written in Betza notation."""
    if context.invoked_subcommand is not None:
        return
    found = [
        (piece.name, piece.symbol, piece.glyph or "", piece.betza or "", source)
        for piece, source in known_pieces(piece_files or ()).values()
    ]
    if json_wanted:
        emit(json.dumps([dict(zip(map(str.lower, HEADER), row, strict=True)) for row in found]))
        return
    print_table(HEADER, found, left=len(HEADER))
    emit("")
    emit("also " + ", ".join(f"{alias} ({name})" for alias, name in ALIASES.items()))
    emit("any other in Betza notation: `rookery pieces show NC`")
    emit("your own, a line each as gnu = 'NC': any file by --pieces-file FILE")


@dataclass(frozen=True)
class Standing:
    """The square of the piece, and the drawing of the board."""

    board: Annotated[str, option("--board", "The board: 9, 8x11, 8x11:torus, 8:cylinder.", "SIZE")] = "9"
    start: Annotated[str | None, option("--from", "Square of the piece; default: the centre.", "R,C")] = None
    format: Annotated[Format | None, option("--format", BOARD_HELP, "text|unicode|board", show_default="text")] = None
    coordinates: Annotated[bool, option("--coordinates", "Number rows and columns.", "")] = False
    svg: Annotated[Path | None, option("--svg", "Also write a picture.", "FILE")] = None
    png: Annotated[Path | None, option("--png", "Also write a picture.", "FILE")] = None

    def read(self) -> tuple[AbstractBoard, Cell]:
        """The board, and the square on it."""
        board = take_board(self.board)
        if self.start is None:
            middle = (board.rows // 2, board.columns // 2) if isinstance(board, Board) else ()
            return board, board.cell_type(*middle) if middle in board else board.cell(len(board) // 2)
        square = take_square(self.start, board, "from")
        if square not in board:
            raise BadInput(f"from {square}: the square lies off the board of {board}; rows and columns start at 0")
        return board, square


def show_piece(
    name: Annotated[str, argument("A name or Betza notation.", "NAME", shell_complete=piece_names)],
    standing: Standing,
    piece_files: PieceFiles = None,
) -> None:
    """Draw the squares that a piece attacks on an empty board."""
    piece, (board, square) = find_piece(name, piece_files or ()), standing.read()
    board.admit(piece)
    pictures = Pictures(standing.svg, standing.png)
    pictures.check()
    attacked = reach(piece, square, board)
    shown = Placement(board, {**dict.fromkeys(attacked, MARK), square: piece})
    form = standing.format
    emit(draw_board(shown, form is Format.UNICODE, standing.coordinates))
    if form is not Format.BOARD:
        emit("")
        mark = MARK.glyph if form is Format.UNICODE else MARK.symbol
        say(f"{_describe_attack(piece, square, board, len(attacked))}, marked {mark}", "bold")
    pictures.write(Placement(board, {square: piece}).svg(coordinates=standing.coordinates, attacked=True))


def check_file(
    file: Annotated[Path, argument("A TOML file of pieces.", "FILE")],
) -> None:
    """Check a file of pieces, and print one line per fault."""
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
    return f"{piece.name}{betza} on {square} of {board.phrase} attacks {amount(attacked, 'square')}"


COMMANDS: Mapping[str, Offer] = {
    "show": lambda: make_command(
        show_piece, "show", epilog="Example: rookery pieces show nightrider --board 9 --from 4,4"
    ),
    "check": lambda: make_command(check_file, "check", epilog="Example: rookery pieces check pieces.toml"),
}


def make() -> LateGroup:
    """The command."""
    return make_group(
        "pieces",
        lambda: COMMANDS,
        list_pieces,
        invoke_without_command=True,
        help="List the pieces, or show the squares that one attacks.",
        epilog="Example: rookery pieces show knight --board 9",
    )
