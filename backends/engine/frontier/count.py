"""Dynamic programming over a frontier: counts selections without meeting them one by one, in exact integers.

A selection's variables are decided in an order, chosen or not, and ways that leave the same frontier are one state; its
value is how many ways there are for each number chosen. For pieces that reach a few rows the states stay few, however
many solutions there are. Components are counted apart, and multiplied.

A polynomial is one integer: a coefficient takes as many bits as the largest can have, so adding two is one addition,
choosing one more is a shift, and dropping numbers that lead nowhere is a mask.
"""

from dataclasses import dataclass
from math import comb, inf

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import (
    Budget,
    Deadline,
    Halted,
    Outcome,
    Request,
    RunnableProgram,
    Stream,
    Unsupported,
    read_memory_limit,
)
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.frontier.steps import Step, compute_bounds, estimate_states, list_orders, list_steps
from rookery.backends.engine.options import COUNTS, FRONTIER, read_count
from rookery.backends.presolve.structure.components import Polynomial, combine_counts, connected_components
from rookery.backends.presolve.structure.parts import Masks, describe_selection, make_masks, measure
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models.model.model import Model

STATE_BYTES = 160  # a state in a dictionary, without the digits of its value
FIRST_BYTES, GROWTH = 1 << 20, 2
MAX_ORDERS = 2


class Sweep:
    """One order of a part: all states after one variable, after two, ..., after all; it goes on where it halted."""

    def __init__(self, m: Masks, least: int, most: int) -> None:
        found = compute_bounds(m)
        self._steps = list_steps(m, found, least, most)
        self._wide = found.wide
        self._base = sum(step.cut for step in self._steps) // found.wide
        self._layer, self._at = {0: 1}, 0
        self.peak, self.states = 1, 0

    def run(self, budget: Budget) -> Polynomial:
        """The number of solutions for each number of chosen variables; raises `Halted` at a limit."""
        for step in self._steps[self._at :]:
            self._layer = self._after(step, budget)
            self._at += 1
            self.peak = max(self.peak, len(self._layer))
        return [0] * self._base + _coefficients(self._layer.get(0, 0), self._wide)

    def _after(self, step: Step, budget: Budget) -> dict[int, int]:
        """The states after one more variable, chosen if it is not blocked, or not chosen if it need not be."""
        found: dict[int, int] = {}
        own, takes, needs, keep, wide, get = step.own, step.takes, step.needs, step.keep, self._wide, found.get
        weight = STATE_BYTES + (wide + max(map(int.bit_length, self._layer.values()), default=0)) // 8
        try:
            for state, value in budget.watch(self._layer.items(), lambda: (len(found) + len(self._layer)) * weight):
                if not state & own:
                    to = (state | takes) & keep
                    found[to] = get(to, 0) + (value << wide)
                if state & needs == needs:
                    to = state & keep
                    found[to] = get(to, 0) + value
        finally:
            self.states += len(found)
        cut, window = step.cut, step.window
        return {state: kept for state, value in found.items() if (kept := value >> cut & window)}


def _coefficients(packed: int, wide: int) -> Polynomial:
    least = (1 << wide) - 1
    return [packed >> at & least for at in range(0, packed.bit_length(), wide)]


class ComponentCount:
    """A component of a selection, swept in two orders until one gets through."""

    def __init__(self, selection: Selection, hopeless: float) -> None:
        self._selection, self._hopeless = selection, hopeless
        self._own = make_masks(selection.items, selection.cliques, sorted(selection.free))
        found = compute_bounds(self._own)
        self.highest, self.lowest = found.highest[0], found.lowest[0]
        self._ranked: list[Masks] = []
        self._sweeps: list[Sweep] = []
        self._bytes = FIRST_BYTES
        self.polynomial: Polynomial | None = None
        self.peak = self._spent = 0

    @property
    def states(self) -> int:
        """The number of states made so far."""
        return self._spent + sum(sweep.states for sweep in self._sweeps)

    def run(self, least: int, most: int, deadline: Deadline, memory_limit: int) -> None:
        """Sweep the best orders up to a number of states, then up to more; raises `Halted` at the limits."""
        if self.polynomial is None and not self._sweeps:
            if not self._ranked:
                groups, own = (self._selection.items, self._selection.cliques), self._own.variables
                orders = ([own[at] for at in order] for order in list_orders(self._own))
                self._ranked = sorted((make_masks(*groups, each) for each in orders), key=estimate_states)
            if estimate_states(self._ranked[0]) > self._hopeless:
                raise Halted(End.MEMORY)
            self._sweeps = [Sweep(m, least, most) for m in self._ranked[:MAX_ORDERS]]
        while self.polynomial is None:
            share = memory_limit // len(self._sweeps)
            self._round(deadline, min(self._bytes, share))
            if self.polynomial is None and self._bytes >= share:
                raise Halted(End.MEMORY)
            self._bytes *= GROWTH

    def _round(self, deadline: Deadline, memory_limit: int) -> None:
        for sweep in self._sweeps:
            try:
                self.polynomial = sweep.run(Budget(deadline, memory_limit))
            except Halted as halt:
                if halt.end is End.TIME:
                    raise
            else:
                self.peak, self._spent, self._sweeps = sweep.peak, self.states, []
                return


class Frontier:
    """The number of solutions of a selection; `run` may be called again to go on.

    Nothing is tried where even the best order promises more states than are `hopeless`.
    """

    def __init__(self, selection: Selection, hopeless: float = inf) -> None:
        self._selection = selection
        found, self._loose = connected_components(selection)
        self._components = [ComponentCount(each, hopeless) for each in found]

    def run(self, deadline: Deadline, memory_limit: int) -> int:
        """Count; raises `Halted` when the time is up, or when the states take more than `memory_limit` bytes."""
        selection = self._selection
        highest = self._loose + sum(each.highest for each in self._components)
        lowest = sum(each.lowest for each in self._components)
        counts = [[comb(self._loose, number) for number in range(min(self._loose, selection.most) + 1)]]
        for each in self._components:
            least, most = selection.least - highest + each.highest, selection.most - lowest + each.lowest
            each.run(least, most, deadline, memory_limit)
            counts.append(each.polynomial or [])
        return combine_counts(counts, selection.least, selection.most)

    @property
    def states(self) -> int:
        """The number of states made so far."""
        return sum(each.states for each in self._components)

    def message(self) -> str:
        """The size of the frontier, in words."""
        peak = max((each.peak for each in self._components), default=1)
        return f"frontier: {len(self._components):,} parts, at most {peak:,} states after a variable"


@dataclass(frozen=True, slots=True)
class FrontierProgram(RunnableProgram):
    """A selection, and the bytes that the states of its frontier may take."""

    selection: Selection
    memory_limit: int

    def search(self, request: Request) -> Stream:
        """Count the solutions without giving them."""
        return search_frontier(self, request)

    def explain(self) -> list[str]:
        """The selection, and that it is counted without a search."""
        return [*describe_selection(self.selection, self.size), f"search: frontier, {COUNTS[FRONTIER]}"]


def compile_frontier(case: ModelCase) -> FrontierProgram | None:
    """The program of a selection without a goal, if the options name the frontier; raises `Unsupported`.

    An optimum is for the search; its solutions are counted here.
    """
    if read_count(case.request.options) != FRONTIER:
        return None
    found = check_selection(case.selection)
    if found.goal or case.decided is not None:
        return None
    check_request(case.request)
    return FrontierProgram(measure(found), found, read_memory_limit(case.request.options))


def check_program(model: Model, request: Request) -> None:
    """Raise `Unsupported` for a question that the frontier cannot answer, `BadInput` for no amount of memory."""
    read_memory_limit(request.options)
    check_selection(recognise_selection(model))
    check_request(request)


def check_selection(found: Selection | None) -> Selection:
    """Refuse a model that is no selection, or one whose items demand several options each; raises `Unsupported`."""
    if found is None or found.folded:
        raise Unsupported(
            "count=frontier takes items to hit once, cliques and a number to choose; this model has other constraints:"
            " leave count at auto"
        )
    return found


def check_request(request: Request) -> None:
    """Refuse what the frontier cannot answer; raises `Unsupported`. Of an optimum, it counts the optimal solutions."""
    if request.want is not Want.COUNT:
        raise Unsupported(
            f"count=frontier counts without listing, this question wants {request.want}: leave count at auto"
        )
    if request.seed:
        raise Unsupported("count=frontier takes no seed: it tries several orders, in which its states may stay few")
    if request.workers > 1:
        raise Unsupported("count=frontier uses one worker; leave out workers, or count at auto")
    if request.store is not None:
        raise Unsupported("count=frontier cannot save checkpoints; drop one of the two options")


def search_frontier(program: FrontierProgram, request: Request) -> Stream:
    """Count the solutions without giving them."""
    frontier = Frontier(program.selection)
    try:
        count = frontier.run(request.deadline, program.memory_limit)
    except Halted as halt:
        yield Outcome(proven=False, end=halt.end, raw_status=frontier.message())
        return
    finally:
        request.effort.add(calls=1, states=frontier.states)
    yield Outcome(proven=True, count=count, raw_status=frontier.message())
