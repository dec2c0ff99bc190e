"""The covering search: within bounds, in random orders, for the fewest, for the most."""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial

from rookery.backends.backtracking.cover import registers
from rookery.backends.backtracking.cover.beginning import plant, state_of
from rookery.backends.backtracking.cover.fewest import search_fewest
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.subtree import CoverSubtree
from rookery.backends.backtracking.cover.tables import count_room
from rookery.backends.backtracking.frontier.turns import count_by_turns
from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import give_all, give_first, outcome_of
from rookery.backends.backtracking.tree.restarts import search_in_random_orders
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream
from rookery.models.model import Permutation
from rookery.models.symmetry.permutations import canonical, orbit

RESTART_STEPS = 10_000


def search_cover(program: CoverProgram, request: Request) -> Stream:
    """Search a selection: within its bounds, or for the fewest or the most that can be chosen."""
    driver = Driver(request)
    if program.selection.goal < 0:
        return search_fewest(program, request, driver)
    return _most(program, request, driver) if program.selection.goal > 0 else _within(program, request, driver)


def _within(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    if request.want is Want.ONE:
        return _first(program, request, driver) if program.ordered else _restart(program, request, driver)
    if request.want is Want.COUNT and program.growing is None:
        return _count(program, request, driver)
    forest = every(program, request)
    found = driver.run(forest, "listing")
    listed = images(found, program.group) if program.group else found
    return _count_listed(listed, forest) if request.want is Want.COUNT else give_all(listed, forest)


def _count_listed(listed: Iterable[Solution], forest: Forest) -> Stream:
    """The number of solutions, each of which was looked at; an interrupted search keeps what was counted."""
    count = 0
    try:
        for _ in listed:
            count += 1
    except KeyboardInterrupt:
        yield Outcome(proven=False, end=End.INTERRUPTED, count=count)
    else:
        yield outcome_of(forest.over, count)


def _count(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    """Count within the bounds, by turns with the frontier."""
    forest = every(program, request)
    yield count_by_turns(program.selection, partial(driver.finish, forest, "counting"), forest.count, request)


def every(program: CoverProgram, request: Request) -> Forest:
    """A search for all solutions within the bounds, to list them or to count them."""
    state = state_of(program, request, most=program.selection.most)
    counting = request.want is Want.COUNT and program.growing is None
    state.registers[registers.LISTING] = not counting
    state.registers[registers.WEIGHED if counting else registers.WHOLE] = bool(program.group)
    return Forest([plant(program, state)])


def _first(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    """The first solution in lexicographic order."""
    state = state_of(program, request, most=program.selection.most)
    forest = Forest([plant(program, state)], Mode.FIRST)
    return give_first(driver.run(forest, "the first one"), forest)


def images(found: Iterable[Solution], group: Sequence[Permutation]) -> Iterator[Solution]:
    """Give the whole orbit of each solution that is not in the orbit of one before."""
    seen: set[tuple[int, ...]] = set()
    for chosen in found:
        name = canonical(chosen, group)
        if name not in seen:
            seen.add(name)
            yield from orbit(chosen, group)


def _restart(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    """Look for one solution in random orders."""
    make_tree = partial(_in_random_order, program, request, random.Random(request.seed))
    return search_in_random_orders(make_tree, RESTART_STEPS, request, driver)


def _in_random_order(program: CoverProgram, request: Request, chance: random.Random) -> CoverSubtree:
    state = state_of(program, request, most=program.selection.most)
    state.priority[:] = [chance.randrange(1 << 20) for _ in state.priority]
    return plant(program, state)


def _most(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    """Ask for one more than the best until there is no more, or no room for more."""
    ceiling = len(program.selection.forced) + min(count_room(program.tables), program.selection.most)
    forest, size = rising(program, request), -1
    with closing(driver.run(forest, "the most")) as found:
        while size < ceiling and (best := next(found, None)) is not None:
            size = len(best)
            yield best
    over = forest.over or size == ceiling
    yield outcome_of(over, bound=None if over and size < ceiling else ceiling)


def rising(program: CoverProgram, request: Request) -> Forest:
    """A search for ever larger solutions."""
    state = state_of(program, request, most=program.selection.most)
    state.registers[registers.RISING] = 1
    return Forest([plant(program, state)], Mode.BETTER)
