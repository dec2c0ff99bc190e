"""The sweep of surplus, a part of the states at a time: each state goes on with a candidate chosen and without it.

A state is the set of open items that are hit, with the least surplus that leads to it: a dynamic program over reduced
costs, whose limit is what is left of the number to refute. Few states are within it, where a search by branches would
meet the same set in as many ways as it can be ordered. A part of about 2,000 states fits the processor's cache with its
table of hashes, and needs no other part.
"""

import numpy as np

from rookery.backends.engine.cover.surplus.tables import Buffer, Job, SurplusPlan, Window
from rookery.backends.engine.kernels.bits import LOW, ONE, SIX, ZERO
from rookery.core.kernels.kernel import entry, inner

MIX, SPREAD, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)
DECIDE, FULL = -1, -1


@entry("the sweep of surplus")
def decide(p: SurplusPlan, s: Job, place: int) -> int:
    """Decide a window for a part, and return the number of states made, or `FULL` if the buffer has no room.

    Called again with a `place` instead of `DECIDE`, file these states in the new layer, from this place on.
    """
    if place >= 0:
        file_states(s.window, s.buffer, place)
    else:
        fetch(s.window, s.buffer)
        for step in range(s.window.steps[0], s.window.steps[1]):
            if s.buffer.filled[0] < 0 or not decide_states(p, s.window, s.buffer, step):
                return FULL
        if len(s.window.mirror):
            reflect(s.window, s.buffer)
    return int(s.buffer.filled[0])


@inner
def fetch(s: Window, buffer: Buffer) -> None:
    """Put the states of a part on the buffer; `filled` is `FULL` if they have no room there."""
    number, count = buffer.number[0], np.int64(0)
    for block in range(len(s.old.first)):
        for at in range(s.old.first[block, number], s.old.first[block, number + 1]):
            if count == buffer.state.shape[1]:
                buffer.filled[0] = FULL
                return
            for word in range(3):
                buffer.state[0, count, word] = s.old.state[at, word]
            count += 1
    buffer.side[0], buffer.filled[0] = 0, count


@inner
def decide_states(p: SurplusPlan, s: Window, buffer: Buffer, step: int) -> bool:
    """Decide a candidate for all states of the buffer; false if the new ones have no room."""
    side, count, room = buffer.side[0], buffer.filled[0], buffer.state.shape[1]
    most, low_takes, high_takes = s.most[step], p.takes[step, 0], p.takes[step, 1]
    clear_table(buffer, count)
    buffer.side[0], buffer.filled[0] = 1 - side, 0
    for at in range(count):
        # A state makes two at most.
        if buffer.filled[0] + 2 > room:
            return False
        low, high = buffer.state[side, at, 0], buffer.state[side, at, 1]
        surplus = np.int64(buffer.state[side, at, 2])
        if surplus <= most:
            put(p, buffer, step, low, high, surplus)
        surplus += p.cost[step] + weigh_again(p, step, low, high)
        if surplus <= most:
            put(p, buffer, step, low | low_takes, high | high_takes, surplus)
    return True


@inner
def clear_table(buffer: Buffer, count: int) -> None:
    """Begin a table as large as the states that `count` states make may need."""
    slots = np.int64(4)
    # A decision makes two states of one at most: half of the slots stay free, and `find` ends. count <= room, so
    # `place` is long enough.
    while slots < np.int64(4) * count:
        slots *= 2
    for slot in range(slots):
        buffer.place[slot] = -1
    buffer.slots[0] = slots


@inner
def weigh_again(p: SurplusPlan, step: int, low: np.uint64, high: np.uint64) -> np.int64:
    """Return the weight of the items that a candidate hits once more."""
    again = np.int64(0)
    for at in range(p.start[step], p.start[step + 1]):
        word = low if p.bit[at] <= LOW else high
        again += p.weight[at] * np.int64((word >> (p.bit[at] & LOW)) & ONE)
    return again


@inner
def put(p: SurplusPlan, buffer: Buffer, step: int, low: np.uint64, high: np.uint64, surplus: np.int64) -> None:
    """Add a state, or improve an equal one, unless an item has lost its last option; such items leave the state."""
    if p.needs[step, 0] & ~low or p.needs[step, 1] & ~high:
        return
    # The last option of these items is decided: their bits are free for others, which must find them at 0.
    low &= ~p.needs[step, 0]
    high &= ~p.needs[step, 1]
    side = buffer.side[0]
    slot = find(buffer, side, low, high)
    known = buffer.place[slot]
    if known < 0:
        known = np.int32(buffer.filled[0])
        buffer.place[slot] = known
        buffer.state[side, known, 0], buffer.state[side, known, 1] = low, high
        buffer.state[side, known, 2] = np.uint64(surplus)
        buffer.filled[0] += 1
    else:
        buffer.state[side, known, 2] = min(buffer.state[side, known, 2], np.uint64(surplus))
    # `least` has a place for each decision and one for the beginning.
    buffer.least[step + 1] = min(buffer.least[step + 1], surplus)


@inner
def find(buffer: Buffer, side: int, low: np.uint64, high: np.uint64) -> np.uint64:
    """Return the slot of a state, or the free one where it would be."""
    last = np.uint64(buffer.slots[0] - 1)
    slot = (mix(low, high) >> HALF) & last
    while buffer.place[slot] >= 0:
        known = buffer.place[slot]
        if buffer.state[side, known, 0] == low and buffer.state[side, known, 1] == high:
            break
        slot = (slot + ONE) & last
    return slot


@inner
def mix(low: np.uint64, high: np.uint64) -> np.uint64:
    """Return a number that depends on all bits of two words; its upper half is as good as random."""
    mixed = (low ^ (high * MIX)) * SPREAD
    return (mixed ^ (mixed >> HALF)) * MIX


@inner
def reflect(s: Window, buffer: Buffer) -> None:
    """Let the lesser of each state and its image go on."""
    state, side = buffer.state, buffer.side[0]
    for at in range(buffer.filled[0]):
        low = high = ZERO
        for row in range(len(s.mirror)):
            bit, to = s.mirror[row, 0], s.mirror[row, 1]
            if (state[side, at, np.int64(bit >> SIX)] >> (bit & LOW)) & ONE:
                low |= (ONE << (to & LOW)) * np.uint64(to <= LOW)
                high |= (ONE << (to & LOW)) * np.uint64(to > LOW)
        if high < state[side, at, 1] or (high == state[side, at, 1] and low < state[side, at, 0]):
            state[side, at, 0], state[side, at, 1] = low, high


@inner
def file_states(s: Window, buffer: Buffer, place: int) -> None:
    """Sort what was made of a part into the new layer, from a place on, by its next parts."""
    first, parts = s.new.first, s.new.first.shape[1] - 1
    block, side = buffer.number[0], buffer.side[0]
    for part in range(parts + 1):
        first[block, part] = 0
    for at in range(buffer.filled[0]):
        # `find_part` is below `parts`, so + 1 is at most the last place.
        first[block, find_part(s, buffer.state[side, at, 0], buffer.state[side, at, 1]) + 1] += 1
    first[block, 0] = place
    for part in range(parts):
        first[block, part + 1] += first[block, part]
    for at in range(buffer.filled[0]):
        filed = find_part(s, buffer.state[side, at, 0], buffer.state[side, at, 1])
        for word in range(3):
            # The caller has refused what goes beyond the new layer, and given each part a place of its own.
            s.new.state[first[block, filed], word] = buffer.state[side, at, word]
        first[block, filed] += 1
    for part in range(parts, 0, -1):  # each has come to where the next one begins
        first[block, part] = first[block, part - 1]
    first[block, 0] = place


@inner
def find_part(s: Window, low: np.uint64, high: np.uint64) -> np.int64:
    """Return the part of the new layer to which a state belongs."""
    mixed = mix(low & s.key[0], high & s.key[1]) >> HALF
    # The number of parts is a power of two: this is one less, a mask of ones.
    return np.int64(mixed & np.uint64(s.new.first.shape[1] - 2))
