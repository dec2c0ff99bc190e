"""Which search a strategy is."""

from rookery.backends.backtracking.options import ASTAR, DP, EXHAUSTIVE, FRONTIER
from rookery.backends.contract.backend import Request, Solutions
from rookery.backends.textbook.astar import search_astar
from rookery.backends.textbook.dp import search_dp
from rookery.backends.textbook.exhaustive import search_exhaustive
from rookery.backends.textbook.frontier import search_frontier
from rookery.backends.textbook.program import StrategyProgram

SEARCHES = {ASTAR: search_astar, DP: search_dp, EXHAUSTIVE: search_exhaustive, FRONTIER: search_frontier}


def search_strategy(program: StrategyProgram, request: Request) -> Solutions:
    """Run the strategy that a program was compiled for."""
    return SEARCHES[program.strategy](program, request)
