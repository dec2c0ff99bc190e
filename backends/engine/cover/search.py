"""The covering search: within bounds, in random orders, and for the most."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from random import Random

from rookery.backends.contract import Bound, Solution, Stream, Want
from rookery.backends.engine.cover.fewest import search_fewest
from rookery.backends.engine.cover.subtree import CoverPlan, CoverSubtree, make_root
from rookery.backends.engine.cover.tables import count_room
from rookery.backends.engine.frontier import count_selection
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner, outcome_of
from rookery.models.model.model import Permutation
from rookery.models.symmetry.group import find_canonical, orbit

RESTART_STEPS = 10_000


def search_cover(program: CoverPlan, ask: SearchAsk) -> Stream:
    """Search a selection: within its bounds, or for the fewest or the most that can be chosen."""
    runner = Runner(ask)
    if program.selection.goal < 0:
        return search_fewest(program, ask, runner)
    return _most(program, ask, runner) if program.selection.goal > 0 else _within(program, ask, runner)


def _within(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    if ask.want is Want.ONE:
        return _first(program, ask, runner) if program.ordered else _restart(program, ask, runner)
    if ask.want is Want.COUNT:
        return _count(program, ask, runner)
    forest = search_all(program, ask)
    return _list_orbits(program, forest, runner) if program.group else runner.answer(forest, "listing")


def _list_orbits(program: CoverPlan, forest: Forest, runner: Runner) -> Stream:
    """Yield the orbits of the solutions that are found, and the outcome."""
    yield from list_orbits(runner.run(forest, "listing"), program.group)
    yield outcome_of(forest.over)


def _count(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Count within the bounds, by turns with the frontier."""
    forest = search_all(program, ask)
    yield count_selection(program.selection, partial(runner.finish, forest, "counting"), forest.count, ask)


def search_all(program: CoverPlan, ask: SearchAsk) -> Forest:
    """Return a search for all solutions within the bounds, to list them or to count them."""
    plan = program.in_cases(program.selection.most)
    counting = ask.want is Want.COUNT
    orbits = bool(program.group) and not len(plan.tables.cases.items)  # each case is counted for its images
    on = {"weighed": orbits} if counting else {"listing": True, "whole": orbits}
    return Forest([make_root(plan, ask, program.selection.most, **on)])


def _first(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Return the first solution in lexicographic order."""
    forest = Forest([make_root(program, ask, program.selection.most, listing=True, ordered=True)], Mode.FIRST)
    return runner.answer(forest, "the first one")


def list_orbits(found: Iterable[Solution], group: Sequence[Permutation]) -> Iterator[Solution]:
    """Yield the orbit of each solution that is in no earlier orbit."""
    seen: set[tuple[int, ...]] = set()
    for chosen in found:
        name = find_canonical(chosen, group)
        if name not in seen:
            seen.add(name)
            yield from orbit(chosen, group)


def _restart(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Look for one solution in random orders, each with twice the steps of the one before.

    Restarts avoid the heavy tail of the time that one order takes (Gomes, Selman and Kautz 1998). Each worker has its
    own orders.
    """
    chance, steps, finished, found = Random(ask.seed), RESTART_STEPS, False, False
    while not (finished or found or ask.deadline.passed()):
        forest = Forest([_in_random_order(program, ask, chance) for _ in range(runner.workers)], Mode.RACE)
        yield from runner.run(forest, "the first one, in random orders", budget=steps)
        steps, finished, found = steps * 2, forest.over, forest.found
    yield outcome_of(finished and not found)


def _in_random_order(program: CoverPlan, ask: SearchAsk, chance: Random) -> CoverSubtree:
    root = make_root(program, ask, program.selection.most, listing=True)
    root.state.priority[:] = [chance.randrange(1 << 20) for _ in root.state.priority]
    return root


def _most(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Ask for one more than the best until there is no more, or no room for more."""
    ceiling = len(program.selection.forced) + min(count_room(program.tables), program.selection.most)
    yield Bound(ceiling)
    forest, size = search_larger(program, ask), -1
    with closing(runner.run(forest, "the most")) as found:
        while size < ceiling and (best := next(found, None)) is not None:
            size = len(best)
            yield best
    over = forest.over or size == ceiling
    yield outcome_of(over, bound=None if over and size < ceiling else ceiling)


def search_larger(program: CoverPlan, ask: SearchAsk) -> Forest:
    """Return a search for ever larger solutions."""
    return Forest([make_root(program, ask, program.selection.most, listing=True, rising=True)], Mode.BETTER)
