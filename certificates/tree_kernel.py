"""The search of a tree on arrays: bound a node, choose an item, branch on its options.

Free candidates and open items (those that need hits) are bitsets. Without weights, the gain of a candidate is mostly
the number of open items that it hits, so it is counted by population counts.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.covering import MAX_GAIN, ItemCovering
from rookery.core.kernels.kernel import entry, inner, inner_as

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
DEPTH, ENTERED, NODES, FOUND = range(4)  # registers
PAUSED, DONE = 0, 1  # results of `advance`
ROWS = 1024  # of `found`
ZERO, ONE = np.uint64(0), np.uint64(1)


class Tables(NamedTuple):
    """A covering in CSR form: candidate c hits the items `hits[hit_first[c] : hit_first[c + 1]]`.

    `hit_hits` says how often, in falling order. As bitsets, `masks` has the items of each candidate, `options` the
    candidates of each item, and `rivals` those that a candidate excludes. `weights` of the items may be empty.
    """

    least: int
    most: int
    hit_first: Ints
    hits: Ints
    hit_hits: Ints
    masks: Words
    options: Words
    rivals: Words
    weights: Ints


class Levels(NamedTuple):
    """The nodes from the root to the current one: their needs, free candidates and children.

    `listed` are the free candidates of the current node, `items` its open items. `found` has a set in each row, ended
    by -1. `seen` counts the candidates of each gain; it is 0 between two uses.
    """

    need: Ints
    missing: Ints
    open: Words
    free: Words
    gain: Ints
    children: Ints
    length: Ints
    tried: Ints
    picked: Ints
    weighed: Ints
    listed: Ints
    items: Ints
    seen: Ints
    found: Ints
    registers: Ints


def _ones(word: np.uint64) -> int:
    total = 0
    while word != ZERO:
        word &= word - ONE
        total += 1
    return total


@inner_as(_ones)
def ones(word: np.uint64) -> int:
    """Count the bits that are set."""
    return int(word).bit_count()


@inner
def list_bits(bits: Words, numbers: Ints) -> int:
    """Write the numbers in a bitset into `numbers`, and return how many there are."""
    many = 0
    for word in range(len(bits)):
        left = bits[word]
        while left != ZERO:
            # invariant: `numbers` has room for every number of the bitset
            numbers[many] = (word << 6) + ones((left & (~left + ONE)) - ONE)
            many += 1
            left &= left - ONE
    return many


@inner
def drop(s: Levels, depth: int, many: int, left: int, gain: Ints, whole: int) -> int:
    """Drop the listed candidates that are in no set below this node, and return how many are kept.

    `left` candidates gain at most the sum of the `left` largest gains. If it is below `whole`, the (weighted) sum of
    all needs, there is no set below. A candidate is in no set if it and the `left - 1` largest gains reach less.
    """
    top = 0
    for at in range(many):
        value = gain[s.listed[at]]
        s.seen[value] += 1
        top = max(top, value)
    total, last, places, value = 0, 0, left, top
    while places > 0 and value > 0:
        taken = min(places, s.seen[value])
        if taken > 0:
            total, last, places = total + taken * value, value, places - taken
        value -= 1
    others = total - last if places == 0 else total
    kept = 0
    for at in range(many):
        candidate = s.listed[at]
        s.seen[gain[candidate]] = 0
        if total >= whole and gain[candidate] + others >= whole:
            s.listed[kept] = candidate
            kept += 1
        else:
            s.free[depth, candidate >> 6] &= ~(ONE << np.uint64(candidate & 63))
    return kept


@inner
def count_gains(t: Tables, s: Levels, depth: int, many: int) -> None:
    """Compute the gain of each listed candidate: the number of its hits that are needed."""
    for row in range(many):
        candidate, total = s.listed[row], 0
        for word in range(s.open.shape[1]):
            total += ones(t.masks[candidate, word] & s.open[depth, word])
        at = t.hit_first[candidate]
        while at < t.hit_first[candidate + 1] and t.hit_hits[at] > 1:
            total += max(1, min(t.hit_hits[at], s.need[depth, t.hits[at]])) - 1
            at += 1
        s.gain[depth, candidate] = total


@inner
def weigh(t: Tables, s: Levels, depth: int, many: int) -> int:
    """Compute the weighted gain of each listed candidate; return the weighted sum of all needs."""
    for row in range(many):
        candidate, total = s.listed[row], 0
        for at in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
            total += t.weights[t.hits[at]] * min(t.hit_hits[at], s.need[depth, t.hits[at]])
        s.weighed[candidate] = total
    whole = 0
    for item in range(s.need.shape[1]):
        whole += t.weights[item] * s.need[depth, item]
    return whole


@inner
def find_fewest(t: Tables, s: Levels, depth: int) -> int:
    """Return the open item with the fewest free options, the first of several."""
    best, fewest = -1, 0
    for at in range(list_bits(s.open[depth], s.items)):
        many = 0
        for word in range(s.free.shape[1]):
            many += ones(t.options[s.items[at], word] & s.free[depth, word])
        if best < 0 or many < fewest:
            best, fewest = s.items[at], many
    return best


@inner
def expand(t: Tables, s: Levels, depth: int) -> None:
    """Record a set if nothing is needed; else bound the node; list its children."""
    s.registers[NODES] += 1
    s.length[depth] = s.tried[depth] = 0
    left, many = t.most - depth, list_bits(s.free[depth], s.listed)
    if s.missing[depth] == 0:
        if depth >= t.least:
            # invariant: FOUND < len(found), as the caller checks; a row has room for all levels and the end
            row = s.registers[FOUND]
            for at in range(depth):
                s.found[row, at] = s.picked[at]
            s.found[row, depth] = -1
            s.registers[FOUND] += 1
        s.length[depth] = many if left > 0 else 0
        for at in range(s.length[depth]):
            s.children[depth, at] = s.listed[at]
        return
    count_gains(t, s, depth, many)
    many = drop(s, depth, many, left, s.gain[depth], s.missing[depth])
    if len(t.weights) > 0:
        many = drop(s, depth, many, left, s.weighed, weigh(t, s, depth, many))
    if many > 0:
        list_options(s, depth, many, t.options[find_fewest(t, s, depth)])


@inner
def list_options(s: Levels, depth: int, many: int, options: Words) -> None:
    """List the candidates that are options as children, by falling gain, ties by number."""
    for at in range(many):
        candidate = s.listed[at]
        if options[candidate >> 6] & (ONE << np.uint64(candidate & 63)) != ZERO:
            place = s.length[depth]
            while place > 0 and s.gain[depth, s.children[depth, place - 1]] < s.gain[depth, candidate]:
                s.children[depth, place] = s.children[depth, place - 1]
                place -= 1
            s.children[depth, place] = candidate
            s.length[depth] += 1


@inner
def choose(t: Tables, s: Levels, depth: int, candidate: int) -> None:
    """Make the child of a node that a candidate leads to."""
    below = depth + 1
    s.picked[depth] = candidate
    missing = s.missing[depth]
    for item in range(s.need.shape[1]):
        s.need[below, item] = s.need[depth, item]
    for word in range(s.open.shape[1]):
        s.open[below, word] = s.open[depth, word]
    for at in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
        item = t.hits[at]
        need = max(0, s.need[depth, item] - t.hit_hits[at])
        missing -= s.need[depth, item] - need
        s.need[below, item] = need
        if need == 0:
            s.open[below, item >> 6] &= ~(ONE << np.uint64(item & 63))
    s.missing[below] = missing
    s.free[depth, candidate >> 6] &= ~(ONE << np.uint64(candidate & 63))
    for word in range(s.free.shape[1]):
        s.free[below, word] = s.free[depth, word] & ~t.rivals[candidate, word]


@entry("the check of a tree")
def advance(t: Tables, s: Levels, floor: int, steps: int) -> int:
    """Visit at most `steps` nodes below the node at depth `floor`, itself included; return `PAUSED` or `DONE`."""
    depth = int(s.registers[DEPTH])
    while depth >= floor:
        if s.registers[ENTERED] == 0:
            if steps <= 0 or s.registers[FOUND] == len(s.found):
                s.registers[DEPTH] = depth
                return PAUSED
            steps -= 1
            expand(t, s, depth)
            s.registers[ENTERED] = 1
        elif s.tried[depth] == s.length[depth]:
            depth -= 1
        else:
            candidate = s.children[depth, s.tried[depth]]
            s.tried[depth] += 1
            choose(t, s, depth, candidate)
            depth += 1
            s.registers[ENTERED] = 0
    return DONE


@entry("the check of a tree's first nodes")
def open_node(t: Tables, s: Levels, depth: int) -> None:
    """Expand one node."""
    expand(t, s, depth)


@entry("the way to a tree's first nodes")
def enter(t: Tables, s: Levels, depth: int, candidate: int) -> None:
    """Make the child of a node that a candidate leads to; the candidate is no longer free at the node itself."""
    choose(t, s, depth, candidate)


def make_tables(covering: ItemCovering, weights: Sequence[int]) -> Tables:
    """Return the tables of a covering; `weights` has one number for each item, or is empty."""
    size, items = len(covering.variables), len(covering.items)
    hits: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for item, (_, options) in enumerate(covering.items):
        for candidate, often in options:
            hits[candidate].append((-often, item))
    first = np.cumsum([0, *map(len, hits)], dtype=np.int64)
    pairs = np.array([pair for each in hits for pair in sorted(each)], np.int64).reshape(-1, 2)
    return Tables(
        covering.least,
        covering.most,
        first,
        pairs[:, 1].copy(),
        -pairs[:, 0],
        make_bits([[item for _, item in each] for each in hits], items),
        make_bits([[candidate for candidate, _ in options] for _, options in covering.items], size),
        make_bits(covering.rivals, size),
        np.array(weights, np.int64),
    )


def make_levels(covering: ItemCovering) -> Levels:
    """Return the levels with the root, where every demand is open and every candidate free."""
    items, size, levels = len(covering.items), len(covering.variables), covering.most + 1
    state = Levels(
        need=np.zeros((levels, items), np.int64),
        missing=np.zeros(levels, np.int64),
        open=np.zeros((levels, words(items)), np.uint64),
        free=np.zeros((levels, words(size)), np.uint64),
        gain=np.zeros((levels, max(1, size)), np.int64),
        children=np.zeros((levels, max(1, size)), np.int64),
        length=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        picked=np.zeros(levels, np.int64),
        weighed=np.zeros(max(1, size), np.int64),
        listed=np.zeros(max(1, size), np.int64),
        items=np.zeros(max(1, items), np.int64),
        seen=np.zeros(MAX_GAIN + 1, np.int64),
        found=np.zeros((ROWS, levels + 1), np.int64),
        registers=np.zeros(4, np.int64),
    )
    state.need[0] = [demand for demand, _ in covering.items]
    state.missing[0] = state.need[0].sum()
    state.open[0] = make_bits([range(items)], items)
    state.free[0] = make_bits([range(size)], size)
    return state


def words(bits: int) -> int:
    """Return the number of 64-bit words for some bits, at least one."""
    return max(1, -(-bits // 64))


def make_bits(lists: Sequence[Iterable[int]], size: int) -> Words:
    """Return a bitset of numbers below `size` for each list."""
    table = np.zeros((len(lists), words(size)), np.uint64)
    for row, each in zip(table, lists, strict=True):
        for number in each:
            row[number >> 6] |= ONE << np.uint64(number & 63)
    return table
