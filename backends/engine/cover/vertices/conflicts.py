"""Conflicts of cliques: proofs that several cliques together give fewer vertices than one each.

Each clique is a clause, "one of its vertices is chosen". A vertex that is left over is a separate clause. If unit
propagation leads to a conflict, not all clauses on the way to it hold; each of them gets one more relaxing literal, of
which one at most is true, and takes part in later conflicts (incremental MaxSAT reasoning: Li, Fang and Xu 2013). So
the chosen vertices are no more than the clauses less the conflicts.
"""

import numpy as np

from rookery.backends.engine.cover.vertices.tables import Apart, ApartState
from rookery.backends.engine.kernels.bits import ONE, ZERO, drop, lowest_number, put
from rookery.core.kernels.jit import inner

# Rows of the notes. Of each vertex: its clause, and the clause that has removed it, or -1. Of each clause: its vertices
# and its relaxing literals, those of them that are left, whether it holds, whether it is part of a conflict. Of each
# group of relaxing literals the clause that uses it, or -1. Then the clauses with one literal left, and those of a
# conflict.
CLAUSE, REASON, SIZE, RELAXED, LEFT, SPARE, HOLDS, SEEN, USER, UNITS, CORE = range(11)
MEMBERS, ALIVE = 2, 3  # rows of the scratch: vertices in clauses, those that are not removed


@inner
def refute(t: Apart, s: ApartState, vertex: np.uint64, clauses: int, groups: int) -> bool:
    """Return whether a vertex as a further clause leads to a conflict, whose clauses are relaxed then."""
    # Each clause has a separate vertex, and this one is in none: so there is a row for it.
    for at in range(s.cliques.shape[1]):
        s.cliques[clauses, at] = ZERO
        s.scratch[ALIVE, at] = s.scratch[MEMBERS, at]
    put(s.cliques, clauses, vertex)
    put(s.scratch, ALIVE, vertex)
    s.notes[CLAUSE, vertex], s.notes[SIZE, clauses], s.notes[RELAXED, clauses] = clauses, 1, 0
    units = 0
    for clause in range(clauses, -1, -1):
        s.notes[LEFT, clause], s.notes[SPARE, clause] = s.notes[SIZE, clause], s.notes[RELAXED, clause]
        s.notes[HOLDS, clause] = s.notes[SEEN, clause] = 0
        if s.notes[SIZE, clause] + s.notes[RELAXED, clause] == 1:
            s.notes[UNITS, units] = clause
            units += 1
    for each in range(len(t.variable)):
        s.notes[REASON, each] = s.notes[USER, each] = -1
    conflict = propagate(t, s, clauses + 1, units)
    return bool(conflict >= 0 and relax(s, collect(s, conflict), groups))


@inner
def propagate(t: Apart, s: ApartState, clauses: int, units: int) -> np.int64:
    """Make the last literal of each unit true, until no more units come; the clause without a literal left, or -1."""
    at = 0
    # A clause becomes a unit once at most, as literals only go: `units` is no more than the clauses.
    while at < units:
        clause = s.notes[UNITS, at]
        at += 1
        if s.notes[HOLDS, clause]:
            continue
        if s.notes[LEFT, clause] + s.notes[SPARE, clause] == 0:
            return np.int64(clause)
        s.notes[HOLDS, clause] = 1
        units = choose_last(t, s, clause, units) if s.notes[LEFT, clause] else use_group(s, clause, clauses, units)
        if units < 0:
            return np.int64(-1 - units)
    return np.int64(-1)


@inner
def choose_last(t: Apart, s: ApartState, clause: np.int64, units: int) -> int:
    """Choose the last vertex of a clause: those joined to it go. The units, or -1 - the clause that has none left."""
    words, vertex = s.cliques.shape[1], np.uint64(0)
    for at in range(words):
        if s.cliques[clause, at] & s.scratch[ALIVE, at]:
            vertex = lowest_number(at, s.cliques[clause, at] & s.scratch[ALIVE, at])
    drop(s.scratch, ALIVE, vertex)
    for at in range(words):
        word = t.joined[vertex, at] & s.scratch[ALIVE, at]
        s.scratch[ALIVE, at] &= ~word
        while word:
            gone = lowest_number(at, word)
            word &= word - ONE
            other = s.notes[CLAUSE, gone]
            s.notes[REASON, gone] = clause
            s.notes[LEFT, other] -= 1
            left = s.notes[LEFT, other] + s.notes[SPARE, other]
            if s.notes[HOLDS, other] == 0 and left == 0:
                return int(-1 - other)
            if s.notes[HOLDS, other] == 0 and left == 1:
                s.notes[UNITS, units] = other
                units += 1
    return units


@inner
def use_group(s: ApartState, clause: np.int64, clauses: int, units: int) -> int:
    """Let the last relaxing literal of a clause be true, so that no other of its group is; returns as `choose_last`."""
    group = np.int64(0)
    for at in range(s.notes[RELAXED, clause]):
        if s.notes[USER, s.relaxing[clause, at]] < 0:
            group = s.relaxing[clause, at]
    s.notes[USER, group] = clause
    for other in range(clauses):
        if s.notes[HOLDS, other] == 0:
            for at in range(s.notes[RELAXED, other]):
                if s.relaxing[other, at] == group:
                    s.notes[SPARE, other] -= 1
                    left = s.notes[LEFT, other] + s.notes[SPARE, other]
                    if left == 0:
                        return -1 - other
                    if left == 1:
                        s.notes[UNITS, units] = other
                        units += 1
                    break
    return units


@inner
def collect(s: ApartState, conflict: np.int64) -> int:
    """Write down the clauses that have led to a conflict; returns how many."""
    s.notes[CORE, 0], s.notes[SEEN, conflict] = conflict, 1
    many, at = 1, 0
    while at < many:
        clause = s.notes[CORE, at]
        at += 1
        for place in range(s.cliques.shape[1]):
            word = s.cliques[clause, place]
            while word:
                many = note(s, s.notes[REASON, lowest_number(place, word)], many)
                word &= word - ONE
        for place in range(s.notes[RELAXED, clause]):
            many = note(s, s.notes[USER, s.relaxing[clause, place]], many)
    return many


@inner
def note(s: ApartState, clause: np.int64, many: int) -> int:
    """Write down a clause that was not written down yet; returns how many there are then."""
    if clause >= 0 and s.notes[SEEN, clause] == 0:
        s.notes[SEEN, clause] = 1
        s.notes[CORE, many] = clause
        many += 1
    return many


@inner
def relax(s: ApartState, many: int, group: int) -> bool:
    """Give each clause of a conflict a literal of a new group; False if one of them has no room for it."""
    for at in range(many):
        if s.notes[RELAXED, s.notes[CORE, at]] == s.relaxing.shape[1]:
            return False
    for at in range(many):
        clause = s.notes[CORE, at]
        s.relaxing[clause, s.notes[RELAXED, clause]] = group
        s.notes[RELAXED, clause] += 1
    return True
