"""Walks a tree: depths 0 and 1 here, with their orbits; below them in the kernel."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.claim import Refused
from rookery.certificates.tree.nodes import kernel
from rookery.certificates.tree.nodes.covering import ItemCovering, recognise_covering
from rookery.certificates.tree.nodes.state import AT, DEPTH, ENTERED, FORCED, FOUND, MAKING, NODES, Ints, Levels, Tables
from rookery.certificates.tree.nodes.tables import NEVER, get_bytes, make_levels, make_tables, make_weights
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.kernel import Kernel
from rookery.models.model.constraints import AtLeast
from rookery.models.model.model import Model, Permutation

STEPS, PLAIN_STEPS = 20_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
WHY = {
    kernel.SPENT: "there are more nodes than it says",
    kernel.SHORT: "the bytes end too early",
    kernel.CLOSED: "it branches on an item that needs nothing",
    kernel.UNKNOWN: "it names a vector that there is not",
}
Flags = NDArray[np.bool_]
Advise = Callable[[Levels, int], dict[int, int] | None]  # a vector of weights for the node at a level


@dataclass
class Met:
    """The sets that were met: their shares of the orbits, their sizes, and their orbits if these are listed."""

    permutations: Ints
    listed: bool
    shares: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    sizes: set[int] = field(default_factory=set)
    orbits: set[bytes] = field(default_factory=set)

    @property
    def count(self) -> Fraction:
        """The number of sets, from those that were met."""
        return sum((Fraction(many * n * nn, m * mm) for (n, m, nn, mm), many in self.shares.items()), Fraction(0))

    def add_found(self, found: Ints, registers: Ints, orbits: list[Flags]) -> None:
        """Count the sets that were found, by their shares of the orbits."""
        for row in found[: registers[FOUND]]:
            chosen = row[: int(np.argmax(row == -1))]
            self.sizes.add(len(chosen))
            parts = [(int(orbit.sum()), int(orbit[chosen].sum())) for orbit in orbits]
            (n, m), (nn, mm) = (*parts, (1, 1), (1, 1))[:2]
            self.shares[n, m, nn, mm] += 1
            if self.listed:
                # The least image of a set
                images = np.sort(self.permutations[:, chosen], axis=1).astype(">u4")
                least: bytes = min(image.tobytes() for image in images)
                self.orbits.add(least)
        registers[FOUND] = 0


ORBIT_LEVELS = 2


class TreeWalk:
    """A walk through one tree: the sets that it has met, its nodes and its bytes.

    `permutations` of the candidates are the symmetries to use. `listed` asks for orbits. `advise` gives weights for the
    nodes of a tree that is made, if at least `ask` candidates may still be chosen.
    """

    state: Levels

    def __init__(
        self,
        covering: ItemCovering,
        permutations: Sequence[Permutation],
        alone: int,
        ask: int = NEVER,
        listed: bool = False,
    ) -> None:
        check_permutations(covering, permutations)
        self.covering = covering
        self.permutations = np.array(permutations, np.int64).reshape(len(permutations), len(covering.variables))
        self.tables: Tables = make_tables(covering, alone, ask)
        self.met = Met(self.permutations, listed)
        self.vectors: list[dict[int, int]] = []
        self.advise: Advise | None = None

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return int(self.state.registers[NODES])

    @property
    def read(self) -> int:
        """The number of bytes read or written."""
        return int(self.state.registers[AT])

    @property
    def data(self) -> bytes:
        """The bytes of the tree."""
        return get_bytes(self.state)

    def run(self, most: int, data: bytes | None) -> None:
        """Walk the whole tree within a limit of nodes: the tree of given bytes, or one that is made now."""
        self.state = make_levels(self.covering, self.tables, most, data)
        self._visit(0, np.arange(len(self.permutations)), [])

    def _visit(self, depth: int, group: Ints, orbits: list[Flags]) -> None:
        """Walk the node at a depth and all below it; at depths 0 and 1 with the orbits of its children."""
        if depth == ORBIT_LEVELS:
            self._descend(depth, orbits)
            return
        self._open(depth, orbits)
        keep = self._keeping(depth, group)
        for candidate in self.state.children[depth, : self.state.length[depth]].tolist():
            if self.state.free[depth, candidate]:
                orbit = np.zeros(self.state.free.shape[1], np.bool_)
                orbit[self.permutations[keep, candidate]] = True
                orbit[candidate] = True
                kernel.enter(self.tables, self.state, depth, candidate)
                self._visit(depth + 1, keep, [*orbits, orbit])
                self.state.free[depth, orbit] = 0

    def _open(self, depth: int, orbits: list[Flags]) -> None:
        """Expand one node."""
        while self._look_at(kernel.open_node(self.tables, self._with_free_bytes(), depth), depth):
            pass
        self.met.add_found(self.state.found, self.state.registers, orbits)

    def _descend(self, depth: int, orbits: list[Flags]) -> None:
        """Meet all that is below the node at a depth."""
        self.state.registers[DEPTH], self.state.registers[ENTERED] = depth, 0
        code = kernel.PAUSED
        while code != kernel.DONE:
            check_deadline()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self._with_free_bytes(), depth, steps)
            kernel.advance.hasten(self.tables, self.state, depth, steps)
            self.met.add_found(self.state.found, self.state.registers, orbits)
            self._look_at(code, int(self.state.registers[DEPTH]))

    def _look_at(self, code: int, depth: int) -> bool:
        """Return whether a node was only asked for, and now has a vector; raises `Refused` for a wrong tree."""
        if code in WHY:
            raise Refused(f"byte {self.read} of the tree", WHY[code])
        if code != kernel.ASKED:
            return False
        vector = self.advise(self.state, depth) if self.advise else None
        if vector is not None:
            self.vectors.append(vector)
            self.tables = self.tables._replace(weights=make_weights(self.vectors, len(self.covering.items)))
            self.state.registers[FORCED] = len(self.covering.items) + len(self.vectors)
        return True

    def _with_free_bytes(self) -> Levels:
        """The state, with room for what is written and found."""
        state = self.state
        if state.registers[MAKING] and state.registers[AT] + kernel.MAX_NODE_BYTES > len(state.data):
            self.state = state._replace(data=np.concatenate((state.data, np.zeros_like(state.data))))
        return self.state

    def _keeping(self, depth: int, group: Ints) -> Ints:
        """The permutations that keep a node: its free and its chosen candidates; they keep the demand, too."""
        state, images = self.state, self.permutations[group]
        size = images.shape[1]
        kept = (state.free[depth, :size][images] == state.free[depth, :size]).all(axis=1)
        if depth:
            kept &= images[:, state.picked[0]] == state.picked[0]
        kept_group: Ints = group[kept]
        return kept_group


def check_permutations(covering: ItemCovering, permutations: Sequence[Permutation]) -> None:
    """Raise `Refused` for what is not a permutation of the candidates, or does not keep the items and the rivals."""
    size, rivals = len(covering.variables), covering.rivals
    first = np.cumsum([0, *(len(options) for _, options in covering.items)])
    owner = np.repeat(np.arange(len(covering.items)), np.diff(first)) * size
    options = np.array([pair for _, those in covering.items for pair in those], np.int64).reshape(-1, 2)
    pairs = np.array([(one, other) for one in range(size) for other in rivals[one]], np.int64).reshape(-1, 2).T
    excluded = np.sort(pairs[0] * size + pairs[1])

    def list_rows(permutation: Ints) -> set[tuple[int, bytes]]:
        """The items, with candidates moved."""
        moved = np.stack((permutation[options[:, 0]], options[:, 1]), axis=1)
        moved = moved[np.argsort(owner + moved[:, 0])]
        demands = (demand for demand, _ in covering.items)
        return {(demand, moved[one:end].tobytes()) for demand, (one, end) in zip(demands, pairwise(first), strict=True)}

    items = list_rows(np.arange(size)) if permutations else set()
    for each in permutations:
        check_deadline()
        permutation = np.array(each, np.int64)
        if not np.array_equal(np.sort(permutation), np.arange(size)):
            raise Refused("symmetries", "one of them is not a permutation of the candidates")
        if not list_rows(permutation) <= items:
            raise Refused("symmetries", "one of them does not keep the items")
        if not np.array_equal(np.sort(permutation[pairs[0]] * size + permutation[pairs[1]]), excluded):
            raise Refused("symmetries", "one of them does not keep the rivals")


def require_group(permutations: Ints) -> None:
    """Raise `Refused` for permutations that are not closed under products, or lack the identity."""
    members = {each.tobytes() for each in permutations}
    products = (each.tobytes() for one in checking_deadline(permutations, often=1) for each in one[permutations])
    if not members or any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")


def sample() -> tuple[Kernel, tuple[Tables, Levels, int, int]]:
    """The kernel of the walk, and arguments such as it is called with."""
    covering = recognise_covering(Model(1, [AtLeast(1, (0,))]))
    assert covering is not None
    tables = make_tables(covering, 1)
    return kernel.advance, (tables, make_levels(covering, tables, 1, b""), 0, 0)
