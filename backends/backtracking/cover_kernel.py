"""The covering search: branch on the item with the fewest options, or on cliques of rivals, within two bounds.

Every set is met once: after a candidate was tried it is forbidden to its later siblings.
"""

import numpy as np
from numba import njit

from rookery.backends.backtracking.bits import ONE, lowest, ones
from rookery.backends.backtracking.cover import Cover, CoverState

# Registers in `CoverState.at`. CUT notes that a bound on the number chosen pruned something: without it a search that
# found nothing proves that there is no solution of any size.
DEPTH, COUNT, FOUND, LEAST, MOST, LISTING, RISING, ORDERED, CUT, ITEMS = range(10)


@njit(cache=True, nogil=True)
def advance(t: Cover, s: CoverState, steps: int) -> int:
    """Search for at most `steps` nodes or until `found` is full; returns the depth, -1 when all is searched."""
    depth = int(s.at[DEPTH])
    if depth == 0 and s.tried[0] == 0 and s.length[0] == 0:
        expand(t, s, 0)
    while depth >= 0 and steps > 0 and s.at[FOUND] < len(s.found):
        if s.tried[depth] == s.length[depth]:
            depth -= 1
            continue
        candidate = s.order[depth, s.tried[depth]]
        s.tried[depth] += 1
        if not has(s.candidates[depth], candidate):
            continue
        steps -= 1
        choose(t, s, depth, candidate)
        forbid(t, s, depth, candidate)
        depth += 1
        expand(t, s, depth)
    s.at[DEPTH] = depth
    return depth


@njit(cache=True)
def has(words: np.ndarray, bit: int) -> bool:
    """Whether a bitset holds a number."""
    return bool((words[bit >> 6] >> np.uint64(bit & 63)) & ONE)


@njit(cache=True)
def drop(words: np.ndarray, bit: int) -> None:
    """Take a number out of a bitset."""
    words[bit >> 6] &= ~(ONE << np.uint64(bit & 63))


@njit(cache=True)
def size(words: np.ndarray) -> int:
    """How many numbers a bitset holds."""
    total = 0
    for word in words:
        total += ones(word)
    return total


@njit(cache=True)
def common(a: np.ndarray, b: np.ndarray) -> int:
    """How many numbers two bitsets share."""
    total = 0
    for at in range(len(a)):
        total += ones(a[at] & b[at])
    return total


@njit(cache=True)
def choose(t: Cover, s: CoverState, depth: int, candidate: int) -> None:
    """Make the node below: the candidate chosen, its items hit, its rivals out."""
    s.picked[depth] = candidate
    for at in range(len(t.open)):
        s.open[depth + 1, at] = s.open[depth, at] & ~t.covers[candidate, at]
    for at in range(len(t.start)):
        s.candidates[depth + 1, at] = s.candidates[depth, at] & ~t.rivals[candidate, at]


@njit(cache=True)
def forbid(t: Cover, s: CoverState, depth: int, candidate: int) -> None:
    """Keep a tried candidate, at the root with all of its images, from the siblings to come."""
    drop(s.candidates[depth], candidate)
    if depth == 0:
        for images in t.images:
            drop(s.candidates[0], images[candidate])


@njit(cache=True)
def expand(t: Cover, s: CoverState, depth: int) -> None:
    """Look at a new node: note it if it is a solution, and list the candidates to try below it."""
    s.tried[depth] = s.length[depth] = 0
    left, need = s.at[MOST] - depth, s.at[LEAST] - depth
    unhit = size(s.open[depth])
    if unhit == 0 and need <= 0:
        note(s, depth)
        need = s.at[LEAST] - depth
    if left <= 0:
        s.at[CUT] |= unhit > 0
    elif unhit == 0 and need == 1 and left == 1 and s.at[LISTING] == 0:
        s.at[COUNT] += size(s.candidates[depth])
    elif s.at[ORDERED]:
        list_all(t, s, depth, need)
    elif unhit:
        list_options(t, s, depth, unhit)
    else:
        s.length[depth] = list_cliques(t, s, depth, need)


@njit(cache=True)
def note(s: CoverState, depth: int) -> None:
    """Count a solution, and write it down where they are listed; where more is better, ask for more."""
    s.at[COUNT] += 1
    if s.at[LISTING]:
        s.found[s.at[FOUND], :depth] = s.picked[:depth]
        s.found[s.at[FOUND], depth] = -1
        s.at[FOUND] += 1
    if s.at[RISING]:
        s.at[LEAST] = depth + 1


@njit(cache=True)
def list_all(t: Cover, s: CoverState, depth: int, need: int) -> None:
    """List every candidate in order, unless an item has no option left or too few candidates are independent."""
    for item in range(s.at[ITEMS]):
        if has(s.open[depth], item) and common(t.options[item], s.candidates[depth]) == 0:
            return
    s.length[depth] = list_cliques(t, s, depth, need)
    if s.length[depth]:
        s.length[depth] = members(s.candidates[depth], s.order[depth])


@njit(cache=True)
def members(words: np.ndarray, into: np.ndarray) -> int:
    """Write down the numbers of a bitset, ascending; returns how many."""
    length = 0
    for at in range(len(words)):
        word = words[at]
        while word:
            into[length] = (at << 6) + lowest(word)
            length += 1
            word &= word - ONE
    return length


@njit(cache=True)
def list_cliques(t: Cover, s: CoverState, depth: int, need: int) -> int:
    """Cover the candidates greedily by cliques of rivals, and list those in cliques number `need` and above.

    Of each clique at most one is chosen, so a choice of `need` reaches beyond the first `need - 1` cliques (Tomita's
    colouring bound). Returns the length of the list: 0 where there are fewer than `need` cliques.
    """
    rest, together, order = s.rest, s.common, s.order[depth]
    rest[:] = s.candidates[depth]
    length = cliques = 0
    for at in range(len(rest)):
        while rest[at]:
            cliques += 1
            together[:] = rest
            for word in range(at, len(rest)):
                while together[word]:
                    candidate = (word << 6) + lowest(together[word])
                    drop(rest, candidate)
                    if cliques >= need:
                        order[length] = candidate
                        length += 1
                    for other in range(word, len(rest)):
                        together[other] &= t.rivals[candidate, other]
                    drop(together, candidate)
    return length


@njit(cache=True)
def list_options(t: Cover, s: CoverState, depth: int, unhit: int) -> None:
    """List the options of the item that has the fewest, those that hit most first; none where a bound fails.

    Of those that hit equally many, the ones of higher priority (below 2^20) come first.
    """
    if s.at[LEAST] > depth and list_cliques(t, s, depth, s.at[LEAST] - depth) == 0:
        return
    left = s.at[MOST] - depth
    if left < unhit and not affordable(t, s, depth, unhit, left):
        return
    item = scarcest(t, s, depth)
    if item < 0:
        return
    order, length = s.order[depth], 0
    for at in range(len(t.start)):
        word = t.options[item, at] & s.candidates[depth, at]
        while word:
            candidate = (at << 6) + lowest(word)
            word &= word - ONE
            s.gain[candidate] = (common(t.covers[candidate], s.open[depth]) << 20) + s.priority[candidate]
            place = length
            while place > 0 and s.gain[order[place - 1]] < s.gain[candidate]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = candidate
            length += 1
    s.length[depth] = length


@njit(cache=True)
def affordable(t: Cover, s: CoverState, depth: int, unhit: int, left: int) -> bool:
    """Whether the `left` largest gains can hit all items; drops candidates that cannot be part of that.

    A candidate is out when its gain and the `left - 1` largest do not reach `unhit`, here and below.
    """
    candidates, histogram, most = s.candidates[depth], s.histogram, 0
    histogram[: unhit + 1] = 0
    for at in range(len(candidates)):
        word = candidates[at]
        while word:
            candidate = (at << 6) + lowest(word)
            word &= word - ONE
            gain = common(t.covers[candidate], s.open[depth])
            s.gain[candidate] = gain
            histogram[gain] += 1
            most = max(most, gain)
    others = top(histogram, most, left - 1)
    s.at[CUT] |= top(histogram, most, left) < unhit
    if top(histogram, most, left) < unhit:
        return False
    if others < unhit:
        for at in range(len(candidates)):
            word = candidates[at]
            while word:
                candidate = (at << 6) + lowest(word)
                word &= word - ONE
                if s.gain[candidate] + others < unhit:
                    drop(candidates, candidate)
                    s.at[CUT] = 1
    return True


@njit(cache=True)
def top(histogram: np.ndarray, most: int, picks: int) -> int:
    """The sum of the largest `picks` gains."""
    total, gain = 0, most
    while gain > 0 and picks > 0:
        taken = min(histogram[gain], picks)
        total += taken * gain
        picks -= taken
        gain -= 1
    return total


@njit(cache=True)
def scarcest(t: Cover, s: CoverState, depth: int) -> int:
    """The open item with the fewest options, or -1 where one has none."""
    best, fewest = -1, len(s.gain) + 1
    for at in range(len(t.open)):
        word = s.open[depth, at]
        while word:
            item = (at << 6) + lowest(word)
            word &= word - ONE
            options = common(t.options[item], s.candidates[depth])
            if options < fewest:
                best, fewest = item, options
                if options == 0:
                    return -1
    return best
