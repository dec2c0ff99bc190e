"""What each strategy can answer; nothing here needs numba."""

from rookery.backends.backtracking.options import ASTAR, DP, FRONTIER, ROWS, strategy
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Unsupported
from rookery.backends.selection.selection import Options, Selection, rows, selection
from rookery.models.model import Model

MOST_VALUES = 64


def suited(model: Model, request: Request) -> Selection:
    """The selection that a model is; raises `Unsupported` where the named strategy cannot answer the request."""
    name, chosen = strategy(request.options), selection(model)
    if chosen is None or chosen.folded:
        raise Unsupported(
            f"strategy {name} takes items to hit once, cliques and a number to choose; this model has other"
            " constraints: leave the strategy at auto"
        )
    if name == ASTAR:
        _suits_astar(chosen, request)
    if name == DP and request.seed:
        raise Unsupported("strategy dp takes no seed: its states stay few in the model's own order alone")
    if name == FRONTIER and not chosen.goal:
        suits_frontier(request)
    if name == ROWS and chosen.free and not chosen.infeasible:
        row_cut(chosen)
    return chosen


def _suits_astar(chosen: Selection, request: Request) -> None:
    if chosen.goal >= 0 or chosen.least:
        raise Unsupported("strategy astar looks for the fewest, of any number; this model asks for something else")
    if request.want is not Want.ONE:
        raise Unsupported(
            f"strategy astar finds one solution, here {request.want} is asked for: leave that out, or take dp or auto"
        )


def suits_frontier(request: Request) -> None:
    """Refuse what the frontier cannot answer; raises `Unsupported`. Of an optimum, it counts the optimal solutions."""
    if request.want is not Want.COUNT:
        raise Unsupported(
            f"strategy frontier counts without listing, here {request.want} is asked for: leave the strategy at auto"
        )
    if request.seed:
        raise Unsupported("strategy frontier takes no seed: it tries several orders, in which its states may stay few")


def row_cut(chosen: Selection) -> tuple[Options, ...]:
    """The rows of a selection, one choice each; raises `Unsupported` where it has none, or one that is too long."""
    cut = rows(chosen) if chosen.goal == 0 else None
    if cut is None:
        raise Unsupported(
            "strategy rows takes one choice a row, such as n queens on n rows; this model has no such rows"
        )
    if (most := max(map(len, cut))) > MOST_VALUES:
        raise Unsupported(f"strategy rows takes up to {MOST_VALUES} values a row; this model has a row of {most}")
    return cut
