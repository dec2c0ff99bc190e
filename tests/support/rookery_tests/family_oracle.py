"""An oracle for the family of problems with one type of piece, written anew: sets of squares as masks in numpy arrays.

Each test takes masks and, for each square, the mask of what a piece standing there attacks (`chess_oracle.attacked`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.int64]
Flags = NDArray[np.bool_]
Hits = Sequence[int]
Accepts = Callable[[Masks, Hits], Flags]
Best = tuple[int | None, set[frozenset[int]]]


@lru_cache(maxsize=64)
def of_size(squares: int, k: int) -> Masks:
    """All sets of k squares."""
    if k in (0, squares):
        return np.array([(1 << k) - 1], dtype=np.int64)
    return np.concatenate([of_size(squares - 1, k), of_size(squares - 1, k - 1) | 1 << squares - 1])


def smallest(hits: Hits, accepts: Accepts, most: int) -> Best | None:
    """The smallest accepted sets, all smaller ones being tried; None where there is none of up to `most` squares."""
    for k in range(min(most, len(hits)) + 1):
        masks = of_size(len(hits), k)
        found = masks[accepts(masks, hits)]
        if len(found):
            return k, told(found)
    return (None, set()) if most >= len(hits) else None


def told(masks: Masks) -> set[frozenset[int]]:
    return {frozenset(at for at in range(mask.bit_length()) if mask >> at & 1) for mask in masks.tolist()}


def union(masks: Masks, tables: Sequence[int]) -> Masks:
    """For each set the union of the tables of its squares."""
    whole = np.zeros_like(masks)
    for at, table in enumerate(tables):
        whole |= -(masks >> at & 1) & table
    return whole


def sources(hits: Hits) -> list[int]:
    """For each square the squares from which it is attacked."""
    return [sum(1 << b for b, mask in enumerate(hits) if mask >> at & 1) for at in range(len(hits))]


def links(hits: Hits) -> list[int]:
    """For each square the squares that it attacks or is attacked from."""
    return [hit | back for hit, back in zip(hits, sources(hits), strict=True)]


def guarding(masks: Masks, hits: Hits) -> Flags:
    return np.asarray(union(masks, hits) | masks == (1 << len(hits)) - 1)


def attacking(masks: Masks, hits: Hits) -> Flags:
    """Sets that attack every square, the occupied ones too."""
    return np.asarray(union(masks, hits) == (1 << len(hits)) - 1)


def maximal(masks: Masks, hits: Hits) -> Flags:
    """Sets in peace to which nothing can be added in peace."""
    near = union(masks, links(hits))
    return np.asarray((near & masks == 0) & (near | masks == (1 << len(hits)) - 1))


def guarded_times(times: int, closed: bool) -> Accepts:
    def accepts(masks: Masks, hits: Hits) -> Flags:
        kept = np.ones(len(masks), dtype=bool)
        for at, mask in enumerate(sources(hits)):
            own = masks >> at & 1
            guards = own + sum((masks >> bit & 1 for bit in range(len(hits)) if mask >> bit & 1), np.zeros_like(masks))
            kept &= (guards >= times) | ((own == 1) & (not closed))
        return kept

    return accepts


def connected(masks: Masks, hits: Hits) -> Flags:
    """Sets that guard all and hang together."""
    kept = guarding(masks, hits)
    sets, near = masks[kept], links(hits)
    joined, before = sets & -sets, np.zeros_like(sets)
    while (joined != before).any():
        before = joined
        joined = joined | (union(joined, near) & sets)
    kept[kept] = joined == sets
    return kept


def within(allowed: int, accepts: Accepts) -> Accepts:
    """Accepted sets of allowed squares alone."""
    return lambda masks, hits: np.asarray(accepts(masks, hits) & (masks & ~allowed == 0))


def unguarded(hits: Hits, count: int) -> Best:
    """The most squares that `count` pieces leave alone, and the sets that do."""
    masks = of_size(len(hits), count)
    guards = union(masks, hits) | masks
    left = len(hits) - sum((guards >> at & 1 for at in range(len(hits))), np.zeros_like(masks))
    return int(left.max()), told(masks[left == left.max()])


def largest_irredundant(hits: Hits) -> Best:
    """The most squares of which none can be spared when they guard all, and the sets of as many.

    All sets are tried at once: for each square, those with it stand beside the same ones without.
    """
    guards = np.zeros(1 << len(hits), dtype=np.uint32)
    for at, hit in enumerate(hits):
        guards[1 << at : 2 << at] = guards[: 1 << at] | np.uint32(hit | 1 << at)
    whole = guards == (1 << len(hits)) - 1
    kept = whole.copy()
    for at in range(len(hits)):
        pairs, without = kept.reshape(-1, 2, 1 << at), whole.reshape(-1, 2, 1 << at)[:, 0]
        pairs[:, 1] &= ~without
    masks = np.flatnonzero(kept)
    numbers = sum((masks >> at & 1 for at in range(len(hits))), np.zeros_like(masks))
    return int(numbers.max()), told(masks[numbers == numbers.max()])


def armies_of(white: Hits, black: Hits) -> tuple[int, int]:
    """The largest size of two equal armies at truce, and in how many ways: armies that fit leave room for smaller."""
    ways = 1
    for size in range(1, len(white) // 2 + 1):
        masks = of_size(len(white), size)
        taken = masks | union(masks, white) | union(masks, sources(black))
        rooms = [mask.bit_count() for mask in (~taken & (1 << len(white)) - 1).tolist()]
        if max(rooms) < size:
            return size - 1, ways
        ways = sum(comb(room, size) for room in rooms)
    return len(white) // 2, ways
