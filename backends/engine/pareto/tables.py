"""Tables of the sweep, a node for each cluster, and the states of clusters as arrays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rookery.backends.engine.pareto.orders import Order
from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.incidence import Ints, Words
from rookery.core.kernels.kernel import numbers

NO_LIMIT = 1 << 62


class TreeTables(NamedTuple):
    """Nodes that close some rows each, children before parents.

    The rows of a node are `rows_of[first_of[node]:first_of[node + 1]]`: the first `closing[node]` are closed there, the
    others stay open. `children` (nodes) is how many nodes are right below, `slot` (rows) the bit of a row. `columns`
    and `rows` list each other, `least` is the smallest weight.

    Settings of a run: only coverings that cost less than `best` are wanted, and a cluster keeps `beam` states at most.
    """

    first_of: Ints
    rows_of: Ints
    closing: Ints
    children: Ints
    slot: Ints
    columns_first: Ints
    columns: Ints
    rows_first: Ints
    rows: Ints
    weight: Ints
    least: int
    best: int = NO_LIMIT
    beam: int = NO_LIMIT


CLOSED_AT_ONCE = 24  # rows that are closed at once: each may need a column, which a state names


def make_sweep(found: Covering, order: Order, most: int = CLOSED_AT_ONCE) -> TreeTables:
    """Return the tables of a covering whose rows are closed in an order, at most `most` at once."""
    nodes = list(_postorder(_join_chains(order, most)))
    first = np.zeros(len(nodes) + 1, np.int64)
    first[1:] = np.cumsum([len(each.closed) + len(each.opened) for each in nodes])
    by_row, by_column = found.by_row, found.by_column
    return TreeTables(
        first_of=first,
        rows_of=np.array([row for each in nodes for row in (*each.closed, *each.opened)], np.int64),
        closing=np.array([len(each.closed) for each in nodes], np.int64),
        children=np.array([len(each.children) for each in nodes], np.int64),
        slot=_slots(order),
        columns_first=by_row.first,
        columns=by_row.flat,
        rows_first=by_column.first,
        rows=by_column.flat,
        weight=np.array(found.costs, np.int64),
        least=min((found.costs[v] for v in found.free), default=1),
    )


@dataclass
class Node:
    """The rows that are closed together, the rows open after that, and the nodes right below."""

    closed: list[int]
    opened: list[int]
    children: list["Node"] = field(default_factory=list)


def _join_chains(order: Order, most: int) -> list[Node]:
    """Return the roots of the tree: a row is closed with the one before it if that opens nothing."""
    step = np.empty(len(order.rows), np.int64)
    step[order.rows] = np.arange(len(order.rows))
    below: list[list[Node]] = [[] for _ in range(len(order.rows) + 1)]
    for at, (row, near) in enumerate(zip(order.rows.tolist(), order.opened, strict=True)):
        children = below[at]
        above = int(step[near].min()) if len(near) else len(order.rows)
        only = children[0] if len(children) == 1 else None
        if only and len(only.opened) == len(near) + 1 and len(only.closed) < most:
            only.closed.append(row)
            only.opened = near.tolist()
            below[above].append(only)
        else:
            below[above].append(Node([row], near.tolist(), children))
    return below[-1]


def _postorder(roots: list[Node]) -> Iterator[Node]:
    """Yield nodes after all nodes below them, of these the widest first, so that the narrowest are joined first."""
    stack = [(root, False) for root in roots]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            yield node
        else:
            stack.append((node, True))
            stack += ((child, False) for child in sorted(node.children, key=lambda child: len(child.opened)))


def _slots(order: Order) -> Ints:
    """Return a bit for each row, different for rows that are open at the same time; the last rows choose first."""
    slot = np.full(len(order.rows), -1, np.int64)
    for row, near in zip(order.rows[::-1].tolist(), reversed(order.opened), strict=True):
        taken = sum(1 << bit for bit in slot[near].tolist())
        slot[row] = (~taken & (taken + 1)).bit_length() - 1
    return slot


BEGIN, PAIR, SORT, SIFT, FINISH, OVER = range(6)  # phases
STACK, KEPT, NEW, HISTORY = range(1, 5)  # arrays that may be full
MAX_DEPTH = 8  # columns that a state may have to buy to imitate another one
SLOTS = 128
BUYING = SLOTS + 1  # where the stack of what a state may buy begins, above that of a pair
OPEN, ALL, CLOSED = range(3)  # sets of rows of a node


class Block(NamedTuple):
    """States: the open rows that each hits (`mask`), its `cost`, and its `origin`.

    An origin names the two records that the state comes from, then the columns that were bought, ended by -1.
    """

    mask: Words
    cost: Ints
    origin: NDArray[np.int32]


class Pool(NamedTuple):
    """For each bit the columns that hit it: their rows among those of the node, their weights and numbers.

    Those of a bit are `first[bit, 0]` to `first[bit, 1]`, and `near` has all rows that they hit. `known` holds three
    masks: the rows `OPEN` after the node, `ALL` rows of the node, and the `CLOSED` ones. `seen` marks rows of the node.
    `tried` (1) counts the columns that were tried since the sweep has looked. The rest is the stack of a search.
    """

    mask: Words
    cost: Ints
    column: Ints
    first: Ints
    known: Words
    near: Words
    seen: Ints
    tried: Ints
    at: Ints
    rest: Words
    budget: Ints


class Join(NamedTuple):
    """Numbers of the join of the two clusters on top: arrays of one element.

    Each state of the larger cluster, from `first` to `end`, is paired with the `other` state, which goes up to
    `other_end`; `at` is the place in the larger cluster. `made` new states wait, `sifted` of them were compared, and
    `kept` states stay. `last` is 1 after the last pair. A state that costs more than the `limit` is of no use.
    `closing` is 1 if the rows of the node are closed.
    """

    first: Ints
    end: Ints
    other: Ints
    other_end: Ints
    at: Ints
    made: Ints
    sifted: Ints
    kept: Ints
    last: Ints
    limit: Ints
    closing: Ints


class SweepState(NamedTuple):
    """Clusters lie on a stack: `mask`, `cost` and `record` of their states, `first` and `base` of each.

    What a state costs is counted from the least of its cluster, `base`. A record, a row of `history`, names two records
    and a column. `kept` and `new` are the states of a join; `key` and `order` serve to sort them.

    The arrays of one element: the sweep goes on with `phase` at `node`, which still takes so many `joins`, unless an
    array is `full` (0 if none is). `depth` clusters lie on the stack, and `recorded` records in `history`. `stamp`
    marks rows in `pool.seen`. `states` were made, and the largest cluster had `peak`. `cut` is 1 if a beam dropped
    states.
    """

    phase: Ints
    full: Ints
    node: Ints
    joins: Ints
    depth: Ints
    recorded: Ints
    stamp: Ints
    states: Ints
    peak: Ints
    cut: Ints
    join: Join
    mask: Words
    cost: Ints
    record: Ints
    first: Ints
    base: Ints
    kept: Block
    new: Block
    key: Ints
    order: Ints
    history: NDArray[np.int32]
    pool: Pool


def make_block(size: int, bought: int) -> Block:
    """Arrays for `size` states, each with `bought` columns."""
    return Block(np.zeros((size, 2), np.uint64), np.zeros(size, np.int64), np.zeros((size, 2 + bought), np.int32))


def make_state(t: TreeTables, size: int) -> SweepState:
    """Return the state before the first node, with room for `size` states."""
    nodes, most = len(t.closing), int(np.diff(t.columns_first).max(initial=1))
    bought = int(t.closing.max(initial=1))
    buffer = max(size, 2 * most)
    return SweepState(
        **numbers("phase", "full", "node", "joins", "depth", "recorded", "stamp", "states", "peak", "cut"),
        join=Join(**numbers(*Join._fields)),
        mask=np.zeros((size, 2), np.uint64),
        cost=np.zeros(size, np.int64),
        record=np.zeros(size, np.int64),
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
    """Arrays for `size` columns of bits."""
    return Pool(
        **numbers("tried"),
        mask=np.zeros((size, 2), np.uint64),
        cost=np.zeros(size, np.int64),
        column=np.zeros(size, np.int64),
        first=np.zeros((SLOTS, 2), np.int64),
        known=np.zeros((3, 2), np.uint64),
        near=np.zeros((SLOTS, 2), np.uint64),
        seen=np.zeros(rows, np.int64),
        at=np.zeros(BUYING + MAX_DEPTH + 1, np.int64),
        rest=np.zeros((BUYING + MAX_DEPTH + 1, 2), np.uint64),
        budget=np.zeros(BUYING + MAX_DEPTH + 1, np.int64),
    )
