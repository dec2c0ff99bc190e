"""`rookery pieces`: the pieces that there are, and what each attacks."""

import json
from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.groups import grouped
from rookery.cli.options import option, piece_names
from rookery.cli.output import emit, print_table, say
from rookery.cli.pictures import check_picture, write_picture
from rookery.cli.wording import number
from rookery.models import BadInput, Board, Piece, Placement, Square, reading
from rookery.models.pieces import ALIASES
from rookery.models.pieces import piece as named_piece
from rookery.models.pieces import pieces as known_pieces
from rookery.models.referee import reach

app = typer.Typer(invoke_without_command=True, help="List the pieces, or show what one attacks.")

# A piece that attacks nothing marks the attacked squares, so that boards with marks are drawn like all others.
MARK = Piece("attacked square", "x", glyph="•")

HEADER = ("name", "symbol", "glyph", "Betza", "source")


@app.callback(epilog="Example: rookery pieces show knight --board 9")
@grouped
def list_pieces(
    context: typer.Context,
    json_wanted: Annotated[bool, option("--json", "One JSON object on standard output.", "")] = False,
) -> None:
    """List the pieces that have a name; any other is written in Betza notation."""
    if context.invoked_subcommand is not None:
        return
    found = [
        (piece.name, piece.symbol, piece.glyph or "", piece.betza or "", source)
        for piece, source in known_pieces().values()
    ]
    if json_wanted:
        emit(json.dumps([dict(zip(map(str.lower, HEADER), row, strict=True)) for row in found]))
        return
    print_table(HEADER, found, left=len(HEADER))
    emit("")
    emit("also " + ", ".join(f"{alias} ({name})" for alias, name in ALIASES.items()))
    emit("any other in Betza notation: `rookery pieces show NC`")


@app.command("show", epilog="Example: rookery pieces show nightrider --board 9 --from 4,4")
@grouped
def show_piece(
    name: Annotated[str, typer.Argument(help="A name or Betza notation.", autocompletion=piece_names)],
    size: Annotated[str, option("--board", "The board: 9, 8x11 or 8x11:torus.", "SIZE")] = "9",
    start: Annotated[str | None, option("--from", "Where it stands; the centre otherwise.", "R,C")] = None,
    svg: Annotated[Path | None, option("--svg", "Write it as a picture, too.", "FILE")] = None,
) -> None:
    """Draw the squares that a piece attacks on an empty board."""
    piece, board = named_piece(name), reading.read_board(size)
    check_picture(svg)
    square = Square(board.rows // 2, board.columns // 2) if start is None else reading.read_square(start, "from")
    if square not in board:
        raise BadInput(f"from {square}: the square lies off the board of {board}; rows and columns start at 0")
    attacked = reach(piece, square, board)
    shown = Placement(board, {**dict.fromkeys(attacked, MARK), square: piece})
    emit(str(shown))
    emit("")
    say(_told(piece, square, board, len(attacked)), "bold")
    if svg:
        write_picture(svg, shown)


def _told(piece: Piece, square: Square, board: Board, attacked: int) -> str:
    betza = f" (Betza {piece.betza})" if piece.betza and piece.betza != piece.name else ""
    return f"{piece.name}{betza} on {square} of a board of {board} attacks {number(attacked, 'square')}, marked x"
