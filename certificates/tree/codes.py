"""Where to branch: read, written, or found by the checker itself."""

import numpy as np

from rookery.certificates.tree.levels import AT, ESCAPE, FORCED, MAKING, Levels, Tables
from rookery.models.kernels.jit import inner


@inner
def decide(t: Tables, s: Levels, depth: int, left: int) -> int:
    """The item to branch on or a vector past the items; -1 where the bytes end, -2 where it is to be asked for.

    `FORCED` is -1 at a node that is new, 0 at one that was asked for, above that a number to write first, plus one.
    """
    if left <= t.limits[2]:
        return find_fewest(t, s, depth)
    if s.registers[MAKING] == 0:
        return read_code(s)
    if left >= t.limits[3] and s.registers[FORCED] == -1:
        s.registers[FORCED] = 0
        return -2
    code = s.registers[FORCED] - 1 if s.registers[FORCED] > 0 else find_fewest(t, s, depth)
    s.registers[FORCED] = 0 if s.registers[FORCED] > 0 else -1
    write_code(s, code)
    return code


@inner
def find_fewest(t: Tables, s: Levels, depth: int) -> int:
    """The item that needs something and has the fewest free options, the first of several."""
    items = s.need.shape[1]
    for item in range(items):
        s.few[item] = 0
    for at in range(s.many[depth]):
        candidate = s.listed[depth, at]
        for place in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
            s.few[t.hits[place]] += 1
    best = -1
    for item in range(items):
        if s.need[depth, item] and (best < 0 or s.few[item] < s.few[best]):
            best = item
    return best


@inner
def read_code(s: Levels) -> int:
    """The next number; -1 where the bytes end."""
    at = s.registers[AT]
    size = 1 if at < len(s.data) and s.data[at] != ESCAPE else 3
    if at + size > len(s.data):
        return -1
    s.registers[AT] += size
    if size == 1:
        return int(np.int64(s.data[at]))
    return int(np.int64(s.data[at + 1]) * 256 + np.int64(s.data[at + 2]))


@inner
def write_code(s: Levels, code: int) -> None:
    """Write a number as it is read."""
    at = s.registers[AT]
    if code < ESCAPE:
        s.data[at] = code
        s.registers[AT] += 1
    else:
        s.data[at] = ESCAPE
        s.data[at + 1] = code >> 8
        s.data[at + 2] = code & 255
        s.registers[AT] += 3
