"""The searches of the algorithms."""

from collections.abc import Callable, Mapping

from rookery.backends.contract import Ask, Stream
from rookery.backends.solvers.textbook.astar import search_astar
from rookery.backends.solvers.textbook.dp import search_dp
from rookery.backends.solvers.textbook.exhaustive import search_exhaustive
from rookery.backends.solvers.textbook.program import ASTAR, DP, EXHAUSTIVE, ROWS, TextbookProgram
from rookery.backends.solvers.textbook.rows import search_rows

SEARCHES: Mapping[str, Callable[[TextbookProgram, Ask], Stream]] = {
    ROWS: search_rows,
    ASTAR: search_astar,
    DP: search_dp,
    EXHAUSTIVE: search_exhaustive,
}


def search_textbook(program: TextbookProgram, ask: Ask) -> Stream:
    """Run the algorithm that a program was compiled for."""
    return SEARCHES[program.algorithm](program, ask)
