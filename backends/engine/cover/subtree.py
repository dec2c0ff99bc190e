"""Subtrees of the covering search, and its roots."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from rookery.backends.contract import Solution, Want
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover.cases import CaseSearch
from rookery.backends.engine.cover.state import (
    CoverState,
    begin,
    open_case,
    weigh_tally,
)
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import LOW, ONE, SIX
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk, Tally
from rookery.backends.engine.tree.runner import buffer_size
from rookery.backends.engine.tree.subtree import Array, Subtree, copy_arrays
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.program import SizedProgram
from rookery.core.kernels.kernel import Kernel
from rookery.models.model.model import Permutation

SKEW = 4


@dataclass(frozen=True, slots=True)
class CoverPlan(SizedProgram):
    """A selection with its tables, and how it is searched.

    `ordered` asks for solutions in lexicographic order. `group` are the symmetries by whose orbits solutions are listed
    or counted, if any. `frontier` says that the frontier may count, too. Each solution needs `known` candidates or
    more. `cases` tells how to search case by case.
    """

    selection: Covering
    tables: Cover
    ordered: bool
    group: tuple[Permutation, ...] = ()
    frontier: bool = False
    known: int = 0
    cases: CaseSearch | None = None

    def in_cases(self, most: int) -> "CoverPlan":
        """Return the same plan for at most `most` candidates, case by case if that pays."""
        tables = None if self.cases is None else self.cases.make_tables(self.tables, most)
        return self if tables is None else replace(self, tables=tables)


class CoverSubtree(Subtree):
    """A subtree of the covering search."""

    program: CoverPlan
    state: CoverState

    @property
    def kernel(self) -> Kernel:
        """The covering search."""
        return cover_kernel.search_nodes

    @staticmethod
    def buffer(state: CoverState) -> Array:
        """Candidate numbers ended by -1."""
        return state.scratch.found

    def read(self, row: Array) -> Solution:
        """Return the variables of the candidates."""
        listed = row.tolist()
        chosen = self.program.tables.variable[listed[: listed.index(-1)]]
        return self.program.selection.forced | frozenset(chosen.tolist())

    def count(self) -> Tally:
        """Return the number of solutions that those met here stand for, the nodes, and whether a bound pruned."""
        weighed, state = self.program.tables.settings.weighed, self.state
        met = weigh_tally(state.orbits.tally) if weighed else Fraction(int(state.counted[0]))
        return Tally(met, int(state.nodes[0]), bool(state.cut[0]))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.counted[0] = self.state.cut[0] = 0
        self.state.orbits.tally[:] = 0

    @property
    def demand(self) -> int:
        """The least number to choose; it rises with each solution if the question wants the most."""
        return int(self.state.least[0])

    def ask(self, demand: int) -> None:
        """Ask for solutions of at least that many."""
        self.state.least[0] = max(demand, self.demand)

    def _count_entered(self) -> int:
        """The number of levels whose candidates are listed: the node of the last level may not be expanded yet."""
        return self.levels - int(self.state.entered[0] == 0)

    def left(self) -> float:
        """The share of the tree that is left in untried candidates, and in a node not yet expanded."""
        if self.levels == 0:
            return 0.0
        done, many = int(self.state.case[0]), int(self.state.cases[0])
        behind, whole = max(0, many - 1 - done), max(1, len(self.program.tables.cases.items))
        levels = self._count_entered()
        length, tried = self.state.stack.length[:levels].tolist(), self.state.stack.tried[:levels].tolist()
        untried = [listed - at for listed, at in zip(length, tried, strict=True)]
        rest = [some > 0 for some in self.count_untried()[:levels]]
        share: float = (behind + share_left_skewed(untried, length, rest, levels < self.levels)) / whole
        return share

    def split(self) -> Self | None:
        """Give away the later half of the cases; a single case is split like any search."""
        case, many = int(self.state.case[0]), int(self.state.cases[0])
        if many - case < 2 or self.levels == 0:
            return super().split()
        given, middle = self.like(copy_arrays(self.state)), (case + 1 + many) // 2
        given.weight = self.weight
        given.state.depth[0], given.state.entered[0], given.state.case[0] = 0, 0, middle
        open_case(self.program.tables, given.state)
        given.empty_counters()
        given.state.nodes[0] = 1  # the kernel counts each case that it goes on to
        self.state.cases[0] = middle
        return given

    def count_untried(self) -> list[int]:
        """A 1 for each level where a listed candidate may still be tried; a node not yet expanded counts as one."""
        levels = self._count_entered()
        return [*map(self._has_siblings, range(levels)), *[1] * (self.levels - levels)]

    def go_back_to(self, level: int) -> None:
        """Go back to a level whose candidates are listed."""
        self.state.depth[0], self.state.entered[0] = level, 1

    def close(self, level: int) -> None:
        """Leave a level without candidates."""
        self.state.stack.candidates[level] = 0

    def _has_siblings(self, level: int) -> int:
        stack = self.state.stack
        untried = stack.order[level, stack.tried[level] : stack.length[level]]
        return int((stack.candidates[level, untried >> SIX] >> (untried & LOW) & ONE).any())


def share_left_skewed(behind: list[int], length: list[int], rest: list[bool], fresh: bool) -> float:
    """Return the share of a tree that is left in the candidates behind the last one tried at each level of a stack.

    A tried candidate is forbidden to later ones, so the first subtrees are the largest: candidates behind are estimated
    at the `SKEW`-th power of their share of the list. A `fresh` node below the last level is left as a whole.
    """
    left, node = 0.0, 1.0
    for after, many, some in zip(behind, length, rest, strict=True):
        tail, whole = (after / max(1, many)) ** SKEW, ((after + 1) / max(1, many)) ** SKEW
        left += node * tail * some
        node *= whole - tail
    return left + node * fresh


def search_up_to(program: CoverPlan, ask: SearchAsk, most: int) -> Forest:
    """Return a search for one solution with at most `most` candidates."""
    return Forest([make_root(program.in_cases(most), ask, most, listing=True)], Mode.ANY)


def make_root(plan: CoverPlan, ask: SearchAsk, most: int, **on: bool) -> CoverSubtree:
    """Return the root of a search for at most `most` candidates; `on` names the settings that are 1."""
    single = plan.selection.goal != 0 or ask.want is Want.ONE
    tables, state = begin(plan.tables, plan.selection.least, most, 1 if single else buffer_size(ask), **on)
    return CoverSubtree(replace(plan, tables=tables), state)
