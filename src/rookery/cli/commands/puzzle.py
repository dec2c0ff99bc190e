"""`rookery puzzle`: puzzles with exactly one solution, as text, data, or a sheet to be printed."""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import randrange

import click
from click.exceptions import Exit

from rookery.backends.explaining import sheet
from rookery.backends.explaining.hints import Rating
from rookery.backends.explaining.puzzles import Puzzle, make_completion, make_puzzles, make_regions
from rookery.cli import exits
from rookery.cli.options.command import DURATION, FILE, SECONDS, WHOLE, Command, Group, Whole, json_option, together
from rookery.cli.options.files import add_pieces_file, complete_piece, read_size
from rookery.cli.output.terminal import check_writable, complain, emit, progress
from rookery.core.deadline import Deadline, OutOfTime
from rookery.core.files import write_file
from rookery.core.words import amount
from rookery.models import BadInput, Board, Problem
from rookery.models.pieces.sources import piece as find_piece

MAX_SEED = 10**6


@dataclass(frozen=True)
class Sheet:
    """The number of puzzles, their rating, and the sheet that they are written to."""

    seed: int | None
    count: int
    rating: str | None
    seconds: float | None
    title: str
    per_page: int
    out: Path | None
    as_json: bool

    def make(self, make: partial[Problem]) -> None:
        """Make the puzzles and print or write them; at Ctrl-C or a limit, those made so far."""
        if self.out is not None:
            if self.as_json:
                raise BadInput("--json and --out exclude each other; give one of them")
            if self.out.suffix not in (".html", ".txt"):
                raise BadInput(f"--out {str(self.out)!r}: expected a name that ends in .html or .txt")
            check_writable(self.out)
        seed = randrange(MAX_SEED) if self.seed is None else self.seed
        puzzles, ended = list[Puzzle](), None
        with progress() as tell, Deadline(self.seconds).held():
            try:
                for each in make_puzzles(make, self.count, seed, self.rating and Rating(self.rating), tell):
                    puzzles.append(each)
            except (KeyboardInterrupt, BadInput, OutOfTime) as error:
                ended = error
        if puzzles and self.as_json:
            emit(json.dumps({"seed": seed, "puzzles": [each.as_dict() for each in puzzles]}))
        elif puzzles and self.out is None:
            emit(sheet.write_text(puzzles, self.title, seed))
        elif puzzles and self.out is not None:
            if self.out.suffix == ".html":
                write_file(self.out, sheet.write_html(puzzles, self.title, seed, self.per_page))
            else:
                write_file(self.out, f"{sheet.write_text(puzzles, self.title, seed)}\n")
            complain(f"{self.out}: {amount(len(puzzles), 'puzzle')}, seed {seed}")
        if isinstance(ended, BadInput):
            raise ended
        if ended is not None:
            late = isinstance(ended, OutOfTime)
            why = str(ended) if late else "interrupted"
            complain(f"rookery: {why}: {len(puzzles):,} of {amount(self.count, 'puzzle')} made")
            raise Exit(exits.LIMIT if late else exits.INTERRUPTED)


add_sheet = together(
    "sheet",
    Sheet,
    click.option("--count", type=Whole(1), metavar="K", default=1, help="Number of puzzles."),
    click.option(
        "--rating",
        type=click.Choice([each.value for each in Rating], case_sensitive=False),
        help="How hard the puzzles are, judged by the deductions that they need.",
    ),
    click.option(
        "--seed", type=WHOLE, metavar="N", help="Make the same puzzles again: the seed that an earlier run has printed."
    ),
    click.option("--seconds", type=SECONDS, help=f"Time limit: {DURATION}."),
    click.option("--title", metavar="TEXT", default="", help="Heading of the sheet."),
    click.option(
        "--per-page",
        type=Whole(1),
        metavar="K",
        default=6,
        show_default=True,
        help="Puzzles on each page of a sheet in HTML.",
    ),
    click.option(
        "--out", type=FILE, metavar="FILE", help="Write to a file: x.html is a sheet to print, x.txt is text."
    ),
    json_option,
)


@click.group(cls=Group, epilog="Example: rookery puzzle regions --board 8 --count 6 --rating easy --out stars.html")
def puzzle() -> None:
    """Make puzzles with exactly one solution."""


@puzzle.command("regions", cls=Command, epilog="Example: rookery puzzle regions --board 8 --out stars.html")
@click.option("--board", metavar="SIZE", default="8", show_default=True, help="Side of the board.")
@click.option(
    "--stars",
    type=Whole(1),
    metavar="K",
    default=1,
    show_default=True,
    help="Number of pieces in each row, column and region.",
)
@click.option(
    "--piece",
    metavar="NAME",
    default="king",
    show_default=True,
    shell_complete=complete_piece,
    help="The piece: none attacks another; a king touches its 8 neighbours, a star nothing.",
)
@add_pieces_file
@add_sheet
def make_regions_sheet(sheet: Sheet, board: str, stars: int, piece: str, piece_files: tuple[Path, ...]) -> None:
    """Make boards of regions (star battle, "Queens") that have exactly one solution."""
    found = read_size(board)
    if not (type(found) is Board and found.side and not found.torus):
        raise BadInput(f"--board {board!r}: regions grow on a square board; expected its side, such as 8")
    sheet.make(partial(make_regions, found.side, stars=stars, piece=find_piece(piece, piece_files)))


@puzzle.command("completion", cls=Command, epilog="Example: rookery puzzle completion --piece queen --board 8")
@click.option("--board", metavar="SIZE", default="8", show_default=True, help="The board: 8, 8x11, 8x11:torus.")
@click.option(
    "--piece", metavar="NAME", default="queen", show_default=True, shell_complete=complete_piece, help="The piece."
)
@add_pieces_file
@add_sheet
def make_completion_sheet(sheet: Sheet, board: str, piece: str, piece_files: tuple[Path, ...]) -> None:
    """Make boards on which some pieces stand, and exactly one way is left to place as many as fit."""
    sheet.make(partial(make_completion, find_piece(piece, piece_files), read_size(board)))


command = puzzle
