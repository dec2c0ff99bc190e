"""Ends of a search: room for solutions on the way, the outcome, and searches for one solution in random orders."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.runner import Runner
from rookery.backends.engine.tree.subtree import Subtree

MAX_BUFFER = 256


def buffer_size(request: Request) -> int:
    """The number of solutions that a kernel may find before it hands them over."""
    return 1 if request.want is Want.ONE else min(MAX_BUFFER, request.limit or MAX_BUFFER)


def give_all(found: Iterable[Solution], forest: Forest) -> Stream:
    """The solutions of a search, and whether these are all."""
    yield from found
    yield outcome_of(forest.over)


def give_first(found: Iterable[Solution], forest: Forest) -> Stream:
    """Give the solution of a search for one; without one, it is proven that no solution exists."""
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


NAME = "the first one, in random orders"


def search_in_random_orders(
    make_tree: Callable[[], Subtree],
    steps: int,
    request: Request,
    runner: Runner,
    raw_status: str = "",
    most_orders: float = inf,
) -> Stream:
    """Search whole trees in orders of their own, each cut after twice the steps of the one before.

    Over many orders the long tails vanish. Each worker has orders of its own. The finder (`raw_status`) is reported
    first, as callers stop reading after the only solution.
    """
    finished = found = False
    orders = 0
    yield Outcome(proven=False, end=End.TIME, raw_status=raw_status)
    while not (finished or found or request.deadline.passed()) and orders < most_orders:
        forest = Forest([make_tree() for _ in range(request.workers)], Mode.RACE)
        yield from runner.run(forest, NAME, budget=steps)
        steps, orders, finished, found = steps * 2, orders + 1, forest.over, forest.found
    yield replace(outcome_of(finished and not found), raw_status=raw_status)
