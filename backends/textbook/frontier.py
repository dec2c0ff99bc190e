"""Dynamic programming over a frontier, by name: counts what the default search would also count, or ends at a limit."""

from rookery.backends.backtracking.frontier.count import Frontier
from rookery.backends.backtracking.frontier.limits import Halted
from rookery.backends.contract.backend import Outcome, Request, Solutions
from rookery.backends.textbook.program import StrategyProgram


def search_frontier(program: StrategyProgram, request: Request) -> Solutions:
    """Count the solutions; gives none of them."""
    frontier = Frontier(program.chosen)
    try:
        count = frontier.run(request.deadline, program.memory)
    except Halted as halt:
        return Outcome(proven=False, end=halt.end, raw_status=frontier.told())
    return Outcome(proven=True, count=count, raw_status=frontier.told())
    yield  # a generator, as every search is
