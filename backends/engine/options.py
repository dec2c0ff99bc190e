"""The backend's options: how it counts, how much memory that may take, and which ideas are switched off.

Each idea that prunes can be left out, and only the time changes, not the answer: this serves to measure the worth of an
idea, to teach, and to distinguish a wrong idea from a wrong search.
"""

from collections.abc import Iterable, Mapping

from rookery.backends.contract import Ask
from rookery.backends.presolve.budget import DEFAULT_MEMORY, read_memory_limit
from rookery.backends.presolve.switches import OPTIONS as REDUCTIONS
from rookery.core.errors import nearest
from rookery.models import BadInput

IDEAS = {
    "symmetry": "a choice that failed excludes all symmetric choices",
    "components": "independent parts of the model are searched separately",
    "matching": "a largest set whose conflicts form a bipartite graph is found by a matching",
    "gains": "bound: the open items against the largest gains (dual needs it)",
    "dual": "bound: weights on the open items (a dual solution)",
    "colouring": "bound: a colouring of the candidates limits how many can be chosen",
    "exchange": "a local search for fewer takes turns with the search for the fewest",
    "surplus": "a number that takes long is refuted by what choices hit beyond a dual solution",
    "cases": "bound: weights on the items of each case, where the outermost empty lines of a grid make cases",
}
_KERNELS = ("gains", "dual", "colouring")
GAINS, DUAL, COLOURING = (1 << at for at in range(len(_KERNELS)))
ALL = "all"

AUTO, SEARCH, FRONTIER = "auto", "search", "frontier"
COUNTS = {
    AUTO: "search, and frontier where it suits, in turns",
    SEARCH: "search only, which visits each solution",
    FRONTIER: "dynamic programming over a frontier, which counts without listing",
}
PARETO = "pareto"
OPTIMA = {
    AUTO: "pareto for a large covering that is narrow, else search",
    SEARCH: "search only",
    PARETO: "dynamic programming over a tree of clusters, for coverings",
}


def _list_values(values: Mapping[str, str]) -> str:
    """Return the values of an option, one a line."""
    return "".join(f"\n{name}: {text}" for name, text in values.items())


OPTIONS = {
    "count": f"how to count solutions; default {AUTO}{_list_values(COUNTS)}",
    "memory": f"memory limit for the states of count={FRONTIER} and of optimum={PARETO}, such as 64M or 2G;"
    f" default {DEFAULT_MEMORY}",
    "optimum": f"how to find a cheapest covering; default {AUTO}{_list_values(OPTIMA)}",
    "without": f"pruning ideas to switch off, separated by commas, or {ALL}{_list_values(IDEAS)}",
    **REDUCTIONS,
}


def read_count(ask: Ask) -> str:
    """Return how to count; raises `BadInput` for an unknown way, or for options that do not go with it."""
    way = _read_way(ask, "count", COUNTS, FRONTIER)
    if "memory" in ask.options:
        read_memory_limit(ask.options)
        if way != FRONTIER and read_optimum(ask) != PARETO:
            raise BadInput(f"option memory is for count={FRONTIER} and optimum={PARETO}")
    return way


def read_optimum(ask: Ask) -> str:
    """Return how to find an optimum; raises `BadInput` for an unknown way, or for options that do not go with it."""
    return _read_way(ask, "optimum", OPTIMA, PARETO)


def _read_way(ask: Ask, name: str, ways: Mapping[str, str], unsearched: str) -> str:
    """Return the value of the option `name`; the way `unsearched` has no pruning ideas."""
    way = ask.option(name, tuple(ways))
    if "without" in ask.options and way == unsearched:
        raise BadInput(f"option without is for the search; {name}={way} has no pruning ideas to switch off")
    return way


def read_without(options: Mapping[str, str]) -> frozenset[str]:
    """Return the ideas that the option `without` leaves out; raises `BadInput` for an unknown one."""
    named = [name.strip().lower() for name in options.get("without", "").split(",") if name.strip()]
    if named == [ALL]:
        return frozenset(IDEAS)
    for name in named:
        if name not in IDEAS:
            raise BadInput(f"option without={name}: {nearest(name, IDEAS)}accepted are {', '.join((*IDEAS, ALL))}")
    return frozenset(named)


def encode_switches(names: Iterable[str]) -> int:
    """Return the ideas that kernels leave out, as they read them."""
    return sum(1 << _KERNELS.index(name) for name in names if name in _KERNELS)
