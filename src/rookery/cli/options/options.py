"""The options that commands share, in groups; each group reads its own into the toolkit's words."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery.backends import Question, Want, registry
from rookery.backends.backtracking.options import STRATEGIES
from rookery.cli.options.fixed_file import read_fixed_file, read_text, shown_as
from rookery.cli.options.hints import read_hint
from rookery.cli.options.pictures import Pictures
from rookery.cli.options.piece_files import PieceFiles
from rookery.cli.options.piece_files import piece_names as piece_names
from rookery.models import BadInput, Board, Piece, Placement, Problem, Square
from rookery.models.pieces.sources import PieceSources
from rookery.models.reading import typed
from rookery.models.reading.drawn import Drawn, Misdrawn, read_drawn
from rookery.models.referee.rules import KINDS
from rookery.named_pieces import user_sources

SEARCH, OUTPUT = "Search", "Output"
BOARD_FILE_HELP = (
    "A drawing (. free, # hole, x forbidden, a symbol: a fixed piece), or FEN such as 10/4Q5/10; - is standard input."
)
STRATEGY_HELP = f"How our own backend searches: {', '.join(STRATEGIES)}; the same as --option strategy=NAME."
LOWERING_HELP = (
    "A pass that compiles the model (repeatable), as `rookery backends` lists them; the same as --option"
    " lowering.NAME=VALUE."
)
HINT_HELP = "A piece to start from stands here (repeatable); with several pieces R,C=PIECE. The answer stays the same."
HINT_FILE_HELP = "A placement to start from, drawn as answers are or in FEN; - is standard input."
EXPLAIN_HELP = "Tell, on standard error, what was found in the model and which search runs."
FORMAT_HELP = "text: letters, then the answer in words; unicode: chess symbols; board: the boards alone."


def option(name: str, told: str, metavar: str, panel: str | None = None, **more: Any) -> Any:
    """An option for typer; a flag has an empty `metavar`, so that nobody looks for its value."""
    return typer.Option(name, help=told, metavar=metavar, rich_help_panel=panel, **more)


class Format(StrEnum):
    """How boards are drawn."""

    TEXT = "text"
    UNICODE = "unicode"
    BOARD = "board"


def backend_names(incomplete: str) -> list[str]:
    """The backends that a shell may complete."""
    return [name for name in registry.names() if name.startswith(incomplete)]


def strategy_names(incomplete: str) -> list[str]:
    """The strategies of our own backend that a shell may complete."""
    return [name for name in STRATEGIES if name.startswith(incomplete)]


def kinds(incomplete: str) -> list[str]:
    """The kinds of domination that a shell may complete."""
    return [kind for kind in KINDS if kind.startswith(incomplete)]


@contextmanager
def _told_of(name: str) -> Iterator[None]:
    """What a drawing has wrong is told with its file."""
    try:
        yield
    except Misdrawn as error:
        raise BadInput(f"{shown_as(name)}, {error}") from None


@dataclass(frozen=True)
class Squares:
    """The board, what is known of its squares beforehand, and files that name further pieces."""

    board: Annotated[str | None, option("--board", "The board: 8, 8x11 or 8x11:torus.", "SIZE")] = None
    board_file: Annotated[str | None, option("--board-file", BOARD_FILE_HELP, "FILE")] = None
    torus: Annotated[bool, option("--torus", "Opposite edges of the board meet.", "")] = False
    fix: Annotated[
        list[str] | None, option("--fix", "A piece stands here (repeatable); with several pieces R,C=PIECE.", "R,C")
    ] = None
    fixed_file: Annotated[
        str | None, option("--fixed-file", "Fixed squares: k, then k lines `row column`; - is standard input.", "FILE")
    ] = None
    forbid: Annotated[list[str] | None, option("--forbid", "No piece stands here (repeatable).", "R,C")] = None
    hole: Annotated[list[str] | None, option("--hole", "No square is here (repeatable).", "R,C")] = None
    piece_files: PieceFiles = None

    def piece_sources(self) -> PieceSources:
        """Where the names of pieces lead."""
        return user_sources(self.piece_files)

    def read_board(self) -> Board:
        """The board with its holes."""
        board = self._drawn.board if self._drawn else self._sized()
        holes = [*sorted(board.holes), *(typed.read_square(hole, "hole") for hole in self.hole or ())]
        return Board(board.rows, board.columns, board.torus or self.torus, holes)

    def _sized(self) -> Board:
        if self.board is None:
            raise BadInput("Missing option '--board': expected a size such as 8, or --board-file with a drawing")
        return typed.parse_board(self.board)

    @cached_property
    def _drawn(self) -> Drawn | None:
        """What the file draws, read once: standard input is not there a second time."""
        if self.board_file is None:
            return None
        if self.board is not None:
            raise BadInput("--board and --board-file exclude each other; give one of them")
        if self.fixed_file == self.board_file == "-":
            raise BadInput("--board-file and --fixed-file both read standard input; name a file for one of them")
        with _told_of(self.board_file):
            return read_drawn(read_text(self.board_file))

    def _drawn_fixed(self, pieces: Sequence[Piece]) -> list[tuple[Square, Piece]]:
        if self._drawn is None or self.board_file is None:
            return []
        with _told_of(self.board_file):
            return list(self._drawn.position(pieces).fixed.items())

    def read_fixed(self, pieces: Sequence[Piece], board: Board) -> dict[Square, Piece]:
        """The squares whose piece is given, from options and file."""
        fixed = [*self._drawn_fixed(pieces), *typed.read_fixed(self.fix or (), pieces, self.piece_sources().piece)]
        if self.fixed_file is not None:
            if len(pieces) > 1:
                raise BadInput("--fixed-file takes one piece; with several give each square by --fix R,C=PIECE")
            fixed += [(square, pieces[0]) for square in read_fixed_file(self.fixed_file, board)]
        found: dict[Square, Piece] = {}
        for square, piece in fixed:
            if square in found:
                raise BadInput(f"square {square} is fixed twice")
            found[square] = piece
        return found

    def read_forbidden(self) -> list[Square]:
        """The squares that stay empty."""
        drawn = sorted(self._drawn.forbidden) if self._drawn else []
        return [*drawn, *(typed.read_square(text, "forbid") for text in self.forbid or ())]


@dataclass(frozen=True)
class Limits:
    """Which backend searches, and within which limits."""

    backend: Annotated[
        str,
        option("--backend", "Who solves; `rookery backends` lists them.", "NAME", SEARCH, autocompletion=backend_names),
    ] = registry.DEFAULT
    workers: Annotated[int, option("--workers", "Search threads or processes, where a backend can.", "N", SEARCH)] = 1
    seconds: Annotated[
        float | None, option("--seconds", "A limit for all phases of a problem together.", "S", SEARCH)
    ] = None
    seed: Annotated[int, option("--seed", "A seed for random choices.", "N", SEARCH)] = 0
    options: Annotated[
        list[str] | None,
        option("--option", "An option of the backend's own (repeatable).", "NAME=VALUE", SEARCH),
    ] = None
    lowering: Annotated[list[str] | None, option("--lowering", LOWERING_HELP, "NAME=VALUE", SEARCH)] = None

    strategy: Annotated[
        str | None,
        option("--strategy", STRATEGY_HELP, "NAME", SEARCH, show_default="auto", autocompletion=strategy_names),
    ] = None

    def question(
        self, want: Want, limit: int | None = None, up_to_symmetry: bool = False, hint: Placement | None = None
    ) -> Question:
        """What is asked of the backend."""
        options = typed.read_options((*(self.options or ()), *map("lowering.{}".format, self.lowering or ())))
        if self.strategy is not None:
            if "strategy" in options:
                raise BadInput("--strategy and --option strategy=... say the same; give one of them")
            options = {**options, "strategy": self.strategy}
        return Question(want, limit, self.seconds, self.workers, self.seed, up_to_symmetry, options, hint)


@dataclass(frozen=True)
class Kept:
    """Where a search is kept, and from where it goes on."""

    checkpoint: Annotated[
        Path | None, option("--checkpoint", "Keep the search in a new file, every few seconds.", "FILE", SEARCH)
    ] = None
    resume: Annotated[
        Path | None, option("--resume", "Go on from a --checkpoint of the same question.", "FILE", SEARCH)
    ] = None


@dataclass(frozen=True)
class Wanted(Kept):
    """Which solutions are wanted, and where the search for them is kept."""

    every: Annotated[bool, option("--all", "All solutions; with a goal all optimal ones.", "", SEARCH)] = False
    count_solutions: Annotated[bool, option("--count-solutions", "How many there are.", "", SEARCH)] = False
    limit: Annotated[int | None, option("--limit", "Stop after K solutions; lists them.", "K", SEARCH)] = None
    up_to_symmetry: Annotated[
        bool, option("--up-to-symmetry", "One solution of each orbit; lists them.", "", SEARCH)
    ] = False

    hint: Annotated[list[str] | None, option("--hint", HINT_HELP, "R,C", SEARCH)] = None
    hint_file: Annotated[str | None, option("--hint-file", HINT_FILE_HELP, "FILE", SEARCH)] = None

    def read_hint(self, problem: Problem, sources: PieceSources) -> Placement | None:
        """The placement to start from."""
        return read_hint(self.hint or (), self.hint_file, problem, sources)

    def want(self) -> Want:
        """One, all or how many; a limit and symmetry speak of several, so each asks for all of them by itself."""
        if self.every and self.count_solutions:
            raise BadInput("--all and --count-solutions exclude each other; give one of them")
        if self.count_solutions:
            return Want.COUNT
        return Want.ALL if self.every or self.up_to_symmetry or self.limit is not None else Want.ONE


@dataclass(frozen=True)
class Show:
    """How the answer is shown."""

    json: Annotated[bool, option("--json", "One JSON object on standard output.", "", OUTPUT)] = False
    format: Annotated[
        Format | None,
        option("--format", FORMAT_HELP, "text|unicode|board", OUTPUT, show_default="text"),
    ] = None
    coordinates: Annotated[bool, option("--coordinates", "Number the rows and columns.", "", OUTPUT)] = False
    svg: Annotated[Path | None, option("--svg", "Write a picture of the first board.", "FILE", OUTPUT)] = None
    png: Annotated[Path | None, option("--png", "Write a picture of the first board.", "FILE", OUTPUT)] = None
    explain: Annotated[bool, option("--explain", EXPLAIN_HELP, "", OUTPUT)] = False

    def check(self, want: Want) -> None:
        """Raise `BadInput` for options that exclude each other, and a picture that cannot be written."""
        if self.json and self.format is not None:
            raise BadInput("--json and --format exclude each other; give one of them")
        if want is Want.COUNT and (self.format is Format.BOARD or self.pictures()):
            raise BadInput("--count-solutions draws no boards; leave out --format board and --svg, or ask for --all")
        self.pictures().check()

    def pictures(self) -> Pictures:
        """The files that the first board is drawn to."""
        return Pictures(self.svg, self.png)
