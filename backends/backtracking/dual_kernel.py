"""The dual bound: weights on open items, taken over from the parent and improved a little at each node.

With weights y, a candidate weighs the sum of y over the open items that it would hit. The k heaviest must reach the
sum Y of all open items, and a candidate is out when it and the k - 1 heaviest do not. Any weights are valid, so they
are whole numbers and never need to be optimal; they approach the dual of the linear relaxation by subgradient steps.
"""

import numpy as np

from rookery.backends.backtracking.bits import ONE, number
from rookery.backends.backtracking.cover import Cover, CoverState
from rookery.backends.backtracking.jit import inner
from rookery.backends.backtracking.registers import CUT
from rookery.backends.backtracking.sets_kernel import drop

TRIALS = 1000
LIGHTEST, HEAVIEST, STEP = 2, 2000, 16


@inner
def pays(s: CoverState, left: int) -> bool:
    """Whether the bound is on trial with so many pieces left, or prunes often enough to be worth its time.

    With three left a node is searched almost as fast as it is weighed.
    """
    worth = 75 if left == 3 else 30 if left == 4 else 10
    return bool(s.asked[left] < TRIALS or 100 * s.paid[left] > worth * s.asked[left])


@inner
def weigh(t: Cover, s: CoverState, depth: int, left: int) -> bool:
    """Whether the weights allow `left` candidates to hit all; improves them and drops candidates that are too light."""
    s.asked[left] += 1
    if depth:
        for item in range(s.weight.shape[1]):
            s.weight[depth, item] = s.weight[depth - 1, item]
    rounds = 100 if depth == 0 else 15 if left > 4 else 5 if left == 4 else 1
    for turn in range(rounds):
        whole = total(s, depth)
        load(t, s, depth)
        heaviest, last = heavy(t, s, depth, left)
        if whole > heaviest:
            s.paid[left] += 1
            return False
        lighten(t, s, depth, whole - (heaviest - last))
        if heaviest > 2 * whole or turn == rounds - 1:
            break
        support = min(left, -(-left * whole // max(1, heaviest)))
        improve(t, s, depth, support, last if support == left else kth(t, s, depth, support))
    return True


@inner
def total(s: CoverState, depth: int) -> int:
    """The sum of the weights of all open items."""
    whole = 0
    for at in range(s.open.shape[1]):
        word = s.open[depth, at]
        while word:
            whole += s.weight[depth, number(at, word)]
            word &= word - ONE
    return whole


@inner
def load(t: Cover, s: CoverState, depth: int) -> None:
    """Weigh every candidate."""
    for at in range(len(t.start)):
        word = s.candidates[depth, at]
        while word:
            candidate = number(at, word)
            word &= word - ONE
            heavy = 0
            for place in range(len(t.open)):
                bits = s.open[depth, place] & t.covers[candidate, place]
                while bits:
                    heavy += s.weight[depth, number(place, bits)]
                    bits &= bits - ONE
            s.gain[candidate] = heavy


@inner
def at_least(t: Cover, s: CoverState, depth: int, weight: int) -> int:
    """How many candidates weigh at least so much."""
    many = 0
    for at in range(len(t.start)):
        word = s.candidates[depth, at]
        while word:
            many += s.gain[number(at, word)] >= weight
            word &= word - ONE
    return many


@inner
def kth(t: Cover, s: CoverState, depth: int, k: int) -> int:
    """The weight of the k-th heaviest candidate, 0 where there are fewer."""
    low, high = 0, 1
    while at_least(t, s, depth, high) >= k:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) >> 1
        if at_least(t, s, depth, middle) >= k:
            low = middle
        else:
            high = middle
    return low


@inner
def heavy(t: Cover, s: CoverState, depth: int, k: int) -> tuple[int, int]:
    """The sum of the k largest weights, and the smallest of these (0 where there are fewer)."""
    last = kth(t, s, depth, k)
    whole = k * last
    for at in range(len(t.start)):
        word = s.candidates[depth, at]
        while word:
            over = s.gain[number(at, word)] - last
            word &= word - ONE
            if over > 0:
                whole += over
    return whole, last


@inner
def lighten(t: Cover, s: CoverState, depth: int, least: int) -> None:
    """Drop the candidates that weigh less than `least`."""
    for at in range(len(t.start)):
        word = s.candidates[depth, at]
        while word:
            candidate = number(at, word)
            word &= word - ONE
            if s.gain[candidate] < least:
                drop(s.candidates, depth, candidate)
                s.at[CUT] = 1


@inner
def improve(t: Cover, s: CoverState, depth: int, support: int, last: int) -> None:
    """Make items heavier that the `support` heaviest candidates miss, and lighter those that they hit repeatedly.

    `last` is the weight of the lightest of these; of those that weigh as much only so many count as are needed.
    """
    ties = support - at_least(t, s, depth, last + 1)
    for place in range(len(s.times)):
        s.times[place] = 0
    for at in range(len(t.start)):
        word = s.candidates[depth, at]
        while word:
            candidate = number(at, word)
            word &= word - ONE
            weight = s.gain[candidate]
            if weight > last or (weight == last and ties > 0):
                ties -= weight == last
                hit_again(t, s, depth, candidate)
    for at in range(len(t.open)):
        word = s.open[depth, at]
        while word:
            item = number(at, word)
            word &= word - ONE
            change = max(1 - s.times[item], -3) * s.weight[depth, item] // STEP
            s.weight[depth, item] = min(max(s.weight[depth, item] + change, LIGHTEST), HEAVIEST)


@inner
def hit_again(t: Cover, s: CoverState, depth: int, candidate: np.uint64) -> None:
    """Count the open items that a candidate hits."""
    for place in range(len(t.open)):
        bits = s.open[depth, place] & t.covers[candidate, place]
        while bits:
            s.times[number(place, bits)] += 1
            bits &= bits - ONE
