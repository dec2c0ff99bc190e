"""The backend's options: how it counts, how much memory that may take, and which ideas it does without.

Each idea that prunes can be left out, and no answer changes by that, only the time: to measure what an idea is worth,
to teach, and to tell a wrong idea from a wrong search.
"""

from collections.abc import Iterable, Mapping

from rookery.backends.contract.limits import DEFAULT_MEMORY
from rookery.models import BadInput
from rookery.models.errors import nearest

IDEAS = {
    "symmetry": "whole orbits of choices are out with the one that was tried",
    "components": "parts that have nothing to do with each other are searched apart",
    "gains": "what is left to hit is compared with the largest gains (and with it leaves, pairs, probes and dual)",
    "leaves": "a last choice is looked up, not searched",
    "pairs": "with two left only candidates with a partner are tried",
    "probes": "with three or four left, candidates are bounded before they become nodes",
    "dual": "weights on what is left to hit bound what a choice is worth",
    "colouring": "candidates are coloured to see how many can still be chosen",
    "dead-rows": "a choice that leaves some row without a value is not followed",
}
_KERNELS = ("gains", "leaves", "pairs", "probes", "dual", "colouring", "dead-rows")
GAINS, LEAVES, PAIRS, PROBES, DUAL, COLOURING, DEAD_ROWS = (1 << at for at in range(len(_KERNELS)))
ALL = "all"

AUTO, SEARCH, FRONTIER = "auto", "search", "frontier"
COUNTS = {
    AUTO: "the search and, where it suits, the frontier by turns",
    SEARCH: "the search alone, which meets each solution",
    FRONTIER: "dynamic programming over a frontier, which counts without listing",
}
OPTIONS = {
    "count": f"how solutions are counted: {'; '.join(f'{name}: {told}' for name, told in COUNTS.items())}",
    "memory": f"how much the states of count={FRONTIER} may take, such as 64M or 2G; default {DEFAULT_MEMORY}",
    "without": f"ideas that the search does without, with commas between, or {ALL}: "
    f"{'; '.join(f'{name}: {told}' for name, told in IDEAS.items())}",
}


def read_count(options: Mapping[str, str]) -> str:
    """How the options say to count, `auto` where they do not; raises `BadInput` for a way that there is not."""
    way = options.get("count", AUTO)
    if way not in COUNTS:
        raise BadInput(f"unknown count {way!r}: {nearest(way, COUNTS)}there are {', '.join(COUNTS)}")
    if "without" in options and way == FRONTIER:
        raise BadInput(f"option without is for the search; count={FRONTIER} is one idea as it is")
    if "memory" in options and way != FRONTIER:
        raise BadInput(f"option memory is for count={FRONTIER}; the search does not grow as it runs")
    return way


def read_without(options: Mapping[str, str]) -> frozenset[str]:
    """The ideas that the option `without` leaves out; raises `BadInput` for one there is not."""
    named = [name.strip() for name in options.get("without", "").split(",") if name.strip()]
    if named == [ALL]:
        return frozenset(IDEAS)
    for name in named:
        if name not in IDEAS:
            raise BadInput(f"without {name!r}: {nearest(name, IDEAS)}there are {', '.join(IDEAS)}, and {ALL}")
    return frozenset(named)


def encode_switches(names: Iterable[str]) -> int:
    """The ideas that kernels leave out, as they read them."""
    return sum(1 << _KERNELS.index(name) for name in names if name in _KERNELS)
