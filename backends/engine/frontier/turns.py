"""Searches that take turns: a host searches, and its guests are owed a share of what the host has used.

The unit is the host's: seconds, or steps of a search. In units, an answer takes at most 1 + share times as much as by
the host alone, and 1 + 1 / share times as much as by the guest alone.

Counting goes by turns of the search that meets each solution, and of dynamic programming over a frontier. The model
does not show which of them is faster: a few solutions are found at once where the states would be many, and billions
are counted at once where the states are few. So each goes on where it was, the frontier for half as long: where the
frontier is faster, it is much faster.
"""

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Deadline, Halted, Outcome, Request
from rookery.backends.engine.options import SEARCH, read_count
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.deadline import OutOfTime, StandingClock
from rookery.core.values import dataclass

if TYPE_CHECKING:
    from rookery.backends.engine.frontier.count import Frontier

Found = TypeVar("Found")


@dataclass
class Guest(Generic[Found]):
    """A search that continues at each call of `step`, for about the amount that it is given.

    A step yields what it finds, and returns the amount that it has used, or None when it gives up. It is `owed` a
    `share` of what its host uses; what it uses beyond that is taken from its next turns.
    """

    step: Callable[[float], Generator[Found, None, float | None]]
    share: float = 1.0
    owed: float = 0.0


class Portfolio(Generic[Found]):
    """The guests of a host, in the order of their turns; those that have given up are no longer among them."""

    def __init__(self, *guests: Guest[Found]) -> None:
        self.guests = list(guests)

    def serve(self, used: float) -> Iterator[Found]:
        """Yield what the guests find in their turns after the host has used an amount."""
        for guest in list(self.guests):
            guest.owed += guest.share * used
            if guest.owed > 0:
                spent = yield from guest.step(guest.owed)
                if spent is None:
                    self.guests.remove(guest)
                else:
                    guest.owed -= spent


FIRST_SECONDS, LONGER, SHARE = 0.1, 3, 0.5
FIRST_MEMORY, MORE, MAX_MEMORY = 1 << 24, 2, 1 << 27  # what is hopeless shall be known within a part of the time
MAX_VARIABLES, HOPELESS = 1 << 10, 2.0**48  # queens on 10x10 are below, where they have some chance


def count_by_turns(
    selection: Selection, search: Callable[[Deadline], bool], tally: Callable[[], int], request: Request
) -> Outcome:
    """The number of solutions, by the way that is ready first; a count that is cut short is what the search has met.

    `search` goes on where it was each time that it is called, and says whether it is over; `tally` is what it has
    counted. In its turns all workers search; a turn of the frontier is one worker's.
    """
    deadline, effort = request.deadline, request.effort
    frontier: Frontier | None = None  # made after the first turn of the search, which may be the last
    memory, seconds = FIRST_MEMORY, FIRST_SECONDS  # bytes of the states in a turn, seconds of a turn of the search

    def sweep(owed: float) -> Generator[Outcome, None, float | None]:
        nonlocal frontier, memory
        if frontier is None:
            effort.add(calls=1)
            from rookery.backends.engine.frontier.count import Frontier

            frontier = Frontier(selection, HOPELESS)
        before = frontier.states
        try:
            count = frontier.run(_soon(deadline, owed), memory)
        except Halted:
            memory *= MORE
            return owed if memory <= MAX_MEMORY else None
        finally:
            effort.add(states=frontier.states - before)
        yield Outcome(proven=True, count=count, raw_status=frontier.message(), workers=1)
        return None

    portfolio = Portfolio(Guest(sweep, SHARE))
    if read_count(request.options) == SEARCH or len(selection.free) > MAX_VARIABLES or selection.folded:
        portfolio.guests.clear()
    try:
        while portfolio.guests:
            if search(_soon(deadline, seconds)):
                return Outcome(proven=True, count=tally())
            for outcome in portfolio.serve(seconds):
                return outcome
            seconds *= LONGER
        frontier = None  # its states, which lead nowhere
        finished = search(deadline)
    except KeyboardInterrupt:
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    except OutOfTime:
        return Outcome(proven=False, end=End.TIME, count=tally())
    return Outcome(proven=finished, end=End.DONE if finished else End.TIME, count=tally())


def _soon(deadline: Deadline, seconds: float) -> Deadline:
    """A deadline in some seconds, or the whole one if that comes first; a turn's clock never stands still."""
    return deadline if deadline.left() <= seconds else Deadline(seconds, StandingClock())
