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
    SIZE,
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
    return int(code) - 1


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
        variable = int(t.literals[at] >> 1)
        if variable < below and s.value[variable] == UNSET:
            return variable
    return NOTHING


@inner
def read_code(s: State) -> int:
    """The next number, of three bytes; -1 where the bytes end."""
    at = s.registers[AT]
    if at + SIZE > len(s.data):
        return -1
    s.registers[AT] += SIZE
    return int(np.int64(s.data[at]) << 16 | np.int64(s.data[at + 1]) << 8 | np.int64(s.data[at + 2]))


@inner
def write_code(s: State, code: int) -> None:
    """Write a number as it is read."""
    at = s.registers[AT]
    s.data[at], s.data[at + 1], s.data[at + 2] = code >> 16, (code >> 8) & 255, code & 255
    s.registers[AT] += SIZE
