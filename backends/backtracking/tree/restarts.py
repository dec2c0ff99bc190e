"""Looks for one solution in random orders: a first choice that leads nowhere costs one order all its time."""

from collections.abc import Callable
from dataclasses import replace
from math import inf

from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import outcome_of
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.backtracking.tree.subtree import Subtree
from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Outcome, Request, Stream

NAME = "the first one, in random orders"


def search_in_random_orders(
    make_tree: Callable[[], Subtree],
    steps: int,
    request: Request,
    driver: Driver,
    raw_status: str = "",
    most_orders: float = inf,
) -> Stream:
    """Search whole trees in orders of their own, each cut after twice the steps of the one before.

    Over many orders the long tails vanish. Each worker has orders of its own. What has
    found it (`raw_status`) is told first, as nobody reads on behind the only solution.
    """
    finished = found = False
    orders = 0
    yield Outcome(proven=False, end=End.TIME, raw_status=raw_status)
    while not (finished or found or request.deadline.passed()) and orders < most_orders:
        forest = Forest([make_tree() for _ in range(request.workers)], Mode.RACE)
        yield from driver.run(forest, NAME, budget=steps)
        steps, orders, finished, found = steps * 2, orders + 1, forest.over, forest.found
    yield replace(outcome_of(finished and not found), raw_status=raw_status)
