"""A case: a model that is to be compiled for a request, with what is recognised in it, each thing once.

Programs that plain Python begins.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from rookery.backends.contract import Ask, Stream, Want
from rookery.backends.engine.options import AUTO, FRONTIER, PARETO, read_count, read_optimum, read_without
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.propagation import Options
from rookery.backends.presolve.structure.parts import Decided, RunnableProgram, decide, recognise_rows
from rookery.models.model.model import Minimize, Model, Satisfy

MAX_ORDERED_ROWS = 28  # with more the first solution in lexicographic order takes longer than a person waits for
MAX_ORDERED = 900  # variables of a model without rows whose first solution is the lexicographic one: a 30x30 board
FEWEST_SWEPT = 150  # rows of a covering from which on it may be swept; what is smaller the search answers at once
Compile = Callable[[Model, Ask], RunnableProgram]


@dataclass(frozen=True)
class ModelCase:
    """A model and the request that it is compiled for."""

    given: Model
    ask: Ask

    @cached_property
    def without(self) -> frozenset[str]:
        """The ideas that the options leave out."""
        return read_without(self.ask.options)

    @property
    def names_frontier(self) -> bool:
        """Return whether the options name the frontier to count with."""
        return read_count(self.ask.options) == FRONTIER

    @property
    def has_goal(self) -> bool:
        """Return whether the best solution is asked for."""
        return not isinstance(self.given.goal, Satisfy)

    @property
    def is_plain(self) -> bool:
        """Return whether one solution is asked for, or the best, and nothing that takes a kernel."""
        ask = self.ask
        taken = (ask.workers or 1) > 1 or ask.options or ask.store
        return ask.want is Want.ONE and not taken

    @property
    def may_be_swept(self) -> bool:
        """Return whether a narrow covering need not be searched: it is asked for by name, or not small and no option
        asks for the search."""
        if (way := read_optimum(self.ask.options)) == PARETO:
            return True
        free = way == AUTO and "without" not in self.ask.options
        goal = isinstance(self.given.goal, Minimize) and self.ask.want is Want.ONE and self.ask.store is None
        return free and goal and len(self.given.constraints) >= FEWEST_SWEPT

    @cached_property
    def model(self) -> Model:
        """The model, without symmetries if the options leave them out."""
        return replace(self.given, symmetries=()) if "symmetry" in self.without else self.given

    @cached_property
    def selection(self) -> Covering | None:
        """The selection that the model is; None if it is something else."""
        return read_covering(self.model)

    @cached_property
    def decided(self) -> Decided | None:
        """The program of a selection that its constraints decide; None if there is something to search."""
        return None if self.selection is None else decide(self.selection)

    @cached_property
    def rows(self) -> tuple[Options, ...] | None:
        """The rows that a selection without a goal is cut into; None if it is something else."""
        return None if self.selection is None or self.selection.goal else recognise_rows(self.selection)


@dataclass(frozen=True, slots=True)
class BegunPlainly(RunnableProgram):
    """A program that plain Python begins, as to import numpy takes longer than most small searches."""

    case: ModelCase

    @abstractmethod
    def compile_arrays(self) -> RunnableProgram | None:
        """The program of arrays for the same case, which is there if this one is."""

    def hand_on(self, ask: Ask) -> Stream:
        """Search with arrays, from the start."""
        program = self.compile_arrays()
        assert program is not None
        yield from program.search(ask)

    def explain(self) -> list[str]:
        """The same as the search of arrays, which goes the same way."""
        program = self.compile_arrays()
        return [] if program is None else program.explain()


def compile_decided(case: ModelCase) -> RunnableProgram | None:
    """Take a model whose constraints leave nothing to search."""
    return case.decided
