"""The sweep: clusters are joined node by node, and only states stay that no cheaper state can imitate."""

from rookery.backends.engine.frontier.pareto.node import begin_join, finish_join, stop_for_room
from rookery.backends.engine.frontier.pareto.pairs import pair_states
from rookery.backends.engine.frontier.pareto.states import copy_state, is_dominated, sort_states, swap_states
from rookery.backends.engine.frontier.pareto.tables import (
    BEGIN,
    COUNT,
    FINISH,
    FLUSHES,
    FULL_KEPT,
    FULL_NEW,
    KEPT,
    LAST,
    LIMIT,
    PAIR,
    PHASE,
    SIFT,
    SIFTED,
    SORT,
    STATES,
    SweepState,
    TreeTables,
)
from rookery.core.kernels.jit import entry, inner

AGAIN = 2  # `LAST` while all that was kept is compared once more


@entry("the sweep over a tree of clusters")
def sweep(t: TreeTables, s: SweepState, steps: int) -> None:
    """Go on for about `steps` steps; the register `PHASE` gives the next phase, or the array that is full."""
    left = steps
    while left > 0:
        phase = s.registers[PHASE]
        if phase == BEGIN:
            left -= begin_join(t, s)
        elif phase == PAIR:
            left -= pair_states(t, s, left)
        elif phase == SORT:
            left -= sort_new(s)
        elif phase == SIFT:
            left -= sift(t, s, left)
        elif phase == FINISH:
            left -= finish_join(s)
        else:
            return
        left -= s.pool.tried[0]
        s.pool.tried[0] = 0


@inner
def sort_new(s: SweepState) -> int:
    """Sort the new states: the cheapest first, of those the ones that hit most."""
    r = s.registers
    sort_states(s.new, r[COUNT], s.key, s.order)
    r[SIFTED], r[PHASE] = 0, SIFT
    r[STATES] += r[COUNT]
    return int(r[COUNT]) * 8 + 1


@inner
def sift(t: TreeTables, s: SweepState, steps: int) -> int:
    """Keep the new states that no kept one imitates."""
    r, done = s.registers, 0
    while r[SIFTED] < r[COUNT]:
        if done + s.pool.tried[0] > steps:
            return done
        # `sort_new` has put COUNT numbers into `order`, which is as long as the block of new states.
        at = s.order[r[SIFTED]]
        low, high, cost = s.new.mask[at, 0], s.new.mask[at, 1], s.new.cost[at]
        done += 1
        if cost <= r[LIMIT]:
            by = is_dominated(t, s, low, high, cost)
            done += by if by >= 0 else r[KEPT]
            if by > 8:
                swap_states(s.kept, by, by >> 1)
            elif by < 0:
                if r[KEPT] == len(s.kept.cost):
                    stop_for_room(s, FULL_KEPT)
                    return done
                copy_state(s.new, at, s.kept, r[KEPT])
                r[KEPT] += 1
        r[SIFTED] += 1
    leave_sifting(s)
    return done


@inner
def leave_sifting(s: SweepState) -> None:
    """Go on with more pairs; or, after several rounds, compare all that was kept once more; or end the join."""
    r = s.registers
    r[COUNT] = 0
    r[FLUSHES] += 1
    if r[LAST] == 0:
        r[PHASE] = PAIR
    elif r[LAST] == AGAIN or r[FLUSHES] == 1:
        r[PHASE] = FINISH
    elif r[KEPT] > len(s.new.cost):
        stop_for_room(s, FULL_NEW)
        r[FLUSHES] -= 1
    else:
        for at in range(r[KEPT]):
            # KEPT <= len(new): the branch above has stopped for room otherwise.
            copy_state(s.kept, at, s.new, at)
        r[COUNT], r[KEPT], r[LAST], r[PHASE] = r[KEPT], 0, AGAIN, SORT
