"""A model as rows: literals of positive weights that must reach a bound.

Literal 2v is the variable v, literal 2v + 1 its negation. All numbers here are Python's, so none of them wraps around;
what does not fit into 64 bits with room to spare is no row.

Rows and the root of a tree as arrays for the kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from rookery.certificates.branching.kernel import FUEL, PENDING, REGISTERS, BranchingState, BranchingTables, Ints
from rookery.core.deadline import checking_deadline
from rookery.models import Model
from rookery.models.model.model import Weights, over_variables

Row = tuple[int, tuple[tuple[int, int], ...]]  # a bound, and literals with their weights
MAX_SUM = 1 << 60  # of the weights of a row, so that no sum of a kernel wraps around
MAX_TERMS = 1 << 22  # of all rows together
MAX_VARIABLES = 1 << 17


def make_rows(model: Model) -> list[Row] | None:
    """The rows of a model without a goal; None if it is too large, or a number is."""
    rows: list[Row] = []
    terms = 0
    for constraint in checking_deadline(model.constraints):
        weights, constant = over_variables(constraint.terms())
        if constraint.lower is not None:
            rows.append(make_row(weights, constraint.lower - constant))
        if constraint.upper is not None:
            rows.append(make_row({v: -w for v, w in weights.items()}, constant - constraint.upper))
        terms += 2 * len(weights)
        if terms > MAX_TERMS or not all(map(_fits, rows[-2:])):
            return None
    return rows if model.variables <= MAX_VARIABLES else None


def make_row(weights: Weights, lower: int) -> Row:
    """The row `sum weights * variables >= lower`, without terms where it always holds.

    A weight above the bound is worth no more than the bound.
    """
    lower -= sum(weight for weight in weights.values() if weight < 0)
    bound = max(0, lower)
    terms = ((2 * v + (weight < 0), min(abs(weight), bound)) for v, weight in sorted(weights.items()) if weight)
    return bound, tuple(terms) if bound else ()


def _fits(row: Row) -> bool:
    return row[0] < MAX_SUM and sum(weight for _, weight in row[1]) < MAX_SUM


FOUND_ROWS = 256  # solutions that wait to be looked at


@dataclass(frozen=True)
class BranchingTask:
    """The statement that a tree proves: rows over variables, of which the first `shown` make a solution.

    Each solution must be worth `value` by `goal` if that is given. With `every` each is met by itself.
    """

    variables: int
    shown: int
    rows: Sequence[Row]
    every: bool = False
    value: int | None = None
    goal: Weights = field(default_factory=Weights)

    @property
    def is_valued(self) -> bool:
        """Return whether its value can be summed up in 64 bits, where it has one."""
        return sum(map(abs, self.goal.values())) < MAX_SUM and abs(self.value or 0) < MAX_SUM


def make_tables(task: BranchingTask, alone: int, positive: bool) -> BranchingTables:
    """The tables of a task; with `positive`, rows that hold a negation are branched on last."""
    rows = task.rows
    occurrences: list[list[tuple[int, int]]] = [[] for _ in range(2 * task.variables)]
    for number, (_, terms) in enumerate(rows):
        for literal, weight in terms:
            occurrences[literal].append((number, weight))
    later = [task.variables if positive and any(literal & 1 for literal, _ in row[1]) else 0 for row in rows]
    goal = np.zeros(task.variables, np.int64)
    goal[list(task.goal)] = list(task.goal.values())
    return BranchingTables(
        np.array([task.shown, alone, task.every, task.value is not None, task.value or 0], np.int64),
        *_flatten([terms for _, terms in rows]),
        np.array([max((weight for _, weight in terms), default=0) for _, terms in rows], np.int64),
        np.array(later, np.int64),
        *_flatten(occurrences),
        goal,
    )


def _flatten(lists: Sequence[Sequence[tuple[int, int]]]) -> tuple[Ints, Ints, Ints]:
    """Flatten lists of pairs: the start of each list, and the first and second numbers of its pairs."""
    first = np.array([0, *accumulate(map(len, lists))], np.int64)
    pairs = np.array([pair for each in lists for pair in each], np.int64).reshape(-1, 2)
    return first, pairs[:, 0].copy(), pairs[:, 1].copy()


def make_root(task: BranchingTask, nodes: int, data: bytes) -> BranchingState:
    """The root of a tree."""
    rows, levels = task.rows, task.variables + 1
    registers = np.zeros(REGISTERS, np.int64)
    registers[FUEL], registers[PENDING] = nodes, len(rows)
    bounds = np.array([bound for bound, _ in rows], np.int64)
    return BranchingState(
        value=np.full(task.variables, -1, np.int64),
        slack=np.array([sum(weight for _, weight in terms) for _, terms in rows], np.int64) - bounds,
        need=bounds,
        open_shown=np.array([sum(each >> 1 < task.shown for each, _ in terms) for _, terms in rows], np.int64),
        trail=np.zeros(levels, np.int64),
        pending=np.arange(len(rows)),
        waiting=np.ones(len(rows), np.uint8),
        mark=np.zeros(levels, np.int64),
        variable=np.zeros(levels, np.int64),
        tried=np.zeros(levels, np.int64),
        wide=np.full(levels, -1, np.int64),
        counted=np.zeros(levels, np.int64),
        many=np.zeros(levels, np.int64),
        found=np.zeros((FOUND_ROWS if task.every else 1, task.shown), np.uint8),
        registers=registers,
        data=np.frombuffer(data, np.uint8).copy(),
    )
