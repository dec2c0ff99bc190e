"""Rule 1 on arrays: what follows from what is decided, row by row to a fixpoint, and how it is taken back."""

from rookery.certificates.branching.state import (
    HEAD,
    PENDING,
    SHOWN,
    TRAIL,
    TRUE,
    UNSET,
    BranchingState,
    BranchingTables,
)
from rookery.models.kernels.jit import inner


@inner
def set_literal(s: BranchingState, literal: int) -> None:
    """Decide a literal: it is true."""
    s.value[literal >> 1] = TRUE ^ (literal & 1)
    s.trail[s.registers[TRAIL]] = literal
    s.registers[TRAIL] += 1


@inner
def propagate(t: BranchingTables, s: BranchingState) -> bool:
    """Decide all that follows; False where a row cannot reach its bound any more."""
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
    """Tell the rows of a literal that it is true, and those of its negation: look at the ones that may fail later."""
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
    """Undo what was decided since the trail was so long."""
    while s.registers[TRAIL] > mark:
        s.registers[TRAIL] -= 1
        literal = s.trail[s.registers[TRAIL]]
        s.value[literal >> 1] = UNSET
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
