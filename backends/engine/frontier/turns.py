"""Counting by turns of the search that meets each solution, and of dynamic programming over a frontier.

The model does not show which of them is faster: a few solutions are found at once where the states would be many, and
billions are counted at once where the states are few. So each goes on where it was, the frontier for half as long:
where the frontier is faster, it is much faster.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Deadline, Halted, Outcome, Request
from rookery.backends.engine.options import SEARCH, read_count
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.deadline import OutOfTime

if TYPE_CHECKING:
    from rookery.backends.engine.frontier.count import Frontier

FIRST_SECONDS, LONGER, SHARE = 0.1, 3, 0.5
FIRST_MEMORY, MORE, MAX_MEMORY = 1 << 24, 2, 1 << 27  # what is hopeless shall be known within a part of the time
MAX_VARIABLES, HOPELESS = 1 << 10, 2.0**48  # queens on 10x10 are below, where they have some chance


def count_by_turns(
    selection: Selection, search: Callable[[Deadline], bool], tally: Callable[[], int], request: Request
) -> Outcome:
    """Return the number of solutions, by the way that is ready first; a count that is cut short is the search's.

    `search` goes on where it was each time that it is called, and says whether it is over; `tally` is what it has
    counted. In its turns all workers search; a turn of the frontier is one worker's.
    """
    try:
        if read_count(request.options) != SEARCH and len(selection.free) <= MAX_VARIABLES and not selection.folded:
            frontier = None  # made after the first turn of the search, which may be the last
            memory, seconds = FIRST_MEMORY, FIRST_SECONDS  # bytes of the states, seconds of a turn of the search
            while memory <= MAX_MEMORY:
                if search(_soon(request.deadline, seconds)):
                    return Outcome(proven=True, count=tally())
                if frontier is None:
                    request.effort.add(calls=1)
                    frontier = _make_frontier(selection)
                before = frontier.states
                try:
                    count = frontier.run(_soon(request.deadline, SHARE * seconds), memory)
                    return Outcome(proven=True, count=count, raw_status=frontier.message(), workers=1)
                except Halted:
                    memory, seconds = MORE * memory, LONGER * seconds
                finally:
                    request.effort.add(states=frontier.states - before)
            frontier = None  # its states lead nowhere
        finished = search(request.deadline)
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME, count=tally())
    return Outcome(proven=finished, end=End.DONE if finished else End.TIME, count=tally())


def _make_frontier(selection: Selection) -> "Frontier":
    from rookery.backends.engine.frontier.count import Frontier

    return Frontier(selection, HOPELESS)


def _soon(deadline: Deadline, seconds: float) -> Deadline:
    """A deadline in some seconds, or the whole one if that comes first."""
    return deadline if deadline.left() <= seconds else Deadline(seconds)
