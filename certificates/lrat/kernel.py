"""The check of a refutation on arrays: reads binary LRAT, and propagates along the hints of each step.

Only reverse unit propagation is known, no asymmetric tautologies. Numbers of clauses go up by one a step. A step never
has a literal twice, so that no clause of a proof is longer than there are variables.

The clauses of a formula and of a proof as arrays for the kernel, all allocated before a byte is read.

A literal is twice its variable, plus one if it is negated, as in the proof.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.core.kernels.jit import entry, inner

Octets = NDArray[np.uint8]
Ints = NDArray[np.int64]
Shorts = NDArray[np.int32]

# Registers: where to read, the number of the next clause, the end of the pool, the literals of the clause at work,
# those that are true for now, and what is read next.
AT, NEXT, FILL, SIZE, TRAIL, READS, LOOKS = range(7)
REGISTERS = 7
# What is read next: a step, hints of one that is open, hints behind its contradiction, or clauses to delete.
STEPS, OPEN, CLOSED, DELETING = range(4)
# What a call ends with: below 0, why the proof is wrong.
PAUSED, PROVEN = 0, 1
CUT, KIND, NUMBER, LITERAL, TWICE, ASYMMETRIC, MISSING, LOOSE, UNPROVEN = range(-1, -10, -1)
WHY = {
    CUT: "it is cut short, or has a number that is too large",
    KIND: "a step is neither an addition nor a deletion",
    NUMBER: "a clause has another number than the next",
    LITERAL: "a literal has no variable",
    TWICE: "a clause has a variable twice",
    ASYMMETRIC: "a hint for resolution asymmetric tautologies, which may lose solutions",
    MISSING: "a clause is named that there is not",
    LOOSE: "a hint has two literals left, or a true one",
    UNPROVEN: "a clause does not follow from its hints",
}
SHORTEST_STEP = 4  # bytes


class ProofState(NamedTuple):
    """Clause c has the literals `pool[first[c]:][:length[c]]`; its length is -1 if it is not there."""

    data: Octets
    first: Ints
    length: Ints
    pool: Shorts
    true: Octets
    trail: Shorts
    registers: Ints


def make_state(top: int, clauses: Sequence[Sequence[int]], data: bytes) -> ProofState:
    """The state before the first step; variables are 1 to `top`."""
    sizes = np.fromiter(map(len, clauses), np.int64, len(clauses))
    total, most = int(sizes.sum()), len(clauses) + len(data) // SHORTEST_STEP + 2
    literals = np.fromiter((literal for clause in clauses for literal in clause), np.int64, total)
    state = ProofState(
        data=np.frombuffer(data, np.uint8).copy(),
        first=np.zeros(most, np.int64),
        length=np.full(most, -1, np.int64),
        pool=np.zeros(total + len(data) + 1, np.int32),
        true=np.zeros(2 * top + 2, np.uint8),
        trail=np.zeros(top + 1, np.int32),
        registers=np.zeros(REGISTERS, np.int64),
    )
    state.length[1 : len(clauses) + 1] = sizes
    state.first[1 : len(clauses) + 1] = np.cumsum(sizes) - sizes
    state.pool[:total] = 2 * np.abs(literals) + (literals < 0)
    state.registers[NEXT], state.registers[FILL] = len(clauses) + 1, total
    return state


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
                code = read_hint(s, number)
        if code != PAUSED:
            return code
    return PAUSED


@inner
def read(s: ProofState) -> int:
    """The next number; -1 if it is cut short or too long."""
    number, shift, at = 0, 0, s.registers[AT]
    while shift < FIVE_DIGITS and at < len(s.data):
        octet = int(s.data[at])
        # Five digits of seven bits at the most: below 2 ** 35, which an int64 holds.
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
    # NEXT is checked against `first` before anything is written at it.
    if s.registers[NEXT] >= len(s.first) or read(s) != 2 * s.registers[NEXT]:
        return NUMBER
    s.registers[SIZE] = 0
    literal = read(s)
    while literal > 0:
        if literal < 2 or literal >= len(s.true):
            return LITERAL
        if s.true[literal] or s.true[literal ^ 1]:
            return TWICE
        # Each literal took a byte of `data` at the least, and `pool` has a place for each byte beyond the formula.
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
    # Neither it nor its negation is true: a literal of each variable at most stands on the trail.
    s.trail[s.registers[TRAIL]] = literal
    s.registers[TRAIL] += 1


@inner
def read_hint(s: ProofState, number: int) -> int:
    """Take a hint, or a clause to delete."""
    s.registers[LOOKS] += 1
    if number & 1:
        return ASYMMETRIC
    clause = number >> 1
    # Number 0 ends a list and never comes here: the clause is from 1 to NEXT - 1.
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
    """End a step: keep its clause if it is proven, and forget what was supposed."""
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
    # READS is CLOSED: the clause follows from those before, and only now is it kept.
    s.registers[FILL] += s.registers[SIZE]
    s.registers[NEXT] += 1
    return PROVEN if s.registers[SIZE] == 0 else PAUSED
