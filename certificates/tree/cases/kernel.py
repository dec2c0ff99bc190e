"""One case of a covering on arrays: all sets of it, by the rules of docs/certificates.md.

Bit c of a row of words is candidate c, bit i item i. A vector is a list of at most 64 items, each as often as it
weighs: bit e of a word is entry e of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.tree.nodes.state import DEPTH, ENTERED, FOUND, FUEL, NODES, ONE, ZERO, Ints, Words, ones
from rookery.core.kernels.jit import entry, inner

PAUSED, DONE, SPENT = 0, 1, -1


class CaseTables(NamedTuple):
    """A case: options of each item, items and rivals of each candidate, and the entries of each vector that it hits.

    `limits` are the least and the most candidates of a set.
    """

    limits: Ints
    options: Words
    hits: Words
    rivals: Words
    entries: Words


class CaseLevels(NamedTuple):
    """The nodes of all levels: open items, open entries of each vector, free candidates and children as bitsets.

    `listed` are the free candidates of the node that is looked at, `load` what they hit of one vector.
    """

    open: Words
    owed: Words
    free: Words
    children: Words
    picked: NDArray[np.int64]
    listed: Ints
    load: Ints
    found: Ints
    registers: Ints


@entry("the check of a tree by cases")
def advance(t: CaseTables, s: CaseLevels, steps: int) -> int:
    """Meet all sets of the case, or go on with that; pauses after some nodes, or when what was found has no room."""
    depth = int(s.registers[DEPTH])
    while depth >= 0:
        if s.registers[ENTERED] == 0:
            s.registers[DEPTH] = depth
            if steps <= 0 or s.registers[FOUND] == len(s.found):
                return PAUSED
            steps -= 1
            s.registers[NODES] += 1
            if s.registers[NODES] > s.registers[FUEL]:
                return SPENT
            expand(t, s, depth)
            s.registers[ENTERED] = 1
        word = 0
        while word < s.children.shape[1] and s.children[depth, word] == ZERO:
            word += 1
        if word == s.children.shape[1]:
            depth -= 1
        else:
            # A node with children has one left to choose at least: `depth` + 1 is a level.
            low = s.children[depth, word] & (~s.children[depth, word] + ONE)
            s.children[depth, word] ^= low
            s.free[depth, word] &= ~low
            choose(t, s, depth, 64 * word + ones(low - ONE))
            depth += 1
            s.registers[ENTERED] = 0
    return DONE


@inner
def choose(t: CaseTables, s: CaseLevels, depth: int, candidate: int) -> None:
    """Make the node below: what the candidate hits is open no longer, its rivals are out."""
    below = depth + 1
    s.picked[depth] = candidate
    for word in range(s.open.shape[1]):
        s.open[below, word] = s.open[depth, word] & ~t.hits[candidate, word]
    for vector in range(s.owed.shape[1]):
        s.owed[below, vector] = s.owed[depth, vector] & ~t.entries[vector, candidate]
    for word in range(s.free.shape[1]):
        s.free[below, word] = s.free[depth, word] & ~t.rivals[candidate, word]


@inner
def expand(t: CaseTables, s: CaseLevels, depth: int) -> None:
    """Look at a node: note a set if nothing is open, and list its children."""
    left = t.limits[1] - depth
    needed = ZERO
    for word in range(s.open.shape[1]):
        needed |= s.open[depth, word]
    if needed == ZERO and depth >= t.limits[0]:
        row = s.registers[FOUND]
        for at in range(depth):
            s.found[row, at] = s.picked[at]
        s.found[row, depth] = -1
        s.registers[FOUND] += 1
    for word in range(s.children.shape[1]):
        s.children[depth, word] = s.free[depth, word] if needed == ZERO and left > 0 else ZERO
    if needed != ZERO and left > 0:
        many = bound(t, s, depth, left)
        if many > 0:
            list_children(t, s, depth)


@inner
def bound(t: CaseTables, s: CaseLevels, depth: int, left: int) -> int:
    """Drop the candidates that are part of no set below, by each vector and by all items; count what is left.

    No candidate hits more than `best` of what is open, so `left` of them hit at most `left` times that; one that hits
    too little for this to reach all that is open has no set. What is dropped leaves the free ones.
    """
    many = list_free(s, depth)
    for vector in range(s.owed.shape[1] + 1):
        whole = best = 0
        if vector < s.owed.shape[1]:
            owed = s.owed[depth, vector]
            whole = ones(owed)
            for at in range(many):
                s.load[at] = ones(owed & t.entries[vector, s.listed[at]])
                best = max(best, s.load[at])
        else:
            for word in range(s.open.shape[1]):
                whole += ones(s.open[depth, word])
            for at in range(many):
                load = 0
                for word in range(s.open.shape[1]):
                    load += ones(s.open[depth, word] & t.hits[s.listed[at], word])
                s.load[at] = load
                best = max(best, load)
        if whole > best * left:
            return 0
        kept = 0
        for at in range(many):
            candidate = s.listed[at]
            if s.load[at] + best * (left - 1) >= whole:
                s.listed[kept] = candidate
                kept += 1
            else:
                s.free[depth, candidate >> 6] &= ~(ONE << np.uint64(candidate & 63))
        many = kept
    return many


@inner
def list_free(s: CaseLevels, depth: int) -> int:
    """List the free candidates, and count them."""
    many = 0
    for word in range(s.free.shape[1]):
        rest = s.free[depth, word]
        while rest != ZERO:
            # `listed` has a place for each candidate.
            s.listed[many] = 64 * word + ones((rest & (~rest + ONE)) - ONE)
            rest &= rest - ONE
            many += 1
    return many


@inner
def list_children(t: CaseTables, s: CaseLevels, depth: int) -> None:
    """The free options of the open item that has the fewest, the first of several."""
    best, fewest = 0, 1 << 30
    for word in range(s.open.shape[1]):
        rest = s.open[depth, word]
        while rest != ZERO and fewest > 0:
            item = 64 * word + ones((rest & (~rest + ONE)) - ONE)
            rest &= rest - ONE
            few = 0
            for part in range(s.free.shape[1]):
                few += ones(t.options[item, part] & s.free[depth, part])
            if few < fewest:
                best, fewest = item, few
    for word in range(s.free.shape[1]):
        s.children[depth, word] = t.options[best, word] & s.free[depth, word]
