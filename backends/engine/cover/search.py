"""The covering search: within bounds, in random orders, for the most, for the fewest.

One number after another is refuted or found, in turns with a local search for fewer; what takes long is tried by a
sweep of surplus too, which refutes alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING

from rookery.backends.contract import Bound, End, Solution, Stream, Want
from rookery.backends.engine.cover import registers
from rookery.backends.engine.cover.registers import NODES, WORK
from rookery.backends.engine.cover.subtree import CoverPlan, CoverSubtree, initial_state, search_up_to
from rookery.backends.engine.cover.tables import count_room
from rookery.backends.engine.frontier import count_selection
from rookery.backends.engine.options import read_without
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.engine.tree.runner import Runner, give_all, give_first, outcome_of
from rookery.backends.engine.tree.subtree import Subtree
from rookery.backends.local_search.improve import Descent, DescentStart, can_improve
from rookery.models.model.model import Permutation
from rookery.models.symmetry.group import find_canonical, orbit

if TYPE_CHECKING:
    from rookery.backends.engine.cover.surplus.refute import Refuter

NONE = -2  # the number before it is none either
PROBE_STEPS = 100_000
FIRST_TURN = 50_000  # nodes, of whatever numbers, before the local search has its turn; then twice as many, ...
MAX_TURN = 1_600_000  # ... but no more than these for each worker: they wait for each other at the end of a turn
HEAD_START = 100_000  # steps of a search that it is credited with at first
READS_A_STEP, STEPS_AN_EXCHANGE = 16, 32  # of the local search: 1 to 2 % of the time
LONG_SEARCH, LONG_SHARE = 2_000_000, 2  # nodes, and how many times as much it does from then on
LAST_SHARE = 4  # times as much before that, where fewer are known not to suffice: what it finds is the optimum


def search_fewest(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Try 0, 1, 2, ... until a number suffices; a quick first solution says where to stop at the latest."""
    fewest = Fewest(program, ask, runner)
    yield Bound(fewest.forced + max(program.selection.least, program.known))
    yield from fewest.probe()
    for few in range(max(program.selection.least, program.known), fewest.enough):
        if few >= fewest.enough:
            break
        forest = search_up_to(program, ask, few)
        yield Bound(fewest.forced + few)  # fewer are refuted
        yield from fewest.decide(forest, few)
        if few == fewest.refuted:
            continue
        if few < fewest.enough and (forest.found or not forest.over):
            yield outcome_of(forest.found, bound=fewest.forced + few)
            return
        if forest.over and not forest.counted().cut:  # no bound was in the way: no number suffices
            break
    yield End(proven=True, bound=fewest.best)


class Fewest:
    """A search for the fewest of which `enough` besides the forced ones are known to suffice, once some are known.

    It goes by turns with a local search for better solutions, and with a sweep of surplus that refutes a number; what
    is kept in a file has no sweep.
    """

    def __init__(self, program: CoverPlan, ask: SearchAsk, runner: Runner) -> None:
        self._program, self._ask, self._runner = program, ask, runner
        self.forced = len(program.selection.forced)
        self.enough = min(program.selection.most, len(program.tables.variable)) + 1
        self.best: int | None = None
        self.refuted = NONE
        self._turn = self._left = FIRST_TURN
        self._nodes = 0
        self._kept = ask.store is not None
        self._steps = HEAD_START  # of the search since the last turn of the local search
        self._descent: Descent | None = None
        self._refuter: Refuter | None = None
        self._may_refute = not self._kept and "surplus" not in read_without(ask.options)

    def probe(self) -> Iterator[Solution]:
        """A quick solution of any size."""
        forest = search_up_to(self._program, self._ask, self._program.selection.most)
        for some in self._runner.run(forest, "any number", budget=PROBE_STEPS):
            yield self._take(some)
            self._descent = self._begin_descent(some)

    def _take(self, solution: Solution) -> Solution:
        self.best = len(solution)
        self.enough = self.best - self.forced
        return solution

    def _begin_descent(self, solution: Solution) -> Descent | None:
        """A local search from a solution, if it is known how and not switched off."""
        found, ask = self._program.selection, self._ask
        if "exchange" in read_without(ask.options) or not can_improve(found):
            return None
        start = DescentStart(solution, self._program.known, ask.seed, ask.workers or 1)
        return Descent(found, start, ask.deadline)

    def decide(self, forest: Forest, few: int) -> Iterator[Solution]:
        """Search until it is known if `few` pieces suffice; the local search may find that they do.

        The others have their turns where the first turn of the search has not decided that. The sweep comes first once
        it has refuted a number. What is kept in a file is searched in one turn, after that of the local search: quick
        looks are not.
        """
        if self._kept:
            yield from self._improve(1)
        if self._refuter is not None:
            self._refute(few)
        while not self._is_known(forest, few):
            yield from self._search(forest, few, inf if self._kept or self._descent is None else self._left)
            if self._left <= 0 and not (self._kept or self._is_known(forest, few)):
                self._turn = self._left = min(2 * self._turn, MAX_TURN * (self._ask.workers or 1))
                short = LAST_SHARE if few <= self._program.known else 1
                yield from self._improve(LONG_SHARE if self._nodes > LONG_SEARCH else short)
                self._refute(few)

    def _search(self, forest: Forest, few: int, nodes: float) -> Iterator[Solution]:
        """Search for `few` pieces, for `nodes` more nodes, and record their time, which now counts for all."""
        trees, before = list(forest.trees), forest.counted().nodes
        own, steps = _count_effort(trees)
        yield from self._runner.run(forest, f"whether {self.forced + few} suffice", budget=before + nodes)
        made = forest.counted().nodes - before
        one, some = _count_effort(trees)
        self._left -= made
        self._nodes += made
        if one > own:
            self._steps += (some - steps) * made // (one - own)

    def _is_known(self, forest: Forest, few: int) -> bool:
        """Return whether nothing is left to decide, or the time is up."""
        return forest.over or few >= self.enough or few == self.refuted or self._ask.deadline.passed()

    def _refute(self, few: int) -> None:
        """Refute a number by a sweep of surplus; one that is too much for it is its last one."""
        if not self._may_refute or few >= self.enough:
            return
        if self._refuter is None:  # few searches are so long
            from rookery.backends.engine.cover.surplus.refute import Refuter

            program = self._program
            self._refuter = Refuter(program.selection, program.tables.symmetries.items, self._ask)
        self._may_refute = self._refuter.refutes(few)
        if self._may_refute:
            self.refuted = few

    def _improve(self, share: int) -> Iterator[Solution]:
        """Look for fewer by local search, for a small part of the time of the search since the last turn."""
        steps, self._steps = share * self._steps, 0
        if self._descent is not None:
            for better in self._descent.improve(READS_A_STEP * steps, steps // STEPS_AN_EXCHANGE):
                yield self._take(better)


def _count_effort(trees: Iterable[Subtree]) -> tuple[int, int]:
    """The nodes of some trees, and the steps that they have taken."""
    registers = [tree.state.registers for tree in trees]
    return sum(int(each[NODES]) for each in registers), sum(int(each[WORK]) for each in registers)


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
    found = runner.run(forest, "listing")
    return give_all(list_orbits(found, program.group) if program.group else found, forest)


def _count(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Count within the bounds, by turns with the frontier."""
    forest = search_all(program, ask)
    yield count_selection(program.selection, partial(runner.finish, forest, "counting"), forest.count, ask)


def search_all(program: CoverPlan, ask: SearchAsk) -> Forest:
    """A search for all solutions within the bounds, to list them or to count them."""
    plan = program.in_cases(program.selection.most)
    state = initial_state(plan, ask, most=program.selection.most)
    counting = ask.want is Want.COUNT
    state.registers[registers.LISTING] = not counting
    if not state.registers[registers.CASES]:  # each case is counted for its images
        state.registers[registers.WEIGHED if counting else registers.WHOLE] = bool(program.group)
    return Forest([CoverSubtree(plan, state)])


def _first(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """The first solution in lexicographic order."""
    state = initial_state(program, ask, most=program.selection.most)
    forest = Forest([CoverSubtree(program, state)], Mode.FIRST)
    return give_first(runner.run(forest, "the first one"), forest)


def list_orbits(found: Iterable[Solution], group: Sequence[Permutation]) -> Iterator[Solution]:
    """Give the whole orbit of each solution that is not in the orbit of one before."""
    seen: set[tuple[int, ...]] = set()
    for chosen in found:
        name = find_canonical(chosen, group)
        if name not in seen:
            seen.add(name)
            yield from orbit(chosen, group)


def _restart(program: CoverPlan, ask: SearchAsk, runner: Runner) -> Stream:
    """Look for one solution in random orders, each cut after twice the steps of the one before.

    Over many orders the long tails vanish. Each worker has its own orders.
    """
    chance, steps, finished, found = Random(ask.seed), RESTART_STEPS, False, False
    while not (finished or found or ask.deadline.passed()):
        forest = Forest([_in_random_order(program, ask, chance) for _ in range(ask.workers or 1)], Mode.RACE)
        yield from runner.run(forest, "the first one, in random orders", budget=steps)
        steps, finished, found = steps * 2, forest.over, forest.found
    yield outcome_of(finished and not found)


def _in_random_order(program: CoverPlan, ask: SearchAsk, chance: Random) -> CoverSubtree:
    state = initial_state(program, ask, most=program.selection.most)
    state.priority[:] = [chance.randrange(1 << 20) for _ in state.priority]
    return CoverSubtree(program, state)


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
    """A search for ever larger solutions."""
    state = initial_state(program, ask, most=program.selection.most)
    state.registers[registers.RISING] = 1
    return Forest([CoverSubtree(program, state)], Mode.BETTER)
