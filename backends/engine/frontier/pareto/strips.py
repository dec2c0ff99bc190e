"""Lower bounds on the rest of a covering: its rows in strips along a front, each strip swept from the end.

The weight of a column is shared among its rows, and each strip gets the shares of its own rows. What is bought for the
rest costs at least what the strips need when each buys for itself: the shares of what is bought hit each strip's rest.
A strip has at most 24 open rows: its need is stored for all sets of them that may be hit. Only where strips meet does
the bound give something away: it is 90.4 of 92 for a grid of 20x20 in two strips, where a linear program has 84.7.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.backend import Budget
from rookery.backends.engine.frontier.pareto.covering import SetCover, find_neighbours
from rookery.backends.engine.frontier.pareto.orders import MAX_WIDTH, measure_levels, straighten
from rookery.backends.engine.frontier.pareto.tables import SCALE, Strips, TreeTables
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.values import dataclass

Masks = NDArray[np.uint32]
Needs = NDArray[np.int32]
MAX_BITS, MAX_STRIPS = 24, 8  # open rows of a strip; strips
MAX_TOTAL = (1 << 31) // SCALE  # all weights together: what a strip needs is stored in 32 bits


@dataclass(frozen=True)
class StripStep:
    """A step that changes a strip: it closes a row of it, or opens some; `choices` are columns of the row, by share.

    `hit` is the bit of the row that is closed, 0 if no set can hold it (another strip, never open); `size` counts sets.
    """

    at: int
    is_own: bool
    hit: np.uint32
    choices: list[tuple[np.uint32, int]]
    size: int

    def reach(self, masks: Masks) -> Masks:
        """The sets after the step: a row that is not hit is closed by a column, one of another strip by any or none."""
        reached = np.zeros(self.size, np.bool_)
        rest, missed = masks & ~self.hit, (masks & self.hit) == 0
        reached[rest[~missed] if self.is_own else rest] = True
        for mask, _ in self.choices:
            reached[rest[missed] | mask] = True
        return np.flatnonzero(reached).astype(np.uint32)

    def need(self, before: Masks, after: Masks, least: Needs) -> Needs:
        """The need of the strip for each set before the step, by that after it."""
        # To close a row of another strip costs nothing here, and what is hit stays hit.
        dense = np.zeros(self.size, np.int32)
        dense[after] = least
        rest, missed = before & ~self.hit, (before & self.hit) == 0
        need: Needs = dense[rest]
        if self.is_own:
            need[missed] = np.minimum.reduce([dense[rest[missed] | mask] + share for mask, share in self.choices])
        return need


class StripPlan:
    """The rows in the order in which a sweep closes them; row by row the step that opens it, and that closes it."""

    def __init__(self, found: SetCover, t: TreeTables, near: Incidence) -> None:
        self._found, self._slot, self._near = found, t.slot.tolist(), list(near)
        spans = zip(t.first_of.tolist(), t.closing.tolist(), strict=False)
        self.rows = [row for first, size in spans for row in t.rows_of[first : first + size].tolist()]
        self.ends = np.cumsum(t.closing)
        self.closed = np.empty(len(self.rows), np.int64)
        self.closed[self.rows] = np.arange(len(self.rows))
        self.opened = self.closed.copy()
        np.minimum.at(self.opened, near.owner, self.closed[near.flat])

    def divide(self) -> list[int] | None:
        """The strip of each row: pieces of the widest front, and what lies before and behind them; None if too wide."""
        at = int(self._count_open(self.rows).argmax())
        front = np.flatnonzero((self.opened <= at) & (self.closed > at)).tolist()
        place = {row: at for at, row in enumerate(front)}
        graph = Incidence.of([[place[o] for o in self._near[row] if o in place] for row in front], len(front))
        if not front:
            return None
        levels = measure_levels(graph, int(measure_levels(graph, 0).argmax()))
        rank = straighten(graph, levels).tolist()
        for strips in range(max(2, -(-len(front) // MAX_BITS)), MAX_STRIPS + 1):
            strip = {row: rank[at] * strips // len(front) for row, at in place.items()}
            for row in (*self.rows[at:], *self.rows[at::-1]):
                if row not in strip:
                    votes = Counter(strip[o] for o in self._near[row] if o in strip)
                    strip[row] = max(votes, key=votes.__getitem__, default=0)
            found = [strip[row] for row in range(len(self.rows))]
            if all(self._width(found, each) <= MAX_BITS for each in range(strips)):
                return found
        return None

    def _count_open(self, rows: Sequence[int] | NDArray[np.bool_]) -> Ints:
        """The number of the given rows that are open after each step."""
        count = [np.bincount(at[rows], minlength=len(self.rows)) for at in (self.opened, self.closed)]
        return (count[0] - count[1]).cumsum()

    def _width(self, strip: list[int], at: int) -> int:
        """The most rows of a strip that are open at once."""
        return int(self._count_open(np.array(strip) == at).max())

    def closings(self, strip: list[int], number: int, slots: Ints) -> Iterator[StripStep]:
        """The steps that change a strip; notes in `slots` (nodes, bits) the bits of the sweep."""
        by_row, by_column = list(self._found.by_row), list(self._found.by_column)
        opening: dict[int, list[int]] = {}
        for row in self.rows:
            if strip[row] == number and self.opened[row] < self.closed[row]:
                opening.setdefault(int(self.opened[row]), []).append(row)
        size, free, bit = 1 << self._width(strip, number), list(range(MAX_BITS))[::-1], dict[int, int]()
        for at, closed in enumerate(self.rows):
            is_own = strip[closed] == number
            hit = bit.pop(closed, None)
            if hit is not None:
                free.append(hit)
                free.sort(reverse=True)
            for row in opening.get(at, ()):
                bit[row] = free.pop()
                first, end = np.searchsorted(self.ends, (at + 1, self.closed[row] + 1))
                slots[first:end, bit[row]] = self._slot[row]
            if is_own or at in opening:
                choices = dict[int, int]()
                for column in by_row[closed]:
                    rows = by_column[column]
                    mask = sum(1 << bit[row] for row in rows if row in bit)
                    share = self._found.weights[column] * SCALE * sum(strip[row] == number for row in rows) // len(rows)
                    choices[mask] = min(share, choices.get(mask, share))
                pairs = [(np.uint32(mask), share) for mask, share in choices.items()]
                yield StripStep(at, is_own, np.uint32(0 if hit is None else 1 << hit), pairs, size)


def make_strips(found: SetCover, t: TreeTables, memory: int, budget: Budget) -> Generator[None, None, Strips]:
    """The strips of a front, with a pause after each step; none for a tree, or above `memory` bytes."""
    if t.children.max(initial=0) > 1 or sum(found.weights) > MAX_TOTAL:
        return t.strips
    near = find_neighbours(found, MAX_WIDTH)
    if near is None:
        return t.strips
    plan = StripPlan(found, t, near)
    strip = plan.divide()
    if strip is None:
        return t.strips
    layer = np.zeros((len(t.closing) + 1, max(strip) + 1), np.int64)
    slots = np.full((len(t.closing), max(strip) + 1, MAX_BITS), -1, np.int64)
    masks, needs = list[Masks](), list[Needs]()
    for number in range(max(strip) + 1):
        steps = list(plan.closings(strip, number, slots[:, number]))
        layer[1:, number] = np.searchsorted([step.at for step in steps], plan.ends)
        layer[:, number] += len(masks)
        reached, need = [np.zeros(1, np.uint32)], [np.zeros(1, np.int32)]
        for step in steps:
            budget.check()
            yield
            reached.append(step.reach(reached[-1]))
            if 8 * sum(map(len, (*masks, *reached))) > memory:
                return t.strips
        for step, before, after in zip(steps[::-1], reached[-2::-1], reached[:0:-1], strict=True):
            budget.check()
            yield
            need.append(step.need(before, after, need[-1]))
        masks += reached
        needs += reversed(need)
    first = np.append(0, np.cumsum(list(map(len, masks))))
    return Strips(layer, slots, first, np.concatenate(masks), np.concatenate(needs))


def bound_strips(strips: Strips) -> int:
    """A lower bound on the cost of a covering: what all strips need before the first node."""
    return -(-int(strips.least[strips.first[strips.layer[0]]].sum(dtype=np.int64)) // SCALE)
