"""A walk towards a solution of clauses: a variable of a broken clause changes, by chance, again and again.

The less a change breaks the likelier it is (Balint and Schoening 2012: "ProbSAT", with the polynomial odds). What it
mends does not count. Where clauses contradict each other it walks on without end.
"""

import numpy as np

from rookery.backends.exchange.broken import BROKEN, damage, mend
from rookery.backends.exchange.chance import PRIME, draw
from rookery.backends.exchange.clauses import Clauses, Walk
from rookery.models.kernels.jit import entry, inner


@entry("the walk towards a solution")
def walk(t: Clauses, s: Walk, steps: int) -> int:
    """Change at most `steps` variables; returns how many clauses are broken then."""
    while steps > 0 and s.registers[BROKEN] > 0:
        steps -= 1
        change(t, s, choose(t, s))
    return int(s.registers[BROKEN])


@inner
def choose(t: Clauses, s: Walk) -> np.int64:
    """A literal of a broken clause that is to become true."""
    clause = s.broken[draw(s.registers, s.registers[BROKEN])]
    begin, last = t.first[clause], t.first[clause + 1] - 1
    left = 0.0
    for at in range(begin, last + 1):
        left += t.odds[s.need[t.literal[at] >> 1]]
    left *= draw(s.registers, np.int64(PRIME)) / PRIME
    for at in range(begin, last):
        left -= t.odds[s.need[t.literal[at] >> 1]]
        if left < 0:
            return np.int64(t.literal[at])
    return np.int64(t.literal[last])


@inner
def change(t: Clauses, s: Walk, literal: np.int64) -> None:
    """Make a literal true that is false."""
    s.true[literal], s.true[literal ^ 1] = 1, 0
    for at in range(t.own[literal], t.own[literal + 1]):
        gain(s, t.clause[at], literal >> 1)
    for at in range(t.own[literal ^ 1], t.own[(literal ^ 1) + 1]):
        lose(s, t.clause[at], literal >> 1)


@inner
def gain(s: Walk, clause: np.int64, variable: np.int64) -> None:
    """One more of a clause's literals is true."""
    if s.hits[clause] == 0:
        mend(s.registers, s.broken, s.place, clause)
        s.need[variable] += 1
    elif s.hits[clause] == 1:
        s.need[s.sole[clause]] -= 1
    s.hits[clause] += 1
    s.sole[clause] += variable


@inner
def lose(s: Walk, clause: np.int64, variable: np.int64) -> None:
    """One less of a clause's literals is true."""
    s.hits[clause] -= 1
    s.sole[clause] -= variable
    if s.hits[clause] == 0:
        damage(s.registers, s.broken, s.place, clause)
        s.need[variable] -= 1
    elif s.hits[clause] == 1:
        s.need[s.sole[clause]] += 1
