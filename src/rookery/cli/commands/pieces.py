"""`rookery pieces`: the pieces that there are, and what each attacks."""

import json
from collections.abc import Sequence
from pathlib import Path

import click
from click.exceptions import Exit

from rookery.cli import exits
from rookery.cli.options.command import FILE, Command, ShowGroup, json_option
from rookery.cli.options.files import add_pieces_file, complete_piece, naming, read_size, read_text
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
from rookery.models.problem.placement import attacked
from rookery.models.reading.drawn import read_board
from rookery.models.reading.given import board as make_board
from rookery.models.reading.given import take_cell, take_squares

# A piece that attacks nothing marks the attacked squares, so that boards with marks are drawn like all others.
MARK = Piece("attacked square", "x", rides=(), glyph="•")
STANDS = Piece("own piece", "o", rides=(), glyph="●")
DEFAULT_BOARD = "9"

HEADER = ("name", "symbol", "glyph", "Betza", "source")


@click.group("pieces", cls=ShowGroup, invoke_without_command=True, epilog="Example: rookery pieces knight --board 9")
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
    emit("any other in Betza notation: `rookery pieces NC`")
    emit("your own, a line each as gnu = 'NC': any file by --pieces-file FILE")


@command.command("show", cls=Command, epilog="Example: rookery pieces nightrider --board 9 --from e5 --fix f7")
@click.argument("name", shell_complete=complete_piece)
@click.option("--board", "size", metavar="SIZE", help="The board: 9 (the default), 8x11, 8x11:torus, 8:cylinder.")
@click.option(
    "--board-file", metavar="FILE", help="A board drawn as text or FEN, with holes and own pieces; - is input."
)
@click.option("--from", "start", metavar="R,C", help="Square of the piece; default: the centre.")
@click.option("--hole", "holes", metavar="R,C", multiple=True, help="Remove this square from the board (repeatable).")
@click.option("--fix", "fixed", metavar="R,C", multiple=True, help="An own piece stands on this square (repeatable).")
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
    size: str | None,
    board_file: str | None,
    start: str | None,
    holes: tuple[str, ...],
    fixed: tuple[str, ...],
    format: str,
    coordinates: bool,
    numbers: bool,
    svg: Path | None,
    png: Path | None,
    piece_files: tuple[Path, ...],
) -> None:
    """Count and draw the squares that a piece attacks.

    Holes and own pieces are in its way. NAME may be Betza notation.
    """
    piece = find_piece(name, piece_files)
    board, own = _read_board(piece, size, board_file, holes, piece_files)
    if numbers:
        board.name_by_numbers()
    own |= {take_cell(each, board, "--fix"): STANDS for each in fixed}
    square = _find_square(start, board, [there for there, other in own.items() if other == piece])
    if own.pop(square, piece) != piece:
        raise BadInput(f"{board.noun} {board.label(square)} holds an own piece, and the {piece} stands on it")
    pictures, edges = Pictures(svg, png), find_edges(coordinates, numbers)
    pictures.check()
    hits = attacked(piece, board, square, own)
    shown = Placement(board, {**dict.fromkeys(hits, MARK), **own, square: piece})
    drawn = draw_board(shown, format == "unicode", edges)
    emit(drawn)
    if format != "board":
        emit("")
        mark = MARK.glyph if MARK.glyph and MARK.glyph in drawn else MARK.symbol
        past = f" past {amount(len(own), 'own piece')}" if own else ""
        say(f"{_describe_attack(piece, square, board, len(hits))}{past}, marked {mark}", "bold")
    if pictures:
        walls = board.with_holes(own) if isinstance(board, Board) and own else board
        if numbers:
            walls.name_by_numbers()
        pictures.write(Placement(walls, {square: piece}).svg(coordinates=edges, attacked=True))


def _read_board(
    piece: Piece, size: str | None, file: str | None, holes: Sequence[str], piece_files: Sequence[Path]
) -> tuple[AbstractBoard, dict[Cell, Piece]]:
    """Return the board of a size or of a drawing, with holes, and the pieces of the drawing."""
    if file is None:
        board = read_size(DEFAULT_BOARD if size is None else size)
        return make_board(board, holes=take_squares(holes, board, "--hole")), {}
    if size is not None:
        raise BadInput("--board and --board-file exclude each other; give one of them")
    text, known = read_text(file), [found.piece for found in known_pieces(piece_files).values()]
    with naming(file):
        drawn = read_board(text, [piece, *(each for each in known if each.symbol != piece.symbol)])
    return make_board(drawn.board, holes=take_squares(holes, drawn.board, "--hole")), dict(drawn.fixed)


def _find_square(start: str | None, board: AbstractBoard, drawn: Sequence[Cell]) -> Cell:
    """Return the square of the piece: the given one, else the only one that is drawn, else the centre."""
    if start is not None:
        return take_cell(start, board, "--from")
    if len(drawn) == 1:
        return drawn[0]
    middle = (board.rows // 2, board.columns // 2) if isinstance(board, Board) else ()
    return board.cell_type(*middle) if middle in board else board.cell(len(board) // 2)


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
    listed = ", ".join(f"{piece} ({piece.symbol})" for piece in found)
    emit(f"{file}: {amount(len(found), 'piece')}, nothing wrong{f': {listed}' if found else ''}")


def _describe_attack(piece: Piece, square: Cell, board: AbstractBoard, attacked: int) -> str:
    betza = f" (Betza {piece.betza})" if piece.betza and piece.betza != piece.name else ""
    return f"{piece.name}{betza} on {board.label(square)} of {board.phrase} attacks {amount(attacked, 'square')}"
