"""Checks a tree of any model: its rows are built again, decisions are propagated, solutions are counted.

The kernel walks the tree and meets the solutions; here they are counted, and their orbits are distinguished.

A row is a sum of literals of positive weights that must reach a bound. Literal 2v is the variable v, literal 2v + 1 its
negation. All numbers of rows are Python's, so none of them wraps around; what does not fit into 64 bits with room to
spare is no row.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import numpy as np

from rookery.certificates.branching import kernel
from rookery.certificates.branching import plain as plain_checker
from rookery.certificates.branching.kernel import (
    AT,
    FOUND,
    FUEL,
    NODES,
    PENDING,
    REGISTERS,
    BranchingState,
    BranchingTables,
    Ints,
)
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten
from rookery.models import Model
from rookery.models.model.model import Permutation, Satisfy, Weights, over_variables
from rookery.models.symmetry.permutations import find_canonical, tabulate

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
    """The row `sum weights * variables >= lower`, without terms if it always holds.

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


STEPS, PLAIN_STEPS = 2_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
WHY = {
    kernel.SPENT: "there are more nodes than it says",
    kernel.SHORT: "the bytes end too early",
    kernel.DECIDED: "it branches on a variable that is decided, or not shown",
    kernel.UNEQUAL: "there is a solution of another worth",
}


class BranchingWalk:
    """One walk through a tree: its solutions so far. `symmetries` distinguish orbits, if each solution is met."""

    def __init__(
        self,
        task: BranchingTask,
        alone: int,
        positive: bool,
        symmetries: Sequence[Permutation] = (),
        most_orbits: int = 0,
    ) -> None:
        self.task, self.symmetries, self.most_orbits = task, symmetries, most_orbits
        self.tables: BranchingTables = make_tables(task, alone, positive)
        self.orbits: set[bytes] = set()
        self.state: BranchingState

    @property
    def count(self) -> int:
        """The number of solutions, from those that were met."""
        return sum(int(many) << free for free, many in enumerate(self.state.many))

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return int(self.state.registers[NODES])

    def run(self, nodes: int, data: bytes) -> None:
        """Walk the whole tree."""
        self.state = make_root(self.task, nodes, data)
        code = kernel.PAUSED
        while code != kernel.DONE:
            check_deadline()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self.state, steps)
            hasten(kernel.advance, self.tables, self.state, steps)
            # Note the orbits of the solutions that were found; raises `Refused` for more than there may be
            for row in checking_deadline(self.state.found[: self.state.registers[FOUND]]):
                least = find_canonical(np.flatnonzero(row).tolist(), self.symmetries)
                self.orbits.add(np.array(least, ">u4").tobytes())
                if len(self.orbits) > self.most_orbits:
                    raise Refused("tree", f"there are more than {self.most_orbits:,} orbits")
            self.state.registers[FOUND] = 0
            if code in WHY:
                raise Refused(f"byte {self.state.registers[AT]} of the tree", WHY[code])


def require_group(images: Ints) -> None:
    """Raise `Refused` for maps of variables that are no permutations, or no group."""
    if not len(images) or (np.sort(images, axis=1) != np.arange(images.shape[1])).any():
        raise Refused("symmetries", "they are not permutations")
    members = {each.tobytes() for each in images}
    products = (each.tobytes() for one in checking_deadline(images, often=1) for each in one[images])
    if any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")


MAX_NODES = 1 << 34  # hours of checking
MAX_LEVELS = 1 << 32
MAX_IMAGES = 1 << 22  # numbers in the table of the symmetries
MAX_ORBITS = 1 << 20
FAST = "the checker of trees of any model (certificates/branching: rows, walk, kernel), compiled by numba"
PLAIN = "the plain checker of trees of any model (certificates/branching: rows, plain), and Python itself"


@dataclass(frozen=True)
class BranchingHeader:
    """The header of a tree.

    `alone` is the level from which on the checker branches by itself, `positive` whether rows with negations are
    branched on last, `nodes` a limit of their number.
    """

    alone: int
    nodes: int
    positive: bool

    @classmethod
    def of(cls, about: Mapping[str, Any]) -> "BranchingHeader":
        """Read the header from plain data; raises `Refused` for data without sense."""
        try:
            alone, nodes, positive = about["alone"], about["nodes"], about["positive"]
            if "sums" in about:  # what a linear program proves is a packing; no tree has ever needed a sum
                raise Refused("evidence", f"{len(about['sums']):,} sums of rows; a tree holds none")
        except (TypeError, ValueError, LookupError) as error:
            raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
        if not (type(alone) is int and 0 <= alone < MAX_LEVELS and type(nodes) is int and 0 < nodes <= MAX_NODES):
            raise Refused("evidence", f"alone from level {alone}, {nodes} nodes")
        if type(positive) is not bool:
            raise Refused("evidence", "positive is neither true nor false")
        return cls(alone, nodes, positive)


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the tree does not prove the theorem."""
    about = BranchingHeader.of(evidence.about)
    if plain:
        problem = _export(theorem, about, evidence.data)
        try:
            plain_checker.check(problem)
        except plain_checker.Unproven as error:
            raise Refused("tree", str(error)) from None
        return (PLAIN,)
    walk = make_walk(theorem, about)
    walk.run(about.nodes, evidence.data)
    conclude(theorem, walk, len(evidence.data))
    return (FAST,)


def make_task(theorem: Theorem, about: BranchingHeader) -> BranchingTask:
    """The task of a theorem; raises `Refused` for one that is too large."""
    rows = make_rows(theorem.model)
    goal, constant = ({}, 0) if isinstance(theorem.goal, Satisfy) else over_variables(theorem.goal.terms())
    value = None if theorem.value is None else theorem.value - constant
    variables = theorem.model.variables
    shown = variables if theorem.placed is None else theorem.placed
    if rows is None or not isinstance(theorem.model.goal, Satisfy) or not 0 <= shown <= variables:
        raise Refused("evidence", "the model is too large to be checked, or a number in it is")
    task = BranchingTask(variables, shown, rows, theorem.orbits is not None, value, goal)
    if not task.is_valued:
        raise Refused("evidence", "the numbers of the goal are too large to be checked")
    return task


def make_walk(theorem: Theorem, about: BranchingHeader) -> BranchingWalk:
    """The walk that checks a theorem."""
    task = make_task(theorem, about)
    orbits = theorem.orbits or 0
    if theorem.orbits is not None:
        require_group(find_images(theorem, task.shown))
    return BranchingWalk(
        task, about.alone, about.positive, theorem.symmetries if task.every else (), min(orbits, MAX_ORBITS)
    )


def find_images(theorem: Theorem, shown: int) -> Ints:
    """The symmetries as a table; raises `Refused` for too many, and for those of other variables."""
    symmetries = theorem.symmetries
    if count_symmetries(symmetries) * shown > MAX_IMAGES or any(len(each) != shown for each in symmetries[:1]):
        raise Refused("symmetries", "they are too many to be checked, or not of the shown variables")
    return tabulate(symmetries, shown)


def conclude(theorem: Theorem, walk: BranchingWalk, length: int) -> None:
    """Raise `Refused` if the solutions that the walk met are not those of the theorem."""
    if (left := length - int(walk.state.registers[AT])) > 0:
        raise Refused("tree", f"{left:,} bytes are left over")
    if walk.count != theorem.count:
        raise Refused("tree", f"there are {walk.count:,} solutions, claimed are {theorem.count:,}")
    if theorem.orbits is not None and len(walk.orbits) != theorem.orbits:
        raise Refused("tree", f"there are {len(walk.orbits):,} orbits, claimed are {theorem.orbits:,}")


def export(theorem: Theorem, evidence: Evidence) -> dict[str, Any]:
    """All that the plain checker reads, as plain data."""
    return _export(theorem, BranchingHeader.of(evidence.about), evidence.data)


def _export(theorem: Theorem, about: BranchingHeader, data: bytes) -> dict[str, Any]:
    task = make_task(theorem, about)
    rows = make_rows(theorem.model) or []
    return {
        "variables": task.variables,
        "shown": task.shown,
        "rows": [[bound, [list(term) for term in terms]] for bound, terms in rows],
        "goal": [list(each) for each in task.goal.items()],
        "value": task.value,
        "permutations": find_images(theorem, task.shown).tolist() if task.every else [],
        "count": theorem.count,
        "orbits": theorem.orbits,
        "alone": about.alone,
        "positive": about.positive,
        "nodes": about.nodes,
        "tree": base64.b64encode(data).decode(),
    }
