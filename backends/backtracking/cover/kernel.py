"""The covering search: branch on the item with the fewest options, or on cliques of rivals, within two bounds.

Every set is met once: after a candidate was tried it is forbidden to its later siblings. Where symmetries are given,
its images are forbidden with it at depths 0 and 1, so that each orbit of sets is met at least once.
"""

import numpy as np

from rookery.backends.backtracking.cover.dual import leave
from rookery.backends.backtracking.cover.endgame import affordable, list_completing, list_scarcest, to_spare
from rookery.backends.backtracking.cover.gains import fresh_items, subtract
from rookery.backends.backtracking.cover.registers import (
    BOUNDED,
    COUNT,
    CUT,
    DEPTH,
    ENTERED,
    FOUND,
    LEAST,
    LISTING,
    MOST,
    NODES,
    ORDERED,
    RISING,
    WEIGHED,
    WHOLE,
    WORK,
)
from rookery.backends.backtracking.cover.tables import Cover, CoverState
from rookery.backends.backtracking.kernels.bits import LOW, ONE, ZERO, number
from rookery.backends.backtracking.kernels.bitsets import drop, has, maps_to_itself, members, put, size
from rookery.backends.backtracking.kernels.blocks import blocks, load, store, without
from rookery.backends.backtracking.kernels.jit import entry, inner
from rookery.backends.backtracking.options import COLOURING, LEAVES
from rookery.backends.selection.symmetries import MOST_SYMMETRIES

SHARES = (MOST_SYMMETRIES + 1) ** 2
MOST_COLOURED = 128  # words: on larger boards the colours cost far more than they save


@entry
def advance(t: Cover, s: CoverState, steps: int) -> int:
    """Search for at most `steps` nodes or until `found` is full; returns the depth, -1 when all is searched."""
    depth, budget = int(s.at[DEPTH]), steps
    while depth >= 0 and steps > 0 and s.at[FOUND] < len(s.found):
        if s.at[ENTERED] == 0:
            s.at[ENTERED] = 1
            expand(t, s, depth)
        elif s.tried[depth] == s.length[depth]:
            leave(s, depth)
            depth -= 1
        else:
            candidate = s.order[depth, s.tried[depth]]
            s.tried[depth] += 1
            if has(s.candidates, depth, candidate):
                steps -= 1
                choose(t, s, depth, candidate)
                forbid(t, s, depth, candidate)
                depth += 1
                s.at[ENTERED] = 0
    s.at[DEPTH] = depth
    s.at[NODES] += budget - steps
    return depth


@inner
def choose(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Make the node below: the candidate chosen, its items hit, its rivals out."""
    s.picked[depth] = candidate
    if s.at[BOUNDED] and s.at[MOST] > depth + (1 if t.off & LEAVES or t.folded else 2):
        subtract(t, s, depth + 1, fresh_items(t, s, depth, candidate))
    if t.folded:
        hit_once(t, s, depth, candidate)
    else:
        for block in range(blocks(t.open)):
            store(s.open, depth + 1, block, without(load(s.open, depth, block), load(t.covers, candidate, block)))
    for block in range(blocks(t.start)):
        store(
            s.candidates, depth + 1, block, without(load(s.candidates, depth, block), load(t.rivals, candidate, block))
        )


@inner
def hit_once(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Hit each open item of a candidate once; those that need no more are no longer open."""
    below = depth + 1
    s.missing[below] = s.missing[depth]
    for place in range(len(t.demand)):
        s.need[below, place] = s.need[depth, place]
    for at in range(len(t.open)):
        s.open[below, at] = s.open[depth, at]
        word = s.open[depth, at] & t.covers[candidate, at]
        while word:
            item = number(at, word)
            word &= word - ONE
            hits = s.need[below, item] if t.filler[item] == candidate else 1
            s.missing[below] -= hits
            s.need[below, item] -= hits
            if s.need[below, item] == 0:
                drop(s.open, below, item)


@inner
def forbid(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Keep a tried candidate from the siblings to come, with its orbit under the symmetries that keep the node."""
    drop(s.candidates, depth, candidate)
    if depth < 2 and len(t.images):
        for at in range(len(t.start)):
            s.orbit[depth, at] = ZERO
        put(s.orbit, depth, candidate)
        for symmetry in range(len(t.images)):
            if depth == 0 or s.keeps[symmetry]:
                put(s.orbit, depth, t.images[symmetry, candidate])
        for at in range(len(t.start)):
            s.candidates[depth, at] &= ~s.orbit[depth, at]


@inner
def expand(t: Cover, s: CoverState, depth: int) -> None:
    """Look at a new node: note it if it is a solution, and list the candidates to try below it."""
    s.tried[depth] = s.length[depth] = 0
    s.way[depth], s.before[depth] = -1, s.at[WORK]
    s.at[WORK] += 1
    left, need = s.at[MOST] - depth, s.at[LEAST] - depth
    unhit = s.missing[depth] if t.folded else size(s.open, depth)
    if unhit == 0 and need <= 0:
        note(s, depth)
        need = s.at[LEAST] - depth
    if left <= 0:
        s.at[CUT] |= unhit > 0
    elif unhit == 0 and need == 1 and left == 1 and s.at[LISTING] == 0 and s.at[WEIGHED] == 0:
        s.at[COUNT] += size(s.candidates, depth)
    else:
        list_candidates(t, s, depth, unhit, left)
    if depth == 1 and s.length[1] > 0:
        note_symmetries(t, s)


@inner
def note_symmetries(t: Cover, s: CoverState) -> None:
    """Find the symmetries that keep what is left at depth 1.

    They may move the first choice: completions are as many and as possible all the same. Only where whole orbits of
    solutions are listed must they keep it, since a solution's orbit is made from the solution itself.
    """
    for symmetry in range(len(t.images)):
        keeps = s.at[WHOLE] == 0 or t.images[symmetry, s.picked[0]] == s.picked[0]
        keeps = keeps and maps_to_itself(s.open, 1, t.item_images, symmetry) and keeps_needs(t, s, symmetry)
        s.keeps[symmetry] = keeps and maps_to_itself(s.candidates, 1, t.images, symmetry)


@inner
def keeps_needs(t: Cover, s: CoverState, symmetry: int) -> bool:
    """Whether a symmetry takes each item at depth 1 to one that needs as many."""
    if t.folded:
        for item in range(len(t.options) - 1):
            if s.need[1, item] != s.need[1, t.item_images[symmetry, item]]:
                return False
    return True


@inner
def note(s: CoverState, depth: int) -> None:
    """Count a solution, and write it down where they are listed; where more is better, ask for more."""
    s.at[COUNT] += 1
    if s.at[WEIGHED]:
        s.tally[share(s, depth, 0) * SHARES + share(s, depth, 1)] += 1
    if s.at[LISTING]:
        for at in range(depth):
            s.found[s.at[FOUND], at] = s.picked[at]
        s.found[s.at[FOUND], depth] = -1
        s.at[FOUND] += 1
    if s.at[RISING]:
        s.at[LEAST] = depth + 1


@inner
def share(s: CoverState, depth: int, level: int) -> int:
    """How many the orbit of the choice at a level holds, and how many of them a solution chose, as one number."""
    if level >= depth:
        return MOST_SYMMETRIES + 2
    chosen = 0
    for at in range(level, depth):
        chosen += has(s.orbit, level, s.picked[at])
    return size(s.orbit, level) * (MOST_SYMMETRIES + 1) + chosen


@inner
def list_candidates(t: Cover, s: CoverState, depth: int, unhit: int, left: int) -> None:
    """List the candidates to try: those of the scarcest item, of the cliques that must be reached, or all in order."""
    need = 1 if t.off & COLOURING else s.at[LEAST] - depth
    coloured = s.at[LEAST] > depth and len(t.start) <= MOST_COLOURED
    if coloured or unhit == 0 or s.at[ORDERED]:
        s.length[depth] = list_cliques(t, s, depth, need)
        if s.length[depth] == 0:
            return
    if s.at[ORDERED]:
        s.length[depth] = members(s.candidates, depth, s.order, depth) if all_have_options(t, s, depth) else 0
    elif unhit:
        s.length[depth] = 0
        few = left if s.at[BOUNDED] and left < unhit else 0
        if few == 1 and not t.off & LEAVES and not t.folded:
            list_completing(t, s, depth)
        elif few == 0 or affordable(t, s, depth, unhit, left):
            list_scarcest(t, s, depth, unhit, few)
        s.at[CUT] |= few > 0


@inner
def all_have_options(t: Cover, s: CoverState, depth: int) -> bool:
    """Whether every open item has a candidate left."""
    for item in range(len(t.options) - 1):
        if has(s.open, depth, np.uint64(item)) and to_spare(t, s, depth, np.uint64(item)) <= 0:
            return False
    return True


@inner
def list_cliques(t: Cover, s: CoverState, depth: int, need: int) -> int:
    """Cover the candidates greedily by cliques of rivals, and list those in cliques number `need` and above.

    Of each clique at most one is chosen, so a choice of `need` reaches beyond the first `need - 1` cliques (Tomita's
    colouring bound). Returns the length of the list: 0 where there are fewer than `need` cliques.
    """
    words = len(t.start)
    for word in range(words):
        s.rest[0, word] = s.candidates[depth, word]
    length = cliques = 0
    for first in range(words):
        while s.rest[0, first]:
            cliques += 1
            for word in range(words):
                s.common[0, word] = s.rest[0, word]
            for word in range(first, words):
                while s.common[0, word]:
                    candidate = number(word, s.common[0, word])
                    bit = ONE << (candidate & LOW)
                    s.rest[0, word] &= ~bit
                    if cliques >= need:
                        s.order[depth, length] = candidate
                        length += 1
                    for other in range(word, words):
                        s.common[0, other] &= t.rivals[candidate, other]
                    s.common[0, word] &= ~bit
    return length
