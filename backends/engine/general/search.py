"""The general search, of any model of 0/1 variables by propagation: its program, its subtrees, its search."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rookery.backends.contract import Ask, Solution, Stream, Want
from rookery.backends.engine.general.kernel import explore, read_values
from rookery.backends.engine.general.tables import (
    DECIDE,
    RETREAT,
    General,
    GeneralState,
    Settings,
    compile_tables,
    make_state,
)
from rookery.backends.engine.kernels.size import are_large
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk, Tally
from rookery.backends.engine.tree.runner import Runner, buffer_size
from rookery.backends.engine.tree.subtree import Array, Subtree
from rookery.backends.presolve.program import RunnableProgram, describe_size
from rookery.backends.presolve.structure.symmetries import find_images
from rookery.core.kernels.kernel import Kernel, KernelSample
from rookery.models.model.constraints import Linear
from rookery.models.model.model import Maximize, Model, Satisfy


@dataclass(frozen=True, slots=True)
class GeneralProgram(RunnableProgram):
    """A model that is no selection."""

    tables: General

    def search(self, ask: SearchAsk) -> Stream:
        """Decide variables one by one, with propagation."""
        return search_general(self, ask)

    def explain(self) -> list[str]:
        """Return the reason why the model is not a selection, its size, and the symmetries that are used."""
        lines = ["structure: general: no selection, as it has weights, negations or bounds on a part"]
        lines.append(describe_size(self.size))
        if images := len(self.tables.images):
            excluded = "a choice that failed is excluded with its images under those that are left"
            lines.append(f"symmetries: {images + 1}; {excluded}")
        return [*lines, "search: general, deciding variables with propagation"]

    def kernel(self, want: Want) -> KernelSample:
        """Return the general search."""
        return KernelSample(explore, self.tables, make_state(self.tables, 1))

    @property
    def is_large(self) -> bool:
        """Return whether its tables are large."""
        return are_large(self.tables)


def compile_general(model: Model, ask: Ask) -> GeneralProgram:
    """Return the tables of any model; with symmetries if any solution, or the best, is wanted."""
    goal = not isinstance(model.goal, Satisfy)
    listing, eager = goal or ask.want is not Want.COUNT, isinstance(model.goal, Maximize)
    settings = Settings(int(goal), int(listing), int(eager))
    tables = compile_tables(model, find_images(model) if goal or ask.want is Want.ONE else None, settings)
    size = {"variables": model.variables, "rows": len(tables.bound), "literals": len(tables.literal)}
    return GeneralProgram(size, tables)


def samples() -> Iterator[KernelSample]:
    """Yield the general search, with a small model."""
    yield compile_general(Model(2, (Linear((2, 3), (0, 1), lower=3),)), Ask()).kernel(Want.ONE)


class GeneralSubtree(Subtree):
    """Some assignments of a model: decisions with one value tried or both."""

    program: GeneralProgram
    state: GeneralState

    @property
    def kernel(self) -> Kernel:
        """The general search."""
        return explore

    def read(self, row: Array) -> Solution:
        """Return the variables that are 1."""
        return read_values(row)

    def count(self) -> Tally:
        """Return the counts of the subtree."""
        return Tally(Fraction(int(self.state.counted[0])), int(self.state.nodes[0]))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.counted[0] = 0

    @property
    def demand(self) -> int:
        """The bound that the objective has reached."""
        return int(self.state.risen[0])

    def ask(self, demand: int) -> None:
        """Raise the bound of the objective to where others have brought it."""
        rise = max(0, demand - self.demand)
        self.state.slack[0] -= rise
        self.state.base[0] -= rise
        self.state.risen[0] += rise

    def left(self) -> float:
        """The share of the whole tree that is left: half of a node for its other value, a quarter for the next one."""
        depth = self.levels - 1
        if depth < 0:
            return 0.0
        halves = np.flatnonzero(self.state.flipped[:depth] == 0) + 1
        here = 0.0 if self.state.how[0] == RETREAT else 0.5**depth
        return float(np.sum(0.5**halves)) + here

    def count_untried(self) -> list[int]:
        """Return a 1 for each decision that has another value left; no entry before the root was propagated."""
        depth = max(0, self.levels - 1)
        begun = self.state.how[0] == DECIDE
        return [*(self.state.flipped[:depth] == 0) * begun, 1]

    def go_back_to(self, level: int) -> None:
        """Retreat to the other value of a decision: those below it have no other value left."""
        self.state.flipped[level + 1 : self.levels - 1] = 1
        self.state.how[0] = RETREAT

    def close(self, level: int) -> None:
        """Leave a decision without another value."""
        self.state.flipped[level] = 1


def search_general(program: GeneralProgram, ask: SearchAsk) -> Stream:
    """Decide variables one by one, with propagation."""
    goal = program.tables.settings.goal
    state = make_state(program.tables, 1 if goal else buffer_size(ask))
    mode, task = _sought(bool(goal), ask.want)
    if mode is not Mode.ALL:
        state.symmetries[0] = (1 << len(program.tables.images)) - 1
    forest = Forest([GeneralSubtree(program, state)], mode)
    return Runner(ask).answer(forest, task)


def _sought(goal: bool, want: Want) -> tuple[Mode, str]:
    if goal:
        return Mode.BETTER, "the best"
    if want is Want.ONE:
        return Mode.FIRST, "the first one"
    return Mode.ALL, "counting" if want is Want.COUNT else "listing"
