"""Checks a tree of any model: its rows are built again, decisions are propagated, solutions are counted.

The kernel walks the tree and meets the solutions; here they are counted, and their orbits are distinguished.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rookery.certificates.branching import kernel
from rookery.certificates.branching import plain as plain_checker
from rookery.certificates.branching.kernel import AT, FOUND, NODES, BranchingState, BranchingTables, Ints
from rookery.certificates.branching.rows import BranchingTask, make_root, make_rows, make_tables
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten
from rookery.models.model.model import Permutation, Satisfy, over_variables
from rookery.models.symmetry.permutations import find_canonical, tabulate

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
