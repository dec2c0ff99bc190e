"""`rookery trace`: a search step by step, as a page that plays it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.options.groups import group_options
from rookery.cli.options.option import OUTPUT, option
from rookery.cli.options.piece_files import piece_names
from rookery.cli.options.squares import Squares
from rookery.cli.output.files import check_writable, write_and_tell
from rookery.cli.output.terminal import complain
from rookery.models import BadInput, Board, placement
from rookery.models.reading import typed

app = typer.Typer(
    no_args_is_help=True,
    help="Write a page that plays a search step by step.",
    epilog="Example: rookery trace placement --piece queen --board 4 --out trace.html",
)

ROWS = (
    "a trace shows a search that places one piece a row; use one that attacks along rows or columns, such as queen,"
    " rook or amazon, with --count n"
)
MOST_SIDE, MOST_STEPS = 32, 20_000


@dataclass(frozen=True)
class Traced:
    """The piece to place, and how many."""

    piece: Annotated[str, option("--piece", "A piece that moves along rows or columns.", "NAME",
                                 autocompletion=piece_names)]  # fmt: skip
    count: Annotated[str, option("--count", "How many pieces: a number, or n (the side of the board).", "K|n")] = "n"


@dataclass(frozen=True)
class TracePage:
    """Where the page goes, and how much of the search it holds."""

    out: Annotated[Path, option("--out", "The page to write.", "FILE", OUTPUT)]
    steps: Annotated[int, option("--steps", f"Cut the trace after N steps (up to {MOST_STEPS:,}).", "N", OUTPUT)] = 5000

    def check(self) -> None:
        """Raise `BadInput` for a page that cannot be written, or would be too large."""
        if not 1 <= self.steps <= MOST_STEPS:
            raise BadInput(f"steps {self.steps}; a trace has from 1 to {MOST_STEPS:,}")
        check_writable(self.out)


@app.callback()
def _trace() -> None:
    """Keep `placement` a command of its own: a typer with a single command would leave its name out."""


@app.command("placement", epilog="Example: rookery trace placement --piece queen --board 6 --out queens.html")
@group_options
def trace_placement(traced: Traced, squares: Squares, written: TracePage) -> None:
    """Trace plain backtracking, row by row, that places pieces so that none attacks another."""
    written.check()
    board = squares.read_board()
    if type(board) is not Board:
        raise BadInput(f"{board.phrase}: a trace is of a rectangle or a torus of squares")
    if max(board.rows, board.columns) > MOST_SIDE:
        raise BadInput(f"a board of {board} is too large to watch; a trace takes up to {MOST_SIDE}x{MOST_SIDE}")
    pieces = [squares.piece_sources().piece(traced.piece)]
    fixed = squares.read_fixed(pieces, board)
    count = typed.read_count(traced.count, board)
    problem = placement(pieces[0], board, count, fixed=fixed, forbidden=squares.read_forbidden(board))
    from rookery.backends.textbook.suitable import NoRows
    from rookery.backends.textbook.trace import trace
    from rookery.cli.output.trace_page import page

    try:
        found = trace(problem.model, written.steps)
    except NoRows:
        raise BadInput(f"{problem.title}: {ROWS}") from None
    write_and_tell(written.out, page(problem, found))
    if found.cut:
        complain(f"cut after {written.steps:,} steps; --steps takes up to {MOST_STEPS:,}")
