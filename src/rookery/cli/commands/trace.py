"""`rookery trace`: a search step by step, as a page that plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from rookery.cli.options.option import LateGroup, Offer, make_command, option
from rookery.cli.options.squares import Squares, piece_names
from rookery.cli.output.terminal import check_writable, complain, write_and_tell
from rookery.models import BadInput, Board
from rookery.models.problems.placement import placement
from rookery.models.problems.registry import N_QUEENS
from rookery.models.reading import typed

EXAMPLE = "Example: rookery trace placement --piece queen --board 6 --out queens.html"


ALONE = (
    "a trace plays `rookery trace placement` alone, one piece a row; `rookery solve FAMILY ... --explain --statistics`"
    " says how another family is searched"
)


def make() -> LateGroup:
    """The command."""
    return LateGroup(
        "trace",
        _list_offers,
        no_args_is_help=True,
        left_out=ALONE,
        help="Write a page that plays a search step by step.",
        epilog="Example: rookery trace placement --piece queen --board 4 --out trace.html",
    )


def _list_offers() -> Mapping[str, Offer]:
    """Placement, and n queens as its short form."""
    queens = {name: partial(_offer_queens, name) for name in N_QUEENS}
    return {"placement": lambda: make_command(trace_placement, "placement", epilog=EXAMPLE), **queens}


def _offer_queens(name: str) -> click.Command:
    epilog = "Example: rookery trace n-queens --board 6 --out queens.html"
    return make_command(trace_queens, name, epilog=epilog, hidden=name != N_QUEENS[0])


ROWS = (
    "a trace shows a search that places one piece a row; use one that attacks along rows or columns, such as queen,"
    " rook or amazon, with --count n"
)
COORDINATES = "Name squares by files and ranks, a1 at the bottom left, as is usual, also where one is given as 0,1."
NUMBERS = "Name squares by ROW,COLUMN from 0 at the top left, as where one is given so."
MAX_SIDE, MAX_STEPS = 32, 20_000


@dataclass(frozen=True)
class Traced:
    """The piece to place, and how many."""

    piece: Annotated[str, option("--piece", "A piece that moves along rows or columns.", "NAME",
                                 shell_complete=piece_names)]  # fmt: skip
    count: Annotated[str, option("--count", "How many pieces: a number, or n (the side of the board).", "K|n")] = "n"


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


def trace_queens(squares: Squares, written: TracePage) -> None:
    """Trace plain backtracking for n queens on n x n: short for placement --piece queen."""
    trace_placement(Traced("queen"), squares, written)


def trace_placement(traced: Traced, squares: Squares, written: TracePage) -> None:
    """Trace plain backtracking, row by row, that places pieces so that none attacks another."""
    written.check()
    board = squares.read_board()
    if type(board) is not Board:
        raise BadInput(f"{board.phrase}: a trace is of a rectangle or a torus of squares")
    if max(board.rows, board.columns) > MAX_SIDE:
        raise BadInput(f"a board of {board} is too large to watch; a trace takes up to {MAX_SIDE}x{MAX_SIDE}")
    pieces = [squares.piece_sources().piece(traced.piece)]
    fixed = squares.read_fixed(pieces, board)
    count = typed.read_count(traced.count, board)
    problem = placement(pieces[0], board, count, fixed=fixed, forbidden=squares.read_forbidden(board))
    from rookery.backends.solvers.textbook.program import NoRows
    from rookery.backends.solvers.textbook.rows import trace
    from rookery.cli.output.trace_page import page

    try:
        found = trace(problem.model, written.steps)
    except NoRows:
        raise BadInput(f"{problem.title}: {ROWS}") from None
    as_given = squares.names_squares() or not squares.gives_squares()
    write_and_tell(written.out, page(problem, found, written.coordinates or (as_given and not written.numbers)))
    if found.cut:
        complain(f"cut after {written.steps:,} steps; --steps takes up to {MAX_STEPS:,}")
