"""Walks a tree of any model: the kernel meets its solutions; here they are counted, and their orbits distinguished."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from rookery.certificates.branching import kernel
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
from rookery.certificates.branching.task import BranchingHeader, BranchingTask, find_images, make_task
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten
from rookery.models.model.model import Permutation
from rookery.models.symmetry.permutations import find_canonical

FOUND_ROWS = 256  # solutions that wait to be looked at
MAX_ORBITS = 1 << 20


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


def require_group(symmetries: Sequence[Permutation]) -> None:
    """Raise `Refused` for maps of variables that are no permutations, or no group."""
    images = np.array(symmetries, np.int64).reshape(len(symmetries), -1 if symmetries else 0)
    if not len(images) or (np.sort(images, axis=1) != np.arange(images.shape[1])).any():
        raise Refused("symmetries", "they are not permutations")
    members = {each.tobytes() for each in images}
    products = (each.tobytes() for one in checking_deadline(images, often=1) for each in one[images])
    if any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")


def make_walk(theorem: Theorem, about: BranchingHeader) -> BranchingWalk:
    """The walk that checks a theorem."""
    task = make_task(theorem, about)
    orbits = theorem.orbits or 0
    if theorem.orbits is not None:
        require_group(find_images(theorem, task.shown))
    return BranchingWalk(
        task, about.alone, about.positive, theorem.symmetries if task.every else (), min(orbits, MAX_ORBITS)
    )


def conclude(theorem: Theorem, walk: BranchingWalk, length: int) -> None:
    """Raise `Refused` if the solutions that the walk met are not those of the theorem."""
    if (left := length - int(walk.state.registers[AT])) > 0:
        raise Refused("tree", f"{left:,} bytes are left over")
    if walk.count != theorem.count:
        raise Refused("tree", f"there are {walk.count:,} solutions, claimed are {theorem.count:,}")
    if theorem.orbits is not None and len(walk.orbits) != theorem.orbits:
        raise Refused("tree", f"there are {len(walk.orbits):,} orbits, claimed are {theorem.orbits:,}")
