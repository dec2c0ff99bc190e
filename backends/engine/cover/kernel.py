"""The covering search: branch on the item with the fewest options, or on cliques of rivals, and prune by bounds.

One of the options of an open item must be chosen, so the item with the fewest makes the fewest branches (fail first,
Haralick and Elliott 1980). Every set is met once, in the branch of the first of its members that is tried: a tried
candidate is forbidden to its later siblings. Where symmetries are given, its images are forbidden with it at depths 0
and 1, so that each orbit of sets is met at least once (symmetry breaking during search, Gent and Smith 2000);
`share_orbit` tells how many sets a met one stands for. At deeper levels few symmetries are left, and testing them costs
more than they save.

The bounds: gains (`endgame.py`), dual weights (`dual.py`), the weights of a case (`gains.py`), and a colouring where a
number of further choices is required (`list_cliques`).
"""

import numpy as np

from rookery.backends.engine.cover.dual import note_cost
from rookery.backends.engine.cover.endgame import affordable, count_surplus, list_scarcest
from rookery.backends.engine.cover.gains import list_last_hits, loads_suffice, update_gains, update_loads
from rookery.backends.engine.cover.state import CoverState, open_case
from rookery.backends.engine.cover.tables import Cover
from rookery.backends.engine.kernels.bits import (
    LOW,
    ONE,
    ZERO,
    drop,
    has,
    lowest_number,
    maps_to_itself,
    members,
    put,
    size,
)
from rookery.backends.engine.kernels.blocks import blocks, load, store, without
from rookery.backends.engine.options import COLOURING
from rookery.core.kernels.kernel import entry, inner


@inner
def forbid(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Forbid a tried candidate, and its images under the node's symmetries, for later siblings."""
    drop(s.stack.candidates, depth, candidate)
    # `orbits.members` has two rows: only depths 0 and 1 are asked for.
    if depth < 2 and len(t.symmetries.candidates):
        for at in range(len(t.start)):
            s.orbits.members[depth, at] = ZERO
        put(s.orbits.members, depth, candidate)
        for symmetry in range(len(t.symmetries.candidates)):
            if depth == 0 or s.orbits.keeps[symmetry]:
                put(s.orbits.members, depth, t.symmetries.candidates[symmetry, candidate])
        for at in range(len(t.start)):
            s.stack.candidates[depth, at] &= ~s.orbits.members[depth, at]


@inner
def note_symmetries(t: Cover, s: CoverState) -> None:
    """Find the symmetries that map the open items and the candidates at depth 1 onto themselves.

    Such a symmetry g may move the first choice c: if c completed by a set T is a solution, so is c completed by g(T).
    For g(T) hits the same open items, is drawn from candidates that go with c, and has no conflict, since g takes the
    solution to a solution. Both have as many members in the orbit of c as well, so shares stay exact. Only where whole
    orbits of solutions are listed must g keep c, since a solution's orbit is made from the solution itself.
    """
    # Called at depth 1 alone, so `picked[0]` is the choice that leads here.
    for symmetry in range(len(t.symmetries.candidates)):
        keeps = t.settings.whole == 0 or t.symmetries.candidates[symmetry, s.stack.picked[0]] == s.stack.picked[0]
        keeps = keeps and maps_to_itself(s.stack.open, 1, t.symmetries.items, symmetry) and keep_needs(t, s, symmetry)
        s.orbits.keeps[symmetry] = keeps and maps_to_itself(s.stack.candidates, 1, t.symmetries.candidates, symmetry)


@inner
def keep_needs(t: Cover, s: CoverState, symmetry: int) -> bool:
    """Return whether a symmetry takes each item at depth 1 to one that needs as many."""
    if t.demands.multiple:
        for item in range(len(t.options) - 1):
            if s.stack.need[1, item] != s.stack.need[1, t.symmetries.items[symmetry, item]]:
                return False
    return True


@inner
def share_orbit(s: CoverState, depth: int, level: int) -> tuple[int, int]:
    """The size of the orbit of a level's choice, and the number of its chosen members; 1 of 1 without a choice."""
    if level >= depth:
        return 1, 1
    chosen = 0
    for at in range(level, depth):
        chosen += int(has(s.orbits.members, level, s.stack.picked[at]))
    return size(s.orbits.members, level), chosen


MAX_COLOURED = 128  # words: on larger boards the colours cost far more than they save


@entry("the covering search")
def search_nodes(t: Cover, s: CoverState, steps: int) -> int:
    """Search for at most `steps` nodes or until `found` is full; returns the depth, -1 when all is searched."""
    depth, budget = int(s.depth[0]), steps
    # invariant: noted < len(found) on entry of a node, which notes one solution at most.
    while depth >= 0 and steps > 0 and s.noted[0] < len(s.scratch.found):
        if s.entered[0] == 0:
            s.entered[0] = 1
            expand(t, s, depth)
        elif s.stack.tried[depth] == s.stack.length[depth]:
            note_cost(t, s, depth)
            depth -= 1
            if depth < 0 and s.case[0] + 1 < s.cases[0]:
                s.case[0] += 1
                open_case(t, s)
                depth, steps = 0, steps - 1
                s.entered[0] = 0
        else:
            # `expand` has filled `order` up to `length`, and `tried` is below it here.
            candidate = s.stack.order[depth, s.stack.tried[depth]]
            s.stack.tried[depth] += 1
            if has(s.stack.candidates, depth, candidate):
                steps -= 1
                make_child(t, s, depth, candidate)
                forbid(t, s, depth, candidate)
                # `expand` lists candidates only where depth < most, and the stack has most + 2 rows.
                depth += 1
                s.entered[0] = 0
    s.depth[0] = depth
    s.nodes[0] += budget - steps
    return depth


@inner
def make_child(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Make the node below: the candidate chosen, its items hit, its rivals out."""
    s.stack.picked[depth] = candidate
    if t.settings.bounded and t.settings.most > depth + 1:
        update_gains(t, s, depth + 1, list_last_hits(t, s, depth, candidate))
    if s.cases[0] and t.settings.most > depth + 2:
        update_loads(t, s, depth, candidate)
    if t.demands.multiple:
        hit_once(t, s, depth, candidate)
    else:
        for block in range(blocks(t.open)):
            store(
                s.stack.open,
                depth + 1,
                block,
                without(load(s.stack.open, depth, block), load(t.covers, candidate, block)),
            )
    for block in range(blocks(t.start)):
        store(
            s.stack.candidates,
            depth + 1,
            block,
            without(load(s.stack.candidates, depth, block), load(t.rivals, candidate, block)),
        )


@inner
def hit_once(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Hit each open item of a candidate once; those that need no more are no longer open."""
    below = depth + 1
    s.stack.missing[below] = s.stack.missing[depth]
    for place in range(len(t.demands.needed)):
        s.stack.need[below, place] = s.stack.need[depth, place]
    for at in range(len(t.open)):
        s.stack.open[below, at] = s.stack.open[depth, at]
        word = s.stack.open[depth, at] & t.covers[candidate, at]
        while word:
            item = lowest_number(at, word)
            word &= word - ONE
            # An open item needs one more at least, so no need falls below 0.
            hits = s.stack.need[below, item] if t.demands.sufficient_one[item] == candidate else 1
            s.stack.missing[below] -= hits
            s.stack.need[below, item] -= hits
            if s.stack.need[below, item] == 0:
                drop(s.stack.open, below, item)


@inner
def expand(t: Cover, s: CoverState, depth: int) -> None:
    """Look at a new node: note it if it is a solution, and list the candidates to try below it."""
    s.stack.tried[depth] = s.stack.length[depth] = 0
    s.dual.way[depth], s.dual.before[depth] = -1, s.work[0]
    s.work[0] += 1
    # invariant: `most` is a setting; `least` rises in `record_solution` where larger solutions are asked for.
    left, need = t.settings.most - depth, s.least[0] - depth
    unhit = s.stack.missing[depth] if t.demands.multiple else size(s.stack.open, depth)
    if unhit == 0 and need <= 0:
        record_solution(t, s, depth)
        need = s.least[0] - depth
    if left <= 0:
        s.cut[0] |= unhit > 0
    elif unhit == 0 and need == 1 and left == 1 and t.settings.listing == 0 and t.settings.weighed == 0:
        # Nothing is open and one more is to be chosen: each candidate makes a solution.
        s.counted[0] += size(s.stack.candidates, depth) * t.cases.stands_for[s.case[0]]
    else:
        list_candidates(t, s, depth, unhit, left)
    if depth == 1 and s.stack.length[1] > 0:
        note_symmetries(t, s)


@inner
def record_solution(t: Cover, s: CoverState, depth: int) -> None:
    """Count a solution, and write it down if they are listed; where more is better, ask for more."""
    s.counted[0] += t.cases.stands_for[s.case[0]]
    if t.settings.weighed:
        n, m = share_orbit(s, depth, 0)
        nn, mm = share_orbit(s, depth, 1)
        s.orbits.tally[n, m, nn, mm] += 1
    if t.settings.listing:
        for at in range(depth):
            # invariant: noted < len(found), as `search_nodes` checks before each node; a row has most + 2 places.
            s.scratch.found[s.noted[0], at] = s.stack.picked[at]
        s.scratch.found[s.noted[0], depth] = -1
        s.noted[0] += 1
    if t.settings.rising:
        s.least[0] = depth + 1


@inner
def list_candidates(t: Cover, s: CoverState, depth: int, unhit: int, left: int) -> None:
    """List the candidates to try: those of the scarcest item, of the cliques that must be reached, or all in order."""
    need = 1 if t.off & COLOURING else s.least[0] - depth
    coloured = s.least[0] > depth and len(t.start) <= MAX_COLOURED
    # With fewer cliques than choices still required, the node has no solution, whatever is open.
    if coloured or unhit == 0 or t.settings.ordered:
        s.stack.length[depth] = list_cliques(t, s, depth, need)
        if s.stack.length[depth] == 0:
            return
    if t.settings.ordered:
        s.stack.length[depth] = (
            members(s.stack.candidates, depth, s.stack.order, depth) if all_have_options(t, s, depth) else 0
        )
    elif unhit and (s.cases[0] == 0 or left < 2 or loads_suffice(t, s, depth, left)):
        s.stack.length[depth] = 0
        few = left if t.settings.bounded and left < unhit else 0
        if few == 0 or affordable(t, s, depth, unhit, left):
            list_scarcest(t, s, depth, unhit, few)
        s.cut[0] |= few > 0


@inner
def all_have_options(t: Cover, s: CoverState, depth: int) -> bool:
    """Return whether every open item has a candidate left."""
    for item in range(len(t.options) - 1):
        if has(s.stack.open, depth, np.uint64(item)) and count_surplus(t, s, depth, np.uint64(item)) <= 0:
            return False
    return True


@inner
def list_cliques(t: Cover, s: CoverState, depth: int, need: int) -> int:
    """Cover the candidates greedily by cliques of rivals, and list those in cliques number `need` and above.

    Of each clique at most one is chosen, so a choice of `need` reaches beyond the first `need - 1` cliques (Tomita's
    colouring bound). Returns the length of the list: 0 if there are fewer than `need` cliques.
    """
    words = len(t.start)
    for word in range(words):
        s.scratch.rest[0, word] = s.stack.candidates[depth, word]
    length = cliques = 0
    for first in range(words):
        while s.scratch.rest[0, first]:
            cliques += 1
            for word in range(words):
                s.scratch.common[0, word] = s.scratch.rest[0, word]
            for word in range(first, words):
                while s.scratch.common[0, word]:
                    candidate = lowest_number(word, s.scratch.common[0, word])
                    bit = ONE << (candidate & LOW)
                    s.scratch.rest[0, word] &= ~bit
                    if cliques >= need:
                        # Each candidate leaves `rest` once, so `length` stays within the candidates, the columns of
                        # `order`.
                        s.stack.order[depth, length] = candidate
                        length += 1
                    for other in range(word, words):
                        # What is left in `common` rivals all members so far: the members are a clique.
                        s.scratch.common[0, other] &= t.rivals[candidate, other]
                    s.scratch.common[0, word] &= ~bit
    return length
