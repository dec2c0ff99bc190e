"""Where to branch: read, written, or found by the checker itself."""

import numpy as np

from rookery.certificates.branching.state import (
    ALONE,
    AT,
    DECIDED,
    EVERY,
    FORCED,
    MAKING,
    SHORT,
    SHOWN,
    UNSET,
    State,
    Tables,
)
from rookery.models.kernels.jit import inner

NOTHING, ASK = -10, -11


@inner
def decide(t: Tables, s: State, depth: int) -> int:
    """The variable to branch on; `NOTHING` where every row holds whatever else, `ASK`, or why the tree is wrong.

    `FORCED` is -1 at a node that is new, 0 at one that was asked for, above that the code to write.
    """
    default = find_shown(t, s) if s.wide[depth] < 0 else NOTHING
    if default == NOTHING:
        if s.wide[depth] < 0:
            s.wide[depth] = depth
            s.counted[depth] = 0
        return find_hidden(t, s)
    if depth >= t.limits[ALONE]:
        return default
    if s.registers[MAKING] and s.registers[FORCED] == -1:
        s.registers[FORCED] = 0
        return ASK
    if s.registers[MAKING]:
        write_code(s, s.registers[FORCED])
        code = s.registers[FORCED]
        s.registers[FORCED] = -1
    else:
        code = read_code(s)
    if code <= 0:
        return default if code == 0 else SHORT
    if code > t.limits[SHOWN] or s.value[code - 1] != UNSET:
        return DECIDED
    return code - 1


@inner
def find_shown(t: Tables, s: State) -> int:
    """The first undecided shown variable of the row that may fail with the fewest of them, of several the first."""
    best, least = -1, 0
    for row in range(len(s.need)):
        if s.need[row] > 0 and s.open_shown[row] > 0:
            rank = s.open_shown[row] + t.later[row]
            if best < 0 or rank < least:
                best, least = row, rank
    if best >= 0:
        return find_first(t, s, best, t.limits[SHOWN])
    if t.limits[EVERY]:
        for variable in range(t.limits[SHOWN]):
            if s.value[variable] == UNSET:
                return variable
    return NOTHING


@inner
def find_hidden(t: Tables, s: State) -> int:
    """The first undecided variable of the first row that may fail."""
    for row in range(len(s.need)):
        if s.need[row] > 0:
            return find_first(t, s, row, len(s.value))
    return NOTHING


@inner
def find_first(t: Tables, s: State, row: int, below: int) -> int:
    """The first undecided variable of a row, of those below a number."""
    for at in range(t.row_first[row], t.row_first[row + 1]):
        variable = t.literals[at] >> 1
        if variable < below and s.value[variable] == UNSET:
            return variable
    return NOTHING


@inner
def read_code(s: State) -> int:
    """The next number, seven bits a byte, the highest first; -1 where the bytes end or it is too long."""
    code, size = 0, 0
    while s.registers[AT] < len(s.data) and size < 5:
        byte = int(np.int64(s.data[s.registers[AT]]))
        s.registers[AT] += 1
        size += 1
        code = code * 128 + byte % 128
        if byte < 128:
            return code
    return -1


@inner
def write_code(s: State, code: int) -> None:
    """Write a number as it is read."""
    size = 1
    while code >> (7 * size):
        size += 1
    for place in range(size - 1, -1, -1):
        s.data[s.registers[AT]] = ((code >> (7 * place)) & 127) | (128 if place else 0)
        s.registers[AT] += 1
