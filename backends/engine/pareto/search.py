"""A cheapest covering over a tree of clusters, for narrow coverings: their rows can be closed with few open at once.

A sweep that keeps few states finds a good covering first; what costs as much goes in the exact sweep.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from math import comb, inf

from rookery.backends.contract import Ask, End, Solution, Stream, Unsupported, Want
from rookery.backends.engine.options import PARETO, read_optimum
from rookery.backends.engine.pareto.kernel import SweepRun, sweep
from rookery.backends.engine.pareto.orders import GROWTH, MAX_WIDTH, Order, find_order
from rookery.backends.engine.pareto.tables import NO_LIMIT, TreeTables, make_state, make_sweep
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.budget import Budget, Halted, read_memory_limit
from rookery.backends.presolve.covering import Covering, read_priced_covering
from rookery.backends.presolve.program import RunnableProgram, describe_size
from rookery.backends.progress import Progress
from rookery.core.kernels.kernel import KernelSample
from rookery.core.values import remember
from rookery.models.model.constraints import AtLeast
from rookery.models.model.model import Minimize, Model

FEWEST = 150  # rows that are left; with fewer a search answers at once
HOPEFUL = 3e7  # by the estimate of an order: about a minute
SOONER = 5e5  # the estimate up to which a sweep is mostly sooner than a search, where that has small tables
MAX_STATES = 10_000  # by the estimate: some seconds as plain Python
EASY = 20_000  # the estimate from which on a narrow sweep comes first
SMALL = 1 << 20  # rows times columns up to which the tables of a search are small
MAX_WEIGHT = 1 << 55  # all columns together: sums of costs stay far from the edge of 63 bits
JOINED = 0.1  # the share of all pairs of columns that are rows from which on a search is sooner


@dataclass(frozen=True, slots=True)
class ParetoProgram(RunnableProgram):
    """A covering, the order in which its rows are closed, the tables for that, and the bytes that states may take."""

    covering: Covering
    order: Order
    tables: TreeTables
    memory_limit: int

    def search(self, ask: SearchAsk) -> Stream:
        """Give a good covering, then a cheapest one."""
        return search_pareto(self, ask)

    def explain(self) -> list[str]:
        """Return the width of the covering."""
        how = f"search: pareto, over a tree of clusters with at most {self.order.width} open rows"
        return ["structure: a covering, with costs", describe_size(self.size), how]

    def kernel(self, want: Want) -> KernelSample:
        """Return the sweep."""
        return KernelSample(sweep, self.tables, make_state(self.tables, 1))

    @property
    def is_large(self) -> bool:
        """Return whether its estimate says that plain Python would take seconds."""
        return self.order.cost > MAX_STATES


def compile_pareto(model: Model, ask: Ask) -> ParetoProgram | None:
    """Return the program of a model; None if it is no covering, or a search is likely to be sooner."""
    named = read_optimum(ask) == PARETO
    if not named and 2 * len(model.constraints) > (MAX_WIDTH + 1) * model.variables:
        return None  # of rows of two columns or more, one column hits more than may be open at once
    found = recognise_set_cover(model)
    if found is None or (not named and (len(found.items) < FEWEST or _is_dense_graph(found))):
        return None
    is_small = len(found.items) * len(found.free) <= SMALL
    order = find_order(found, inf if named else SOONER if is_small else HOPEFUL)
    if order is None and named:
        raise Unsupported(
            f"optimum=pareto takes coverings with at most {MAX_WIDTH} rows open at once: leave optimum at auto"
        )
    if order is None:
        return None
    size = {"variables": len(found.free), "items": len(found.items), "width": order.width}
    return ParetoProgram(size, found, order, make_sweep(found, order), read_memory_limit(ask.options))


@remember
def recognise_set_cover(model: Model) -> Covering | None:
    """Return the covering that a model asks for, each free column at a cost of 1 or more; None for any other model.

    None as well for one without solutions, or too heavy.
    """
    found = read_priced_covering(model)
    if found is None or found.folded or sum(found.costs) >= MAX_WEIGHT:
        return None
    gratis = {v for row in found.items for v in row if found.costs[v] == 0}
    rows = tuple(row for row in found.items if gratis.isdisjoint(row))
    return replace(
        found,
        forced=found.forced | gratis,
        free=frozenset(v for row in rows for v in row),
        items=rows,
        demands=(1,) * len(rows),
        wholes=(frozenset(),) * len(rows),
    )


def _is_dense_graph(found: Covering) -> bool:
    """Return whether the rows are pairs, and so many that every order is wide."""
    return len(found.items) >= JOINED * comb(len(found.free), 2) and all(len(row) == 2 for row in found.items)


def samples() -> Iterator[KernelSample]:
    """Yield the sweep, with two columns of which either hits the row."""
    either = Model(2, (AtLeast(1, (0, 1)),), Minimize(range(2)))
    program = compile_pareto(either, Ask(options={"optimum": PARETO}))
    assert program is not None
    yield program.kernel(Want.ONE)


def check_covering(model: Model, ask: Ask) -> None:
    """Raise `Unsupported` for a question that is no cheapest covering, or one too wide; `BadInput` for no memory."""
    read_memory_limit(ask.options)
    if isinstance(model.goal, Minimize) and recognise_set_cover(model) is None:
        raise Unsupported(
            "optimum=pareto takes clauses of what may be chosen, and costs from 0 that add up to less than 2 ** 55;"
            " this model has something else, or no solution: leave optimum at auto"
        )
    if ask.store is not None:
        raise Unsupported("optimum=pareto cannot save checkpoints; drop one of the two options")
    if ask.executor is not None:
        raise Unsupported("optimum=pareto runs on one machine; leave out the cluster, or optimum at auto")


BEAM = 64  # states of a narrow sweep, which is left out where the whole one is easy, or not much wider


class ParetoSearch:
    """Sweeps of one program; they only look for coverings that cost less than `best`, without the forced variables."""

    def __init__(self, program: ParetoProgram, ask: SearchAsk) -> None:
        self._program, self._ask = program, ask
        self.budget = Budget(ask.deadline, program.memory_limit)
        self.states = self._peak = 0
        self.best = NO_LIMIT

    def run(self) -> Iterator[Solution]:
        """Give each covering that is cheaper than those before, the last a cheapest; raises `Halted` at a limit."""
        order, is_exact = self._program.order, False
        if order.cost > EASY and GROWTH**order.width > 4 * BEAM:
            is_exact = yield from self._sweep(BEAM)
        if not is_exact:
            yield from self._sweep(NO_LIMIT)

    def _sweep(self, beam: int) -> Generator[Solution, None, bool]:
        """Look for a cheapest covering below the best, with so many states a cluster; returns if it left none out."""
        run, found, before = SweepRun(self._program.tables, self.best, beam), self._program.covering, self.states
        try:
            while not run.over:
                run.go_on(self.budget)
                self.states = before + run.states
                if self._ask.progress is not None:
                    self._ask.progress(Progress("clusters joined", run.share, run.states))
        finally:
            self.states = before + run.states
            self._peak = max(self._peak, run.peak)
            if beam == NO_LIMIT:
                spent = sum(found.costs[column] for column in found.forced)
                self.budget.bound = spent + min(run.bound, self.best)
        if (columns := run.columns()) is not None:
            self.best = sum(found.costs[column] for column in columns)
            yield found.forced.union(columns)
        return run.exact

    def summary(self) -> str:
        """Return the sizes of the clusters, in words."""
        return f"pareto: at most {self._program.order.width:,} open rows and {self._peak:,} states of a cluster"


def search_pareto(program: ParetoProgram, ask: SearchAsk) -> Stream:
    """Give a good covering, then a cheapest one."""
    search = ParetoSearch(program, ask)
    try:
        yield from search.run()
    except Halted as halt:
        ask.effort.update(states=search.states)
        yield search.budget.halted(halt, search.summary(), {})
        return
    ask.effort.update(states=search.states)
    yield End(proven=True, note=search.summary())
