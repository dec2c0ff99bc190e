"""`rookery puzzle`: puzzles with exactly one solution, as text, data, or a sheet to be printed."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import randrange
from typing import Annotated

import click
from click.exceptions import Exit

from rookery.backends.explaining.hints import Rating
from rookery.cli import exits
from rookery.cli.options.files import PieceFiles, piece_names
from rookery.cli.options.option import LateGroup, make_command, option
from rookery.cli.output.terminal import check_writable, complain, emit, progress
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.files import write_file
from rookery.core.words import amount
from rookery.models import BadInput, Board, Problem
from rookery.models.pieces.sources import piece as find_piece
from rookery.models.reading.given import take_board, take_seconds

MAX_SEED = 10**6


@dataclass(frozen=True)
class Sheet:
    """The number of puzzles, their rating, and the sheet that they are written to."""

    seed: Annotated[
        int | None, option("--seed", "Make the same puzzles again: the seed that an earlier run has printed.", "N")
    ] = None
    count: Annotated[int, option("--count", "Number of puzzles.", "K", least=1)] = 1
    rating: Annotated[
        Rating | None,
        option("--rating", "How hard the puzzles are, judged by the deductions that they need.", "easy|medium|hard"),
    ] = None
    seconds: Annotated[str | None, option("--seconds", "Time limit: seconds, or 90s, 2m, 1h.", "S")] = None
    title: Annotated[str, option("--title", "Heading of the sheet.", "TEXT")] = ""
    per_page: Annotated[int, option("--per-page", "Puzzles on each page of a sheet in HTML.", "K", least=1)] = 6
    out: Annotated[
        Path | None, option("--out", "Write to a file: x.html is a sheet to print, x.txt is text.", "FILE")
    ] = None
    json: Annotated[bool, option("--json", "Print one JSON object.", "")] = False

    def make(self, make: partial[Problem]) -> None:
        """Make the puzzles, and print them or write them to the file: those that are made when an end comes first."""
        from rookery.backends.explaining import sheet
        from rookery.backends.explaining.puzzles import Puzzle, make_puzzles

        if self.out is not None:
            if self.json:
                raise BadInput("--json and --out exclude each other; give one of them")
            if self.out.suffix not in (".html", ".txt"):
                raise BadInput(f"--out {str(self.out)!r}: expected a name that ends in .html or .txt")
            check_writable(self.out)
        seed = randrange(MAX_SEED) if self.seed is None else self.seed
        puzzles, ended = list[Puzzle](), None
        with progress() as tell, Deadline(take_seconds(self.seconds)).held():
            try:
                for each in make_puzzles(make, self.count, seed, self.rating, tell):
                    puzzles.append(each)
            except (KeyboardInterrupt, BadInput, OutOfTime) as error:
                ended = error
        if puzzles and self.json:
            emit(json.dumps({"seed": seed, "puzzles": [each.as_dict() for each in puzzles]}))
        elif puzzles and self.out is not None and self.out.suffix == ".html":
            write_file(self.out, sheet.write_html(puzzles, self.title, seed, self.per_page))
        elif puzzles:
            text = sheet.write_text(puzzles, self.title, seed)
            if self.out is None:
                emit(text)
            else:
                write_file(self.out, f"{text}\n")
        if self.out is not None and puzzles:
            complain(f"{self.out}: {amount(len(puzzles), 'puzzle')}, seed {seed}")
        if isinstance(ended, BadInput):
            raise ended
        if ended is not None:
            late = isinstance(ended, OutOfTime)
            why = str(ended) if late else "interrupted"
            complain(f"rookery: {why}: {len(puzzles):,} of {amount(self.count, 'puzzle')} made")
            raise Exit(exits.LIMIT if late else exits.INTERRUPTED)


BOARD = option("--board", "Side of the board.", "N")
TOUCHING = "The piece: none attacks another; a king touches its 8 neighbours, a star nothing."


def make_regions_sheet(
    sheet: Sheet,
    board: Annotated[str, BOARD] = "8",
    stars: Annotated[int, option("--stars", "Number of pieces in each row, column and region.", "K", least=1)] = 1,
    piece: Annotated[str, option("--piece", TOUCHING, "NAME", shell_complete=piece_names)] = "king",
    piece_files: PieceFiles = None,
) -> None:
    """Make boards of regions (star battle, "Queens") that have exactly one solution."""
    from rookery.backends.explaining.puzzles import make_regions

    found = take_board(board)
    if not (type(found) is Board and found.side and not found.torus):
        raise BadInput(f"--board {board!r}: regions grow on a square board; expected its side, such as 8")
    touching = find_piece(piece, piece_files or ())
    sheet.make(partial(make_regions, found.side, stars=stars, piece=touching))


def make_completion_sheet(
    sheet: Sheet,
    board: Annotated[str, option("--board", "The board: 8, 8x11, 8x11:torus.", "SIZE")] = "8",
    piece: Annotated[str, option("--piece", "The piece.", "NAME", shell_complete=piece_names)] = "queen",
    piece_files: PieceFiles = None,
) -> None:
    """Make boards on which some pieces stand, and exactly one way is left to place as many as fit."""
    from rookery.backends.explaining.puzzles import make_completion

    sheet.make(partial(make_completion, find_piece(piece, piece_files or ()), take_board(board)))


def _offer_regions() -> click.Command:
    epilog = "Example: rookery puzzle regions --board 8 --out stars.html"
    return make_command(make_regions_sheet, "regions", epilog=epilog)


def _offer_completion() -> click.Command:
    epilog = "Example: rookery puzzle completion --piece queen --board 8"
    return make_command(make_completion_sheet, "completion", epilog=epilog)


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "puzzle",
        lambda: {"regions": _offer_regions, "completion": _offer_completion},
        no_args_is_help=True,
        help="Make puzzles with exactly one solution.",
        epilog="Example: rookery puzzle regions --board 8 --count 6 --rating easy --out stars.html",
    )
