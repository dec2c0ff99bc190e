"""Local search for small coverings: one choice goes, another comes, and groups that stay broken weigh ever more.

The weights of Gao, Weise and Li (2015: "RWLS", row weighting local search for unicost set covering), with cliques as
groups of their own: an item is broken that nothing hits, a clique of which two are chosen. A choice that was changed
last is not changed back at once; of equals the one that was left alone longest is changed.
"""

import numpy as np

from rookery.backends.exchange.broken import BROKEN, NONE, damage, mend
from rookery.backends.exchange.chance import draw
from rookery.backends.exchange.tables import BEST, LAST, SIZE, TARGET, TURN, Exchange, Groups
from rookery.models.kernels.jit import entry, inner


@entry("the local search")
def exchange(t: Groups, s: Exchange, steps: int) -> int:
    """Make at most `steps` exchanges; returns how many are chosen in the best solution."""
    while steps > 0 and s.registers[BEST] > s.registers[TARGET]:
        steps -= 1
        s.registers[TURN] += 1
        if s.registers[BROKEN] == 0:
            note(s)
        if s.registers[SIZE] > 0:
            gone = worst_chosen(s)
            leave(t, s, gone)
            if s.registers[BROKEN] > 0 and s.registers[SIZE] < s.registers[BEST] - 1:
                s.registers[LAST] = best_of_broken(t, s, gone)
                enter(t, s, s.registers[LAST])
            press(t, s)
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
        if each != s.registers[LAST] and (worst < 0 or precedes(s, each, worst)):
            worst = each
    return worst if worst >= 0 else s.chosen[0]


@inner
def precedes(s: Exchange, one: np.int64, other: np.int64) -> bool:
    """Whether a change of one candidate is better than of another."""
    return bool(s.score[one] > s.score[other] or (s.score[one] == s.score[other] and s.stamp[one] < s.stamp[other]))


@inner
def best_of_broken(t: Groups, s: Exchange, gone: np.int64) -> np.int64:
    """The best candidate of a broken item drawn by chance, of all for a clique; not the one that has gone."""
    group = s.broken[draw(s.registers, s.registers[BROKEN])]
    best = np.int64(NONE)
    if group < t.items:
        for at in range(t.first[group], t.first[group + 1]):
            each = t.member[at]
            if each != gone and (best < 0 or precedes(s, each, best)):
                best = each
    else:
        for number in range(len(t.variable)):
            each = np.int64(number)
            if s.place[each] < 0 and each != gone and (best < 0 or precedes(s, each, best)):
                best = each
    return best if best >= 0 else gone


@inner
def enter(t: Groups, s: Exchange, candidate: np.int64) -> None:
    """Choose a candidate."""
    s.place[candidate] = s.registers[SIZE]
    s.chosen[s.registers[SIZE]] = candidate
    s.registers[SIZE] += 1
    change(s, candidate)
    for at in range(t.own[candidate], t.own[candidate + 1]):
        group = t.group[at]
        s.hits[group] += 1
        if s.hits[group] == 1:
            shift_others(t, s, group, candidate, -s.weight[group])
            if group < t.items:
                mend(s.registers, s.broken, s.broken_place, group)
        elif s.hits[group] == 2:
            shift_sole(t, s, group, candidate, s.weight[group])
            if group >= t.items:
                damage(s.registers, s.broken, s.broken_place, group)


@inner
def leave(t: Groups, s: Exchange, candidate: np.int64) -> None:
    """Choose a candidate no longer."""
    last = s.chosen[s.registers[SIZE] - 1]
    s.chosen[s.place[candidate]] = last
    s.place[last] = s.place[candidate]
    s.place[candidate] = NONE
    s.registers[SIZE] -= 1
    change(s, candidate)
    for at in range(t.own[candidate], t.own[candidate + 1]):
        group = t.group[at]
        s.hits[group] -= 1
        if s.hits[group] == 0:
            shift_others(t, s, group, candidate, s.weight[group])
            if group < t.items:
                damage(s.registers, s.broken, s.broken_place, group)
        elif s.hits[group] == 1:
            shift_sole(t, s, group, candidate, -s.weight[group])
            if group >= t.items:
                mend(s.registers, s.broken, s.broken_place, group)


@inner
def change(s: Exchange, candidate: np.int64) -> None:
    """A change back would mend what this one breaks, and break what it mends."""
    s.score[candidate] = -s.score[candidate]
    s.stamp[candidate] = s.registers[TURN]


@inner
def shift_others(t: Groups, s: Exchange, group: np.int64, candidate: np.int64, weight: np.int64) -> None:
    """Change the scores of all others of a group, none of which is chosen."""
    for at in range(t.first[group], t.first[group + 1]):
        if t.member[at] != candidate:
            s.score[t.member[at]] += weight


@inner
def shift_sole(t: Groups, s: Exchange, group: np.int64, candidate: np.int64, weight: np.int64) -> None:
    """Change the score of the only other one of a group that is chosen."""
    for at in range(t.first[group], t.first[group + 1]):
        each = t.member[at]
        if each != candidate and s.place[each] >= 0:
            s.score[each] += weight
            return


@inner
def press(t: Groups, s: Exchange) -> None:
    """Make each broken group heavier by one."""
    for at in range(s.registers[BROKEN]):
        group = s.broken[at]
        s.weight[group] += 1
        for place in range(t.first[group], t.first[group + 1]):
            each = t.member[place]
            s.score[each] += -1 if group >= t.items and s.place[each] < 0 else 1
