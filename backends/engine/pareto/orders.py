"""Orders in which rows are closed, and how wide their clusters are: by least degree, or along a front.

Rows that share a column are adjacent. To close a row makes its neighbours adjacent to each other: they are then the
open rows of one cluster. Few open rows mean few states.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.deadline import check_deadline, checking_deadline

MAX_WIDTH = 127  # open rows of a cluster; with the row that is closed they fill two words
GROWTH = 1.28  # how many times as many states there are with one more open row
MAX_ROWS = 1 << 16
LUCK = 100  # times the limit that a tree may cost: a front may cost that much less
# The estimate does not know that a front joins one row at a time and never pairs two large clusters. Grids of 10x100,
# 10x1000 and 14x14 take a tenth to a third of the time of a tree with the same estimate.
FRONT = 0.5
WORTH_FRONTS = 100  # states for each row from which on fronts are tried
SMOOTHED = 256


@dataclass(frozen=True)
class Order:
    """The rows in the order in which they are closed, and those open after each; `cost` estimates the states."""

    rows: Ints
    opened: tuple[Ints, ...]
    cost: float

    @property
    def width(self) -> int:
        """The most rows that are open at once."""
        return max(map(len, self.opened), default=0)


def find_order(found: Covering, most: float) -> Order | None:
    """Return a tree by least degree, or a front if it costs less; None if all are wider than can be, or cost more.

    Squares are numbered row by row, so a front by numbers is straight, with fewer states than an oblique one of the
    same width. A front by levels is tried only if the straight one is no better than the tree.
    """
    size = len(found.items)
    near = find_neighbours(found, MAX_WIDTH) if size <= MAX_ROWS else None
    if near is None:
        return None
    best = tree = _eliminate(near, None, LUCK * most)
    if tree is not None and tree.cost > WORTH_FRONTS * size:
        best = _eliminate(near, straighten(near, np.arange(size)), tree.cost) or tree
        if best is tree:
            levels = measure_levels(near, int(measure_levels(near, 0).argmax()))
            best = _eliminate(near, straighten(near, levels), tree.cost) or tree
    return best if best is not None and best.cost <= most else None


def find_neighbours(found: Covering, most: int) -> Incidence | None:
    """Return for each row the others that share a column with it, ascending; None if a row has more than `most`."""
    members = [frozenset(each) for each in found.by_column]
    near = []
    for row, columns in enumerate(checking_deadline(found.items)):
        others = set().union(*(members[column] for column in columns)) - {row}
        if len(others) > most:
            return None
        near.append(sorted(others))
    return Incidence.of(near, len(found.items))


def _eliminate(near: Incidence, along: Ints | None, most: float) -> Order | None:
    """Close all rows along a front, or always one with the fewest neighbours; None if that is wide or costs `most`."""
    left = [set(each) for each in near]
    share = 1.0 if along is None else FRONT
    rows, opened, cost = list[int](), list[Ints](), 0.0
    for row in checking_deadline(_by_degree(left) if along is None else np.argsort(along).tolist()):
        others = left[row]
        cost += share * GROWTH ** len(others)
        if len(others) > MAX_WIDTH or cost >= most:
            return None
        for each in others:
            left[each] |= others
            left[each] -= {row, each}
        rows.append(row)
        opened.append(np.array(sorted(others), np.int64))
    return Order(np.array(rows, np.int64), tuple(opened), cost)


def _by_degree(left: list[set[int]]) -> Iterator[int]:
    """Yield rows, always one with the fewest neighbours left; the caller closes each before it asks for the next."""
    waiting, closed = [(len(others), row) for row, others in enumerate(left)], set[int]()
    heapify(waiting)
    while waiting:
        degree, row = heappop(waiting)
        if row not in closed and degree == len(left[row]):
            closed.add(row)
            yield row
            for each in left[row]:
                heappush(waiting, (len(left[each]), each))


def measure_levels(near: Incidence, start: int) -> Ints:
    """Return the number of steps from a row to each, by way of neighbours; 0 if there is none."""
    level, queue, reached, others = np.zeros(len(near), np.int64), [start], {start}, list(near)
    for row in queue:
        for other in others[row]:
            if other not in reached:
                reached.add(other)
                level[other] = level[row] + 1
                queue.append(other)
    return level


def straighten(near: Incidence, along: Ints) -> Ints:
    """Return the place of each row in the order of `along`, smoothed: rows go where their neighbours are in the mean.

    On a long and narrow board, differences across it soon even out and those along it stay, so fronts become straight.
    """
    place, owner, share = along.astype(np.float64), near.owner, 1 / (near.sizes + 1)
    for _ in range(SMOOTHED):
        check_deadline()
        place = (place + np.bincount(owner, place[near.flat], len(near))) * share
    rank = np.empty(len(near), np.int64)
    rank[np.lexsort((along, place))] = np.arange(len(near))
    return rank
