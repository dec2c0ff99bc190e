"""Walks a tree: depths 0 and 1 here, with their orbits, and what is below them in the kernel."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.refusals import Refused
from rookery.certificates.tree import kernel, levels
from rookery.certificates.tree.arrays import NEVER, make_levels, make_tables, make_weights
from rookery.certificates.tree.covering import ItemCovering
from rookery.certificates.tree.levels import AT, DEPTH, ENTERED, FOUND, Ints, Levels, Tables
from rookery.models.base.deadline import look, look_between
from rookery.models.kernels.compiler import hasten

STEPS, PLAIN_STEPS = 20_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
ORBIT_LEVELS = 2
WHY = {
    levels.SPENT: "there are more nodes than it says",
    levels.SHORT: "the bytes end too early",
    levels.CLOSED: "it branches on an item that needs nothing",
    levels.UNKNOWN: "it names a vector that there is not",
}
Flags = NDArray[np.bool_]
Advise = Callable[[Levels, int], dict[int, int] | None]  # a vector of weights for the node at a level


class Walk:
    """One walk through a tree: what it has met.

    `permutations` of the candidates are the symmetries to use. `listed` asks for orbits.
    """

    def __init__(
        self, covering: ItemCovering, permutations: Ints, alone: int, ask: int = NEVER, listed: bool = False
    ) -> None:
        self.covering, self.permutations, self.listed = covering, permutations, listed
        check_permutations(covering, permutations)
        self.tables: Tables = make_tables(covering, alone, ask)
        self.vectors: list[dict[int, int]] = []
        self.advise: Advise | None = None
        self.shares: Counter[tuple[int, int, int, int]] = Counter()
        self.sizes: set[int] = set()
        self.orbits: set[bytes] = set()
        self.state: Levels

    @property
    def count(self) -> Fraction:
        """How many sets there are by those that were met."""
        return sum((Fraction(many * n * nn, m * mm) for (n, m, nn, mm), many in self.shares.items()), Fraction(0))

    @property
    def nodes(self) -> int:
        """How many nodes there were."""
        return int(self.state.registers[levels.NODES])

    def run(self, nodes: int, data: bytes | None) -> None:
        """Walk the whole tree: the one of some bytes, or one that is made now."""
        self.state = make_levels(self.covering, self.tables, nodes, data)
        self._visit(0, np.arange(len(self.permutations)), [])

    def _visit(self, depth: int, group: Ints, orbits: list[Flags]) -> None:
        """Expand a node at depth 0 or 1 and what is below it."""
        state = self.state
        while self._look_at(kernel.open_node(self.tables, self._with_room(), depth), depth):
            pass
        self._take(orbits)
        keep = self._keeping(depth, group)
        for candidate in state.children[depth, : state.length[depth]].tolist():
            if state.free[depth, candidate]:
                orbit = np.zeros(state.free.shape[1], np.bool_)
                orbit[self.permutations[keep, candidate]] = True
                orbit[candidate] = True
                kernel.enter(self.tables, self.state, depth, candidate)
                self._descend(depth + 1, keep, [*orbits, orbit])
                state.free[depth, orbit] = 0

    def _descend(self, depth: int, group: Ints, orbits: list[Flags]) -> None:
        if depth < ORBIT_LEVELS:
            self._visit(depth, group, orbits)
            return
        self.state.registers[DEPTH], self.state.registers[ENTERED] = depth, 0
        code = levels.PAUSED
        while code != levels.DONE:
            look()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self._with_room(), depth, steps)
            hasten(kernel.advance, self.tables, self.state, depth, steps)
            self._take(orbits)
            self._look_at(code, int(self.state.registers[DEPTH]))

    def _look_at(self, code: int, depth: int) -> bool:
        """Whether a node was only asked for, and a vector is given now; raises `Refused` for a tree that is wrong."""
        if code in WHY:
            raise Refused(f"byte {self.state.registers[AT]} of the tree", WHY[code])
        if code != levels.ASKED:
            return False
        vector = self.advise(self.state, depth) if self.advise else None
        if vector is not None:
            self.vectors.append(vector)
            self.tables = self.tables._replace(weights=make_weights(self.vectors, len(self.covering.items)))
            self.state.registers[levels.FORCED] = len(self.covering.items) + len(self.vectors)
        return True

    def _with_room(self) -> Levels:
        """The state, with room for what is written and found."""
        state = self.state
        if state.registers[levels.MAKING] and state.registers[AT] + levels.ROOM > len(state.data):
            self.state = state._replace(data=np.concatenate((state.data, np.zeros_like(state.data))))
        return self.state

    def _keeping(self, depth: int, group: Ints) -> Ints:
        """Which permutations keep a node: who is free, and what is chosen; then they keep what is needed, too."""
        state, images = self.state, self.permutations[group]
        size = images.shape[1]
        kept = (state.free[depth, :size][images] == state.free[depth, :size]).all(axis=1)
        if depth:
            kept &= images[:, state.picked[0]] == state.picked[0]
        kept_group: Ints = group[kept]
        return kept_group

    def _take(self, orbits: list[Flags]) -> None:
        """Count the sets that were found, by their shares of the orbits."""
        found = self.state.found[: self.state.registers[FOUND]]
        for row in found:
            chosen = row[: int(np.argmax(row == -1))]
            self.sizes.add(len(chosen))
            parts = [(int(orbit.sum()), int(orbit[chosen].sum())) for orbit in orbits]
            (n, m), (nn, mm) = (*parts, (1, 1), (1, 1))[:2]
            self.shares[n, m, nn, mm] += 1
            if self.listed:
                self.orbits.add(self._canonical(chosen))
        self.state.registers[FOUND] = 0

    def _canonical(self, chosen: Ints) -> bytes:
        """The least image of a set."""
        images = np.sort(self.permutations[:, chosen], axis=1).astype(">u4")
        least: bytes = min(image.tobytes() for image in images)
        return least


def check_permutations(covering: ItemCovering, permutations: Ints) -> None:
    """Raise `Refused` for what is not a permutation of the candidates, or does not keep the items and the rivals."""
    items = set(covering.items)
    for permutation in permutations.tolist():
        look()
        if sorted(permutation) != list(range(len(covering.variables))):
            raise Refused("symmetries", "one of them is not a permutation of the candidates")
        for demand, options in covering.items:
            if (demand, tuple(sorted((permutation[candidate], hits) for candidate, hits in options))) not in items:
                raise Refused("symmetries", "one of them does not keep the items")
        for candidate, those in enumerate(covering.rivals):
            if frozenset(permutation[other] for other in those) != covering.rivals[permutation[candidate]]:
                raise Refused("symmetries", "one of them does not keep the rivals")


def require_group(permutations: Ints) -> None:
    """Raise `Refused` for permutations that are not closed under products, or lack the identity."""
    members = {each.tobytes() for each in permutations}
    products = (each.tobytes() for one in look_between(permutations, often=1) for each in one[permutations])
    if not members or any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")
