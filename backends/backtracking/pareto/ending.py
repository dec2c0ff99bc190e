"""The end of a join: its states take the place of the two clusters."""

from rookery.backends.backtracking.pareto.node import stop_for_room
from rookery.backends.backtracking.pareto.sorting import sort_states
from rookery.backends.backtracking.pareto.state import (
    BEAM,
    BEGIN,
    CUT,
    DEPTH,
    FULL_HISTORY,
    FULL_NEW,
    FULL_STACK,
    HISTORY,
    JOINS,
    KEPT,
    NODE,
    OVER,
    PEAK,
    PHASE,
    SweepState,
)
from rookery.models.kernels.jit import inner


@inner
def finish_join(s: SweepState) -> int:
    """Put the kept states in the place of the two clusters, cheapest first, each with a record of where it is from."""
    r = s.registers
    first, kept = s.first[r[DEPTH] - 2], r[KEPT]
    if kept > len(s.order):
        stop_for_room(s, FULL_NEW)
    elif first + kept > len(s.cost):
        stop_for_room(s, FULL_STACK)
    elif r[HISTORY] + kept * s.kept.bought.shape[1] > len(s.history):
        stop_for_room(s, FULL_HISTORY)
    elif kept == 0:
        r[DEPTH] -= 2
        r[PHASE] = OVER
    else:
        sort_states(s.kept, kept, s.key, s.order)
        replace_clusters(s, first, min(kept, r[BEAM]))
        r[CUT] |= kept > r[BEAM]
        r[PEAK] = max(r[PEAK], kept)
        r[JOINS] -= 1
        r[NODE] += r[JOINS] == 0
        r[PHASE] = BEGIN
    return int(kept) * 8 + 1


@inner
def replace_clusters(s: SweepState, first: int, kept: int) -> None:
    """Write so many kept states where the two clusters on top were."""
    r = s.registers
    least = s.kept.cost[s.order[0]]
    for place in range(kept):
        at = s.order[place]
        s.mask[first + place, 0], s.mask[first + place, 1] = s.kept.mask[at, 0], s.kept.mask[at, 1]
        s.cost[first + place] = s.kept.cost[at] - least
        s.record[first + place] = make_record(s, at)
    r[DEPTH] -= 1
    s.first[r[DEPTH]] = first + kept
    s.base[r[DEPTH] - 1] += s.base[r[DEPTH]] + least


@inner
def make_record(s: SweepState, at: int) -> int:
    """The number of the record of a kept state: the one there is where nothing is added to it, else a new one."""
    left, right, place = s.kept.left[at], s.kept.right[at], 0
    while (left >= 0 and right >= 0) or (place < s.kept.bought.shape[1] and s.kept.bought[at, place] >= 0):
        record = s.registers[HISTORY]
        s.history[record, 0], s.history[record, 1] = left, right
        s.history[record, 2] = s.kept.bought[at, place] if place < s.kept.bought.shape[1] else -1
        s.registers[HISTORY] += 1
        left, right, place = record, -1, place + 1
    return int(max(left, right))
