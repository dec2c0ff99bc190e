"""A selection whose solutions the frontier alone is to count: to the end, or to a limit."""

from dataclasses import dataclass

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import (
    Halted,
    Outcome,
    Request,
    RunnableProgram,
    Stream,
    Unsupported,
    read_memory_limit,
)
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.frontier.count import Frontier
from rookery.backends.engine.options import COUNTS, FRONTIER, read_count
from rookery.backends.presolve.structure.parts import describe_selection, measure
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models.model.model import Model


@dataclass(frozen=True, slots=True)
class FrontierProgram(RunnableProgram):
    """A selection, and the bytes that the states of its frontier may take."""

    selection: Selection
    memory_limit: int

    def search(self, request: Request) -> Stream:
        """Count the solutions without giving them."""
        return search_frontier(self, request)

    def explain(self) -> list[str]:
        """The selection, and that it is counted without a search."""
        return [*describe_selection(self.selection, self.size), f"search: frontier, {COUNTS[FRONTIER]}"]


def compile_frontier(case: ModelCase) -> FrontierProgram | None:
    """The program of a selection without a goal, where the options name the frontier; raises `Unsupported`.

    An optimum is for the search; its solutions are counted here.
    """
    if read_count(case.request.options) != FRONTIER:
        return None
    found = check_selection(case.selection)
    if found.goal or case.decided is not None or case.request.lazy is not None:
        return None
    check_request(case.request)
    return FrontierProgram(measure(found), found, read_memory_limit(case.request.options))


def check_program(model: Model, request: Request) -> None:
    """Raise `Unsupported` for a question that the frontier cannot answer, `BadInput` for no amount of memory."""
    read_memory_limit(request.options)
    check_selection(recognise_selection(model))
    check_request(request)


def check_selection(found: Selection | None) -> Selection:
    """Refuse a model that is no selection, or one whose items demand several options each; raises `Unsupported`."""
    if found is None or found.folded:
        raise Unsupported(
            "count=frontier takes items to hit once, cliques and a number to choose; this model has other constraints:"
            " leave count at auto"
        )
    return found


def check_request(request: Request) -> None:
    """Refuse what the frontier cannot answer; raises `Unsupported`. Of an optimum, it counts the optimal solutions."""
    if request.want is not Want.COUNT:
        raise Unsupported(
            f"count=frontier counts without listing, this question wants {request.want}: leave count at auto"
        )
    if request.seed:
        raise Unsupported("count=frontier takes no seed: it tries several orders, in which its states may stay few")
    if request.workers > 1:
        raise Unsupported("count=frontier uses one worker; leave out workers, or count at auto")
    if request.store is not None:
        raise Unsupported("count=frontier cannot save checkpoints; drop one of the two options")
    if request.work is not None:
        raise Unsupported("count=frontier cannot be spread over a cluster; leave out cluster, or count at auto")


def search_frontier(program: FrontierProgram, request: Request) -> Stream:
    """Count the solutions without giving them."""
    frontier = Frontier(program.selection)
    try:
        count = frontier.run(request.deadline, program.memory_limit)
    except Halted as halt:
        yield Outcome(proven=False, end=halt.end, raw_status=frontier.message())
        return
    finally:
        request.effort.add(calls=1, states=frontier.states)
    yield Outcome(proven=True, count=count, raw_status=frontier.message())
