"""The clauses of a formula and of a proof as arrays for the kernel, all allocated before a byte is read.

A literal is twice its variable, plus one where it is negated, as in the proof.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
SHORTEST_STEP = 4  # bytes


class ProofState(NamedTuple):
    """Clause c has the literals `pool[first[c]:][:length[c]]`; its length is -1 where it is not there."""

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
