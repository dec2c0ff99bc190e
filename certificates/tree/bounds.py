"""Rule 1 on arrays: what the free candidates gain at most, and who of them may be part of a set."""

import numpy as np

from rookery.certificates.tree.levels import Levels, Tables
from rookery.models.kernels.jit import inner, inner_as

ZERO, ONE = np.uint64(0), np.uint64(1)


def _ones(word: np.uint64) -> int:
    total = 0
    while word != ZERO:
        word &= word - ONE
        total += 1
    return total


@inner_as(_ones)
def ones(word: np.uint64) -> int:
    """How many bits are set."""
    return int(word).bit_count()


@inner
def drop(s: Levels, depth: int, left: int, gain: np.ndarray, row: int, whole: int) -> None:
    """Rule 1: who may be part of a set below stays in the list; nobody, where the largest gains do not reach all."""
    many = s.many[depth]
    places = min(left, many) if left > 0 else 0
    total = sum_best(s, depth, gain, row, places)
    if total < whole:
        s.many[depth] = 0
        return
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
            s.best[place] = value
    total = 0
    for place in range(places):
        total += s.best[place]
    return total


@inner
def count_gains(t: Tables, s: Levels, depth: int) -> None:
    """What each free candidate gains: 1 for each item that is open, and more for many hits: these come first."""
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
    """What each free candidate gains by a vector of weights."""
    for at in range(s.many[depth]):
        candidate = s.listed[depth, at]
        total = 0
        for place in range(t.hit_first[candidate], t.hit_first[candidate + 1]):
            item = t.hits[place]
            total += t.weights[vector, item] * min(t.hit_hits[place], s.need[depth, item])
        s.weighed[0, candidate] = total


@inner
def weigh_all(t: Tables, s: Levels, depth: int, vector: int) -> int:
    """What all that is needed weighs by a vector."""
    total = 0
    for item in range(s.need.shape[1]):
        total += t.weights[vector, item] * s.need[depth, item]
    return total
