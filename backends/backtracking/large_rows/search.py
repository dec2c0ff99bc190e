"""The search of many rows: by a rule, then by search in random orders; all solutions in one order."""

from functools import partial
from math import inf
from random import Random

from rookery.backends.backtracking.large_rows.orders import find_by_rule
from rookery.backends.backtracking.large_rows.program import LargeRowProgram
from rookery.backends.backtracking.large_rows.subtree import LargeRowSubtree
from rookery.backends.backtracking.large_rows.tables import PRIME, make_line_state
from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.backtracking.tree.outcomes import give_all, give_count, room
from rookery.backends.backtracking.tree.restarts import search_in_random_orders
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Outcome, Request, Stream

MOST_ORDERS = 6  # in which a restricted model is searched
STEPS_A_ROW = 4  # of the first search; most large boards are solved without a step back
BY_RULE, BY_SEARCH = "large rows: by a rule", "large rows: by search"


def search_large_rows(program: LargeRowProgram, request: Request) -> Stream:
    """Give one solution, or all, or their number."""
    if request.want is Want.ONE:
        return _find_one(program, request)
    counting = request.want is Want.COUNT
    forest = Forest([_make_tree(program, 1 if counting else room(request), Random(request.seed), not counting)])
    found = Driver(request).run(forest, "counting" if counting else "listing")
    return (give_count if counting else give_all)(found, forest)


def _find_one(program: LargeRowProgram, request: Request) -> Stream:
    ruled = find_by_rule(program, request.seed, request.deadline)
    if ruled is not None:
        request.effort.add(calls=0)
        yield Outcome(proven=False, raw_status=BY_RULE)
        yield ruled
        return
    yield from (_search if program.otherwise is None else _search_restricted)(program, request)


def _search(program: LargeRowProgram, request: Request, most_orders: float = inf) -> Stream:
    make_tree = partial(_make_tree, program, 1, Random(request.seed))
    steps = STEPS_A_ROW * len(program.rows)
    return search_in_random_orders(make_tree, steps, request, Driver(request), BY_SEARCH, most_orders)


def _search_restricted(program: LargeRowProgram, request: Request) -> Stream:
    """Search a part of what there is, and without success the whole in another way."""
    found = False
    for item in _search(program, request, MOST_ORDERS):
        found = found or not isinstance(item, Outcome)
        if not (isinstance(item, Outcome) and item.proven):  # of a part nothing is proven
            yield item
    if not found and program.otherwise is not None and not request.deadline.passed():
        yield from program.otherwise(request)


def _make_tree(program: LargeRowProgram, buffer: int, chance: Random, listing: bool = True) -> LargeRowSubtree:
    state = make_line_state(program.tables, buffer, chance.randrange(PRIME), listing)
    return LargeRowSubtree(program, state)
