"""Counting in two ways by turns: the search that meets each solution, and dynamic programming over a frontier.

The model does not show which of them is faster: a few solutions are found at once where the states would be many, and
billions are counted at once where the states are few. So each goes on where it was, the frontier for half as long:
where the frontier is faster, it is much faster.
"""

from collections.abc import Callable, Iterator

from rookery.backends.contract.answer import End
from rookery.backends.contract.answer_data import Effort
from rookery.backends.contract.backend import Deadline, Halted, Outcome, Request
from rookery.backends.engine.frontier.count import Frontier
from rookery.backends.engine.options import SEARCH, read_count
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.deadline import OutOfTime, StandingClock

FIRST_SECONDS, LONGER, SHARE = 0.1, 3, 0.5
FIRST_MEMORY, MORE, MAX_MEMORY = 1 << 24, 2, 1 << 27  # what is hopeless shall be known within a part of the time
MAX_VARIABLES, HOPELESS = 1 << 10, 2.0**48  # queens on 10x10 are below, where they have some chance

Search = Callable[[Deadline], bool]


def count_by_turns(selection: Selection, search: Search, tally: Callable[[], int], request: Request) -> Outcome:
    """The number of solutions, by whichever is ready first; a count that is cut short is what the search has met.

    `search` goes on where it was each time that it is called, and says whether it is over; `tally` is what it has
    counted. In its turns all workers search; a turn of the frontier is one worker's.
    """
    try:
        return _take_turns(selection, search, tally, request)
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME, count=tally())


def _take_turns(selection: Selection, search: Search, tally: Callable[[], int], request: Request) -> Outcome:
    deadline = request.deadline
    alone = read_count(request.options) == SEARCH or len(selection.free) > MAX_VARIABLES or selection.folded
    frontier = None  # made after the first turn of the search, which may be the last
    for seconds, memory in () if alone else _turns():
        if search(_soon(deadline, seconds)):
            return Outcome(proven=True, count=tally())
        frontier = frontier or _begin_frontier(selection, request.effort)
        count = _count_by(frontier, _soon(deadline, SHARE * seconds), memory, request.effort)
        if count is not None:
            return Outcome(proven=True, count=count, raw_status=frontier.message(), workers=1)
    del frontier  # its states, which lead nowhere
    finished = search(deadline)
    return Outcome(proven=finished, end=End.DONE if finished else End.TIME, count=tally())


def _turns() -> Iterator[tuple[float, int]]:
    """The seconds of each turn, and the bytes that the states may take in it; the search goes on after the last."""
    seconds, memory = FIRST_SECONDS, FIRST_MEMORY
    while memory <= MAX_MEMORY:
        yield seconds, memory
        seconds, memory = seconds * LONGER, memory * MORE


def _begin_frontier(selection: Selection, effort: Effort) -> Frontier:
    effort.add(calls=1)
    return Frontier(selection, HOPELESS)


def _count_by(frontier: Frontier, deadline: Deadline, memory: int, effort: Effort) -> int | None:
    """The count of the frontier, if it ends within its limits."""
    before = frontier.states
    try:
        return frontier.run(deadline, memory)
    except Halted:
        return None
    finally:
        effort.add(states=frontier.states - before)


def _soon(deadline: Deadline, seconds: float) -> Deadline:
    """A deadline in some seconds, or the whole one where that comes first; a turn's clock never stands still."""
    return deadline if deadline.left() <= seconds else Deadline(seconds, StandingClock())
