"""The check of a refutation on arrays: reads binary LRAT, and propagates along the hints of each step.

Only reverse unit propagation is known, no asymmetric tautologies. Numbers of clauses go up by one a step. A step never
has a literal twice, so that no clause of a proof is longer than there are variables.
"""

from rookery.certificates.lrat.state import (
    ASYMMETRIC,
    AT,
    CLOSED,
    CUT,
    DELETING,
    FILL,
    KIND,
    LITERAL,
    LOOKS,
    LOOSE,
    MISSING,
    NEXT,
    NUMBER,
    OPEN,
    PAUSED,
    PROVEN,
    READS,
    SIZE,
    STEPS,
    TRAIL,
    TWICE,
    UNPROVEN,
    ProofState,
)
from rookery.models.kernels.jit import entry, inner

ADD, DELETE = 97, 100  # the letters a and d
FIVE_DIGITS = 35


@entry("the check of a refutation")
def advance(s: ProofState, most: int) -> int:
    """Go on until the empty clause is proven, the proof is wrong, or `most` literals have been looked at by now."""
    while s.registers[LOOKS] < most:
        if s.registers[READS] == STEPS:
            code = begin(s)
        else:
            number = read(s)
            if number < 0:
                code = CUT
            elif number == 0:
                code = finish(s)
            else:
                code = take(s, number)
        if code != PAUSED:
            return code
    return PAUSED


@inner
def read(s: ProofState) -> int:
    """The next number; -1 where it is cut short or too long."""
    number, shift, at = 0, 0, s.registers[AT]
    while shift < FIVE_DIGITS and at < len(s.data):
        octet = int(s.data[at])
        number += (octet & 127) << shift
        shift += 7
        at += 1
        if octet < 128:
            s.registers[AT] = at
            return number
    return -1


@inner
def begin(s: ProofState) -> int:
    """Begin a step: assume that the literals of its clause are false."""
    kind = read(s)
    s.registers[LOOKS] += 1
    if kind == DELETE:
        s.registers[READS] = DELETING
        return PAUSED
    if kind != ADD:
        return CUT if kind < 0 else KIND
    if s.registers[NEXT] >= len(s.first) or read(s) != 2 * s.registers[NEXT]:
        return NUMBER
    s.registers[SIZE] = 0
    literal = read(s)
    while literal > 0:
        if literal < 2 or literal >= len(s.true):
            return LITERAL
        if s.true[literal] or s.true[literal ^ 1]:
            return TWICE
        s.pool[s.registers[FILL] + s.registers[SIZE]] = literal
        s.registers[SIZE] += 1
        s.registers[LOOKS] += 1
        suppose(s, literal ^ 1)
        literal = read(s)
    s.registers[READS] = OPEN
    return PAUSED if literal == 0 else CUT


@inner
def suppose(s: ProofState, literal: int) -> None:
    """Make a literal true until the end of the step."""
    s.true[literal] = 1
    s.trail[s.registers[TRAIL]] = literal
    s.registers[TRAIL] += 1


@inner
def take(s: ProofState, number: int) -> int:
    """Take a hint, or a clause to delete."""
    s.registers[LOOKS] += 1
    if number & 1:
        return ASYMMETRIC
    clause = number >> 1
    if clause >= s.registers[NEXT] or s.length[clause] < 0:
        return MISSING
    if s.registers[READS] == OPEN:
        return propagate(s, clause)
    if s.registers[READS] == DELETING:
        s.length[clause] = -1
    return PAUSED


@inner
def propagate(s: ProofState, clause: int) -> int:
    """Make the only literal true that is not false; without one, what was supposed is contradicted."""
    start, unit = s.first[clause], 0
    for at in range(start, start + s.length[clause]):
        literal = s.pool[at]
        s.registers[LOOKS] += 1
        if s.true[literal]:
            return LOOSE
        if s.true[literal ^ 1] == 0 and literal != unit:
            if unit != 0:
                return LOOSE
            unit = literal
    if unit == 0:
        s.registers[READS] = CLOSED
    else:
        suppose(s, unit)
    return PAUSED


@inner
def finish(s: ProofState) -> int:
    """End a step: keep its clause where it is proven, and forget what was supposed."""
    reads = s.registers[READS]
    s.registers[READS] = STEPS
    if reads == DELETING:
        return PAUSED
    if reads == OPEN:
        return UNPROVEN
    for at in range(s.registers[TRAIL]):
        s.true[s.trail[at]] = 0
    s.registers[TRAIL] = 0
    clause = s.registers[NEXT]
    s.first[clause], s.length[clause] = s.registers[FILL], s.registers[SIZE]
    s.registers[FILL] += s.registers[SIZE]
    s.registers[NEXT] += 1
    return PROVEN if s.registers[SIZE] == 0 else PAUSED
