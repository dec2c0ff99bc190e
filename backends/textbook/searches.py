"""Which search an algorithm is."""

from collections.abc import Callable, Mapping

from rookery.backends.contract.backend import Request, Solutions
from rookery.backends.textbook.astar import search_astar
from rookery.backends.textbook.dp import search_dp
from rookery.backends.textbook.exhaustive import search_exhaustive
from rookery.backends.textbook.options import ASTAR, DP, EXHAUSTIVE, ROWS
from rookery.backends.textbook.program import TextbookProgram
from rookery.backends.textbook.rows import search_rows

SEARCHES: Mapping[str, Callable[[TextbookProgram, Request], Solutions]] = {
    ROWS: search_rows,
    ASTAR: search_astar,
    DP: search_dp,
    EXHAUSTIVE: search_exhaustive,
}


def search_textbook(program: TextbookProgram, request: Request) -> Solutions:
    """Run the algorithm that a program was compiled for."""
    return SEARCHES[program.algorithm](program, request)
