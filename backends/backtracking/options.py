"""Which strategies there are, and how the backend's options name one and its memory."""

import re
from collections.abc import Mapping

from rookery.backends.backtracking.switches import ALL, IDEAS
from rookery.models import BadInput
from rookery.models.errors import nearest

AUTO, ROWS, ASTAR, DP, EXHAUSTIVE, FRONTIER = "auto", "rows", "astar", "dp", "exhaustive", "frontier"
STRATEGIES = {
    AUTO: "the most special search that the model allows",
    ROWS: "plain backtracking, row by row",
    ASTAR: "A* for the fewest, bounded by the items left over the largest gain",
    DP: "dynamic programming over the states of the board",
    EXHAUSTIVE: "every way to take at most one of each row",
    FRONTIER: "dynamic programming over a frontier, which counts without listing",
}
GROWING = (ASTAR, DP, FRONTIER)
LISTED = f"{', '.join(GROWING[:-1])} and {GROWING[-1]}"
DEFAULT_MEMORY = "512M"
OPTIONS = {
    "strategy": f"{'; '.join(f'{name}: {told}' for name, told in STRATEGIES.items())}",
    "memory": f"how much the states of {LISTED} may take, such as 64M or 2G; default {DEFAULT_MEMORY}",
    "without": f"ideas that the strategy auto shall do without, with commas between, or {ALL}: "
    f"{'; '.join(f'{name}: {told}' for name, told in IDEAS.items())}",
}
MEMORY = re.compile(r"([0-9]{1,9})([KMG])(?:i?B)?", re.IGNORECASE)
UNITS = {"K": 10, "M": 20, "G": 30}


def strategy(options: Mapping[str, str]) -> str:
    """The strategy that the options name, `auto` where they name none; raises `BadInput` for one there is not."""
    name = options.get("strategy", AUTO)
    if name not in STRATEGIES:
        raise BadInput(f"unknown strategy {name!r}: {nearest(name, STRATEGIES)}there are {', '.join(STRATEGIES)}")
    if "without" in options and name != AUTO:
        raise BadInput(f"option without is for the strategy {AUTO}; {name} is one idea as it is")
    if "memory" in options and name not in GROWING:
        raise BadInput(f"option memory is for the strategies {LISTED}; {name} does not grow as it runs")
    return name


def memory(options: Mapping[str, str]) -> int:
    """The bytes that a strategy's states may take; raises `BadInput` for what is no amount."""
    text = options.get("memory", DEFAULT_MEMORY)
    found = MEMORY.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadInput(f"memory {text!r}: expected an amount such as 64M or 2G")
    return int(found[1]) << UNITS[found[2].upper()]
