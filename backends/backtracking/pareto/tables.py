"""The tables of a sweep: the nodes of a tree of clusters, and for each row its bit."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from rookery.backends.backtracking.pareto.covering import SetCover
from rookery.backends.backtracking.pareto.orders import Order
from rookery.backends.selection.words import Ints


class TreeTables(NamedTuple):
    """Nodes that close some rows each, children before parents.

    The rows of a node are `rows_of[first_of[node]:first_of[node + 1]]`: the first `closing[node]` are closed there, the
    others stay open. `children` (nodes) is how many nodes are right below, `slot` (rows) the bit of a row. `columns`
    and `rows` list each other, `least` is the smallest weight.
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
    least: Ints


MOST_CLOSED = 12  # rows that are closed at once: each may need a column, which a state names


def make_sweep(found: SetCover, order: Order, most: int = MOST_CLOSED) -> TreeTables:
    """The tables of a covering whose rows are closed in an order, at most so many at once."""
    nodes = list(_postorder(_join_chains(order, most)))
    first = np.zeros(len(nodes) + 1, np.int64)
    first[1:] = np.cumsum([len(each.closed) + len(each.opened) for each in nodes])
    by_row, by_column = found.by_row, found.by_column
    weight = np.array(found.weights, np.int64)
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
        weight=weight,
        least=np.array([min(found.weights, default=1)], np.int64),
    )


@dataclass
class Node:
    """The rows that are closed together, the rows open after that, and the nodes right below."""

    closed: list[int]
    opened: list[int]
    children: list["Node"] = field(default_factory=list)


def _join_chains(order: Order, most: int) -> list[Node]:
    """The roots of the tree: a row is closed with the one before it where that opens nothing."""
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
    """All that is below a node before it, the widest first, so that the narrowest are joined first."""
    stack = [(root, False) for root in roots]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            yield node
        else:
            stack.append((node, True))
            stack += ((child, False) for child in sorted(node.children, key=lambda child: len(child.opened)))


def _slots(order: Order) -> Ints:
    """A bit for each row that no other row has which is open at the same time: the last rows choose first."""
    slot = np.full(len(order.rows), -1, np.int64)
    for row, near in zip(order.rows[::-1].tolist(), reversed(order.opened), strict=True):
        taken = sum(1 << bit for bit in slot[near].tolist())
        slot[row] = (~taken & (taken + 1)).bit_length() - 1
    return slot
