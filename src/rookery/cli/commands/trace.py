"""`rookery trace`: a search step by step, as a page that plays it."""

from dataclasses import replace
from pathlib import Path

import click

from rookery.backends.solvers.textbook.rows import NoRows, trace
from rookery.cli.options.command import FILE, Whole
from rookery.cli.options.show import numbers_option
from rookery.cli.output.terminal import check_writable, complain, write_and_tell
from rookery.cli.output.trace_page import page
from rookery.cli.problem_options import FamilyGroup, Stated
from rookery.models import BadInput, Board
from rookery.models.boards.regions import RegionBoard

BOARDS = {"placement": "--piece queen --board 6", "n-queens": "--board 6"}
MAX_SIDE, MAX_STEPS = 32, 20_000


@click.option("--out", type=FILE, metavar="FILE", required=True, help="The page to write.")
@click.option(
    "--steps",
    type=Whole(1, MAX_STEPS),
    metavar="N",
    default=5000,
    show_default=True,
    help=f"Cut the trace after N steps (up to {MAX_STEPS:,}).",
)
@numbers_option
def trace_problem(stated: Stated, out: Path, steps: int, numbers: bool) -> None:
    """Write a page that plays a search step by step.

    It is plain backtracking, row by row, that places as many pieces as rows so that none attacks another.
    """
    check_writable(out)
    if stated.given.get("count", "") is None and not any("=" in text for text in stated.given["piece"] or ()):
        stated = replace(stated, given={**stated.given, "count": "n"})
    problem = stated.problem()
    board = problem.board
    if not isinstance(board, Board) or isinstance(board, RegionBoard):
        raise BadInput(f"{board.phrase}: a trace is of a rectangle or a torus of squares")
    if max(board.rows, board.columns) > MAX_SIDE:
        raise BadInput(f"a board of {board} is too large to watch; a trace takes up to {MAX_SIDE}x{MAX_SIDE}")
    try:
        found = trace(problem.model, steps)
    except NoRows:
        if board.holes:
            raise BadInput(
                f"{problem.title}: a trace shows one piece a row, and holes divide rows; forbid squares"
                " instead (--forbid)"
            ) from None
        raise BadInput(
            f"{problem.title}: a trace shows a search that places one piece a row; use one that attacks along rows or"
            " columns, such as queen, rook or amazon, with --count n"
        ) from None
    write_and_tell(out, page(problem, found, not numbers))
    if found.cut:
        complain(f"cut after {steps:,} steps; --steps takes up to {MAX_STEPS:,}")


command = FamilyGroup(
    trace_problem,
    does="Trace plain backtracking, row by row.",
    example=lambda family: f"trace {family.name} {BOARDS[family.name]} --out queens.html",
    only=tuple(BOARDS),
    epilog="Example: rookery trace placement --piece queen --board 4 --out trace.html",
)
