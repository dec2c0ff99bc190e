"""Which search a strategy is."""

from rookery.backends.backend import Request, Solutions
from rookery.backends.backtracking.naming import ASTAR, DP, EXHAUSTIVE
from rookery.backends.backtracking.strategies.astar import search_astar
from rookery.backends.backtracking.strategies.dp import search_dp
from rookery.backends.backtracking.strategies.exhaustive import search_exhaustive
from rookery.backends.backtracking.strategies.program import StrategyProgram

SEARCHES = {ASTAR: search_astar, DP: search_dp, EXHAUSTIVE: search_exhaustive}


def search_strategy(program: StrategyProgram, request: Request) -> Solutions:
    """Run the strategy that a program was compiled for."""
    return SEARCHES[program.strategy](program, request)
