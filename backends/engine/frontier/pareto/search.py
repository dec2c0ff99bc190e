"""A cheapest covering over a tree of clusters, for narrow coverings: their rows can be closed with few open at once.

A sweep of 50 open rows may take a tenth of a second or an hour. So a search goes first where one may be sooner, and
whenever it reports its progress, the sweep goes on for as long as the search has taken: the answer takes at most twice
as long as by the better of the two.
"""

from collections.abc import Callable, Generator, Iterator
from itertools import starmap
from math import comb, inf

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import (
    Budget,
    Halted,
    Outcome,
    Request,
    RunnableProgram,
    Solution,
    Stream,
    Unsupported,
    read_memory_limit,
)
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.case import FEWEST_SWEPT, Compile, ModelCase
from rookery.backends.engine.frontier.pareto.covering import SetCover, lift, recognise_set_cover
from rookery.backends.engine.frontier.pareto.kernel import SweepRun, sweep
from rookery.backends.engine.frontier.pareto.orders import (
    FEWEST_TRIES,
    GROWTH,
    MAX_TRIES,
    MAX_WIDTH,
    Order,
    OrderSearch,
    find_order,
    sample_elimination,
)
from rookery.backends.engine.frontier.pareto.strips import bound_strips, make_strips
from rookery.backends.engine.frontier.pareto.tables import NO_LIMIT, TreeTables, make_state, make_sweep
from rookery.backends.engine.frontier.turns import Guest, Portfolio
from rookery.backends.engine.options import PARETO, SEARCH, read_optimum
from rookery.backends.presolve.structure.parts import describe_size
from rookery.core.deadline import OutOfTime
from rookery.core.kernels.jit import KernelSample
from rookery.core.values import dataclass, replace
from rookery.models.model.model import AtLeast, Minimize, Model

HOPEFUL = 3e7  # by the estimate of an order: about a minute
MAX_STATES = 10_000  # by the estimate: some seconds as plain Python
EASY = 20_000  # the estimate up to which the sweep is over before a search could be sooner
SEARCHED = 1 << 20  # rows times columns up to which a search takes turns with the sweep: its tables are small
JOINED = 0.1  # the share of all pairs of columns that are rows from which on a search that knows cliques is sooner


@dataclass(frozen=True, slots=True)
class ParetoProgram(RunnableProgram):
    """A covering, the order in which its rows are closed, the tables for that, and the bytes that states may take.

    `model` is there where a search of it may take turns with the sweep, since the estimate may be wrong by far;
    `otherwise` begins that search.
    """

    covering: SetCover
    order: Order
    tables: TreeTables
    memory_limit: int
    model: Model | None = None
    otherwise: Callable[[Request], Stream] | None = None

    def search(self, request: Request) -> Stream:
        """Give a good covering, then a cheapest one."""
        return search_pareto(self, request)

    def explain(self) -> list[str]:
        """The width of the covering, and if a search takes turns."""
        turns = "" if self.model is None else ", by turns with a search"
        how = f"search: pareto, over a tree of clusters with at most {self.order.width} open rows{turns}"
        return ["structure: a covering, with costs", describe_size(self.size), how]

    def kernel(self, want: Want) -> KernelSample:
        """The sweep."""
        return KernelSample(sweep, self.tables, make_state(self.tables, 1))

    @property
    def is_large(self) -> bool:
        """Return whether its estimate says that plain Python would take seconds."""
        return self.order.cost > MAX_STATES


def compile_pareto(case: ModelCase) -> ParetoProgram | None:
    """The program of a model; None if it is no covering, or a search is likely to be sooner."""
    model, request = case.model, case.request
    if request.lazy is not None or not case.may_be_swept:
        return None
    named = read_optimum(request.options) == PARETO
    if not named and 2 * len(model.constraints) > (MAX_WIDTH + 1) * model.variables:
        return None  # of rows of two columns or more, one column hits more than may be open at once
    found = recognise_set_cover(model)
    if found is None or (not named and (len(found.rows) < FEWEST_SWEPT or _is_dense_graph(found))):
        return None
    by_turns = not named and len(found.rows) * len(found.names) <= SEARCHED
    order = find_order(found, request.seed, inf if named else HOPEFUL, FEWEST_TRIES if by_turns else MAX_TRIES)
    if order is None and named:
        raise Unsupported(
            f"optimum=pareto takes coverings with at most {MAX_WIDTH} rows open at once: leave optimum at auto"
        )
    if order is None:
        return None
    size = {"variables": len(found.names), "items": len(found.rows), "width": order.width}
    program = ParetoProgram(size, found, order, make_sweep(found, order), read_memory_limit(request.options))
    if by_turns and order.cost > EASY:
        return replace(program, model=model, otherwise=case.search_with(optimum=SEARCH))
    return program


def _is_dense_graph(found: SetCover) -> bool:
    """Test if the rows have size two and are so dense that every order is wide, and a vertex cover search is sooner."""
    return len(found.rows) >= JOINED * comb(len(found.names), 2) and all(len(row) == 2 for row in found.rows)


def samples(compiled: Compile) -> Iterator[KernelSample | None]:
    """The sweep, with two columns of which either hits the row, and the kernels that look for its order."""
    either = Model(2, (AtLeast(1, (0, 1)),), Minimize(range(2)))
    yield compiled(either, Request(options={"optimum": PARETO})).kernel(Want.ONE)
    yield from starmap(KernelSample, sample_elimination())


def check_covering(model: Model, request: Request) -> None:
    """Raise `Unsupported` for a question that is no cheapest covering, or one too wide; `BadInput` for no memory."""
    read_memory_limit(request.options)
    if isinstance(model.goal, Minimize) and recognise_set_cover(model) is None:
        raise Unsupported(
            "optimum=pareto takes clauses of what may be chosen, and costs from 0 that add up to less than 2 ** 55;"
            " this model has something else, or no solution: leave optimum at auto"
        )
    if request.store is not None:
        raise Unsupported("optimum=pareto cannot save checkpoints; drop one of the two options")


WORTH_STRIPS = 1000  # states of the widest cluster, by the estimate, from which on strips are tried: 28 open rows
NEAR = 16  # sweeps come near to the best step by step where the bound is within this part of it
BEAM = 64  # states of a narrow sweep, which is left out where the whole one is easy, or not much wider


class ParetoSearch:
    """Sweeps of one program; they only look for coverings that cost less than `best`, without the forced variables."""

    def __init__(self, program: ParetoProgram, request: Request) -> None:
        self._program, self._request = program, request
        self.budget = Budget(request.deadline, program.memory_limit)
        self.sweeps = self.states = self._peak = self._refuted = 0
        self.best = NO_LIMIT

    def change_order(self, order: Order, tables: TreeTables) -> None:
        """Close the rows in another order."""
        self._program = replace(self._program, order=order, tables=tables)

    def moments(self) -> Iterator[Solution | None]:
        """Each covering that is cheaper than those before, the last a cheapest, and None in between.

        Raises `Halted` at a limit.
        """
        order, tables = self._program.order, self._program.tables
        if order.cost > EASY and GROWTH**order.width > 4 * BEAM:
            yield from self._sweep(tables, NO_LIMIT, BEAM)
            if GROWTH**order.width >= WORTH_STRIPS and self._refuted < self.best:
                memory = self._program.memory_limit // 2
                strips = yield from make_strips(self._program.covering, tables, memory, self.budget)
                tables = tables._replace(strips=strips)
                if bound := bound_strips(strips):
                    self._refuted = bound
                    yield from self._sweep(tables, bound + 1 + self.best // NEAR, 4 * BEAM)
        while self._refuted < self.best:
            # A sweep that may cost little more than the bound keeps few states, the next one many more. Among so few,
            # a narrow sweep mostly finds a covering that there is, and spares the whole sweep that would find it.
            gap, below = self.best - self._refuted, self.best
            if gap * NEAR <= self.best:
                below = self._refuted + 1 + gap // 8
                yield from self._sweep(tables, below, 4 * BEAM)
            if self._refuted < self.best:
                yield from self._sweep(tables, below)

    def _sweep(self, tables: TreeTables, below: int = NO_LIMIT, beam: int = NO_LIMIT) -> Iterator[Solution | None]:
        """Look for a cheapest covering below the best and a limit; what was refuted rises if no state was left out."""
        below = min(below, self.best)
        run, found, before = SweepRun(tables, below, beam), self._program.covering, self.states
        self.sweeps += 1
        try:
            while not run.over:
                run.go_on(self.budget, self._request.deadline)
                self.states = before + run.states
                if self._request.observer is not None:
                    self._request.observer(Progress("clusters joined", run.share, run.states))
                yield None
        finally:
            self.states = before + run.states
            self._peak = max(self._peak, run.peak)
            if beam == NO_LIMIT:
                self.budget.bound = found.spent + max(self._refuted, min(run.bound, below))
        columns = run.columns()
        if columns is not None and (cost := sum(found.weights[column] for column in columns)) < self.best:
            self.best = cost
            yield lift(found, columns)
        if run.exact:
            self._refuted = min(below, self.best)

    def summary(self) -> str:
        """The sizes of the clusters, in words."""
        return f"pareto: at most {self._program.order.width:,} open rows and {self._peak:,} states of a cluster"


class Swept(Exception):
    """The sweep is over: what it has found, or the best that the search has given, is a best one."""


def search_by_turns(
    program: ParetoProgram, model: Model, search: Callable[[Request], Stream], request: Request
) -> Stream:
    """Give ever better coverings by the search, until it or the sweep has proven which is a best one."""
    turns = Turns(program, request)
    try:
        for item in search(replace(request, observer=turns.take_turn)):
            if not isinstance(item, frozenset):
                yield from turns.better()
            elif not turns.record_value(model.value(item) or 0):
                yield from turns.better()
                continue
            yield item
    except Swept:
        yield from turns.better()
        yield Outcome(proven=True, raw_status=turns.sweeps.summary(), workers=1)
    finally:
        turns.portfolio.guests.clear()
        request.effort.add(calls=turns.sweeps.sweeps, states=turns.sweeps.states)


class Turns:
    """The turns of the sweep, the only guest of a search, which begins with more orders; it gives up at its limits."""

    def __init__(self, program: ParetoProgram, request: Request) -> None:
        self._program, self._request = program, request
        self._clock = request.deadline.clock
        self._last = self._clock.now()
        self._found: Solution | None = None
        self._moments = self._go_on()
        self.portfolio = Portfolio(Guest(self._step))
        self.sweeps = ParetoSearch(program, replace(request, observer=None))

    def record_value(self, value: int) -> bool:
        """Return whether a solution of this value is better than those before; the sweep then looks for less."""
        cost = value - self._program.covering.spent
        is_better = cost < self.sweeps.best
        if is_better:
            self.sweeps.best, self._found = cost, None
        return is_better

    def better(self) -> Iterator[Solution]:
        """The coverings that the sweep has found since the search gave its best."""
        if self._found is not None:
            yield self._found
            self._found = None

    def take_turn(self, progress: Progress) -> None:
        """Take a turn, for as long as the search has had since the last one; raises `Swept` at the end."""
        if self._request.observer is not None:
            self._request.observer(progress)
        for found in self.portfolio.serve(self._pass()):
            self._found = found
        self._last = self._clock.now()

    def _pass(self) -> float:
        """The seconds since the clock was looked at last."""
        before, self._last = self._last, self._clock.now()
        return self._last - before

    def _step(self, seconds: float) -> Generator[Solution, None, float | None]:
        """Sweep for some seconds, a moment at a time; the last moment may take longer."""
        spent = 0.0
        try:
            while spent < seconds:
                moment = next(self._moments, Swept)
                if moment is Swept:
                    raise Swept
                if isinstance(moment, frozenset):
                    yield moment
                spent += self._pass()
        except (Halted, OutOfTime):
            return None
        return spent

    def _go_on(self) -> Iterator[Solution | None]:
        """Look for a better order, then sweep, a moment at a time; no sweep if all orders are too wide."""
        found = self._program.covering
        search = OrderSearch(found, self._request.seed, HOPEFUL, self._program.order)
        # No tree was cheaper than a front, whatever the estimate says, and strips need a front.
        while search.wanted and self._program.tables.children.max(initial=0) > 1:
            yield None
            search.step()
        if search.best is not None and search.best is not self._program.order:
            self.sweeps.change_order(search.best, make_sweep(found, search.best))
        yield from self.sweeps.moments()


def search_pareto(program: ParetoProgram, request: Request) -> Stream:
    """Give a good covering, then a cheapest one."""
    if program.model is not None and program.otherwise is not None:
        return search_by_turns(program, program.model, program.otherwise, request)
    return _sweep(program, request)


def _sweep(program: ParetoProgram, request: Request) -> Stream:
    """The coverings that the sweeps find."""
    search = ParetoSearch(program, request)
    try:
        for found in search.moments():
            if found is not None:
                yield found
    except Halted as halt:
        yield search.budget.halted(halt, search.summary())
        return
    finally:
        request.effort.add(calls=search.sweeps, states=search.states)
    yield Outcome(proven=True, raw_status=search.summary(), workers=1)
