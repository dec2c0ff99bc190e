"""The fewest that cover: one number after another is refuted or found, in turns with a local search for fewer.

What takes long is tried by a sweep of surplus too, which refutes alone.
"""

from collections.abc import Iterable, Iterator
from math import inf

from rookery.backends.backtracking.cover.beginning import any_of
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.registers import NODES, WORK
from rookery.backends.backtracking.options import read_without
from rookery.backends.backtracking.surplus.refute import Refuter
from rookery.backends.backtracking.tree.forest import Forest
from rookery.backends.backtracking.tree.outcomes import outcome_of
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.backtracking.tree.subtree import Subtree
from rookery.backends.contract.backend import Outcome, Request, Solution, Stream
from rookery.backends.exchange.improve import Begun, Descent, can_improve

NONE = -2  # the number before it is none either
PROBE_STEPS = 100_000
FIRST_TURN = 50_000  # nodes, of whatever numbers, before the local search has its turn; then twice as many, ...
MOST_TURN = 400_000  # ... but no more than these
HEAD_START = 100_000  # steps of a search that it is credited with at first
READS_A_STEP, STEPS_AN_EXCHANGE = 16, 32  # of the local search: 1 to 2 % of the time
LONG_SEARCH, LONG_SHARE = 2_000_000, 4  # nodes, and how many times as much it does from then on
LAST_SHARE = 8  # times as much before that, where fewer are known not to suffice: what it finds is the optimum


def search_fewest(program: CoverProgram, request: Request, driver: Driver) -> Stream:
    """Try 0, 1, 2, ... until a number suffices; a quick first solution says where to stop at the latest."""
    fewest = Fewest(program, request, driver)
    yield from fewest.probe()
    for few in range(max(program.selection.least, program.known), fewest.enough):
        if few >= fewest.enough:
            break
        forest = any_of(program, request, few)
        yield from fewest.decide(forest, few)
        if few == fewest.refuted:
            continue
        if few < fewest.enough and (forest.found or not forest.over):
            yield outcome_of(forest.found, bound=fewest.forced + few)
            return
        if forest.over and not forest.counted().cut:  # no bound was in the way: no number suffices
            break
    yield Outcome(proven=True, bound=fewest.best)


class Fewest:
    """A search for the fewest of which `enough` besides the forced ones are known to suffice, once some are known."""

    def __init__(self, program: CoverProgram, request: Request, driver: Driver) -> None:
        self._program, self._request, self._driver = program, request, driver
        self.forced = len(program.selection.forced)
        self.enough = min(program.selection.most, len(program.tables.variable)) + 1
        self.best: int | None = None
        self.refuted = NONE
        self._descent: Descent | None = None
        self._turn = self._left = FIRST_TURN
        self._nodes = 0
        self._steps = HEAD_START
        self._refuter = None if "surplus" in read_without(request.options) else self._begin_refuter()

    def _begin_refuter(self) -> Refuter:
        program = self._program
        return Refuter(program.selection, program.tables.symmetries.items, self._request)

    def probe(self) -> Iterator[Solution]:
        """A quick solution of any size."""
        forest = any_of(self._program, self._request, self._program.selection.most)
        for some in self._driver.run(forest, "any number", budget=PROBE_STEPS):
            yield self._take(some)
            self._descent = self._begin_descent(some)

    def _take(self, solution: Solution) -> Solution:
        self.best = len(solution)
        self.enough = self.best - self.forced
        return solution

    def _begin_descent(self, solution: Solution) -> Descent | None:
        """A local search from a solution, where it is known how, not switched off, and all items are known."""
        found, request = self._program.selection, self._request
        if self._program.growing or "exchange" in read_without(request.options) or not can_improve(found):
            return None
        return Descent(found, Begun(solution, self._program.known, request.seed, request.workers), request.deadline)

    def decide(self, forest: Forest, few: int) -> Iterator[Solution]:
        """Search until it is known whether so few suffice; the local search may find that they do.

        Where the first turns have not told, or a sweep of surplus has refuted the last number, one tries to refute this
        one. What is kept in a file is searched in one turn: quick looks are not.
        """
        kept = self._request.store is not None or self._request.work is not None
        if kept:
            yield from self._improve()
        elif self.refuted == few - 1:
            self._refute(few)
        while not self._is_known(forest, few):
            yield from self._search(forest, few, inf if kept or self._descent is None else self._left)
            if self._left <= 0 and not (kept or self._is_known(forest, few)):
                self._turn = self._left = min(2 * self._turn, MOST_TURN)
                yield from self._improve(self._share(few))
                self._refute(few)

    def _search(self, forest: Forest, few: int, nodes: float) -> Iterator[Solution]:
        """Search for so few, for so many nodes more, and note what they take: those of the trees now tell for all."""
        trees, before = list(forest.trees), forest.counted().nodes
        own, steps = _count(trees)
        yield from self._driver.run(forest, f"whether {self.forced + few} suffice", budget=before + nodes)
        made = forest.counted().nodes - before
        one, some = _count(trees)
        self._left -= made
        self._nodes += made
        if one > own:
            self._steps += (some - steps) * made // (one - own)

    def _is_known(self, forest: Forest, few: int) -> bool:
        """Whether there is nothing to decide any more, or no time."""
        return forest.over or few >= self.enough or few == self.refuted or self._request.deadline.passed()

    def _refute(self, few: int) -> None:
        """Note a number that a sweep of surplus refutes; one that is too much for it is its last one."""
        if few >= self.enough or self._refuter is None:
            return
        if self._refuter.refutes(few):
            self.refuted = few
        else:
            self._refuter = None

    def _share(self, few: int) -> int:
        """How many times as much as else the local search does, while a number is searched for."""
        if self._nodes > LONG_SEARCH:
            return LONG_SHARE
        return LAST_SHARE if few <= self._program.known else 1

    def _improve(self, share: int = 1) -> Iterator[Solution]:
        """Look for fewer by local search, for a small share of what the search has cost since it did so last."""
        steps, self._steps = self._steps * share, 0
        if self._descent is not None:
            for better in self._descent.improve(READS_A_STEP * steps, steps // STEPS_AN_EXCHANGE):
                yield self._take(better)


def _count(trees: Iterable[Subtree]) -> tuple[int, int]:
    """The nodes of some trees, and the steps that they have taken."""
    registers = [tree.state.registers for tree in trees]
    return sum(int(each[NODES]) for each in registers), sum(int(each[WORK]) for each in registers)
