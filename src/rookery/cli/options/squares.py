"""Read the options for boards, pieces and what is given on squares; texts of files, where `-` is standard input."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from rookery.cli.options.option import Declared, comma_completion, option
from rookery.core.files import read_bytes, read_stream, refusing_unreadable
from rookery.models import BadInput, Piece, Placement, Problem, Square
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading import typed
from rookery.models.reading.typed import NUMBER, quote

if TYPE_CHECKING:
    from rookery.models.reading.drawn import Drawing

Row = tuple[int, list[int]]
HELP = "A TOML file that defines more pieces (repeatable), such as a line gnu = 'NC'."
BOARD_FILE_HELP = (
    "A drawing (. free, # hole, x forbidden, a letter: a fixed piece), or FEN such as 10/4Q5/10; - is standard input."
)
REGIONS_HELP = (
    "A drawing of regions: rows of letters or digits; a first line may give the number of stars; - is standard input."
)
GRAPH_HELP = (
    "A graph in place of a board: PACE .gr, DIMACS .col, a list of edges, or a file called .graphml, .gml, .net or"
    " .gexf; its piece is the guard; - is standard input."
)
STDIN = "/dev/stdin"


def shown_as(name: str) -> str:
    """The name of a file as messages have it."""
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
def naming_file(name: str, then: str = ",") -> Iterator[None]:
    """Name a file in what is refused about its text; the text is read before, which names a file that is missing."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{shown_as(name)}{then} {error}") from None


def read_fixed_file(name: str, board: AbstractBoard) -> list[Square]:
    """The fixed squares of a file: k, then k lines `row column`; the name `-` is standard input.

    White space around numbers and empty lines are tolerated. Raises `BadInput` naming the line that is wrong.
    """
    if not isinstance(board, Board):
        raise BadInput(f"--fixed-file names squares by rows and columns; {board.phrase} has none: give each by --fix")
    shown = shown_as(name)
    lines = read_text(name).splitlines()
    rows = [(at, row) for at, line in enumerate(lines, start=1) if (row := _numbers(line, f"{shown}, line {at}"))]
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


def _numbers(line: str, where: str) -> list[int]:
    for word in line.split():
        if not NUMBER.fullmatch(word):
            raise BadInput(f"{where}: {quote(word)} is not a whole number of at least 0")
    return list(map(int, line.split()))


def files_option(names: str) -> Declared:
    """The option of piece files under some names; it is eager, so that completion of names knows the files."""
    return option(names, HELP, "FILE", is_eager=True)


# `--pieces` is the older spelling; where pieces are named by it, such as in `table`, it is not taken for files.
PieceFiles = Annotated[list[Path] | None, files_option("--pieces-file --pieces")]
PieceFilesOnly = Annotated[list[Path] | None, files_option("--pieces-file")]


def piece_names(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The pieces that a shell may complete, those of the files given so far among them."""
    return [name for name in _known_names(context) if name.startswith(incomplete)]


def piece_lists(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The same for a list with commas."""
    return comma_completion(lambda: _known_names(context))(incomplete)


def _known_names(context: click.Context) -> list[str]:
    try:
        return list(PieceSources(tuple(map(Path, context.params.get("piece_files") or ()))).pieces())
    except BadInput:
        return []


@dataclass(frozen=True)
class Squares:
    """The board, what is given on its squares, and files that name further pieces."""

    board: Annotated[str | None, option("--board", "The board: 8, 8x11, 8x11:torus, 8:cylinder.", "SIZE")] = None
    board_file: Annotated[str | None, option("--board-file", BOARD_FILE_HELP, "FILE")] = None
    graph: Annotated[str | None, option("--graph", GRAPH_HELP, "FILE")] = None
    regions: Annotated[str | None, option("--regions", REGIONS_HELP, "FILE")] = None
    fix: Annotated[
        list[str] | None,
        option("--fix", "Put a piece on this square, 3,4 or e4 (repeatable); with several pieces R,C=PIECE.", "R,C"),
    ] = None
    fixed_file: Annotated[
        str | None, option("--fixed-file", "Fixed squares: k, then k lines `row column`; - is standard input.", "FILE")
    ] = None
    forbid: Annotated[list[str] | None, option("--forbid", "Keep this square empty (repeatable).", "R,C")] = None
    hole: Annotated[list[str] | None, option("--hole", "Remove this square from the board (repeatable).", "R,C")] = None
    piece_files: PieceFiles = None

    def piece_sources(self) -> PieceSources:
        """The register of piece names."""
        return PieceSources(tuple(self.piece_files or ()))

    def names_squares(self) -> bool:
        """Return whether a square is given by its name, such as e4, rather than by row and column."""
        return any(text.strip()[:1].isalpha() for text in (*(self.fix or ()), *(self.forbid or ()), *(self.hole or ())))

    def gives_squares(self) -> bool:
        """Return whether any square is given."""
        return bool(self.fix or self.forbid or self.hole)

    def read_board(self) -> AbstractBoard:
        """The board with its holes."""
        return typed.cut_holes(self._drawing.board if self._drawing else self._read_size(), self.hole or ())

    def _read_size(self) -> AbstractBoard:
        if self.graph is not None:
            if self.board is not None:
                raise BadInput("--graph and --board exclude each other; give one of them")
            if self.graph == self.fixed_file == "-":
                raise BadInput("--graph and --fixed-file both read standard input; name a file for one of them")
            from rookery.models.boards.graphs import read_graph

            return read_graph(STDIN if self.graph == "-" else self.graph)
        if self.regions is not None:
            if self.board is not None:
                raise BadInput("--regions and --board exclude each other; give one of them")
            from rookery.models.boards.regions import RegionBoard  # few commands have regions

            drawing = read_text(self.regions)
            with naming_file(self.regions):
                return RegionBoard(drawing)
        if self.board is None:
            raise BadInput(
                "Missing option '--board': expected a size such as 8, or --board-file with a drawing, or --graph"
            )
        return typed.parse_board(self.board)

    @cached_property
    def _drawing(self) -> "Drawing | None":
        """The drawing of the file, read once: standard input cannot be read twice."""
        if self.board_file is None:
            return None
        others = {"board": self.board, "graph": self.graph, "regions": self.regions}
        if other := next((name for name, given in others.items() if given is not None), ""):
            raise BadInput(f"--{other} and --board-file exclude each other; give one of them")
        if self.fixed_file == self.board_file == "-":
            raise BadInput("--board-file and --fixed-file both read standard input; name a file for one of them")
        from rookery.models.reading.drawn import read_drawn

        text = read_text(self.board_file)
        with naming_file(self.board_file):
            return read_drawn(text)

    def _read_drawn_fixed(self, pieces: Sequence[Piece]) -> list[tuple[Cell, Piece]]:
        if self._drawing is None or self.board_file is None:
            return []
        with naming_file(self.board_file):
            return list(self._drawing.position(pieces).fixed.items())

    def read_fixed(self, pieces: Sequence[Piece], board: AbstractBoard) -> dict[Cell, Piece]:
        """The squares whose piece is given, from options and file."""
        find = self.piece_sources().piece
        fixed = [*self._read_drawn_fixed(pieces), *typed.read_fixed(self.fix or (), pieces, find, board)]
        if self.fixed_file is not None:
            if len(pieces) > 1:
                raise BadInput("--fixed-file takes one piece; with several give each square by --fix R,C=PIECE")
            fixed += [(square, pieces[0]) for square in read_fixed_file(self.fixed_file, board)]
        found: dict[Cell, Piece] = {}
        for square, piece in fixed:
            if square in found:
                raise BadInput(f"square {square} is fixed twice")
            found[square] = piece
        return found

    def read_forbidden(self, board: AbstractBoard) -> list[Cell]:
        """The squares that stay empty."""
        drawn = sorted(self._drawing.forbidden) if self._drawing else []
        return [*drawn, *(typed.read_square(text, "forbid", board) for text in self.forbid or ())]


def read_hint(squares: Sequence[str], file: str | None, problem: Problem, sources: PieceSources) -> Placement | None:
    """The placement of some squares, of a drawing or of what a solver writes (its last); None if none is given.

    Raises `BadInput` for what means nothing, and for a drawing of another board.
    """
    if file is None:
        found = typed.read_fixed(squares, problem.pieces, sources.piece, problem.board, "hint")
        return Placement(problem.board, dict(found)) if squares else None
    if squares:
        raise BadInput("--hint and --hint-file exclude each other; give one of them")
    from rookery.backends.formats.placements import is_drawing, read_placements
    from rookery.models.reading.drawn import read_drawn

    text = read_text(file)
    with naming_file(file):
        if not is_drawing(text, problem):
            return Placement(problem.board, dict(read_placements(text, problem, sources.piece)[-1].pieces))
        drawn = read_drawn(text).position(problem.pieces)
    board = problem.board
    if not isinstance(board, Board) or (drawn.board.rows, drawn.board.columns) != (board.rows, board.columns):
        raise BadInput(f"{shown_as(file)} draws a board of {drawn.board}; the hint is for one of {problem.board}")
    return Placement(problem.board, dict(drawn.fixed.items()))
