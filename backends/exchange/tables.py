"""Tables of the local search for small coverings, and its state."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.exchange.broken import BROKEN
from rookery.backends.exchange.chance import CHANCE, first_chance
from rookery.backends.selection.incidence import Incidence
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.words import Ints

SIZE, TURN, LAST, BEST, TARGET = range(BROKEN + 1, BROKEN + 6)  # registers
REGISTERS = 7
Numbers = NDArray[np.uint32]  # without a sign: as indices they need no check for being negative


class Groups(NamedTuple):
    """Groups of candidates, numbered from 0: `items` of which one at least is chosen, then cliques: one at most.

    `member` lists the candidates of group after group, `first` (groups + 1) says where each begins; `group` and
    `own` (candidates + 1) say the reverse, items first: the cliques of a candidate begin at `rivalry` (candidates).
    `variable` (candidates) is what a candidate means.
    """

    member: Numbers
    first: Ints
    group: Numbers
    own: Ints
    rivalry: Ints
    variable: Ints
    items: np.int64


class Exchange(NamedTuple):
    """The `chosen` candidates, `registers[SIZE]` of them, and of each candidate its `place` among them, or -1.

    Of each group: how many of it are chosen (`hits`), the sum of their numbers (`sole`: where one is chosen, its own),
    its `weight`, and its place in the list `broken`, or -1. Of each chosen candidate its `score`, the weight that is
    mended less the weight that is broken once it is left; of all others it is out of date. Of each candidate when it
    was changed last (`stamp`). `gain` is the weight of the broken items that a candidate hits, for those looked at.
    `best` is the best choice so far, of `registers[BEST]` candidates.
    """

    chosen: Ints
    place: Ints
    hits: Ints
    sole: Ints
    weight: Ints
    broken: Ints
    broken_place: Ints
    score: Ints
    gain: Ints
    stamp: Ints
    best: Ints
    registers: Ints


def make_groups(selection: Selection) -> Groups:
    """The tables of a selection whose items ask for one option each."""
    variable = np.array(sorted(selection.free), np.int64)
    place = np.full(selection.variables, -1, np.int64)
    place[variable] = np.arange(len(variable))
    groups = Incidence.of([*selection.items, *selection.cliques], selection.variables).renumbered(place, len(variable))
    order = np.argsort(groups.flat, kind="stable")
    own = np.zeros(len(variable) + 1, np.int64)
    own[1:] = np.cumsum(np.bincount(groups.flat, minlength=len(variable)))
    items, group = np.int64(len(selection.items)), groups.owner[order].astype(np.uint32)
    rivalry = own[:-1] + np.bincount(groups.flat[: groups.first[items]], minlength=len(variable))
    return Groups(groups.flat.astype(np.uint32), groups.first, group, own, rivalry, variable, items)


def make_exchange(t: Groups, solution: Collection[int], target: int, seed: int) -> Exchange:
    """The state in which a solution is the best so far; one of `target` choices ends the search."""
    size, groups = len(t.variable), len(t.first) - 1
    chosen = np.flatnonzero(np.isin(t.variable, list(solution)))
    place = np.full(size, -1, np.int64)
    place[chosen] = np.arange(len(chosen))
    owner, held = np.repeat(np.arange(groups), np.diff(t.first)), place[t.member] >= 0
    count = np.bincount(owner[held], minlength=groups)
    critical = (count[owner] == 1) & held & (owner < t.items)  # who leaves an item bare
    sole = np.zeros(groups, np.int64)
    np.add.at(sole, owner[held], t.member[held])
    state = Exchange(
        chosen=np.pad(chosen, (0, size - len(chosen))),
        place=place,
        hits=count.astype(np.int64),
        sole=sole,
        weight=np.ones(groups, np.int64),
        broken=np.zeros(groups, np.int64),
        broken_place=np.full(groups, -1, np.int64),
        score=-np.bincount(t.member[critical], minlength=size).astype(np.int64),
        gain=np.zeros(size, np.int64),
        stamp=np.zeros(size, np.int64),
        best=np.pad(chosen, (0, size - len(chosen))),
        registers=np.zeros(REGISTERS, np.int64),
    )
    state.registers[[CHANCE, SIZE, LAST, BEST, TARGET]] = first_chance(seed), len(chosen), -1, len(chosen), target
    return state
