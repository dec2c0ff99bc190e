"""Which search a strategy is."""

from rookery.backends.backend import Request, Solutions
from rookery.backends.backtracking.naming import ASTAR, DP, EXHAUSTIVE, FRONTIER
from rookery.backends.backtracking.strategies.astar import search_astar
from rookery.backends.backtracking.strategies.dp import search_dp
from rookery.backends.backtracking.strategies.exhaustive import search_exhaustive
from rookery.backends.backtracking.strategies.frontier import search_frontier
from rookery.backends.backtracking.strategies.program import StrategyProgram

SEARCHES = {ASTAR: search_astar, DP: search_dp, EXHAUSTIVE: search_exhaustive, FRONTIER: search_frontier}


def search_strategy(program: StrategyProgram, request: Request) -> Solutions:
    """Run the strategy that a program was compiled for."""
    return SEARCHES[program.strategy](program, request)
