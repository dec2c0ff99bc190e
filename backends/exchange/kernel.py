"""Local search for small coverings: one choice goes, another comes, and groups that stay broken weigh more and more.

The weights of Gao, Weise and Li (2015: "RWLS", row weighting local search for unicost set covering), with cliques as
groups of their own: an item is broken that nothing hits, a clique of which two are chosen. A choice that was changed
last is not changed back at once; of equals the one that was left alone longest is changed.

What a choice is missed is kept up to date, what a candidate gains is not: few groups are broken, so it is added up anew
for those that are looked at. Weights are halved now and then, or the search goes round among few choices.
"""

from typing import Any

import numpy as np

from rookery.backends.exchange.broken import BROKEN, NONE, damage, mend
from rookery.backends.exchange.chance import draw
from rookery.backends.exchange.tables import BEST, LAST, SIZE, TARGET, TURN, Exchange, Groups
from rookery.backends.selection.words import Ints
from rookery.models.kernels.jit import entry, inner

EASE = 50  # times as many exchanges as are chosen, until weights are halved


@entry("the local search")
def exchange(t: Groups, s: Exchange, steps: int) -> int:
    """Make at most `steps` exchanges; returns how many are chosen in the best solution."""
    while steps > 0 and s.registers[BEST] > s.registers[TARGET]:
        steps -= 1
        s.registers[TURN] += 1
        if s.registers[BROKEN] == 0 and s.registers[SIZE] < s.registers[BEST]:
            note(s)
        if s.registers[SIZE] > 0:
            gone = worst_chosen(s)
            leave(t, s, gone)
            if s.registers[BROKEN] > 0 and s.registers[SIZE] < s.registers[BEST] - 1:
                s.registers[LAST] = best_of_broken(t, s, gone)
                enter(t, s, s.registers[LAST])
            press(t, s)
            if s.registers[TURN] % (EASE * s.registers[BEST]) == 0:
                ease(t, s)
    return int(s.registers[BEST])


@inner
def note(s: Exchange) -> None:
    """Write down the best solution so far."""
    s.registers[BEST] = s.registers[SIZE]
    for at in range(s.registers[SIZE]):
        s.best[at] = s.chosen[at]


@inner
def worst_chosen(s: Exchange) -> np.int64:
    """The choice that is missed least, the last one only where there is no other."""
    worst = np.int64(NONE)
    for at in range(s.registers[SIZE]):
        each = s.chosen[at]
        if each != s.registers[LAST] and (worst < 0 or precedes(s, s.score, each, worst)):
            worst = each
    return worst if worst >= 0 else s.chosen[0]


@inner
def precedes(s: Exchange, worth: Ints, one: np.int64, other: np.int64) -> bool:
    """Whether a change of one candidate is better than of another; of equals the older one."""
    return bool(worth[one] > worth[other] or (worth[one] == worth[other] and s.stamp[one] < s.stamp[other]))


@inner
def best_of_broken(t: Groups, s: Exchange, gone: np.int64) -> np.int64:
    """The best candidate of a broken item drawn by chance, of all for a clique; not the one that has gone."""
    group = s.broken[draw(s.registers, s.registers[BROKEN])]
    best = np.int64(NONE)
    if group < t.items:
        for at in range(t.first[group], t.first[group + 1]):
            s.gain[t.member[at]] = 0
        add_gains(t, s)
        for at in range(t.first[group], t.first[group + 1]):
            each = t.member[at]
            take_rivalry(t, s, each)
            if each != gone and (best < 0 or precedes(s, s.gain, np.int64(each), best)):
                best = np.int64(each)
    else:
        s.gain[:] = 0
        add_gains(t, s)
        for number in range(len(t.variable)):
            each = np.int64(number)
            take_rivalry(t, s, each)
            if s.place[each] < 0 and each != gone and (best < 0 or precedes(s, s.gain, each, best)):
                best = each
    return best if best >= 0 else gone


@inner
def add_gains(t: Groups, s: Exchange) -> None:
    """Add the weight of each broken item to the gains of its candidates; gains that were not empty mean nothing."""
    for at in range(s.registers[BROKEN]):
        group = s.broken[at]
        if group < t.items:
            weight = s.weight[group]
            for place in range(t.first[group], t.first[group + 1]):
                s.gain[t.member[place]] += weight


@inner
def take_rivalry(t: Groups, s: Exchange, candidate: np.integer[Any]) -> None:
    """Take the weight of the cliques in which a candidate meets a rival from its gain."""
    for at in range(t.rivalry[candidate], t.own[candidate + 1]):
        if s.hits[t.group[at]] > 0:
            s.gain[candidate] -= s.weight[t.group[at]]


@inner
def enter(t: Groups, s: Exchange, candidate: np.int64) -> None:
    """Choose a candidate."""
    s.place[candidate] = s.registers[SIZE]
    s.chosen[s.registers[SIZE]] = candidate
    s.registers[SIZE] += 1
    s.stamp[candidate] = s.registers[TURN]
    score = np.int64(0)
    for at in range(t.own[candidate], t.rivalry[candidate]):
        group = t.group[at]
        s.hits[group] += 1
        if s.hits[group] == 1:
            score -= s.weight[group]
            mend(s.registers, s.broken, s.broken_place, group)
        elif s.hits[group] == 2:
            s.score[s.sole[group]] += s.weight[group]
        s.sole[group] += candidate
    s.score[candidate] = score + meet_rivals(t, s, candidate)


@inner
def meet_rivals(t: Groups, s: Exchange, candidate: np.int64) -> np.int64:
    """Choose a candidate in its cliques; returns the weight of those in which it meets a rival."""
    met = np.int64(0)
    for at in range(t.rivalry[candidate], t.own[candidate + 1]):
        group = t.group[at]
        s.hits[group] += 1
        if s.hits[group] > 1:
            met += s.weight[group]
        if s.hits[group] == 2:
            s.score[s.sole[group]] += s.weight[group]
            damage(s.registers, s.broken, s.broken_place, group)
        s.sole[group] += candidate
    return met


@inner
def leave(t: Groups, s: Exchange, candidate: np.int64) -> None:
    """Choose a candidate no longer."""
    last = s.chosen[s.registers[SIZE] - 1]
    s.chosen[s.place[candidate]] = last
    s.place[last] = s.place[candidate]
    s.place[candidate] = NONE
    s.registers[SIZE] -= 1
    s.stamp[candidate] = s.registers[TURN]
    for at in range(t.own[candidate], t.own[candidate + 1]):
        group = t.group[at]
        s.hits[group] -= 1
        s.sole[group] -= candidate
        if s.hits[group] == 0 and group < t.items:
            damage(s.registers, s.broken, s.broken_place, group)
        elif s.hits[group] == 1:
            s.score[s.sole[group]] -= s.weight[group]
            if group >= t.items:
                mend(s.registers, s.broken, s.broken_place, group)


@inner
def press(t: Groups, s: Exchange) -> None:
    """Make each broken group heavier by one: whoever is chosen in a clique is missed less."""
    for at in range(s.registers[BROKEN]):
        group = s.broken[at]
        s.weight[group] += 1
        if group >= t.items:
            for place in range(t.first[group], t.first[group + 1]):
                if s.place[t.member[place]] >= 0:
                    s.score[t.member[place]] += 1


@inner
def ease(t: Groups, s: Exchange) -> None:
    """Halve the weight of each group that is heavier than 1: what was hard to keep long ago counts for less."""
    for group in range(len(s.weight)):
        less = s.weight[group] >> 1
        s.weight[group] -= less
        if group < t.items:
            if s.hits[group] == 1:
                s.score[s.sole[group]] += less
        elif s.hits[group] > 1:
            for place in range(t.first[group], t.first[group + 1]):
                if s.place[t.member[place]] >= 0:
                    s.score[t.member[place]] -= less
