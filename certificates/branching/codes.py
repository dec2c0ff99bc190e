"""Where to branch: read, or found by the checker itself."""

import numpy as np

from rookery.certificates.branching.state import (
    ALONE,
    AT,
    DECIDED,
    EVERY,
    SHORT,
    SHOWN,
    SIZE,
    UNSET,
    BranchingState,
    BranchingTables,
)
from rookery.models.kernels.jit import inner

NOTHING = -10


@inner
def decide(t: BranchingTables, s: BranchingState, depth: int) -> int:
    """The variable to branch on; `NOTHING` where every row holds whatever else, or why the tree is wrong."""
    default = find_shown(t, s) if s.wide[depth] < 0 else NOTHING
    if default == NOTHING:
        if s.wide[depth] < 0:
            s.wide[depth] = depth
            s.counted[depth] = 0
        return find_hidden(t, s)
    if depth >= t.limits[ALONE]:
        return default
    code = read_code(s)
    if code <= 0:
        return default if code == 0 else SHORT
    if code > t.limits[SHOWN] or s.value[code - 1] != UNSET:
        return DECIDED
    return int(code) - 1


@inner
def find_shown(t: BranchingTables, s: BranchingState) -> int:
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
def find_hidden(t: BranchingTables, s: BranchingState) -> int:
    """The first undecided variable of the first row that may fail."""
    for row in range(len(s.need)):
        if s.need[row] > 0:
            return find_first(t, s, row, len(s.value))
    return NOTHING


@inner
def find_first(t: BranchingTables, s: BranchingState, row: int, below: int) -> int:
    """The first undecided variable of a row, of those below a number."""
    for at in range(t.row_first[row], t.row_first[row + 1]):
        variable = int(t.literals[at] >> 1)
        if variable < below and s.value[variable] == UNSET:
            return variable
    return NOTHING


@inner
def read_code(s: BranchingState) -> int:
    """The next number, of three bytes; -1 where the bytes end."""
    at = s.registers[AT]
    if at + SIZE > len(s.data):
        return -1
    s.registers[AT] += SIZE
    return int(np.int64(s.data[at]) << 16 | np.int64(s.data[at + 1]) << 8 | np.int64(s.data[at + 2]))
