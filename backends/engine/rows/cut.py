"""The order of the rows and their widths."""

from collections.abc import Mapping
from itertools import pairwise

from rookery.backends.contract import Want
from rookery.backends.presolve.covering import Options
from rookery.backends.presolve.program import STRUCTURE, describe_forced, describe_size
from rookery.backends.presolve.structure.masks import shuffle_by_seed

WIDTHS = (8, 16, 32, 64)
MAX_ORDERED_ROWS = 28  # with more the first solution in lexicographic order takes longer than a person waits for


def find_width(cut: tuple[Options, ...]) -> int:
    """Return the bits of a lane in which every row fits, 0 if there is none so wide."""
    return next((width for width in WIDTHS if width >= max(map(len, cut))), 0)


def suits_rows(cut: tuple[Options, ...], want: Want) -> bool:
    """Return whether the row search takes these rows; one solution must be the first in lexicographic order."""
    fits = find_width(cut) > 0
    return fits and (want is not Want.ONE or (_follow_each_other(cut) and len(cut) <= MAX_ORDERED_ROWS))


def _follow_each_other(cut: tuple[Options, ...]) -> bool:
    """Return whether choosing row by row meets solutions in lexicographic order."""
    return all(max(above) < min(below) for above, below in pairwise(cut))


def order_rows(cut: tuple[Options, ...], want: Want, seed: int) -> tuple[Options, ...]:
    """Return the rows as they are searched; to count, those in the middle first.

    Their pieces attack most, which leaves fewer nodes to count.
    """
    middle = (len(cut) - 1) / 2
    at = sorted(range(len(cut)), key=lambda at: abs(at - middle)) if want is Want.COUNT else range(len(cut))
    return tuple(tuple(shuffle_by_seed(row, seed)) for row in shuffle_by_seed([cut[each] for each in at], seed))


def describe_rows(size: Mapping[str, int], forced: frozenset[int], rows: int, width: int) -> list[str]:
    """Return the structure of a program of rows, their number, and the bits of their lanes."""
    values = f"rows: {rows} rows, one choice each, in lanes of {width} bits"
    return [STRUCTURE, describe_size(size), *describe_forced(forced), values, "search: rows, one after the other"]
