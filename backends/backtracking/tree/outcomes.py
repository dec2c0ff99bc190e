"""How a search ends: room for solutions on the way, and the outcome."""

from collections.abc import Callable, Generator

from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Solutions

BUFFER = 256


def room(request: Request) -> int:
    """How many solutions a kernel may find before it hands them over."""
    return 1 if request.want is Want.ONE else min(BUFFER, request.limit or BUFFER)


def outcome_of(found: Generator[Solution, None, bool], tally: Callable[[], int] | None = None) -> Solutions:
    """The outcome of a search that lists, or counts in `tally`; an interrupted count keeps what was counted."""
    try:
        finished = yield from found
    except KeyboardInterrupt:
        if tally is None:
            raise
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    return outcome_of_end(finished, tally() if tally else None)


def first_of(found: Generator[Solution, None, bool], forest: Forest) -> Solutions:
    """The outcome of a search for one solution: without one, it is proven that there is none."""
    finished = yield from found
    return Outcome(proven=finished and not forest.found, end=End.DONE if finished else End.TIME)


def outcome_of_end(finished: bool, count: int | None = None, bound: int | None = None) -> Outcome:
    """The outcome of a search that ran to its end, or until its time was up."""
    return Outcome(proven=finished, end=End.DONE if finished else End.TIME, count=count, bound=bound)
