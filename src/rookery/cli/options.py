"""The options that commands share, in groups; each group reads its own into the toolkit's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from rookery.backends import Question, Want, registry
from rookery.cli.fixed_file import read_fixed_file
from rookery.cli.pictures import check_picture
from rookery.models import BadInput, Board, Piece, Square, reading
from rookery.models.pieces import pieces as known_pieces
from rookery.models.rules import KINDS

SEARCH, OUTPUT = "Search", "Output"
FORMAT_HELP = "text: letters, then the answer in words; unicode: chess symbols; board: the boards alone."


def option(name: str, told: str, metavar: str, panel: str | None = None, **more: Any) -> Any:
    """An option for typer; a flag has an empty `metavar`, so that nobody looks for its value."""
    return typer.Option(name, help=told, metavar=metavar, rich_help_panel=panel, **more)


class Format(StrEnum):
    """How boards are drawn."""

    TEXT = "text"
    UNICODE = "unicode"
    BOARD = "board"


def piece_names(incomplete: str) -> list[str]:
    """The pieces that a shell may complete."""
    return [name for name in known_pieces() if name.startswith(incomplete)]


def backend_names(incomplete: str) -> list[str]:
    """The backends that a shell may complete."""
    return [name for name in registry.names() if name.startswith(incomplete)]


def kinds(incomplete: str) -> list[str]:
    """The kinds of domination that a shell may complete."""
    return [kind for kind in KINDS if kind.startswith(incomplete)]


@dataclass(frozen=True)
class Squares:
    """The board, and what is known of its squares beforehand."""

    board: Annotated[str, option("--board", "The board: 8, 8x11 or 8x11:torus.", "SIZE")]
    fix: Annotated[
        list[str] | None, option("--fix", "A piece stands here (repeatable); with several pieces R,C=PIECE.", "R,C")
    ] = None
    fixed_file: Annotated[
        str | None, option("--fixed-file", "Fixed squares: k, then k lines `row column`; - is standard input.", "FILE")
    ] = None
    forbid: Annotated[list[str] | None, option("--forbid", "No piece stands here (repeatable).", "R,C")] = None
    hole: Annotated[list[str] | None, option("--hole", "No square is here (repeatable).", "R,C")] = None

    def read_board(self) -> Board:
        """The board with its holes."""
        return reading.read_board(self.board, self.hole or ())

    def read_fixed(self, pieces: Sequence[Piece], board: Board) -> dict[Square, Piece]:
        """The squares whose piece is given, from options and file."""
        fixed = reading.read_fixed(self.fix or (), pieces)
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
        return [reading.read_square(text, "forbid") for text in self.forbid or ()]


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

    def question(self, want: Want, limit: int | None = None, up_to_symmetry: bool = False) -> Question:
        """What is asked of the backend."""
        options = reading.read_options(self.options or ())
        return Question(want, limit, self.seconds, self.workers, self.seed, up_to_symmetry, options)


@dataclass(frozen=True)
class Wanted:
    """Which solutions are wanted."""

    every: Annotated[bool, option("--all", "All solutions; with a goal all optimal ones.", "", SEARCH)] = False
    count_solutions: Annotated[bool, option("--count-solutions", "How many there are.", "", SEARCH)] = False
    limit: Annotated[int | None, option("--limit", "Stop after K solutions; lists them.", "K", SEARCH)] = None
    up_to_symmetry: Annotated[
        bool, option("--up-to-symmetry", "One solution of each orbit; lists them.", "", SEARCH)
    ] = False

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
    svg: Annotated[Path | None, option("--svg", "Write a picture of the first board.", "FILE", OUTPUT)] = None

    def check(self, want: Want) -> None:
        """Raise `BadInput` for options that exclude each other, and a picture that cannot be written."""
        if self.json and self.format is not None:
            raise BadInput("--json and --format exclude each other; give one of them")
        if want is Want.COUNT and (self.format is Format.BOARD or self.svg):
            raise BadInput("--count-solutions draws no boards; leave out --format board and --svg, or ask for --all")
        check_picture(self.svg)
