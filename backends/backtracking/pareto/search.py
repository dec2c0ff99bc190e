"""Finds a cheapest covering over a tree of clusters, by turns with a search where one may be sooner."""

from rookery.backends.backtracking.pareto.program import ParetoProgram
from rookery.backends.backtracking.pareto.sweeps import ParetoSearch
from rookery.backends.backtracking.pareto.turns import search_by_turns
from rookery.backends.contract.backend import Outcome, Request, Stream
from rookery.backends.contract.limits import Halted


def search_pareto(program: ParetoProgram, request: Request) -> Stream:
    """Give a good covering, then a cheapest one."""
    if program.model is not None and program.otherwise is not None:
        return search_by_turns(program, program.model, program.otherwise, request)
    return _sweep(program, request)


def _sweep(program: ParetoProgram, request: Request) -> Stream:
    """The coverings that the sweeps find."""
    search = ParetoSearch(program, request)
    try:
        for found in search.moments():
            if found is not None:
                yield found
    except Halted as halt:
        yield search.budget.halted(halt, search.summary())
        return
    finally:
        request.effort.add(calls=search.sweeps, states=search.states)
    yield Outcome(proven=True, raw_status=search.summary(), workers=1)
