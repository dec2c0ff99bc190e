"""The vertex cover search: the most vertices no two of which are joined, by branch and bound on bitsets.

At a node the vertices that may still be added are put into cliques of the graph, and at most one vertex of each clique
is added: the number of cliques is limited so that all of them together do not beat the best set (the colouring bound of
Tomita and of San Segundo's BBMC, said of the complement). Only vertices that are left over are branched on. One that is
left over may still get into a clique whose only vertex apart from it moves to another one (Tomita's Re-NUMBER), or lead
to a conflict of cliques.
"""

import numpy as np

from rookery.backends.engine.cover.vertices.conflicts import CLAUSE, MEMBERS, RELAXED, SIZE, refute
from rookery.backends.engine.cover.vertices.tables import Apart, ApartState
from rookery.backends.engine.kernels.bits import ONE, ZERO, drop, lowest, lowest_number, ones, put
from rookery.core.kernels.jit import entry, inner

DEPTH = 0  # how many vertices are chosen; -1 at the end
BEST = 1  # how many the best set has
FOUND = 2  # how many sets stand in `found`
NODES = 3  # how many nodes were made
REGISTERS = 4  # how many registers there are
REST, WAITING = 0, 1  # rows of the scratch: vertices in no clique yet, those that may join the one that is made


@entry("the search for a vertex cover")
def choose_apart(t: Apart, s: ApartState, steps: int) -> int:
    """Search for at most `steps` nodes or until `found` is full; returns the depth, -1 when all is searched."""
    budget = steps
    while s.registers[DEPTH] >= 0 and steps > 0 and s.registers[FOUND] < len(s.found):
        steps -= 1
        depth = s.registers[DEPTH]
        vertex = take_branch(s, depth)
        if vertex < 0:
            s.registers[DEPTH] = depth - 1
        else:
            s.chosen[depth] = vertex
            # Each level adds a separate vertex, and there are as many levels as vertices and one more.
            enter(t, s, depth + 1, vertex)
    s.registers[NODES] += budget - steps
    return int(s.registers[DEPTH])


@inner
def take_branch(s: ApartState, depth: int) -> np.int64:
    """Next vertex to branch on, which may be added to the sets of those behind it; -1 if there is no such vertex."""
    for at in range(s.branch.shape[1]):
        if s.branch[depth, at]:
            vertex = lowest_number(at, s.branch[depth, at])
            drop(s.branch, depth, vertex)
            # Those behind it may have it beside them; sets with it and without those are met below.
            put(s.pool, depth, vertex)
            return np.int64(vertex)
    return np.int64(-1)


@inner
def enter(t: Apart, s: ApartState, depth: int, vertex: np.int64) -> None:
    """Add a vertex: note the set if no vertex can follow and it is the best, go down where it may become the best."""
    left = 0
    for at in range(s.pool.shape[1]):
        word = s.pool[depth - 1, at] & t.apart[vertex, at]
        s.pool[depth, at] = word
        left += ones(word)
    # All that is left added would not beat the best set.
    if depth + left <= s.registers[BEST]:
        return
    if left == 0:
        record_set(s, depth)
    else:
        split_off(t, s, depth)
        if s.choices[depth] > 0:
            s.registers[DEPTH] = depth


@inner
def record_set(s: ApartState, size: int) -> None:
    """Write down the best set so far."""
    # `choose_apart` goes on only while FOUND is below the rows of `found`.
    place = s.registers[FOUND]
    for at in range(s.found.shape[1]):
        s.found[place, at] = ZERO
    for level in range(size):
        put(s.found, place, np.uint64(s.chosen[level]))
    s.registers[FOUND] = place + 1
    s.registers[BEST] = size


@inner
def split_off(t: Apart, s: ApartState, depth: int) -> None:
    """Move from the pool of a level to its branches what must be branched on if the best set is to be beaten."""
    # Each clique gives one vertex at most: depth + cliques <= BEST. BEST is at most the number of
    # vertices, the rows of `cliques`.
    most = max(0, s.registers[BEST] - depth) if t.colouring[0] else 0
    words = s.pool.shape[1]
    for at in range(words):
        s.scratch[REST, at] = s.pool[depth, at]
        s.branch[depth, at] = ZERO
    cliques = 0
    while cliques < most and fill_clique(t, s, cliques):
        cliques += 1
    for at in range(words):
        s.scratch[MEMBERS, at] = s.pool[depth, at] & ~s.scratch[REST, at]
    choices = conflicts = 0
    for at in range(words):
        word = s.scratch[REST, at]
        # `squeeze` changes cliques alone: the word read and the rest stay as they are.
        while word:
            vertex = lowest_number(at, word)
            word &= word - np.uint64(1)
            if squeeze(t, s, vertex, cliques):
                put(s.scratch, MEMBERS, vertex)
            elif most > 0 and refute(t, s, vertex, cliques, conflicts):
                # One clause and one conflict more: cliques - conflicts stays as it is.
                put(s.scratch, MEMBERS, vertex)
                cliques += 1
                conflicts += 1
            else:
                drop(s.pool, depth, vertex)
                put(s.branch, depth, vertex)
                choices += 1
    s.choices[depth] = choices


@inner
def fill_clique(t: Apart, s: ApartState, clique: int) -> bool:
    """Make a clique of vertices that are in none yet, the first ones first; False if there are none."""
    words, size = s.pool.shape[1], 0
    for at in range(words):
        s.cliques[clique, at] = ZERO
        s.scratch[WAITING, at] = s.scratch[REST, at]
    for at in range(words):
        while s.scratch[WAITING, at]:
            vertex = lowest_number(at, s.scratch[WAITING, at])
            put(s.cliques, clique, vertex)
            s.notes[CLAUSE, vertex] = clique
            size += 1
            drop(s.scratch, REST, vertex)
            for behind in range(at, words):
                # What waits is joined to all members. No vertex is joined to itself, so each waits once.
                s.scratch[WAITING, behind] &= t.joined[vertex, behind]
    s.notes[SIZE, clique], s.notes[RELAXED, clique] = size, 0
    return size > 0


@inner
def squeeze(t: Apart, s: ApartState, vertex: np.uint64, cliques: int) -> bool:
    """Return whether a vertex gets into some clique, from which one other may have to move."""
    for clique in range(cliques):
        if s.notes[RELAXED, clique] == 0:  # a conflict was found for the others as they are
            other = only_apart(t, s, clique, vertex)
            if other == -1 or (other >= 0 and move(t, s, clique, np.uint64(other))):
                join(s, clique, vertex)
                return True
    return False


@inner
def join(s: ApartState, clique: int, vertex: np.uint64) -> None:
    """Put a vertex into a clique."""
    put(s.cliques, clique, vertex)
    s.notes[CLAUSE, vertex] = clique
    s.notes[SIZE, clique] += 1


@inner
def only_apart(t: Apart, s: ApartState, clique: int, vertex: np.uint64) -> np.int64:
    """Only vertex of a clique that is apart from a vertex; -1 if there is no such vertex, -2 if there are several."""
    other = np.int64(-1)
    for at in range(s.cliques.shape[1]):
        word = s.cliques[clique, at] & t.apart[vertex, at]
        if word:
            if other >= 0 or word & (word - np.uint64(1)):
                return np.int64(-2)
            other = np.int64((at << 6) + lowest(word))
    return other


@inner
def move(t: Apart, s: ApartState, clique: int, vertex: np.uint64) -> bool:
    """Move a vertex of a clique to another one, if it is joined to all of it."""
    for at in range(s.cliques.shape[1]):
        word = t.joined[vertex, at] & s.scratch[MEMBERS, at]
        while word:
            other = s.notes[CLAUSE, lowest_number(at, word)]
            word &= word - ONE
            if other != clique and s.notes[RELAXED, other] == 0 and only_apart(t, s, other, vertex) == -1:
                drop(s.cliques, clique, vertex)
                s.notes[SIZE, clique] -= 1
                join(s, other, vertex)
                return True
    return False
