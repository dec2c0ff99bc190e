"""Walks a tree: the kernel meets the solutions, here they are counted, and told apart by their orbits."""

from collections.abc import Sequence

import numpy as np

from rookery.certificates.branching import kernel, state
from rookery.certificates.branching.arrays import BranchingTask, make_root, make_tables
from rookery.certificates.branching.state import AT, FOUND, NODES, BranchingState, BranchingTables, Ints
from rookery.certificates.refusals import Refused
from rookery.models.base.deadline import look, look_between
from rookery.models.kernels.compiler import hasten
from rookery.models.model import Permutation
from rookery.models.symmetry.permutations import canonical

STEPS, PLAIN_STEPS = 2_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
WHY = {
    state.SPENT: "there are more nodes than it says",
    state.SHORT: "the bytes end too early",
    state.DECIDED: "it branches on a variable that is decided, or not shown",
    state.UNEQUAL: "there is a solution of another worth",
}


class BranchingWalk:
    """One walk through a tree: what it has met. `symmetries` tell orbits apart, where each solution is met."""

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
        """How many solutions there are by those that were met."""
        return sum(int(many) << free for free, many in enumerate(self.state.many))

    @property
    def nodes(self) -> int:
        """How many nodes there were."""
        return int(self.state.registers[NODES])

    def run(self, nodes: int, data: bytes) -> None:
        """Walk the whole tree."""
        self.state = make_root(self.task, nodes, data)
        code = state.PAUSED
        while code != state.DONE:
            look()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self.state, steps)
            hasten(kernel.advance, self.tables, self.state, steps)
            self._take()
            if code in WHY:
                raise Refused(f"byte {self.state.registers[AT]} of the tree", WHY[code])

    def _take(self) -> None:
        """Note the orbits of the solutions that were found; raises `Refused` for more than there may be."""
        for row in look_between(self.state.found[: self.state.registers[FOUND]]):
            least = canonical(np.flatnonzero(row).tolist(), self.symmetries)
            self.orbits.add(np.array(least, ">u4").tobytes())
            if len(self.orbits) > self.most_orbits:
                raise Refused("tree", f"there are more than {self.most_orbits:,} orbits")
        self.state.registers[FOUND] = 0


def require_group(images: Ints) -> None:
    """Raise `Refused` for maps of variables that are no permutations, or no group."""
    if not len(images) or (np.sort(images, axis=1) != np.arange(images.shape[1])).any():
        raise Refused("symmetries", "they are not permutations")
    members = {each.tobytes() for each in images}
    products = (each.tobytes() for one in look_between(images, often=1) for each in one[images])
    if any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")
