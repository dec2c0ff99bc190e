"""Which algorithms there are, and how the backend's options name one and its memory."""

from collections.abc import Mapping

from rookery.backends.contract.limits import DEFAULT_MEMORY
from rookery.models import BadInput
from rookery.models.errors import nearest

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
    + "".join(f"\n{name}: {told}" for name, told in ALGORITHMS.items()),
    "memory": f"memory limit for the states of {' and '.join(GROWING)}, such as 64M or 2G; default {DEFAULT_MEMORY}",
}


def read_algorithm(options: Mapping[str, str]) -> str | None:
    """The algorithm that the options name, None where they name none; raises `BadInput` for one there is not."""
    name = options.get("algorithm")
    if name is None:
        return None
    if name not in ALGORITHMS:
        raise BadInput(f"unknown algorithm {name!r}: {nearest(name, ALGORITHMS)}there are {', '.join(ALGORITHMS)}")
    if "memory" in options and name not in GROWING:
        raise BadInput(f"option memory is for the strategies {' and '.join(GROWING)}; {name} needs constant memory")
    return name
