"""How a search ends: room for solutions on the way, and the outcome."""

from collections.abc import Iterable

from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream

BUFFER = 256


def room(request: Request) -> int:
    """How many solutions a kernel may find before it hands them over."""
    return 1 if request.want is Want.ONE else min(BUFFER, request.limit or BUFFER)


def give_all(found: Iterable[Solution], forest: Forest) -> Stream:
    """The solutions of a search, and whether these are all."""
    yield from found
    yield outcome_of(forest.over)


def give_first(found: Iterable[Solution], forest: Forest) -> Stream:
    """The solution of a search for one; without one, it is proven that there is none."""
    yield from found
    yield outcome_of(forest.over, proven=forest.over and not forest.found)


def give_count(found: Iterable[Solution], forest: Forest) -> Stream:
    """The outcome of a search that counts; an interrupted one keeps what was counted."""
    try:
        yield from found
    except KeyboardInterrupt:
        outcome = Outcome(proven=False, end=End.INTERRUPTED, count=forest.count())
    else:
        outcome = outcome_of(forest.over, forest.count())
    yield outcome


def outcome_of(over: bool, count: int | None = None, bound: int | None = None, proven: bool | None = None) -> Outcome:
    """The outcome of a search that is over, or whose time is up; being over proves it unless `proven` says more."""
    return Outcome(over if proven is None else proven, End.DONE if over else End.TIME, count, bound)
