"""The state of a sweep: a stack of clusters, the states found for the next one, and how each came to be."""

from typing import NamedTuple

import numpy as np

from rookery.backends.backtracking.pareto.tables import TreeTables
from rookery.backends.selection.words import Ints, Words

# What stands in the registers: the node and how many joins it still takes; the phase, and the one to go on with after
# more room was made. Of a join: the states of the larger cluster from `FIRST` to `END`, each to be paired with that of
# the other at `OTHER`, which ends at `OTHER_END`; `AT` is where in the larger one, `USEFUL` how many before it are of
# use; `COUNT` new states, `SIFTED` of them compared, `KEPT` states, `FLUSHES` of the buffer; whether rows are closed,
# and the most of them that a column hits. No state of use costs more than `LIMIT`; `BEST` is to be undercut.
NODE, JOINS, PHASE, RESUME, FIRST, END, OTHER, OTHER_END, AT, USEFUL, COUNT, SIFTED, KEPT, FLUSHES, LAST = range(15)
LIMIT, CLOSING, MOST_CLOSED, STAMP, HISTORY, DEPTH, PEAK, STATES, BEST, BEAM, CUT = range(15, 26)
REGISTERS = 26
BEGIN, PAIR, SORT, SIFT, FINISH, OVER, FULL_STACK, FULL_KEPT, FULL_NEW, FULL_HISTORY = range(10)  # phases
MOST_DEPTH = 8  # columns that a state may have to buy to imitate another one
SLOTS = 128
PACKINGS = 4
OPEN, ALL, CLOSED = range(3)  # sets of rows of a node
NO_LIMIT = 1 << 62


class Block(NamedTuple):
    """States: the open rows that each hits, its cost, the two records that it comes from, the columns bought."""

    mask: Words
    cost: Ints
    left: Ints
    right: Ints
    bought: np.ndarray


class Pool(NamedTuple):
    """For each bit the columns that hit it: their rows among those of the node, their weights and numbers.

    Those of a bit are `first[bit, 0]` to `first[bit, 1]`. `known` holds masks: the
    rows open after the node, those open before. `seen` marks rows of the node, `tried` counts the columns
    that were tried since the sweep has looked; the rest is the stack of a search.
    """

    mask: Words
    cost: Ints
    column: Ints
    first: Ints
    known: Words
    apart: Words
    near: Words
    seen: Ints
    tried: Ints
    at: Ints
    rest: Words
    budget: Ints


class SweepState(NamedTuple):
    """Clusters lie on a stack: `mask`, `cost` and `record` of their states, `first` and `base` of each.

    What a state costs is counted from the least of its cluster, `base`. A record names two records and a column.
    """

    registers: Ints
    mask: Words
    cost: Ints
    record: Ints
    useful: Ints
    first: Ints
    base: Ints
    kept: Block
    new: Block
    key: Ints
    order: Ints
    history: np.ndarray
    pool: Pool


def make_block(size: int, bought: int) -> Block:
    """Room for so many states, each with so many columns."""
    cost, left, right = (np.zeros(size, np.int64) for _ in range(3))
    return Block(np.zeros((size, 2), np.uint64), cost, left, right, np.zeros((size, bought), np.int32))


def make_state(t: TreeTables, size: int, best: int = NO_LIMIT, beam: int = NO_LIMIT) -> SweepState:
    """The state before the first node, with room for so many states; only what costs less than `best` is of use."""
    nodes, most = len(t.closing), int(np.diff(t.columns_first).max(initial=1))
    bought = int(t.closing.max(initial=1))
    buffer = max(size, 2 * most)
    registers = np.zeros(REGISTERS, np.int64)
    registers[[BEST, BEAM]] = best, beam
    return SweepState(
        registers=registers,
        mask=np.zeros((size, 2), np.uint64),
        cost=np.zeros(size, np.int64),
        record=np.zeros(size, np.int64),
        useful=np.zeros(size, np.int64),
        first=np.zeros(nodes + 4, np.int64),
        base=np.zeros(nodes + 4, np.int64),
        kept=make_block(size, bought),
        new=make_block(buffer, bought),
        key=np.zeros(buffer, np.int64),
        order=np.zeros(buffer, np.int64),
        history=np.zeros((size * (bought + 1), 3), np.int32),
        pool=make_pool(SLOTS * most, len(t.slot)),
    )


def make_pool(size: int, rows: int) -> Pool:
    """Room for so many columns of bits."""
    return Pool(
        mask=np.zeros((size, 2), np.uint64),
        cost=np.zeros(size, np.int64),
        column=np.zeros(size, np.int64),
        first=np.zeros((SLOTS, 2), np.int64),
        known=np.zeros((3, 2), np.uint64),
        apart=np.zeros((PACKINGS, 2), np.uint64),
        near=np.zeros((SLOTS, 2), np.uint64),
        seen=np.zeros(rows, np.int64),
        tried=np.zeros(1, np.int64),
        at=np.zeros(SLOTS + 1, np.int64),
        rest=np.zeros((SLOTS + 1, 2), np.uint64),
        budget=np.zeros(SLOTS + 1, np.int64),
    )
