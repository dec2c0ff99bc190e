"""The sweep of surplus, a part of the states at a time: each state goes on with a candidate chosen and without it."""

import numpy as np

from rookery.backends.engine.cover.surplus.tables import (
    AT,
    COUNT,
    DECIDE,
    FETCH,
    FILE,
    FULL,
    MADE,
    NUMBER,
    PHASE,
    PLACE,
    SIDE,
    SIZE,
    SLOTS,
    STEP,
    UNTIL,
    Buffer,
    Job,
    SurplusPlan,
    Window,
)
from rookery.backends.engine.kernels.bits import LOW, ONE, SIX, ZERO
from rookery.core.kernels.kernel import entry, inner

MIX, SPREAD, HALF = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)
FOUR = np.int64(4)


@entry("the sweep of surplus")
def decide(p: SurplusPlan, s: Job, steps: int) -> None:
    """Go on with a part for `steps` states: fetch it and decide its window, or file the states made of it."""
    r = s.buffer.registers
    if r[PHASE] == FETCH:
        fetch(s.window, s.buffer)
        r[PHASE] = DECIDE
    if r[PHASE] == DECIDE:
        decide_window(p, s.window, s.buffer, steps)
    elif r[PHASE] == FILE:
        if len(s.window.mirror):
            reflect(s.window, s.buffer)
        file_states(s.window, s.buffer)


@inner
def fetch(s: Window, buffer: Buffer) -> None:
    """Put the states of a part on the buffer."""
    r, number, count = buffer.registers, buffer.registers[NUMBER], np.int64(0)
    for block in range(len(s.old.first)):
        for at in range(s.old.first[block, number], s.old.first[block, number + 1]):
            for word in range(3):
                # `Work._fetch` has enlarged the buffer where the part has more states than it has room for.
                buffer.state[0, count, word] = s.old.state[at, word]
            count += 1
    r[SIDE], r[COUNT] = 0, count
    begin_step(buffer)


@inner
def begin_step(buffer: Buffer) -> None:
    """Begin a decision with no state made, and a table as large as they may need."""
    r = buffer.registers
    r[AT], r[SIZE], r[SLOTS] = 0, 0, 4
    # A decision makes two states of one at most: half of the slots stay free, and `find` ends. COUNT <= room, so
    # `place` is long enough.
    while r[SLOTS] < FOUR * r[COUNT]:
        r[SLOTS] *= 2
    for slot in range(r[SLOTS]):
        buffer.place[slot] = -1


@inner
def decide_window(p: SurplusPlan, s: Window, buffer: Buffer, steps: int) -> None:
    """Decide the window for `steps` states, until the buffer is full or no decision is left."""
    r = buffer.registers
    while r[STEP] < r[UNTIL]:
        if steps <= 0:
            return
        end = min(r[COUNT], r[AT] + steps)
        steps -= end - r[AT]
        # Where it ends early the buffer is enlarged, and the phase goes back to DECIDE: AT is the first unread state.
        r[AT] = decide_states(p, s, buffer, end)
        if r[AT] < end:
            r[PHASE] = FULL
            return
        if r[AT] == r[COUNT]:
            r[SIDE], r[COUNT] = 1 - r[SIDE], r[SIZE]
            r[STEP] += 1
            begin_step(buffer)
    r[PHASE] = MADE


@inner
def decide_states(p: SurplusPlan, s: Window, buffer: Buffer, end: int) -> int:
    """Decide a candidate for the next states until `end`; returns the first that was not read for want of room."""
    r, room = buffer.registers, buffer.state.shape[1]
    side, step = r[SIDE], r[STEP]
    most, low_takes, high_takes = s.most[step], p.takes[step, 0], p.takes[step, 1]
    for at in range(r[AT], end):
        # Two at most are put for each state that is read.
        if r[SIZE] + 2 > room:
            return at
        low, high = buffer.state[side, at, 0], buffer.state[side, at, 1]
        surplus = np.int64(buffer.state[side, at, 2])
        if surplus <= most:
            put(p, buffer, step, low, high, surplus)
        surplus += p.cost[step] + weigh_again(p, step, low, high)
        if surplus <= most:
            put(p, buffer, step, low | low_takes, high | high_takes, surplus)
    return end


@inner
def weigh_again(p: SurplusPlan, step: int, low: np.uint64, high: np.uint64) -> np.int64:
    """The weight of the items that a candidate hits once more."""
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
    r, side = buffer.registers, 1 - buffer.registers[SIDE]
    slot = find(buffer, side, low, high)
    known = buffer.place[slot]
    if known < 0:
        known = r[SIZE]
        buffer.place[slot] = known
        buffer.state[side, known, 0], buffer.state[side, known, 1] = low, high
        buffer.state[side, known, 2] = np.uint64(surplus)
        r[SIZE] += 1
    else:
        buffer.state[side, known, 2] = min(buffer.state[side, known, 2], np.uint64(surplus))
    # `least` has a place for each decision and one for the beginning.
    buffer.least[step + 1] = min(buffer.least[step + 1], surplus)


@inner
def find(buffer: Buffer, side: int, low: np.uint64, high: np.uint64) -> np.uint64:
    """The slot of a state, or the free one where it would be."""
    last = np.uint64(buffer.registers[SLOTS] - 1)
    slot = (mix(low, high) >> HALF) & last
    while buffer.place[slot] >= 0:
        known = buffer.place[slot]
        if buffer.state[side, known, 0] == low and buffer.state[side, known, 1] == high:
            break
        slot = (slot + ONE) & last
    return slot


@inner
def mix(low: np.uint64, high: np.uint64) -> np.uint64:
    """A number that depends on all bits of two words; its upper half is as good as random."""
    mixed = (low ^ (high * MIX)) * SPREAD
    return (mixed ^ (mixed >> HALF)) * MIX


@inner
def reflect(s: Window, buffer: Buffer) -> None:
    """Let the lesser of each state and its image go on."""
    state, side = buffer.state, buffer.registers[SIDE]
    for at in range(buffer.registers[COUNT]):
        low = high = ZERO
        for row in range(len(s.mirror)):
            bit, to = s.mirror[row, 0], s.mirror[row, 1]
            if (state[side, at, np.int64(bit >> SIX)] >> (bit & LOW)) & ONE:
                low |= (ONE << (to & LOW)) * np.uint64(to <= LOW)
                high |= (ONE << (to & LOW)) * np.uint64(to > LOW)
        if high < state[side, at, 1] or (high == state[side, at, 1] and low < state[side, at, 0]):
            state[side, at, 0], state[side, at, 1] = low, high


@inner
def file_states(s: Window, buffer: Buffer) -> None:
    """Sort what was made of a part into the new layer, from the place on that it was given, by its next parts."""
    r, first, parts = buffer.registers, s.new.first, s.new.first.shape[1] - 1
    block, side = r[NUMBER], r[SIDE]
    for part in range(parts + 1):
        first[block, part] = 0
    for at in range(r[COUNT]):
        # `find_part` is below `parts`, so + 1 is at most the last place.
        first[block, find_part(s, buffer.state[side, at, 0], buffer.state[side, at, 1]) + 1] += 1
    first[block, 0] = r[PLACE]
    for part in range(parts):
        first[block, part + 1] += first[block, part]
    for at in range(r[COUNT]):
        filed = find_part(s, buffer.state[side, at, 0], buffer.state[side, at, 1])
        for word in range(3):
            # `Work._file` has set PLACE under a lock, and refused what goes beyond the new layer: workers write apart.
            s.new.state[first[block, filed], word] = buffer.state[side, at, word]
        first[block, filed] += 1
    for part in range(parts, 0, -1):  # each has come to where the next one begins
        first[block, part] = first[block, part - 1]
    first[block, 0] = r[PLACE]


@inner
def find_part(s: Window, low: np.uint64, high: np.uint64) -> np.int64:
    """The part of the new layer to which a state belongs."""
    mixed = mix(low & s.key[0], high & s.key[1]) >> HALF
    # The number of parts is a power of two: this is one less, a mask of ones.
    return np.int64(mixed & np.uint64(s.new.first.shape[1] - 2))
