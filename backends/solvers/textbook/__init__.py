"""The backend `textbook`: the tutorials' algorithms by name, to teach and to compare; plain Python, one idea a file."""

from collections.abc import Callable, Mapping
from typing import ClassVar, NamedTuple

from rookery.backends.contract import Ask, Backend, Stream, Unsupported
from rookery.backends.presolve.budget import DEFAULT_MEMORY, Budget, read_memory_limit
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.program import Decided, decide, describe_selection, measure
from rookery.backends.presolve.structure.masks import Masks, shuffle_by_seed
from rookery.backends.solvers.textbook import astar, dp, exhaustive, rows
from rookery.core.errors import nearest
from rookery.models import BadInput, Model


class Algorithm(NamedTuple):
    """A search, and `require`, which raises `Unsupported` for a question that it cannot answer."""

    summary: str
    require: Callable[[Covering, Ask], None]
    search: Callable[[Covering, Masks, Ask, Budget], Stream]


ALGORITHMS: Mapping[str, Algorithm] = {
    "rows": Algorithm("plain backtracking, row by row", rows.require_rows, rows.search_rows),
    "astar": Algorithm(
        "A* for the fewest pieces; the bound is the open items divided by the largest gain",
        astar.require_fewest,
        astar.search_astar,
    ),
    "dp": Algorithm("dynamic programming over the states of the board", dp.require_no_seed, dp.search_dp),
    "exhaustive": Algorithm(
        "generate and test: every way to take at most one of each row",
        lambda selection, ask: None,
        exhaustive.search_exhaustive,
    ),
}
GROWING = ("astar", "dp")


class Program(NamedTuple):
    """The covering that an algorithm searches, and the bytes that its states may take."""

    strategy: str
    selection: Covering
    masks: Masks
    memory_limit: int


class Textbook(Backend):
    """Runs one algorithm as tutorials write it, on models that are coverings; a baseline for the other backends."""

    name = "textbook"
    summary = "textbook algorithms in plain Python: row by row, A*, dynamic programming, generate and test"
    can: ClassVar[frozenset[str]] = frozenset({"one", "best", "all", "count", "seed", "partial"})
    options: ClassVar[Mapping[str, str]] = {
        "strategy": "the algorithm; default: the first of them that can answer the question"
        + "".join(f"\n{name}: {algorithm.summary}" for name, algorithm in ALGORITHMS.items()),
        "memory": f"memory limit for the states of {' and '.join(GROWING)}, such as 64M or 2G;"
        f" default {DEFAULT_MEMORY}",
    }

    def compile(self, model: Model, ask: Ask) -> Decided | Program:
        """Read the model as a covering, and make its bit masks."""
        named = ask.options.get("strategy")
        if named is not None:
            named = named.lower()
            _require_strategy(named, ask)
        selection = read_covering(model)
        if selection is None or selection.folded:
            raise Unsupported(
                f"{f'strategy {named}' if named else 'backend textbook'} takes items to hit once, cliques and a number"
                " to choose; this model has other constraints: use another backend"
            )
        name = named or next(name for name in ALGORITHMS if _can_answer(name, selection, ask))
        if named is not None:
            ALGORITHMS[name].require(selection, ask)
        decided = decide(selection)
        if decided is not None:
            return decided
        memory_limit = read_memory_limit(ask.options)
        _require_memory(name, selection, memory_limit)
        order = shuffle_by_seed(sorted(selection.free), ask.seed)
        return Program(name, selection, selection.masks(order), memory_limit)

    def describe(self, program: Decided | Program) -> list[str]:
        """Return what the model is made of, and which algorithm runs."""
        if isinstance(program, Decided):
            return program.explain()
        how = f"search: strategy {program.strategy}, {ALGORITHMS[program.strategy].summary}"
        return [*describe_selection(program.selection, measure(program.selection)), how]

    def run(self, program: Decided | Program, ask: Ask) -> Stream:
        """Run the algorithm that the program was compiled for."""
        if isinstance(program, Decided):
            return program.search(ask)
        budget = Budget(ask.deadline, program.memory_limit)
        return ALGORITHMS[program.strategy].search(program.selection, program.masks, ask, budget)


def _require_strategy(name: str, ask: Ask) -> None:
    if name not in ALGORITHMS:
        raise BadInput(f"unknown strategy {name!r}: {nearest(name, ALGORITHMS)}there are {', '.join(ALGORITHMS)}")
    if "memory" in ask.options and name not in GROWING:
        raise BadInput(f"option memory is for the strategies {' and '.join(GROWING)}; {name} needs constant memory")


def _can_answer(name: str, selection: Covering, ask: Ask) -> bool:
    try:
        ALGORITHMS[name].require(selection, ask)
    except Unsupported:
        return False
    return True


def _require_memory(strategy: str, selection: Covering, limit: int) -> None:
    """Raise `Unsupported` if the masks of candidates and items alone exceed the memory limit."""
    size, items = len(selection.free), len(selection.items)
    needed = size * (size + 2 * items) // 8
    if needed > limit:
        raise Unsupported(
            f"strategy {strategy} needs {needed / 2**20:,.3g} MiB for the masks of {size:,} variables and {items:,}"
            f" items; the memory limit is {limit / 2**20:,.3g} MiB: use another backend"
        )
