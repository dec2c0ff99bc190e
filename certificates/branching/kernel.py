"""The tree on arrays: propagates at each node by the rules of `plain.py`, and reads where to branch."""

from rookery.certificates.branching.codes import NOTHING, decide
from rookery.certificates.branching.propagation import propagate, set_literal, take_back
from rookery.certificates.branching.state import (
    DEPTH,
    DONE,
    ENTERED,
    EVERY,
    FOUND,
    FUEL,
    NODES,
    PAUSED,
    SHOWN,
    SPENT,
    TRAIL,
    TRUE,
    UNEQUAL,
    UNSET,
    VALUE,
    VALUED,
    BranchingState,
    BranchingTables,
)
from rookery.models.kernels.jit import entry, inner


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
        return note(t, s, depth)
    if variable < 0:
        return variable
    s.variable[depth] = variable
    s.tried[depth] = 0
    return DONE


@inner
def note(t: BranchingTables, s: BranchingState, depth: int) -> int:
    """Every row holds whatever is undecided: so many solutions, unless they were counted with other hidden values."""
    if t.limits[VALUED] and not is_worth(t, s):
        return UNEQUAL
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
    """Whether what is decided is worth what is claimed, and nothing that is undecided changes that."""
    total = 0
    for variable in range(len(s.value)):
        if t.goal[variable] and s.value[variable] == UNSET:
            return False
        if s.value[variable] == TRUE:
            total += t.goal[variable]
    return bool(total == t.limits[VALUE])
