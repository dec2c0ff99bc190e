"""The tree on arrays: expands nodes by the rules of `plain.py`, and reads or writes where to branch.

One kernel reads trees and makes them. Making, it chooses the item with the fewest options and writes down its number,
so that reading meets the same nodes.
"""

import numpy as np

from rookery.certificates.tree.bounds import ONE, count_gains, drop, weigh, weigh_all
from rookery.certificates.tree.codes import decide
from rookery.certificates.tree.levels import (
    ASKED,
    AT,
    CLOSED,
    DEPTH,
    DONE,
    ENTERED,
    FORCED,
    FOUND,
    FUEL,
    MAKING,
    NODES,
    PAUSED,
    ROOM,
    SHORT,
    SPENT,
    UNKNOWN,
    Levels,
    Tables,
)
from rookery.models.kernels.jit import entry, inner


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
            choose(t, s, depth, candidate)
            s.free[depth, candidate] = 0
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
    """Whether a node that is made may find no room for what it writes."""
    return bool(s.registers[MAKING]) and s.registers[AT] + ROOM > len(s.data)


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
            s.listed[below, many] = other
            many += 1
    s.many[below] = many


@inner
def hit(s: Levels, depth: int, item: int, hits: int) -> None:
    """Hit an item so often; it is open as long as it needs something."""
    before = s.need[depth, item]
    after = max(0, before - hits)
    s.need[depth, item] = after
    s.missing[depth] -= before - after
    if after == 0:
        s.open[depth, item >> 6] &= ~(ONE << np.uint64(item & 63))


@inner
def expand(t: Tables, s: Levels, depth: int) -> int:
    """Look at a node: note a set where nothing is needed, and list its children."""
    s.length[depth] = s.tried[depth] = 0
    if s.registers[FORCED] < 0:
        s.registers[NODES] += 1
    if s.registers[NODES] > s.registers[FUEL]:
        return SPENT
    left = t.limits[1] - depth
    if s.missing[depth] == 0:
        if depth >= t.limits[0]:
            note(s, depth)
        if left > 0:
            for at in range(s.many[depth]):
                s.children[depth, at] = s.listed[depth, at]
            s.length[depth] = s.many[depth]
        return DONE
    if depth > 0:  # nobody gains more than at the node above: this only saves counting
        drop(s, depth, left, s.gain, depth - 1, s.missing[depth])
    count_gains(t, s, depth)
    drop(s, depth, left, s.gain, depth, s.missing[depth])
    return branch(t, s, depth, left) if s.many[depth] else DONE


@inner
def note(s: Levels, depth: int) -> None:
    """Write down the set that is chosen."""
    row = s.registers[FOUND]
    for at in range(depth):
        s.found[row, at] = s.picked[at]
    s.found[row, depth] = -1
    s.registers[FOUND] += 1


@inner
def branch(t: Tables, s: Levels, depth: int, left: int) -> int:
    """Rule 2: list the free options of the item that is chosen or read, after the vectors that stand before it."""
    items = s.need.shape[1]
    while True:
        code = decide(t, s, depth, left)
        if code < 0 or code < items:
            break
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
            s.children[depth, place] = candidate
            length += 1
    s.length[depth] = length
