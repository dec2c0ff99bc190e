"""The options that say on which board a problem is asked, and what is given on its squares."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from rookery.cli.options.fixed_file import read_fixed_file
from rookery.cli.options.option import option
from rookery.cli.options.piece_files import PieceFiles
from rookery.cli.options.text_file import naming_file, read_text
from rookery.models import BadInput, Piece
from rookery.models.boards.graph_files import read_graph
from rookery.models.boards.ground import Ground, Place
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading import typed
from rookery.models.reading.drawn import Drawing, read_drawn
from rookery.models.reading.given import make_board
from rookery.named_pieces import user_sources

BOARD_FILE_HELP = (
    "A drawing (. free, # hole, x forbidden, a letter: a fixed piece), or FEN such as 10/4Q5/10; - is standard input."
)
GRAPH_HELP = "A graph in place of a board: PACE .gr or .hgr, DIMACS .col, or a list of edges; its piece is the guard."


@dataclass(frozen=True)
class Squares:
    """The board, what is given on its squares, and files that name further pieces."""

    board: Annotated[str | None, option("--board", "The board: 8, 8x11, 8x11:torus, hex:5, 4x4x4.", "SIZE")] = None
    board_file: Annotated[str | None, option("--board-file", BOARD_FILE_HELP, "FILE")] = None
    graph: Annotated[str | None, option("--graph", GRAPH_HELP, "FILE")] = None
    torus: Annotated[bool, option("--torus", "Join opposite edges of the board.", "")] = False
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
        return user_sources(self.piece_files)

    def read_board(self) -> Ground:
        """The board with its holes."""
        board = typed.cut_holes(self._drawing.board if self._drawing else self._read_size(), self.hole or ())
        return make_board(board, torus=True) if self.torus else board

    def _read_size(self) -> Ground:
        if self.graph is not None:
            if self.board is not None:
                raise BadInput("--graph and --board exclude each other; give one of them")
            return read_graph(self.graph)
        if self.board is None:
            raise BadInput(
                "Missing option '--board': expected a size such as 8, or --board-file with a drawing, or --graph"
            )
        return typed.parse_board(self.board)

    @cached_property
    def _drawing(self) -> Drawing | None:
        """The drawing of the file, read once: standard input cannot be read twice."""
        if self.board_file is None:
            return None
        if self.board is not None or self.graph is not None:
            other = "board" if self.board is not None else "graph"
            raise BadInput(f"--{other} and --board-file exclude each other; give one of them")
        if self.fixed_file == self.board_file == "-":
            raise BadInput("--board-file and --fixed-file both read standard input; name a file for one of them")
        with naming_file(self.board_file):
            return read_drawn(read_text(self.board_file))

    def _read_drawn_fixed(self, pieces: Sequence[Piece]) -> list[tuple[Place, Piece]]:
        if self._drawing is None or self.board_file is None:
            return []
        with naming_file(self.board_file):
            return list(self._drawing.position(pieces).fixed.items())

    def read_fixed(self, pieces: Sequence[Piece], board: Ground) -> dict[Place, Piece]:
        """The squares whose piece is given, from options and file."""
        find = self.piece_sources().piece
        fixed = [*self._read_drawn_fixed(pieces), *typed.read_fixed(self.fix or (), pieces, find, board)]
        if self.fixed_file is not None:
            if len(pieces) > 1:
                raise BadInput("--fixed-file takes one piece; with several give each square by --fix R,C=PIECE")
            fixed += [(square, pieces[0]) for square in read_fixed_file(self.fixed_file, board)]
        found: dict[Place, Piece] = {}
        for square, piece in fixed:
            if square in found:
                raise BadInput(f"square {square} is fixed twice")
            found[square] = piece
        return found

    def read_forbidden(self, board: Ground) -> list[Place]:
        """The squares that stay empty."""
        drawn = sorted(self._drawing.forbidden) if self._drawing else []
        return [*drawn, *(typed.read_square(text, "forbid", board) for text in self.forbid or ())]
