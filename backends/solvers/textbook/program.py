"""Programs of models for an algorithm.

The algorithms, and the backend's options that name one and its memory.

The questions that each algorithm can answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rookery.backends.contract import Ask, Unsupported, Want
from rookery.backends.presolve.budget import DEFAULT_MEMORY, read_memory_limit
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.propagation import Options
from rookery.backends.presolve.structure.parts import (
    Decided,
    Masks,
    decide,
    make_masks,
    measure,
    recognise_rows,
    shuffle_by_seed,
)
from rookery.core.errors import nearest
from rookery.models import BadInput
from rookery.models.model.model import Model

ROWS, ASTAR, DP, EXHAUSTIVE = "rows", "astar", "dp", "exhaustive"
ALGORITHMS = {
    ROWS: "plain backtracking, row by row",
    ASTAR: "A* for the fewest pieces; the bound is the open items divided by the largest gain",
    DP: "dynamic programming over the states of the board",
    EXHAUSTIVE: "generate and test: every way to take at most one of each row",
}
GROWING = (ASTAR, DP)
OPTIONS = {
    "algorithm": "the algorithm; default: the first of them that can answer the question"
    + "".join(f"\n{name}: {summary}" for name, summary in ALGORITHMS.items()),
    "memory": f"memory limit for the states of {' and '.join(GROWING)}, such as 64M or 2G; default {DEFAULT_MEMORY}",
}


def read_algorithm(options: Mapping[str, str]) -> str | None:
    """The algorithm that the options name, None if they name none; raises `BadInput` for one there is not."""
    name = options.get("algorithm")
    if name is None:
        return None
    if name not in ALGORITHMS:
        raise BadInput(f"unknown algorithm {name!r}: {nearest(name, ALGORITHMS)}there are {', '.join(ALGORITHMS)}")
    if "memory" in options and name not in GROWING:
        raise BadInput(f"option memory is for the strategies {' and '.join(GROWING)}; {name} needs constant memory")
    return name


MAX_VALUES = 64  # plain backtracking does not come to its end on longer rows


class NoRows(Unsupported):
    """A model has no rows of which each takes one choice."""


def choose_algorithm(model: Model, ask: Ask) -> tuple[str, Covering]:
    """The algorithm that the request names, or the first that can answer it, and the selection of the model.

    Raises `Unsupported` if the named algorithm, or every algorithm, cannot answer the request.
    """
    name, found = read_algorithm(ask.options), read_covering(model)
    if found is None or found.folded:
        raise Unsupported(
            f"{f'strategy {name}' if name else 'backend textbook'} takes items to hit once, cliques and a number to"
            " choose; this model has other constraints: use another backend"
        )
    if name is None:
        return _first_suitable(found, ask), found
    check_suitable(name, found, ask)
    return name, found


def _first_suitable(selection: Covering, ask: Ask) -> str:
    *others, last = ALGORITHMS
    for name in others:
        try:
            check_suitable(name, selection, ask)
        except Unsupported:
            continue
        return name
    return last  # the exhaustive one, which answers all that is asked of a selection


def check_suitable(algorithm: str, selection: Covering, ask: Ask) -> None:
    """Raise `Unsupported` if an algorithm cannot answer the request."""
    if algorithm == ASTAR:
        _check_astar(selection, ask)
    if algorithm == DP and ask.seed:
        raise Unsupported("strategy dp takes no seed: its states stay few in the model's own order alone")
    if algorithm == ROWS and selection.free and not selection.infeasible:
        cut_into_rows(selection)


def _check_astar(selection: Covering, ask: Ask) -> None:
    if selection.goal >= 0 or selection.least:
        raise Unsupported("strategy astar looks for the fewest, of any number; this model asks for something else")
    if ask.want is not Want.ONE:
        raise Unsupported(
            f"strategy astar finds one solution, this question wants {ask.want}: leave that out, or use dp or auto"
        )


def cut_into_rows(selection: Covering) -> tuple[Options, ...]:
    """The rows of a selection, one choice each; raises `Unsupported` if it has no rows, or one that is too long."""
    cut = recognise_rows(selection) if selection.goal == 0 else None
    if cut is None:
        raise NoRows("strategy rows takes one choice a row, such as n queens on n rows; this model has no such rows")
    if (most := max(map(len, cut))) > MAX_VALUES:
        raise Unsupported(f"strategy rows takes up to {MAX_VALUES} values a row; this model has a row of {most}")
    return cut


@dataclass(frozen=True, slots=True)
class TextbookProgram:
    """A selection for an algorithm: its masks, the bytes that states may take, its rows if these are searched."""

    size: Mapping[str, int]
    algorithm: str
    selection: Covering
    masks: Masks
    memory_limit: int
    rows: tuple[Options, ...] = ()


def compile_textbook(model: Model, ask: Ask) -> Decided | TextbookProgram:
    """The program of the algorithm that is chosen; raises `Unsupported` for what it cannot do."""
    algorithm, selection = choose_algorithm(model, ask)
    decided = decide(selection)
    if decided is not None:
        return decided
    memory_limit = read_memory_limit(ask.options)
    _check_room(algorithm, selection, memory_limit)
    return TextbookProgram(
        size=measure(selection),
        algorithm=algorithm,
        selection=selection,
        masks=make_masks(selection.items, selection.cliques, shuffle_by_seed(sorted(selection.free), ask.seed)),
        memory_limit=memory_limit,
        rows=_shuffled_rows(selection, ask.seed) if algorithm == ROWS else (),
    )


def _check_room(algorithm: str, selection: Covering, memory_limit: int) -> None:
    """Refuse a selection that cannot fit: the masks of its candidates and items exceed the allowed memory."""
    size, items = len(selection.free), len(selection.items)
    needed = size * (size + 2 * items) // 8
    if needed > memory_limit:
        raise Unsupported(
            f"strategy {algorithm} needs {needed / 2**20:,.3g} MiB for the masks of {size:,} variables and {items:,}"
            f" items; the memory limit is {memory_limit / 2**20:,.3g} MiB: use another backend"
        )


def _shuffled_rows(selection: Covering, seed: int) -> tuple[Options, ...]:
    return tuple(tuple(shuffle_by_seed(row, seed)) for row in shuffle_by_seed(cut_into_rows(selection), seed))
