"""`rookery trace`: a search step by step, as a page that plays it."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from rookery.cli.options.option import LateGroup, option
from rookery.cli.output.terminal import check_writable, complain, write_and_tell
from rookery.cli.problem_options import Stated, make_family_command
from rookery.models import BadInput, Board
from rookery.models.boards.regions import RegionBoard
from rookery.models.problems.registry import find_family

BOARDS = {"placement": "--piece queen --board 6", "n-queens": "--board 6"}


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "trace",
        lambda: {name: partial(_offer, name) for name in ("placement", "n-queens")},
        no_args_is_help=True,
        help="Write a page that plays a search step by step.",
        epilog="Example: rookery trace placement --piece queen --board 4 --out trace.html",
    )


def _offer(name: str) -> click.Command:
    """The sub-command of a family that places pieces row by row."""
    does = "Trace plain backtracking, row by row."
    return make_family_command(trace_problem, find_family(name), does, f"trace {name} {BOARDS[name]} --out queens.html")


ROWS = (
    "a trace shows a search that places one piece a row; use one that attacks along rows or columns, such as queen,"
    " rook or amazon, with --count n"
)
COORDINATES = "Name squares by files and ranks, a1 at the bottom left, as is usual, also where one is given as 0,1."
NUMBERS = "Name squares by ROW,COLUMN from 0 at the top left, as where one is given so."
MAX_SIDE, MAX_STEPS = 32, 20_000


@dataclass(frozen=True)
class TracePage:
    """The file of the page, and the largest number of steps in it."""

    out: Annotated[Path, option("--out", "The page to write.", "FILE")]
    steps: Annotated[int, option("--steps", f"Cut the trace after N steps (up to {MAX_STEPS:,}).", "N")] = 5000
    coordinates: Annotated[bool, option("--coordinates", COORDINATES, "")] = False
    numbers: Annotated[bool, option("--numbers", NUMBERS, "")] = False

    def check(self) -> None:
        """Raise `BadInput` for a page that cannot be written, or would be too large."""
        if not 1 <= self.steps <= MAX_STEPS:
            raise BadInput(f"steps {self.steps}; a trace has from 1 to {MAX_STEPS:,}")
        if self.coordinates and self.numbers:
            raise BadInput("--coordinates and --numbers exclude each other; give one of them")
        check_writable(self.out)


def trace_problem(stated: Stated, written: TracePage) -> None:
    """Trace plain backtracking, row by row, that places as many pieces as rows so that none attacks another."""
    written.check()
    if stated.given.get("count", "") is None and not any("=" in text for text in stated.given["piece"] or ()):
        stated = replace(stated, given={**stated.given, "count": "n"})
    problem = stated.problem()
    board = problem.board
    if not isinstance(board, Board) or isinstance(board, RegionBoard):
        raise BadInput(f"{board.phrase}: a trace is of a rectangle or a torus of squares")
    if max(board.rows, board.columns) > MAX_SIDE:
        raise BadInput(f"a board of {board} is too large to watch; a trace takes up to {MAX_SIDE}x{MAX_SIDE}")
    from rookery.backends.solvers.textbook.rows import NoRows, trace
    from rookery.cli.output.trace_page import page

    try:
        found = trace(problem.model, written.steps)
    except NoRows:
        raise BadInput(f"{problem.title}: {ROWS}") from None
    as_given = stated.names_squares() or not stated.squares
    write_and_tell(written.out, page(problem, found, written.coordinates or (as_given and not written.numbers)))
    if found.cut:
        complain(f"cut after {written.steps:,} steps; --steps takes up to {MAX_STEPS:,}")
