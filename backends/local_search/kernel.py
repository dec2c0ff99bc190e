"""Local search for small coverings: one choice goes, another comes, and groups that stay broken weigh more and more.

The weights of Gao, Weise and Li (2015: "RWLS", row weighting local search for unicost set covering), with cliques as
separate groups: an item is broken that nothing hits, or a clique of which two are chosen. A choice that was changed
last is not changed back at once; among equals the one that has not changed for the longest time is changed.

The loss of a choice is kept up to date, the gain of a candidate is not: few groups are broken, so the gain is computed
for those candidates that are looked at. Weights are halved now and then, or the search goes round among few choices.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.presolve.chance import NONE, Broken, damage, draw, first_chance, mend
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.incidence import Incidence, Ints
from rookery.core.kernels.kernel import entry, inner, numbers

Numbers = NDArray[np.uint32]  # without a sign: as indices they need no check for being negative


class Groups(NamedTuple):
    """Groups of candidates, numbered from 0: `items` of which one at least is chosen, then cliques: one at most.

    `member` lists the candidates of group after group, `first` (groups + 1) says where each begins; `group` and
    `own` (candidates + 1) say the reverse, items first: the cliques of a candidate begin at `rivalry` (candidates).
    `variable` (candidates) is what a candidate means. The search ends with a solution of `target` candidates.
    """

    member: Numbers
    first: Ints
    group: Numbers
    own: Ints
    rivalry: Ints
    variable: Ints
    items: np.int64
    target: np.int64


class Exchange(NamedTuple):
    """The first `size` numbers in `chosen` are chosen; `place` says where each candidate stands there, NONE for others.

    Of each group: how many of it are chosen (`hits`), the sum of their numbers (`sole`: where one is chosen, its own),
    and its `weight`. `broken` lists groups. Of each chosen candidate its `score`, the weight that is mended less the
    weight that is broken once it is left; of all others it is out of date. Of each candidate when it was changed last
    (`stamp`). `gain` is the weight of the broken items that a candidate hits, for those looked at. `best` is the best
    choice so far, of `fewest` candidates.

    The arrays of one element: `size` and `fewest`, the last random number (`chance`), the `turn`, and the candidate
    that came `last`, NONE at first.
    """

    chance: Ints
    size: Ints
    turn: Ints
    last: Ints
    fewest: Ints
    chosen: Ints
    place: Ints
    hits: Ints
    sole: Ints
    weight: Ints
    broken: Broken
    score: Ints
    gain: Ints
    stamp: Ints
    best: Ints


def make_groups(selection: Covering, target: int) -> Groups:
    """Return the tables of a selection whose items ask for one option each, to look for `target` candidates."""
    variable = np.array(sorted(selection.free), np.int64)
    place = np.full(selection.variables, -1, np.int64)
    place[variable] = np.arange(len(variable))
    groups = Incidence.of([*selection.items, *selection.cliques], selection.variables).renumbered(place, len(variable))
    of, items = groups.transpose(), np.int64(len(selection.items))
    rivalry = of.first[:-1] + np.bincount(groups.flat[: groups.first[items]], minlength=len(variable))
    return Groups(
        member=groups.flat.astype(np.uint32),
        first=groups.first,
        group=of.flat.astype(np.uint32),
        own=of.first,
        rivalry=rivalry,
        variable=variable,
        items=items,
        target=np.int64(target),
    )


def make_exchange(t: Groups, solution: Collection[int], seed: int) -> Exchange:
    """Return the state in which a solution is the best so far."""
    size, groups = len(t.variable), len(t.first) - 1
    chosen = np.flatnonzero(np.isin(t.variable, list(solution)))
    place = np.full(size, NONE, np.int64)
    place[chosen] = np.arange(len(chosen))
    owner, held = np.repeat(np.arange(groups), np.diff(t.first)), place[t.member] >= 0
    count = np.bincount(owner[held], minlength=groups)
    critical = (count[owner] == 1) & held & (owner < t.items)  # who leaves an item bare
    sole = np.zeros(groups, np.int64)
    np.add.at(sole, owner[held], t.member[held])
    state = Exchange(
        **numbers("chance", "size", "turn", "last", "fewest"),
        chosen=np.pad(chosen, (0, size - len(chosen))),
        place=place,
        hits=count.astype(np.int64),
        sole=sole,
        weight=np.ones(groups, np.int64),
        broken=Broken(**numbers("many"), listed=np.zeros(groups, np.int64), place=np.full(groups, NONE, np.int64)),
        score=-np.bincount(t.member[critical], minlength=size).astype(np.int64),
        gain=np.zeros(size, np.int64),
        stamp=np.zeros(size, np.int64),
        best=np.pad(chosen, (0, size - len(chosen))),
    )
    state.chance[0], state.size[0], state.last[0], state.fewest[0] = first_chance(seed), len(chosen), NONE, len(chosen)
    return state


EASE = 50  # times as many exchanges as are chosen, until weights are halved


@entry("the local search")
def exchange(t: Groups, s: Exchange, steps: int) -> int:
    """Make at most `steps` exchanges; returns how many are chosen in the best solution."""
    while steps > 0 and s.fewest[0] > t.target:
        steps -= 1
        s.turn[0] += 1
        if s.broken.many[0] == 0 and s.size[0] < s.fewest[0]:
            record_best(s)
        if s.size[0] > 0:
            gone = worst_chosen(s)
            leave(t, s, gone)
            if s.broken.many[0] > 0 and s.size[0] < s.fewest[0] - 1:
                s.last[0] = best_of_broken(t, s, gone)
                enter(t, s, s.last[0])
            press(t, s)
            # size was above 0 and is never above fewest: no division by 0.
            if s.turn[0] % (EASE * s.fewest[0]) == 0:
                ease(t, s)
    return int(s.fewest[0])


@inner
def record_best(s: Exchange) -> None:
    """Write down the best solution so far."""
    s.fewest[0] = s.size[0]
    for at in range(s.size[0]):
        s.best[at] = s.chosen[at]


@inner
def worst_chosen(s: Exchange) -> np.int64:
    """Return the choice that is missed least, the last one only if there is no other."""
    worst = np.int64(NONE)
    for at in range(s.size[0]):
        each = s.chosen[at]
        if each != s.last[0] and (worst < 0 or precedes(s, s.score, each, worst)):
            worst = each
    return worst if worst >= 0 else s.chosen[0]


@inner
def precedes(s: Exchange, worth: Ints, one: np.int64, other: np.int64) -> bool:
    """Return whether a change of one candidate is better than of another; of equals the older one."""
    return bool(worth[one] > worth[other] or (worth[one] == worth[other] and s.stamp[one] < s.stamp[other]))


@inner
def best_of_broken(t: Groups, s: Exchange, gone: np.int64) -> np.int64:
    """Return the best candidate of a broken item drawn by chance, of all for a clique; not the one that has gone."""
    # `exchange` asks only where something is broken.
    group = s.broken.listed[draw(s.chance, s.broken.many[0])]
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
    for at in range(s.broken.many[0]):
        group = s.broken.listed[at]
        if group < t.items:
            weight = s.weight[group]
            for place in range(t.first[group], t.first[group + 1]):
                # Members of other items get gains on top of old ones: they are not looked at, or were cleared before.
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
    s.place[candidate] = s.size[0]
    # It is not chosen: it is of an item that nothing hits, or its place is -1. So size stays within the candidates.
    s.chosen[s.size[0]] = candidate
    s.size[0] += 1
    s.stamp[candidate] = s.turn[0]
    score = np.int64(0)
    for at in range(t.own[candidate], t.rivalry[candidate]):
        group = t.group[at]
        s.hits[group] += 1
        if s.hits[group] == 1:
            score -= s.weight[group]
            mend(s.broken, group)
        elif s.hits[group] == 2:
            # `sole` is the sum of one number here, the only other choice: it can go now without leaving the item bare.
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
            damage(s.broken, group)
        s.sole[group] += candidate
    return met


@inner
def leave(t: Groups, s: Exchange, candidate: np.int64) -> None:
    """Choose a candidate no longer."""
    # size > 0: the candidate is chosen.
    last = s.chosen[s.size[0] - 1]
    s.chosen[s.place[candidate]] = last
    s.place[last] = s.place[candidate]
    s.place[candidate] = NONE
    s.size[0] -= 1
    s.stamp[candidate] = s.turn[0]
    for at in range(t.own[candidate], t.own[candidate + 1]):
        group = t.group[at]
        s.hits[group] -= 1
        s.sole[group] -= candidate
        if s.hits[group] == 0 and group < t.items:
            damage(s.broken, group)
        elif s.hits[group] == 1:
            # One is left, and `sole` is its number.
            s.score[s.sole[group]] -= s.weight[group]
            if group >= t.items:
                mend(s.broken, group)


@inner
def press(t: Groups, s: Exchange) -> None:
    """Increase the weight of each broken group by one: the loss of each choice in a broken clique falls."""
    for at in range(s.broken.many[0]):
        group = s.broken.listed[at]
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
