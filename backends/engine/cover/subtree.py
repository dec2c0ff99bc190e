"""Subtrees of the covering search, also of one in which items appear, and the roots with which a search begins."""

from fractions import Fraction
from typing import Any, Self

import numpy as np

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request, Solution
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover.cases import CaseSearch
from rookery.backends.engine.cover.lazy_items import GrowingTables
from rookery.backends.engine.cover.registers import (
    BOUNDED,
    CASE,
    CASES,
    COUNT,
    CUT,
    DEPTH,
    ENTERED,
    FOUND,
    LEAST,
    LISTING,
    MOST,
    NODES,
    ORDERED,
    PLANES,
    RISING,
    WEIGHED,
    WHOLE,
    WORK,
)
from rookery.backends.engine.cover.state import (
    CoverState,
    grow_state,
    make_state,
    open_case,
    replay_choices,
    weigh_tally,
)
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import LOW, ONE, SIX
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import MAX_NUMBER, Tally, require, require_subset, require_within
from rookery.backends.engine.tree.runner import buffer_size
from rookery.backends.engine.tree.subtree import Array, Subtree, copy_state
from rookery.backends.presolve.structure.selection import Selection
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES
from rookery.core.kernels.jit import Kernel
from rookery.core.values import dataclass, replace
from rookery.models.model.model import Permutation

SKEW = 4


@dataclass(frozen=True, slots=True)
class CoverPlan(CompiledProgram):
    """Plan of a search: a selection with its tables; `ordered` asks for its solutions in lexicographic order.

    `group` are the symmetries under which orbits are listed or counted in place of solutions; it is empty if that is
    off. `by_turns` says that the frontier may count its solutions too, `known` the number that every solution needs at
    least. `growing` adds items to the tables, where coverings may break clauses that were not known. `cases` says how
    it may be searched case by case.
    """

    selection: Selection
    tables: Cover
    ordered: bool
    group: tuple[Permutation, ...] = ()
    by_turns: bool = False
    known: int = 0
    growing: GrowingTables | None = None
    cases: CaseSearch | None = None

    @property
    def latest(self) -> Cover:
        """The tables with all items that have appeared by now."""
        return self.tables if self.growing is None else self.growing.latest

    def in_cases(self, most: int) -> "CoverPlan":
        """The same plan for at most `most` candidates, case by case if that pays."""
        tables = None if self.cases is None else self.cases.make_tables(self.tables, most)
        return self if tables is None else replace(self, tables=tables)


class CoverSubtree(Subtree):
    """Some of the choices of a selection."""

    FOUND = FOUND
    COUNTERS = NODES, COUNT
    SETTINGS = MOST, LISTING, RISING, ORDERED, BOUNDED, PLANES, WEIGHED, WHOLE
    program: CoverPlan
    state: CoverState

    @property
    def kernel(self) -> Kernel:
        """The covering search."""
        return cover_kernel.advance

    def read(self, at: int) -> Solution:
        """A solution that was found."""
        row = self.state.scratch.found[at].tolist()
        chosen = self.program.tables.variable[row[: row.index(-1)]]
        return self.program.selection.forced | frozenset(chosen.tolist())

    def count(self) -> Tally:
        """The solutions counted here, each by the number that it stands for."""
        values, tally = self.state.registers, self.state.orbits.tally
        met = weigh_tally(tally) if values[WEIGHED] else Fraction(int(values[COUNT]))
        return Tally(met, int(values[NODES]), bool(values[CUT]))

    @property
    def most_levels(self) -> int:
        """One more than may be chosen."""
        return int(self.state.registers[MOST]) + 1

    def decisions(self, state: CoverState, levels: int) -> dict[str, Array]:
        """For each level the remaining candidates, the listed ones, the number of those that were tried, and the pick.

        The orbits of the first two choices follow, with the solutions that they count.
        """
        stack, orbits = state.stack, state.orbits
        return {
            "registers": state.registers,
            "stack.candidates": stack.candidates[:levels],
            "stack.order": stack.order[:levels],
            "stack.length": stack.length[:levels],
            "stack.tried": stack.tried[:levels],
            "stack.picked": stack.picked[: levels - 1],
            **{f"orbits.{name}": array for name, array in orbits._asdict().items()},
        }

    def begin(self) -> CoverState:
        """The initial state: all items are open, all candidates allowed; weights and costs of bounds are learnt
        again.
        """
        own = self.state
        state = make_state(self.program.tables, {MOST: int(own.registers[MOST])}, len(own.scratch.found))
        return state._replace(priority=own.priority.copy())

    def replay(self, state: CoverState, levels: int) -> None:
        """Choose the same candidates again."""
        t, s = self.program.tables, state.stack
        size, depth = len(t.variable), levels - 1
        if not state.registers[RISING]:
            state.registers[LEAST] = self.state.registers[LEAST]
        require_within(state.registers[LEAST], 0, size + 1, "pieces asked for")
        require_within(state.registers[[ENTERED, CUT]], 0, 1, "marks")
        require_within(state.registers[WORK], 0, MAX_NUMBER, "counters")
        require_within(s.length[:levels], 0, size, "lists")
        require_within(s.tried[:levels], 0, s.length[:levels], "tried candidates")
        # at the level of the last choice there is no room for another one below it
        require(not np.any(s.length[state.registers[MOST] : levels]), "candidates where none may be chosen")
        listed = np.arange(size) < s.length[:levels, None]
        require(not np.any((s.order[:levels] >= np.uint64(size)) & listed), "candidates that there are not")
        many = len(t.cases.items)
        require_within(state.registers[CASES], min(1, many), many, "cases")
        require_within(state.registers[CASE], 0, max(0, int(state.registers[CASES]) - 1), "a case")
        gone = ~(t.cases.candidates[state.registers[CASE]] if many else t.start)
        for level in range(levels):
            require_subset(s.candidates[level], ~gone, "candidates")
            if level < depth:
                candidate = s.picked[level]
                require(candidate < size, "a choice that there is not")
                require(not gone[candidate >> SIX] >> (candidate & LOW) & ONE, "rivals chosen together")
                gone = gone | t.rivals[candidate]
        replay_choices(t, state, levels)
        state.dual.way[:levels] = -1  # what the levels have cost so far is not known
        self._check_orbits(state, depth)

    def _check_orbits(self, state: CoverState, depth: int) -> None:
        """Orbits hold the choices that they are of, and are no larger than the tally has room for."""
        orbits, picked = state.orbits, state.stack.picked
        require_subset(orbits.members, self.program.tables.start, "orbits")
        require_within(orbits.keeps, 0, 1, "symmetries")
        n, m, nn, mm = np.nonzero(orbits.tally)
        require(np.all((m > 0) & (m <= n) & (mm > 0) & (mm <= nn)), "shares of no orbit")
        require_within(orbits.tally, 0, MAX_NUMBER, "counts")
        for level in range(min(2, depth) if state.registers[WEIGHED] else 0):
            orbit = orbits.members[level]
            require(bool(orbit[picked[level] >> SIX] >> (picked[level] & LOW) & ONE), "an orbit of another choice")
            require(np.bitwise_count(orbit).sum() <= MAX_SYMMETRIES, "an orbit too large")

    @property
    def variables(self) -> Array:
        """The candidates, and those chosen beforehand."""
        return np.append(self.program.tables.variable, np.array([*self.program.selection.forced], np.int64))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.registers[CUT] = 0
        self.state.orbits.tally[:] = 0

    @property
    def demand(self) -> int:
        """The number that must be chosen; it rises by one with each solution when the question wants the most."""
        return int(self.state.registers[LEAST])

    def ask(self, demand: int) -> None:
        """Ask for solutions that are so large, where larger ones than the last are asked for."""
        if self.state.registers[RISING]:
            self.state.registers[LEAST] = max(demand, self.demand)

    def _count_entered(self) -> int:
        """The number of levels that have a list of candidates: the last one may be a node that was not looked at."""
        return self.levels - int(self.state.registers[ENTERED] == 0)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried candidates of each level, and in a new node."""
        if self.levels == 0:
            return 0.0
        done, many = self.state.registers[[CASE, CASES]].tolist()
        behind, whole = max(0, many - 1 - done), max(1, len(self.program.tables.cases.items))
        levels = self._count_entered()
        length, tried = self.state.stack.length[:levels].tolist(), self.state.stack.tried[:levels].tolist()
        untried = [listed - at for listed, at in zip(length, tried, strict=True)]
        rest = [some > 0 for some in self.count_untried()[:levels]]
        share: float = (behind + share_left_skewed(untried, length, rest, levels < self.levels)) / whole
        return share

    def split(self) -> Self | None:
        """Give away the later half of the cases; the last one as any search."""
        case, many = self.state.registers[[CASE, CASES]].tolist()
        if many - case < 2 or self.levels == 0:
            return super().split()
        given, middle = self.like(copy_state(self.state)), (case + 1 + many) // 2
        given.weight = self.weight
        given.state.registers[[DEPTH, ENTERED, CASE]] = 0, 0, middle
        open_case(self.program.tables, given.state)
        given.empty_counters()
        given.state.registers[NODES] = 1  # the kernel counts each case that it goes on to
        self.state.registers[CASES] = middle
        return given

    def count_untried(self) -> list[int]:
        """A 1 for each level where a listed candidate may still be tried; a node not yet expanded counts as one."""
        levels = self._count_entered()
        return [*map(self._has_siblings, range(levels)), *[1] * (self.levels - levels)]

    def go_back_to(self, level: int) -> None:
        """Go back to a level whose candidates are listed."""
        self.state.registers[[DEPTH, ENTERED]] = level, 1

    def close(self, level: int) -> None:
        """Leave a level without candidates."""
        self.state.stack.candidates[level] = 0

    def _has_siblings(self, level: int) -> int:
        stack = self.state.stack
        untried = stack.order[level, stack.tried[level] : stack.length[level]]
        return int((stack.candidates[level, untried >> SIX] >> (untried & LOW) & ONE).any())


def share_left_skewed(behind: list[int], length: list[int], rest: list[bool], fresh: bool) -> float:
    """The share of a tree that is left in the candidates behind the last one tried at each level of a stack.

    Each tried candidate is forbidden to those behind it, so the first subtrees are the largest: what lies behind is the
    `SKEW`-th power of its share of the list. A `fresh` node below the last level is left as a whole.
    """
    left, node = 0.0, 1.0
    for after, many, some in zip(behind, length, rest, strict=True):
        tail, whole = (after / max(1, many)) ** SKEW, ((after + 1) / max(1, many)) ** SKEW
        left += node * tail * some
        node *= whole - tail
    return left + node * fresh


REFINED = 256  # nodes that take about as long as new items


class RefinedSubtree(CoverSubtree):
    """Some of the choices of a selection, with the version of the tables that its state is made for.

    A covering that breaks a clause is not a solution: its node becomes one that was not looked at, in which items are
    open.
    """

    def __init__(self, program: CoverPlan, state: CoverState, tables: Cover | None = None) -> None:
        super().__init__(program, state)
        self._tables = program.latest if tables is None else tables

    def step(self, steps: int) -> bool:
        """Search for at most `steps` nodes, or until a covering breaks no clause; return if all is done."""
        while steps > 0:
            # Go on with the latest tables
            latest = self.program.latest
            if latest is not self._tables:
                self._state, self._tables = grow_state(latest, self.state), latest
            before = int(self.state.registers[NODES])
            over = self.kernel(self._tables, self.state, steps) < 0
            if over or not self.state.registers[FOUND] or not self._refine():
                return bool(over)
            steps -= int(self.state.registers[NODES]) - before + REFINED
        return False

    def _refine(self) -> bool:
        """Return whether the covering that was found breaks clauses; it is forgotten then."""
        growing, registers = self.program.growing, self.state.registers
        if growing is None or not growing.refine(self.read(0)):
            return False
        registers[[FOUND, ENTERED]] = 0
        registers[COUNT] -= 1
        registers[CUT] = 1  # more pieces may do what these do not
        self.state.scratch.found[:] = -1
        return True

    def like(self, state: Any) -> "RefinedSubtree":
        """A subtree of the same tree with another state, of the same version of the tables."""
        return type(self)(self.program, state, self._tables)


def search_up_to(program: CoverPlan, request: Request, most: int) -> Forest:
    """A search for one solution with at most `most` candidates."""
    plan = program.in_cases(most)
    return Forest([root_subtree(plan, initial_state(plan, request, most))], Mode.ANY)


def initial_state(program: CoverPlan, request: Request, most: int) -> CoverState:
    """The initial state of a search for at most `most` candidates."""
    selection = program.selection
    start = {
        LEAST: selection.least,
        MOST: most,
        LISTING: 1,
        ORDERED: int(program.ordered),
    }
    single = selection.goal != 0 or request.want is Want.ONE or program.growing is not None
    return make_state(program.latest, start, 1 if single else buffer_size(request))


def root_subtree(program: CoverPlan, state: CoverState) -> CoverSubtree:
    """The whole search as a subtree; where items appear, only symmetries that keep the first choice keep the rest."""
    if program.growing is None:
        return CoverSubtree(program, state)
    state.registers[WHOLE] = 1
    return RefinedSubtree(program, state)
