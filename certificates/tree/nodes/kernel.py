"""The tree on arrays: expands nodes by the rules of docs/certificates.md, and reads or writes the items to branch on.

One kernel reads trees and makes them. When it makes one, it chooses the item with the fewest options and writes its
number, so that a reader meets the same nodes. An item to branch on is read, written, or found by the checker itself.

Rule 1 on arrays: the largest gains of the free candidates, and the candidates that may be part of a set.
"""

import numpy as np

from rookery.certificates.tree.nodes.endgame import complete, fails, record_set
from rookery.certificates.tree.nodes.state import (
    AT,
    DEPTH,
    ENTERED,
    FORCED,
    FOUND,
    FUEL,
    MAKING,
    NODES,
    ONE,
    ZERO,
    Levels,
    Tables,
    ones,
)
from rookery.core.kernels.kernel import entry, inner

# What a call ends with: below 0, why the tree is wrong.
PAUSED, DONE, ASKED = 0, 1, 2
SPENT, SHORT, CLOSED, UNKNOWN = -1, -2, -3, -4
ESCAPE = 255
MAX_NODE_BYTES = 8  # bytes that one node may write


@inner
def decide(t: Tables, s: Levels, depth: int, left: int) -> int:
    """The item to branch on or a vector past the items; -1 if the bytes end, -2 if it is to be asked for.

    `FORCED` is -1 at a node that is new, 0 at one that was asked for, above that a number to write first, plus one.
    """
    if left <= t.limits[2]:
        return find_fewest(t, s, depth)
    if s.registers[MAKING] == 0:
        return read_code(s)
    if left >= t.limits[3] and s.registers[FORCED] == -1:
        s.registers[FORCED] = 0
        return -2
    code = s.registers[FORCED] - 1 if s.registers[FORCED] > 0 else find_fewest(t, s, depth)
    s.registers[FORCED] = 0 if s.registers[FORCED] > 0 else -1
    write_code(s, code)
    return code


@inner
def find_fewest(t: Tables, s: Levels, depth: int) -> int:
    """The item that needs something and has the fewest free options, the first of several."""
    words = len(s.listed_mask)
    for word in range(words):
        s.listed_mask[word] = ZERO
    for at in range(s.many[depth]):
        candidate = s.listed[depth, at]
        s.listed_mask[candidate >> 6] |= ONE << np.uint64(candidate & 63)
    best, fewest = -1, 0
    for item in range(s.need.shape[1]):
        if s.need[depth, item]:
            many = 0
            for word in range(words):
                many += ones(t.options_of[item, word] & s.listed_mask[word])
            if best < 0 or many < fewest:
                best, fewest = item, many
    return best


@inner
def read_code(s: Levels) -> int:
    """The next number; -1 if the bytes end."""
    at = s.registers[AT]
    # At the end of the bytes the size is 3, and the next line refuses it.
    size = 1 if at < len(s.data) and s.data[at] != ESCAPE else 3
    if at + size > len(s.data):
        return -1
    s.registers[AT] += size
    if size == 1:
        return int(np.int64(s.data[at]))
    return int(np.int64(s.data[at + 1]) * 256 + np.int64(s.data[at + 2]))


@inner
def write_code(s: Levels, code: int) -> None:
    """Write a number as it is read."""
    # The caller has made room for MAX_NODE_BYTES: a node writes a vector and an item at most, three bytes each.
    at = s.registers[AT]
    if code < ESCAPE:
        s.data[at] = code
        s.registers[AT] += 1
    else:
        s.data[at] = ESCAPE
        s.data[at + 1] = code >> 8
        s.data[at + 2] = code & 255
        s.registers[AT] += 3


@inner
def drop(s: Levels, depth: int, left: int, gain: np.ndarray, row: int, whole: int) -> None:
    """Rule 1: keep the candidates that may be part of a set below; drop all if the largest gains miss the demand."""
    many = s.many[depth]
    places = min(left, many) if left > 0 else 0
    total = sum_best(s, depth, gain, row, places)
    if total < whole:
        s.many[depth] = 0
        return
    # With one of them chosen, left - 1 others gain at most this.
    others = total - s.best[left - 1] if 0 < left <= many else total
    kept = 0
    for at in range(many):
        candidate = s.listed[depth, at]
        if gain[row, candidate] + others >= whole:
            s.listed[depth, kept] = candidate
            kept += 1
        else:
            s.free[depth, candidate] = 0
    s.many[depth] = kept


@inner
def sum_best(s: Levels, depth: int, gain: np.ndarray, row: int, places: int) -> int:
    """The sum of the largest gains, which stand in `best` in falling order."""
    for place in range(places):
        s.best[place] = 0
    if places == 0:
        return 0
    for at in range(s.many[depth]):
        value = gain[row, s.listed[depth, at]]
        if value > s.best[places - 1]:
            place = places - 1
            while place > 0 and s.best[place - 1] < value:
                s.best[place] = s.best[place - 1]
                place -= 1
            # places <= the number of candidates listed, and `best` is as long as the most that may be chosen.
            s.best[place] = value
    total = 0
    for place in range(places):
        total += s.best[place]
    return total


@inner
def count_gains(t: Tables, s: Levels, depth: int) -> None:
    """Compute the gain of each free candidate: 1 for each open item, more for many hits: these come first."""
    for at in range(s.many[depth]):
        candidate = s.listed[depth, at]
        total = 0
        for word in range(s.open.shape[1]):
            total += ones(t.masks[candidate, word] & s.open[depth, word])
        place = t.hit_first[candidate]
        while place < t.hit_first[candidate + 1] and t.hit_hits[place] > 1:
            total += max(1, min(t.hit_hits[place], s.need[depth, t.hits[place]])) - 1
            place += 1
        s.gain[depth, candidate] = total


@inner
def weigh(t: Tables, s: Levels, depth: int, vector: int) -> None:
    """Compute the gain of each free candidate by a vector of weights."""
    for at in range(s.many[depth]):
        candidate = s.listed[depth, at]
        total = 0
        for place in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
            item = t.hits[place]
            total += t.weights[vector, item] * min(t.hit_hits[place], s.need[depth, item])
        s.weighed[0, candidate] = total


@inner
def weigh_all(t: Tables, s: Levels, depth: int, vector: int) -> int:
    """The weight of the whole demand by a vector."""
    total = 0
    for item in range(s.need.shape[1]):
        total += t.weights[vector, item] * s.need[depth, item]
    return total


@entry("the check of a tree")
def advance(t: Tables, s: Levels, floor: int, steps: int) -> int:
    """Meet all sets below the node at level `floor`, or go on with that; pauses when something is full."""
    depth = int(s.registers[DEPTH])
    while depth >= floor:
        if s.registers[ENTERED] == 0:
            if steps <= 0 or s.registers[FOUND] == len(s.found) or is_full(s):
                s.registers[DEPTH] = depth
                return PAUSED
            steps -= 1
            code = expand(t, s, depth)
            if code != DONE:
                s.registers[DEPTH] = depth
                return code
            s.registers[ENTERED] = 1
        elif s.tried[depth] == s.length[depth]:
            depth -= 1
        else:
            candidate = s.children[depth, s.tried[depth]]
            s.tried[depth] += 1
            s.free[depth, candidate] = 0
            left = t.limits[1] - depth - 1
            if t.limits[4] and (
                (left == 1 and complete(t, s, depth, candidate)) or (left == 2 and fails(t, s, depth, candidate))
            ):
                steps -= 1
                if s.registers[NODES] > s.registers[FUEL]:
                    s.registers[DEPTH] = depth
                    return SPENT
            else:
                choose(t, s, depth, candidate)
                depth += 1
                s.registers[ENTERED] = 0
    return DONE


@entry("the check of a tree's first nodes")
def open_node(t: Tables, s: Levels, depth: int) -> int:
    """Expand one node: `DONE`, `ASKED`, or why the tree is wrong."""
    return expand(t, s, depth)


@entry("the way to a tree's first nodes")
def enter(t: Tables, s: Levels, depth: int, candidate: int) -> None:
    """Make the node below, with one candidate more."""
    choose(t, s, depth, candidate)


@inner
def is_full(s: Levels) -> bool:
    """Return whether a node that is made may find no room for what it writes."""
    return bool(s.registers[MAKING]) and s.registers[AT] + MAX_NODE_BYTES > len(s.data)


@inner
def choose(t: Tables, s: Levels, depth: int, candidate: int) -> None:
    """Make the node below: what the candidate hits is needed less, its rivals are out."""
    below = depth + 1
    s.picked[depth] = candidate
    s.missing[below] = s.missing[depth]
    for item in range(s.need.shape[1]):
        s.need[below, item] = s.need[depth, item]
    for word in range(s.open.shape[1]):
        s.open[below, word] = s.open[depth, word]
    for other in range(s.free.shape[1]):
        s.free[below, other] = s.free[depth, other]
    for at in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
        hit(s, below, t.hits[at], t.hit_hits[at])
    s.free[below, candidate] = 0
    for at in range(t.rival_first[candidate], t.rival_first[candidate + 1]):
        s.free[below, t.rivals[at]] = 0
    many = 0
    for at in range(s.many[depth]):
        other = s.listed[depth, at]
        if s.free[below, other]:
            # `many` counts some of those listed above: it stays within the candidates.
            s.listed[below, many] = other
            many += 1
    s.many[below] = many


@inner
def hit(s: Levels, depth: int, item: int, hits: int) -> None:
    """Hit an item a number of times; it is open as long as it needs more."""
    before = s.need[depth, item]
    after = max(0, before - hits)
    s.need[depth, item] = after
    s.missing[depth] -= before - after
    if after == 0:
        s.open[depth, item >> 6] &= ~(ONE << np.uint64(item & 63))


@inner
def expand(t: Tables, s: Levels, depth: int) -> int:
    """Look at a node: note a set if nothing is needed, and list its children."""
    s.length[depth] = s.tried[depth] = 0
    if s.registers[FORCED] < 0:
        s.registers[NODES] += 1
    if s.registers[NODES] > s.registers[FUEL]:
        return SPENT
    left = t.limits[1] - depth
    if s.missing[depth] == 0:
        if depth >= t.limits[0]:
            record_set(s, depth)
        if left > 0:
            for at in range(s.many[depth]):
                s.children[depth, at] = s.listed[depth, at]
            s.length[depth] = s.many[depth]
        return DONE
    if depth > 0:  # no candidate gains more than at the node above: this only saves counting
        drop(s, depth, left, s.gain, depth - 1, s.missing[depth])
    count_gains(t, s, depth)
    drop(s, depth, left, s.gain, depth, s.missing[depth])
    return branch(t, s, depth, left) if s.many[depth] else DONE


@inner
def branch(t: Tables, s: Levels, depth: int, left: int) -> int:
    """Rule 2: list the free options of the item that is chosen or read, after the vectors that stand before it."""
    items = s.need.shape[1]
    while True:
        code = decide(t, s, depth, left)
        if code < 0 or code < items:
            break
        # Codes from `items` on name vectors: what names none is refused before it is used.
        if code - items >= len(t.weights):
            return UNKNOWN
        weigh(t, s, depth, code - items)
        drop(s, depth, left, s.weighed, 0, weigh_all(t, s, depth, code - items))
        if s.many[depth] == 0:
            s.registers[FORCED] = -1
            return DONE
    if code < 0:
        return SHORT if code == -1 else ASKED
    if s.need[depth, code] == 0:
        return CLOSED
    list_children(t, s, depth, code)
    return DONE


@inner
def list_children(t: Tables, s: Levels, depth: int, item: int) -> None:
    """The free options of an item, by falling gain, ties by number."""
    length = 0
    for at in range(t.option_first[item], t.option_first[item + 1]):
        candidate = t.options[at]
        if s.free[depth, candidate]:
            place = length
            while place > 0 and s.gain[depth, s.children[depth, place - 1]] < s.gain[depth, candidate]:
                s.children[depth, place] = s.children[depth, place - 1]
                place -= 1
            # An option is free once, so no more children than candidates.
            s.children[depth, place] = candidate
            length += 1
    s.length[depth] = length
