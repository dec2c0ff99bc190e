"""The backend's options: how it counts, how much memory that may take, which ideas it does without."""

from collections.abc import Mapping
from difflib import get_close_matches

from rookery.backends.backtracking.switches import ALL, IDEAS
from rookery.backends.contract.limits import DEFAULT_MEMORY
from rookery.models import BadInput

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
        near = get_close_matches(way, COUNTS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BadInput(f"unknown count {way!r}: {hint}there are {', '.join(COUNTS)}")
    if "without" in options and way == FRONTIER:
        raise BadInput(f"option without is for the search; count={FRONTIER} is one idea as it is")
    if "memory" in options and way != FRONTIER:
        raise BadInput(f"option memory is for count={FRONTIER}; the search does not grow as it runs")
    return way
