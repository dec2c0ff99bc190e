"""The sweep: clusters are joined node by node, and only states stay that no cheaper state can imitate.

This is dynamic programming over a tree decomposition, as for dominating sets on partial k-trees (Telle and Proskurowski
1997), with two changes that keep tables small. Columns are bought late, when a row is closed that nothing hits: so a
state is only the set of open rows that are hit. And a state goes if a cheaper one buys whole columns for what it misses
and still costs no more: that dominates far more states than inclusion alone. A run gives full arrays more room, and
reads the columns of a covering back.
"""

from typing import Any

import numpy as np

from rookery.backends.contract import Reason
from rookery.backends.engine.kernels.size import count_bytes
from rookery.backends.engine.pareto.node import begin_join, finish_join
from rookery.backends.engine.pareto.states import (
    copy_state,
    find_imitator,
    is_hopeless,
    lowest_of,
    size_of,
    sort_states,
)
from rookery.backends.engine.pareto.tables import (
    ALL,
    BEGIN,
    CLOSED,
    FINISH,
    HISTORY,
    KEPT,
    NEW,
    NO_LIMIT,
    OPEN,
    OVER,
    PAIR,
    SIFT,
    SORT,
    STACK,
    Block,
    Pool,
    SweepState,
    TreeTables,
    make_state,
)
from rookery.backends.presolve.budget import Budget, Halted
from rookery.core.kernels.kernel import entry, inner


@inner
def pair_states(t: TreeTables, s: SweepState, steps: int) -> int:
    """Pair states of the two clusters on top for `steps` steps: for each of the smaller cluster, those of the other."""
    j, done = s.join, 0
    while done + s.pool.tried[0] < steps:
        # `other` runs over the smaller cluster, `at` over the larger one; both are sorted by cost, so the first that is
        # too dear ends its run.
        one, other = j.first[0] + j.at[0], j.other[0]
        if other == j.other_end[0] or s.cost[other] > j.limit[0]:
            s.phase[0], j.last[0] = SORT, 1
            return done
        done += 1
        if one == j.end[0] or s.cost[one] + s.cost[other] > j.limit[0]:
            j.other[0] += 1
            j.at[0] = 0
            continue
        before = j.made[0]
        spent = join_pair(t, s, one, other)
        if spent == 0:
            # No room: what was made before the pair is compared; if that is nothing, the pair needs more room.
            j.made[0] = before
            if before:
                s.phase[0] = SORT
            else:
                s.full[0] = NEW
            return done
        j.at[0] += 1
        done += spent
    return done


@inner
def join_pair(t: TreeTables, s: SweepState, one: int, other: int) -> int:
    """Note the results of a pair of states: each way to buy the closed rows that it misses.

    Returns the number of steps that took, 0 if there was no room.
    """
    pool = s.pool
    low, high = s.mask[one, 0] | s.mask[other, 0], s.mask[one, 1] | s.mask[other, 1]
    cost = s.cost[one] + s.cost[other]
    if is_hopeless(t, s, low, high, cost):
        return 1
    known = OPEN if s.join.closing[0] else ALL
    if known == ALL or count_missed(pool, low, high) == 0:
        return push_pair(s, known, low, high, cost, 0)
    depth, done = 0, 1
    pool.rest[0, 0], pool.rest[0, 1], pool.budget[0] = low, high, cost
    pool.at[0] = pool.first[lowest_missed(pool, low, high), 0]
    while depth >= 0:
        done += 1
        low, high, cost = pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth]
        at, end = pool.at[depth], pool.first[lowest_missed(pool, low, high), 1]
        if at == end:
            depth -= 1
            continue
        # `push_pair` reads the column that is being tried as `at - 1`.
        pool.at[depth] = at + 1
        low, high, cost = low | pool.mask[at, 0], high | pool.mask[at, 1], cost + pool.cost[at]
        if is_hopeless(t, s, low, high, cost):
            continue
        if count_missed(pool, low, high) == 0:
            if not push_pair(s, OPEN, low, high, cost, depth + 1):
                return 0
        else:
            # Each level hits one more of the rows that are closed: no more levels than rows, at most `SLOTS`, and
            # the stack has SLOTS + 1.
            depth += 1
            pool.rest[depth, 0], pool.rest[depth, 1], pool.budget[depth] = low, high, cost
            pool.at[depth] = pool.first[lowest_missed(pool, low, high), 0]
    return done


@inner
def count_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """Return the number of closed rows that a set misses."""
    return size_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def lowest_missed(pool: Pool, low: np.uint64, high: np.uint64) -> np.int64:
    """Return the lowest of the rows that are closed which a set misses."""
    return lowest_of(pool.known[CLOSED, 0] & ~low, pool.known[CLOSED, 1] & ~high)


@inner
def push_pair(s: SweepState, known: int, low: np.uint64, high: np.uint64, cost: int, depth: int) -> int:
    """Note the state of a pair, reduced to rows of the node, with as many columns as were bought for it; 0: no room."""
    at, new, pool = s.join.made[0], s.new, s.pool
    one, other = s.join.first[0] + s.join.at[0], s.join.other[0]
    if at == len(new.cost):
        return 0
    new.mask[at, 0], new.mask[at, 1] = low & pool.known[known, 0], high & pool.known[known, 1]
    new.cost[at], new.origin[at, 0], new.origin[at, 1] = cost, s.record[one], s.record[other]
    for place in range(new.origin.shape[1] - 2):
        # depth <= the rows closed at once, for which an origin has room: each column bought hits the lowest row that
        # was missed.
        new.origin[at, 2 + place] = pool.column[pool.at[place] - 1] if place < depth else -1
    s.join.made[0] += 1
    return 1


@entry("the sweep over a tree of clusters")
def sweep(t: TreeTables, s: SweepState, steps: int) -> None:
    """Go on for about `steps` steps, or until an array is full."""
    left = steps
    while left > 0 and s.full[0] == 0:
        phase = s.phase[0]
        if phase == BEGIN:
            left -= begin_join(t, s)
        elif phase == PAIR:
            left -= pair_states(t, s, left)
        elif phase == SORT:
            left -= sort_new(s)
        elif phase == SIFT:
            left -= sift(t, s, left)
        elif phase == FINISH:
            left -= finish_join(t, s)
        else:
            return
        left -= s.pool.tried[0]
        s.pool.tried[0] = 0


@inner
def sort_new(s: SweepState) -> int:
    """Sort the new states: the cheapest first, of those the ones that hit most."""
    j = s.join
    sort_states(s.new, j.made[0], s.key, s.order)
    j.sifted[0], s.phase[0] = 0, SIFT
    s.states[0] += j.made[0]
    return int(j.made[0]) * 8 + 1


@inner
def sift(t: TreeTables, s: SweepState, steps: int) -> int:
    """Keep the new states that no kept one imitates."""
    j, done = s.join, 0
    while j.sifted[0] < j.made[0]:
        if done + s.pool.tried[0] > steps:
            return done
        # `sort_new` has put `made` numbers into `order`, which is as long as the block of new states.
        at = s.order[j.sifted[0]]
        low, high, cost = s.new.mask[at, 0], s.new.mask[at, 1], s.new.cost[at]
        done += 1
        if cost <= j.limit[0]:
            by = find_imitator(t, s, low, high, cost)
            done += by if by >= 0 else j.kept[0]
            if by < 0:
                if j.kept[0] == len(s.kept.cost):
                    s.full[0] = KEPT
                    return done
                copy_state(s.new, at, s.kept, j.kept[0])
                j.kept[0] += 1
        j.sifted[0] += 1
    j.made[0], s.phase[0] = 0, FINISH if j.last[0] else PAIR
    return done


FIRST_SIZE, GROWTH = 1 << 10, 2
MAX_RECORDS = 1 << 31
STEPS, PLAIN_STEPS = 1 << 20, 1 << 10  # of a moment: some hundredths of a second
ROOM = {
    STACK: ("mask", "cost", "record"),
    KEPT: ("kept",),
    NEW: ("new", "key", "order"),
    HISTORY: ("history",),
}


class SweepRun:
    """One sweep over a tree; `go_on` may be called again after a limit."""

    def __init__(self, tables: TreeTables, best: int = NO_LIMIT, beam: int = NO_LIMIT, size: int = FIRST_SIZE) -> None:
        self._tables = tables._replace(best=best, beam=beam)
        self.state = make_state(tables, size)

    def go_on(self, budget: Budget) -> None:
        """Go on for a moment; raises `Halted` at a limit."""
        budget.check(self.held)
        sweep.hasten(self._tables, self.state, STEPS)
        sweep(self._tables, self.state, STEPS if sweep.compiled else PLAIN_STEPS)
        self._make_room(budget)

    @property
    def over(self) -> bool:
        """Return whether nothing is left to be done."""
        return bool(self.state.phase[0] == OVER)

    @property
    def exact(self) -> bool:
        """Return whether nothing was left out but what cannot be better than the best."""
        return not self.state.cut[0]

    @property
    def share(self) -> float:
        """The share of the nodes that are done."""
        return float(self.state.node[0]) / max(1, len(self._tables.closing))

    @property
    def states(self) -> int:
        """The number of states that were made."""
        return int(self.state.states[0])

    @property
    def peak(self) -> int:
        """The number of states of the largest cluster."""
        return int(self.state.peak[0])

    @property
    def bound(self) -> int:
        """A lower bound on the cost of the closed rows: no column hits closed rows of two clusters."""
        return int(self.state.base[: self.state.depth[0]].sum()) if self.exact else 0

    @property
    def held(self) -> int:
        """The size of the arrays in bytes."""
        return count_bytes(self.state)

    def columns(self) -> list[int] | None:
        """Return the columns of a cheapest covering; None if no covering is cheaper than the best."""
        s = self.state
        if s.node[0] < len(self._tables.closing):
            return None
        found, stack = [], [int(s.record[first]) for first in s.first[: s.depth[0]]]
        while stack:
            record = stack.pop()
            if record >= 0:
                left, right, column = s.history[record].tolist()
                stack += (left, right)
                found += [column] * (column >= 0)
        return found

    def _make_room(self, budget: Budget) -> None:
        """Double what is full, and let the sweep go on where it was; raises `Halted` if that is too much."""
        s = self.state
        if not s.full[0]:
            return
        parts = {name: getattr(s, name) for name in ROOM[int(s.full[0])]}
        budget.check(self.held + count_bytes(tuple(parts.values())))
        if len(s.history) * GROWTH > MAX_RECORDS:
            raise Halted(Reason.MEMORY)
        self.state = s._replace(**{name: _enlarge(part) for name, part in parts.items()})
        self.state.full[0] = 0


def _enlarge(part: Any) -> Any:
    """Return an array, or those of a block, at twice the length."""
    if isinstance(part, Block):
        return Block(*map(_enlarge, part))
    grown = np.zeros((GROWTH * len(part), *part.shape[1:]), part.dtype)
    grown[: len(part)] = part
    return grown
