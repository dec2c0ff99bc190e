"""What each algorithm can answer."""

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Unsupported
from rookery.backends.selection.rows import rows
from rookery.backends.selection.selection import Options, Selection, selection
from rookery.backends.textbook.options import ALGORITHMS, ASTAR, DP, ROWS, read_algorithm
from rookery.models.model import Model

MOST_VALUES = 64  # plain backtracking does not come to its end on longer rows


class NoRows(Unsupported):
    """A model has no rows of which each takes one choice."""


def choose_algorithm(model: Model, request: Request) -> tuple[str, Selection]:
    """The algorithm that the request names, or the first that can answer it, and the selection that the model is.

    Raises `Unsupported` where the named algorithm, or none at all, can answer the request.
    """
    name, found = read_algorithm(request.options), selection(model)
    if found is None or found.folded:
        raise Unsupported(
            f"{f'strategy {name}' if name else 'backend textbook'} takes items to hit once, cliques and a number to"
            " choose; this model has other constraints: use another backend"
        )
    if name is None:
        return _first_suitable(found, request), found
    check_suitable(name, found, request)
    return name, found


def _first_suitable(selection: Selection, request: Request) -> str:
    *others, last = ALGORITHMS
    for name in others:
        try:
            check_suitable(name, selection, request)
        except Unsupported:
            continue
        return name
    return last  # the exhaustive one, which answers all that is asked of a selection


def check_suitable(algorithm: str, selection: Selection, request: Request) -> None:
    """Raise `Unsupported` where an algorithm cannot answer the request."""
    if algorithm == ASTAR:
        _check_astar(selection, request)
    if algorithm == DP and request.seed:
        raise Unsupported("strategy dp takes no seed: its states stay few in the model's own order alone")
    if algorithm == ROWS and selection.free and not selection.infeasible:
        cut_into_rows(selection)


def _check_astar(selection: Selection, request: Request) -> None:
    if selection.goal >= 0 or selection.least:
        raise Unsupported("strategy astar looks for the fewest, of any number; this model asks for something else")
    if request.want is not Want.ONE:
        raise Unsupported(
            f"strategy astar finds one solution, this question wants {request.want}: leave that out, or use dp or auto"
        )


def cut_into_rows(selection: Selection) -> tuple[Options, ...]:
    """The rows of a selection, one choice each; raises `Unsupported` where it has none, or one that is too long."""
    cut = rows(selection) if selection.goal == 0 else None
    if cut is None:
        raise NoRows("strategy rows takes one choice a row, such as n queens on n rows; this model has no such rows")
    if (most := max(map(len, cut))) > MOST_VALUES:
        raise Unsupported(f"strategy rows takes up to {MOST_VALUES} values a row; this model has a row of {most}")
    return cut
