"""Counting in two ways by turns: the search that meets each solution, and dynamic programming over a frontier.

Which of them pays cannot be told from the model: a few solutions are found at once where the states would be many, and
billions are counted in no time where the states are few. So each goes on for as long as the other has had.
"""

from collections.abc import Callable, Generator

from rookery.backends.answer import End
from rookery.backends.backend import Deadline, Outcome, Solution, Solutions
from rookery.backends.backtracking.frontier import Frontier
from rookery.backends.backtracking.strategies.watch import Halted
from rookery.backends.backtracking.structure import Selection

FIRST_SECONDS, LONGER = 0.1, 4
MEMORY = 1 << 24
MOST_VARIABLES = 1 << 10

Search = Callable[[Deadline], Generator[Solution, None, bool]]


def raced(chosen: Selection, search: Search, tally: Callable[[], int], deadline: Deadline) -> Solutions:
    """The number of solutions, by whichever is ready first; a search that is cut short says what it has counted.

    `search` goes on where it was each time that it is called; `tally` is what it has counted.
    """
    seconds, frontier = FIRST_SECONDS, None
    hopeful = len(chosen.free) <= MOST_VARIABLES
    try:
        while not (yield from search(_soon(deadline, seconds if hopeful else None))):
            if deadline.passed():
                return Outcome(proven=False, end=End.TIME, count=tally())
            if hopeful:
                frontier = frontier or Frontier(chosen, MEMORY)
                count, hopeful = _turn(frontier, _soon(deadline, seconds))
                if count is not None:
                    return Outcome(proven=True, count=count, raw_status=frontier.told())
            seconds *= LONGER
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    return Outcome(proven=True, count=tally())


def _turn(frontier: Frontier, deadline: Deadline) -> tuple[int | None, bool]:
    """What the frontier counts until a deadline, and whether it is worth another turn."""
    try:
        return frontier.run(deadline), True
    except Halted as halt:
        return None, halt.end is End.TIME


def _soon(deadline: Deadline, seconds: float | None) -> Deadline:
    """A deadline in some seconds, or the whole one where that comes first."""
    return deadline if seconds is None or deadline.left() <= seconds else Deadline(seconds)
