"""The frontier alone: it counts to the end, or to a limit."""

from rookery.backends.backtracking.frontier.count import Frontier
from rookery.backends.backtracking.frontier.program import FrontierProgram
from rookery.backends.contract.backend import Outcome, Request, Stream
from rookery.backends.contract.limits import Halted


def search_frontier(program: FrontierProgram, request: Request) -> Stream:
    """Count the solutions; gives none of them."""
    frontier = Frontier(program.selection)
    try:
        count = frontier.run(request.deadline, program.memory_limit)
    except Halted as halt:
        yield Outcome(proven=False, end=halt.end, raw_status=frontier.told())
        return
    finally:
        request.effort.add(calls=1, states=frontier.states)
    yield Outcome(proven=True, count=count, raw_status=frontier.told())
