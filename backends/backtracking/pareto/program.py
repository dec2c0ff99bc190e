"""The program of a covering that is narrow: its rows can be closed in an order that leaves few of them open."""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, inf

from rookery.backends.backtracking.options import AUTO, PARETO, read_optimum
from rookery.backends.backtracking.pareto.covering import SetCover, covering
from rookery.backends.backtracking.pareto.elimination import WIDEST
from rookery.backends.backtracking.pareto.orders import FEWEST_TRIES, MOST_TRIES, Order, find_order
from rookery.backends.backtracking.pareto.tables import TreeTables, make_sweep
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request, Stream, Unsupported
from rookery.backends.contract.limits import read_memory_limit
from rookery.models.model import Minimize, Model

FEWEST_ROWS = 150  # what is smaller the search answers at once
HOPEFUL = 3e7  # by the estimate of an order: about a minute
EASY = 20_000  # the estimate up to which the sweep is over before a search could be sooner
SEARCHED = 1 << 20  # rows times columns up to which a search takes turns with the sweep: its tables are small
JOINED = 0.1  # the share of all pairs of columns that are rows from which on a search that knows cliques is sooner


@dataclass(frozen=True, slots=True)
class ParetoProgram(CompiledProgram):
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


def compile_pareto(model: Model, request: Request) -> ParetoProgram | None:
    """The program of a model; None where it is no covering, or a search is likely to be sooner."""
    named = read_optimum(request.options) == PARETO
    if not (named or _is_promising(model, request)):
        return None
    found = covering(model)
    if found is None or (not named and (len(found.rows) < FEWEST_ROWS or _is_dense_graph(found))):
        return None
    by_turns = not named and len(found.rows) * len(found.names) <= SEARCHED
    order = find_order(found, request.seed, inf if named else HOPEFUL, FEWEST_TRIES if by_turns else MOST_TRIES)
    if order is None and named:
        raise Unsupported(
            f"optimum=pareto takes coverings with at most {WIDEST} rows open at once: leave optimum at auto"
        )
    if order is None:
        return None
    size = {"variables": len(found.names), "items": len(found.rows), "width": order.width}
    other = model if by_turns and order.cost > EASY else None
    return ParetoProgram(size, found, order, make_sweep(found, order), read_memory_limit(request.options), other)


def _is_promising(model: Model, request: Request) -> bool:
    """Whether a covering that is narrow need not be searched: nothing asks for the search, and it is not small."""
    free = read_optimum(request.options) == AUTO and "without" not in request.options
    goal = isinstance(model.goal, Minimize) and request.want is Want.ONE and request.store is None
    return free and goal and len(model.constraints) >= FEWEST_ROWS


def _is_dense_graph(found: SetCover) -> bool:
    """Whether the rows are so many pairs that every order is wide, and a search for a vertex cover is sooner."""
    return len(found.rows) >= JOINED * comb(len(found.names), 2) and all(len(row) == 2 for row in found.rows)


def check_covering(model: Model, request: Request) -> None:
    """Raise `Unsupported` for a question that is no cheapest covering, or one too wide; `BadInput` for no memory."""
    read_memory_limit(request.options)
    if isinstance(model.goal, Minimize) and covering(model) is None:
        raise Unsupported(
            "optimum=pareto takes clauses of what may be chosen, and costs from 0 that add up to less than 2 ** 55;"
            " this model has something else, or no solution: leave optimum at auto"
        )
    if request.store is not None:
        raise Unsupported("optimum=pareto cannot save checkpoints; drop one of the two options")
