"""The state of a covering search: the arrays that change while it runs. A subtree is a copy of them."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rookery.backends.engine.cover.tables import LOAD_PLANES, NO_SETTINGS, Cover, Lanes
from rookery.backends.engine.kernels.bits import Ints, Words
from rookery.backends.engine.options import GAINS
from rookery.backends.presolve.structure.incidence import pack_rows
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES
from rookery.core.kernels.kernel import inner, numbers

START_WEIGHT = 100
LEAST_PLANES = 3  # the adders write the lowest three at once


class Stack(NamedTuple):
    """The nodes from the root to the one that is searched, a row (of `planes`, several) for each level.

    `open` (items) and `candidates` are what is left to hit and to choose from. `missing` is how many hits are missing
    in all and `need` (items) how many for each item, if some item demands more than one. `order` holds the candidates
    to try, of which `tried` of `length` are done; `picked` is the one whose subtree is searched. `planes` (bits,
    candidates) are the gains. For each vector of the case, `loads` (bits, candidates) are what candidates weigh, `owed`
    (vectors) is the weight of the open items.
    """

    open: Words
    missing: Ints
    need: Ints
    candidates: Words
    order: Words
    length: Ints
    tried: Ints
    picked: Words
    planes: Words
    loads: Words
    owed: Ints


class Dual(NamedTuple):
    """The dual bound: a row for each level, and what it was measured to cost and save.

    `weight` (items) are the dual weights; `heir` is the level whose weights the node's children start with. `way` says
    whether the node took the bound (1) or not (0; -1: it was not asked), `before` the work done when it was entered.
    `nodes` and `spent` (way, pieces left) are the number of nodes that went a way, and the work below them.
    """

    weight: Lanes
    heir: Ints
    way: Ints
    before: Ints
    nodes: Ints
    spent: Ints


class Orbits(NamedTuple):
    """The symmetries at depths 0 and 1.

    `keeps` (symmetries) says which of them keep the node at depth 1. `members` (level, candidates) are the orbits of
    the choices at depths 0 and 1. `tally[n, m, k, l]` counts solutions that chose m of the n members of the first orbit
    and l of the k members of the second.
    """

    keeps: Ints
    members: Words
    tally: Ints


class Scratch(NamedTuple):
    """Arrays that mean nothing between two calls of the kernel, except for solutions that were not taken yet.

    `found` takes solutions as candidate numbers ended by -1. `hit` takes numbers of items; `gain` (candidates) what the
    listed ones are ordered by; `load` (candidates) what each weighs; `times` (items) how often each is hit; `rest` and
    `common` are sets of candidates.
    """

    found: Ints
    hit: Words
    gain: Ints
    load: Lanes
    times: Lanes
    rest: Words
    common: Words


class CoverState(NamedTuple):
    """The state; the first fields are single numbers, arrays of one element.

    `depth` is the level of the node that is searched, -1 at the end, and `entered` is 1 if its candidates are listed.
    `least` must be chosen. `counted` solutions were met, and `noted` of them stand in `scratch.found`. `cut` is 1 if
    the bound on the number chosen may have pruned: then "none found" proves nothing about larger sets. `nodes` were
    made; `work` counts them and the rounds of the dual bound, a round as several nodes. `case` is searched, and the
    search ends before `cases`, 0 without cases. `priority` (candidates) breaks ties between them.
    """

    depth: Ints
    entered: Ints
    least: Ints
    counted: Ints
    noted: Ints
    cut: Ints
    nodes: Ints
    work: Ints
    case: Ints
    cases: Ints
    priority: Ints
    stack: Stack
    dual: Dual
    orbits: Orbits
    scratch: Scratch


def begin(t: Cover, least: int, most: int, buffer: int, **on: bool) -> tuple[Cover, CoverState]:
    """Return the tables with the settings of a search, and its first state; `on` names the settings that are 1.

    Nobody can choose more than all candidates, so `settings.most`, the stacks and the counts by the number of pieces
    left are limited by the number of candidates.
    """
    size, cases = len(t.variable), len(t.cases.items)
    levels = min(most, size) + 2
    gains = np.bitwise_count(t.covers[:size]).sum(axis=1, dtype=np.int64)
    bits = max(LEAST_PLANES, int(gains.max(initial=0)).bit_length())
    # gains cost time in a case and save hardly a node: its weights prune as much
    bounded = most < min(size, t.demands.needed.sum()) and not t.off & GAINS and not cases
    given = {"most": levels - 2, "planes": bits, "bounded": bounded, **on}
    t = t._replace(settings=NO_SETTINGS._replace(**{name: int(number) for name, number in given.items()}))
    state = CoverState(
        **numbers("depth", "entered", "least", "counted", "noted", "cut", "nodes", "work", "case", "cases"),
        priority=np.zeros(size, np.int64),
        stack=_make_stack(t, levels, bits),
        dual=_make_dual(t, levels),
        orbits=_make_orbits(t),
        scratch=_make_scratch(t, (buffer, levels)),
    )
    state.least[0], state.cases[0] = least, cases
    if bounded:
        state.stack.planes[:bits] = make_planes(gains, bits, len(t.start))
    if cases:
        state.cut[0] = 1  # solutions in no case have more pieces
        open_case(t, state)
    return t, state


@inner
def open_case(t: Cover, s: CoverState) -> None:
    """Make the root of the case of the state: its items, its candidates, and their loads."""
    case, vectors = s.case[0], t.cases.first
    planes = (vectors[case + 1] - vectors[case]) * LOAD_PLANES
    for at in range(len(t.open)):
        s.stack.open[0, at] = t.cases.items[case, at]
    for at in range(len(t.start)):
        s.stack.candidates[0, at] = t.cases.candidates[case, at]
        # The stack has room for the vectors of the case that has most.
        for plane in range(planes):
            s.stack.loads[plane, at] = t.cases.loads[vectors[case] * LOAD_PLANES + plane, at]
    for vector in range(vectors[case], vectors[case + 1]):
        s.stack.owed[0, vector - vectors[case]] = t.cases.owed[vector]


def _make_stack(t: Cover, levels: int, bits: int) -> Stack:
    """Return the stack with its root: all is open, and all may be chosen."""
    size, count, words = len(t.variable), len(t.options) - 1, len(t.start)
    stack = Stack(
        open=np.zeros((levels, len(t.open)), np.uint64),
        missing=np.zeros(levels, np.int64),
        need=np.zeros((levels, count + 1 if t.demands.multiple else 1), np.int64),
        candidates=np.zeros((levels, words), np.uint64),
        order=np.zeros((levels, size), np.uint64),
        length=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        picked=np.zeros(levels, np.uint64),
        planes=np.zeros((levels * bits, words), np.uint64),
        loads=np.zeros((levels * int(t.cases.most_vectors) * LOAD_PLANES, words), np.uint64),
        owed=np.zeros((levels, int(t.cases.most_vectors)), np.int64),
    )
    stack.open[0], stack.candidates[0], stack.missing[0] = t.open, t.start, t.demands.needed.sum()
    if t.demands.multiple:
        stack.need[0] = t.demands.needed
    return stack


def _make_dual(t: Cover, levels: int) -> Dual:
    weight = min(START_WEIGHT, int(t.dual.max_weight))
    return Dual(
        weight=np.full((levels, t.dual.lanes.shape[0]), weight, np.uint16),
        heir=np.zeros(levels, np.int64),
        way=np.zeros(levels, np.int64),
        before=np.zeros(levels, np.int64),
        nodes=np.zeros((2, levels), np.int64),
        spent=np.zeros((2, levels), np.int64),
    )


def _make_orbits(t: Cover) -> Orbits:
    sides = MAX_SYMMETRIES + 1
    return Orbits(
        keeps=np.zeros(len(t.symmetries.candidates), np.int64),
        members=np.zeros((2, len(t.start)), np.uint64),
        tally=np.zeros((sides, sides, sides, sides), np.int64),
    )


def _make_scratch(t: Cover, found: tuple[int, int]) -> Scratch:
    count, words = len(t.options) - 1, len(t.start)
    return Scratch(
        found=np.full(found, -1, np.int64),
        hit=np.zeros(count + 7, np.uint64),
        gain=np.zeros(len(t.variable), np.int64),
        load=np.zeros(t.dual.lanes.shape[1], np.uint16),
        times=np.zeros(count + 1, np.uint16),
        rest=np.zeros((1, words), np.uint64),
        common=np.zeros((1, words), np.uint64),
    )


def make_planes(gains: Ints, bits: int, words: int) -> Words:
    """Rows of numbers as bit planes, a number a column; shape (rows * bits, words)."""
    rows = np.atleast_2d(gains)
    planes = rows[:, None] >> np.arange(bits)[:, None] & 1
    return pack_rows(planes.reshape(len(rows) * bits, rows.shape[1]).astype(np.bool_), words)


def weigh_tally(tally: Ints) -> Fraction:
    """Return the number of solutions that a tally of orbits stands for: an integer once the search is complete.

    Double counting: if each of the n members of an orbit were chosen in turn, all n branches would have equally many
    solutions, and a solution with m of the members would be met m times. So a solution of the one branch that is
    searched stands for n / m solutions.
    """
    total = Fraction(0)
    for n, m, nn, mm in np.argwhere(tally).tolist():
        total += Fraction(n * nn, m * mm) * int(tally[n, m, nn, mm])
    return total
