"""Makes the tables of the search for rivals."""

from collections.abc import Sequence
from math import comb

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints, Words, words_for
from rookery.backends.backtracking.rivals.automorphisms import Symmetry, find_symmetries
from rookery.backends.backtracking.rivals.leaves import MOST_FREE
from rookery.backends.backtracking.rivals.registers import REGISTERS
from rookery.backends.backtracking.rivals.switches import BOUND, FORCING
from rookery.backends.backtracking.rivals.tables import OPEN, RivalState, RivalTables
from rookery.backends.selection.bicliques import bits
from rookery.backends.selection.rivals import Group, Rivals
from rookery.models.base.deadline import look_between

BY_ORDER = 12  # groups that are branched on in the order of the symmetries
ALIKE = ((1, 1), (2, 3), (3, 2))
UNLIKE = (*ALIKE, (1, 2), (2, 1), (1, 3), (3, 1))
SWITCHES = {"losses": BOUND, "forcing": FORCING}


def make_tables(found: Rivals, left_out: frozenset[str]) -> RivalTables:
    """The tables of some rivals, without some ideas."""
    classes = sort_into_classes(found.groups)
    groups = [group for each in classes for group in each]
    armies, places = len(found.sets), max(map(len, found.sets))
    words = words_for(places)
    first, users = _find_users(groups, armies, places)
    order = _order_groups(classes, groups, found)
    symmetries = [] if "symmetry" in left_out else find_symmetries(found, groups)
    image, army = _follow(symmetries, order, armies)
    prefix = np.zeros(len(groups), np.int64)
    if "prefix" not in left_out:
        prefix[order[:BY_ORDER]] = range(BY_ORDER, BY_ORDER - len(order[:BY_ORDER]), -1)
    return RivalTables(
        cells=_pack([mask for group in groups for mask in group], words),
        first=first,
        users=users,
        cut=np.cumsum([0, *map(len, classes)], dtype=np.int64),
        weights=_choose_weights(found),
        prefix=prefix,
        order=order,
        image=image,
        army=army,
        most=np.array(found.bounds.most, np.int64),
        equal=np.array(found.bounds.equal, np.int64),
        decided=np.array([found.bounds.decided], np.int64),
        places=np.array([places], np.int64),
        switches=np.array([sum(SWITCHES[name] for name in left_out if name in SWITCHES)], np.int64),
        binomials=np.array([[comb(n, k) for k in range(MOST_FREE + 1)] for n in range(MOST_FREE + 1)], np.int64),
    )


def sort_into_classes(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups in classes of which no two share a place: each in the first class that has room, the large first."""
    classes, taken = list[list[Group]](), list[list[int]]()
    for group in look_between(groups):
        at = next((at for at, used in enumerate(taken) if _is_apart(used, group)), len(classes))
        if at == len(classes):
            classes.append([])
            taken.append([0] * len(group))
        classes[at].append(group)
        taken[at] = [used | mask for used, mask in zip(taken[at], group, strict=True)]
    return classes


def _is_apart(used: Sequence[int], group: Group) -> bool:
    return not any(there & mask for there, mask in zip(used, group, strict=True))


def _find_users(groups: Sequence[Group], armies: int, places: int) -> tuple[Ints, Ints]:
    """The groups of each place of each army, one run after the other, and where the runs begin."""
    users: list[list[int]] = [[] for _ in range(armies * places)]
    for at, group in enumerate(groups):
        for army, mask in enumerate(group):
            for place in bits(mask):
                users[army * places + place].append(at)
    first = np.cumsum([0, *map(len, users)], dtype=np.int64)
    return first, np.array([at for run in users for at in run], np.int64)


def _order_groups(classes: Sequence[Sequence[Group]], groups: Sequence[Group], found: Rivals) -> Ints:
    """The groups of small classes first, of these the large ones, then those whose places are in the largest groups."""
    sizes = [sum(map(int.bit_count, group)) for group in groups]
    weight: list[dict[int, int]] = [{} for _ in found.sets]
    for group, size in zip(groups, sizes, strict=True):
        for army, mask in enumerate(group):
            for place in bits(mask):
                weight[army][place] = weight[army].get(place, 0) + size
    fellows = [len(each) for each in classes for _ in each]
    middle = [sum(weight[a][p] for a, mask in enumerate(group) for p in bits(mask)) for group in groups]
    keys = [(fellows[at], -sizes[at], -middle[at], at) for at in range(len(groups))]
    return np.array([key[-1] for key in sorted(keys)], np.int64)


def _choose_weights(found: Rivals) -> Ints:
    """What a place of each army is worth in the bounds: more ways where armies may be of other sizes."""
    bounds = found.bounds
    armies = len(found.sets)
    if armies != 2:
        return np.ones((1, armies), np.int64)
    sizes = (bounds.least[0], bounds.most[0]) == (bounds.least[1], bounds.most[1])
    alike = bounds.equal[0] == bounds.equal[1] or (bounds.goal < 0 and sizes)
    return np.array(ALIKE if alike else UNLIKE, np.int64)


def _follow(symmetries: Sequence[Symmetry], order: Ints, armies: int) -> tuple[Ints, Ints]:
    """For each symmetry which group gives the owner of each one in order, and what it takes owners to."""
    image, army = np.zeros((len(symmetries), len(order)), np.int64), np.zeros((len(symmetries), armies + 1), np.int64)
    for at, symmetry in enumerate(symmetries):
        image[at] = np.argsort(symmetry.groups)[order]
        army[at, 1:] = np.array(symmetry.armies) + 1
    return image, army


def _pack(masks: Sequence[int], words: int) -> Words:
    """Masks as rows of words."""
    raw = b"".join(mask.to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(-1, words)


def make_state(t: RivalTables, found: Rivals, least: Sequence[int], exact: bool, buffer: int) -> RivalState:
    """The state before the first step: all places that are not barred are left to each army."""
    armies, groups = len(found.sets), len(t.order)
    words, levels = t.cells.shape[1], groups + 3 + (sum(map(len, found.sets)) if exact else 0)
    state = RivalState(
        left=np.zeros((levels * armies, words), np.uint64),
        must=np.zeros((levels * armies, words), np.uint64),
        size=np.zeros((levels, armies), np.int64),
        held=np.zeros((levels, armies, groups), np.int16),
        owner=np.zeros((levels, groups), np.int8),
        owed=np.zeros((levels if exact else 1, groups), np.int8),
        branch=np.full(levels, OPEN, np.int64),
        choices=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        least=np.array(least, np.int64),
        registers=np.zeros(REGISTERS, np.int64),
        found=np.zeros((buffer * armies, words), np.uint64),
        spare=np.zeros(armies, np.int64),
    )
    left = _first_places(found)
    state.left[:armies], state.must[:armies] = _pack(left, words), _pack(found.bounds.forced, words)
    state.size[0], state.choices[0] = [mask.bit_count() for mask in left], 1
    state.held[0] = count_cells(t, state.left[:armies])
    return state


def _first_places(found: Rivals) -> list[int]:
    """What is left to each army: not what is barred, nor what is in conflict with a place that is forced."""
    left = [(1 << len(each)) - 1 & ~out for each, out in zip(found.sets, found.bounds.barred, strict=True)]
    for army, mask in enumerate(found.bounds.forced):
        for place in bits(mask):
            for other, near in enumerate(found.conflicts[found.starts[army] + place]):
                left[other] &= ~near
    return left


def count_cells(t: RivalTables, left: Words) -> Ints:
    """How many places of each group (columns) are left to each army (rows)."""
    here = t.cells.reshape(-1, len(left), t.cells.shape[1]) & left
    counted: Ints = np.unpackbits(here.view(np.uint8), axis=2).sum(axis=2).T.astype(np.int64)
    return counted
