"""The tree on arrays: propagates at each node by the rules of the format, and reads the variable to branch on.

The variable to branch on is read, or found by the checker itself.

Rule 1 on arrays: propagate decisions row by row to a fixpoint, and take them back.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.core.kernels.jit import entry, inner

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
# Registers.
DEPTH, ENTERED, NODES, FUEL, AT, FOUND, TRAIL, HEAD, PENDING = range(9)
REGISTERS = 9
# What a call ends with: below 0, why the tree is wrong.
PAUSED, DONE = 0, 1
SPENT, SHORT, DECIDED, UNEQUAL = -1, -2, -3, -4
# What stands in `limits`.
SHOWN, ALONE, EVERY, VALUED, VALUE = range(5)
UNSET, FALSE, TRUE = -1, 0, 1
SIZE = 3  # bytes of a code
NOTHING = -10


class BranchingTables(NamedTuple):
    """Rows: lists of literals and of occurrences one after the other, `*_first` (+ 1) says where each begins.

    `heaviest` is the largest weight of each row; `later` says how much later than its length a row is branched on.
    """

    limits: Ints
    row_first: Ints
    literals: Ints
    weights: Ints
    heaviest: Ints
    later: Ints
    at_first: Ints
    at_rows: Ints
    at_weights: Ints
    goal: Ints


class BranchingState(NamedTuple):
    """The decisions so far, in order, and their effect on each row; a branch of each level.

    `slack` is the amount by which the sum that may still be reached exceeds the bound of a row, `need` the amount that
    is missing to the bound, `open_shown` the number of its undecided shown variables. `wide` is the level from which on
    no row that may fail holds an undecided shown variable, -1 above it; `counted` says of such a level whether a
    solution was met below it.
    """

    value: Ints
    slack: Ints
    need: Ints
    open_shown: Ints
    trail: Ints
    pending: Ints
    waiting: Bytes
    mark: Ints
    variable: Ints
    tried: Ints
    wide: Ints
    counted: Ints
    many: Ints
    found: Bytes
    registers: Ints
    data: Bytes


@inner
def decide(t: BranchingTables, s: BranchingState, depth: int) -> int:
    """The variable to branch on; `NOTHING` if every row holds in any case, or a reason why the tree is wrong."""
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
    # code >= 1 here, so code - 1 is the number of a shown variable.
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
    """The next number, of three bytes; -1 if the bytes end."""
    at = s.registers[AT]
    # All three bytes exist below: no index passes the end.
    if at + SIZE > len(s.data):
        return -1
    s.registers[AT] += SIZE
    return int(np.int64(s.data[at]) << 16 | np.int64(s.data[at + 1]) << 8 | np.int64(s.data[at + 2]))


@inner
def set_literal(s: BranchingState, literal: int) -> None:
    """Decide a literal: it is true."""
    s.value[literal >> 1] = TRUE ^ (literal & 1)
    # Callers set undecided variables alone: the trail is no longer than there are variables.
    s.trail[s.registers[TRAIL]] = literal
    s.registers[TRAIL] += 1


@inner
def propagate(t: BranchingTables, s: BranchingState) -> bool:
    """Decide all that follows; False if a row cannot reach its bound any more."""
    holds = True
    while holds and (s.registers[HEAD] < s.registers[TRAIL] or s.registers[PENDING] > 0):
        if s.registers[HEAD] < s.registers[TRAIL]:
            literal = s.trail[s.registers[HEAD]]
            s.registers[HEAD] += 1
            take_in(t, s, literal)
        else:
            s.registers[PENDING] -= 1
            row = s.pending[s.registers[PENDING]]
            s.waiting[row] = 0
            holds = s.slack[row] >= 0
            if holds:
                decide_row(t, s, row)
    while s.registers[PENDING] > 0:
        s.registers[PENDING] -= 1
        s.waiting[s.pending[s.registers[PENDING]]] = 0
    return holds


@inner
def take_in(t: BranchingTables, s: BranchingState, literal: int) -> None:
    """Update the rows of a literal that became true, and those of its negation; queue the rows that may fail later."""
    shown = int((literal >> 1) < t.limits[SHOWN])
    for at in range(t.at_first[literal], t.at_first[literal + 1]):
        row = t.at_rows[at]
        s.need[row] -= t.at_weights[at]
        s.open_shown[row] -= shown
    other = literal ^ 1
    for at in range(t.at_first[other], t.at_first[other + 1]):
        row = t.at_rows[at]
        s.slack[row] -= t.at_weights[at]
        s.open_shown[row] -= shown
        if s.slack[row] < t.heaviest[row] and s.need[row] > 0 and s.waiting[row] == 0:
            s.waiting[row] = 1
            # `waiting` lets a row in once: PENDING stays within the rows.
            s.pending[s.registers[PENDING]] = row
            s.registers[PENDING] += 1


@inner
def decide_row(t: BranchingTables, s: BranchingState, row: int) -> None:
    """Without a literal that weighs more than the slack the row fails: it is true."""
    for at in range(t.row_first[row], t.row_first[row + 1]):
        literal = t.literals[at]
        if t.weights[at] > s.slack[row] and s.value[literal >> 1] == UNSET:
            set_literal(s, literal)


@inner
def take_back(t: BranchingTables, s: BranchingState, mark: int) -> None:
    """Undo the decisions beyond the first `mark` of the trail."""
    while s.registers[TRAIL] > mark:
        s.registers[TRAIL] -= 1
        literal = s.trail[s.registers[TRAIL]]
        s.value[literal >> 1] = UNSET
        # Only literals before HEAD were taken in: only these are given back.
        if s.registers[HEAD] > s.registers[TRAIL]:
            s.registers[HEAD] -= 1
            give_back(t, s, literal)


@inner
def give_back(t: BranchingTables, s: BranchingState, literal: int) -> None:
    """The reverse of `take_in`."""
    shown = int((literal >> 1) < t.limits[SHOWN])
    for at in range(t.at_first[literal], t.at_first[literal + 1]):
        s.need[t.at_rows[at]] += t.at_weights[at]
        s.open_shown[t.at_rows[at]] += shown
    other = literal ^ 1
    for at in range(t.at_first[other], t.at_first[other + 1]):
        s.slack[t.at_rows[at]] += t.at_weights[at]
        s.open_shown[t.at_rows[at]] += shown


@entry("the check of a tree of any model")
def advance(t: BranchingTables, s: BranchingState, steps: int) -> int:
    """Meet all solutions, or go on with that; pauses when something is full."""
    depth = int(s.registers[DEPTH])
    while depth >= 0:
        if s.registers[ENTERED] == 0:
            if steps <= 0 or s.registers[FOUND] == len(s.found):
                s.registers[DEPTH] = depth
                return PAUSED
            steps -= 1
            code = expand(t, s, depth)
            if code != DONE:
                s.registers[DEPTH] = depth
                return code
            s.registers[ENTERED] = 1
        elif s.tried[depth] == 2:
            take_back(t, s, s.mark[depth])
            depth -= 1
        else:
            literal = 2 * s.variable[depth] + s.tried[depth]
            s.tried[depth] += 1
            depth += 1
            # Each level decides an undecided variable, so there are no more levels than variables and the root.
            s.mark[depth] = s.registers[TRAIL]
            s.wide[depth] = s.wide[depth - 1]
            set_literal(s, literal)
            s.registers[ENTERED] = 0
    return DONE


@inner
def expand(t: BranchingTables, s: BranchingState, depth: int) -> int:
    """Look at a node: propagate, note a solution, or branch."""
    s.tried[depth] = 2
    s.registers[NODES] += 1
    if s.registers[NODES] > s.registers[FUEL]:
        return SPENT
    if not propagate(t, s):
        return DONE
    variable = decide(t, s, depth)
    if variable == NOTHING:
        return record_solution(t, s, depth)
    if variable < 0:
        return variable
    s.variable[depth] = variable
    s.tried[depth] = 0
    return DONE


@inner
def record_solution(t: BranchingTables, s: BranchingState, depth: int) -> int:
    """Every row holds for all undecided variables: count these solutions, unless other hidden values counted them."""
    if t.limits[VALUED] and not is_worth(t, s):
        return UNEQUAL
    # `wide` is the level at which all shown variables were settled; `decide` has set it on the way here.
    if s.counted[s.wide[depth]]:
        return DONE
    s.counted[s.wide[depth]] = 1
    free = 0
    for variable in range(t.limits[SHOWN]):
        free += int(s.value[variable] == UNSET)
    s.many[free] += 1
    if t.limits[EVERY]:
        row = s.registers[FOUND]
        for variable in range(t.limits[SHOWN]):
            s.found[row, variable] = s.value[variable] == TRUE
        s.registers[FOUND] += 1
    return DONE


@inner
def is_worth(t: BranchingTables, s: BranchingState) -> bool:
    """Return whether the decisions determine the value of the objective, and it is the claimed one."""
    total = 0
    for variable in range(len(s.value)):
        if t.goal[variable] and s.value[variable] == UNSET:
            return False
        if s.value[variable] == TRUE:
            total += t.goal[variable]
    return bool(total == t.limits[VALUE])
