"""The ideas that prune, by name: each can be left out, and no answer changes by that, only the time.

They are for measuring what an idea is worth, for teaching, and for telling a wrong idea from a wrong search.
"""

from collections.abc import Iterable, Mapping

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


def left_out(options: Mapping[str, str]) -> frozenset[str]:
    """The ideas that the option `without` leaves out; raises `BadInput` for one there is not."""
    named = [name.strip() for name in options.get("without", "").split(",") if name.strip()]
    if named == [ALL]:
        return frozenset(IDEAS)
    for name in named:
        if name not in IDEAS:
            raise BadInput(f"without {name!r}: {nearest(name, IDEAS)}there are {', '.join(IDEAS)}, and {ALL}")
    return frozenset(named)


def bits(names: Iterable[str]) -> int:
    """The ideas that kernels leave out, as they read them."""
    return sum(1 << _KERNELS.index(name) for name in names if name in _KERNELS)
