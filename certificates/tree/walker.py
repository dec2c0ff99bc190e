"""Goes down a tree, node by node, and notes what it meets: one for a whole tree, or one for each of its subtrees."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Event

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.refusals import Refused
from rookery.certificates.tree import kernel, levels
from rookery.certificates.tree.arrays import make_levels, make_weights
from rookery.certificates.tree.covering import ItemCovering
from rookery.certificates.tree.levels import AT, DEPTH, ENTERED, FOUND, Ints, Levels, Tables
from rookery.models.base.deadline import look
from rookery.models.kernels.compiler import hasten

STEPS, PLAIN_STEPS = 20_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
WHY = {
    levels.SPENT: "there are more nodes than it says",
    levels.SHORT: "the bytes end too early",
    levels.CLOSED: "it branches on an item that needs nothing",
    levels.UNKNOWN: "it names a vector that there is not",
}
LEVELLED = ("need", "open", "missing", "gain", "free", "listed", "many", "picked")
Flags = NDArray[np.bool_]
Advise = Callable[[Levels, int], dict[int, int] | None]  # a vector of weights for the node at a level


@dataclass
class Met:
    """The sets that were met: their shares of the orbits, their sizes, and their orbits where these are listed."""

    permutations: Ints
    listed: bool
    shares: Counter[tuple[int, int, int, int]] = field(default_factory=Counter)
    sizes: set[int] = field(default_factory=set)
    orbits: set[bytes] = field(default_factory=set)

    @property
    def count(self) -> Fraction:
        """How many sets there are by those that were met."""
        return sum((Fraction(many * n * nn, m * mm) for (n, m, nn, mm), many in self.shares.items()), Fraction(0))

    def take(self, state: Levels, orbits: list[Flags]) -> None:
        """Count the sets that were found, by their shares of the orbits."""
        found = state.found[: state.registers[FOUND]]
        for row in found:
            chosen = row[: int(np.argmax(row == -1))]
            self.sizes.add(len(chosen))
            parts = [(int(orbit.sum()), int(orbit[chosen].sum())) for orbit in orbits]
            (n, m), (nn, mm) = (*parts, (1, 1), (1, 1))[:2]
            self.shares[n, m, nn, mm] += 1
            if self.listed:
                self.orbits.add(self._canonical(chosen))
        state.registers[FOUND] = 0

    def add(self, other: "Met") -> None:
        """Count what another walker has met."""
        self.shares += other.shares
        self.sizes |= other.sizes
        self.orbits |= other.orbits

    def _canonical(self, chosen: Ints) -> bytes:
        """The least image of a set."""
        images = np.sort(self.permutations[:, chosen], axis=1).astype(">u4")
        least: bytes = min(image.tobytes() for image in images)
        return least


@dataclass(frozen=True)
class Root:
    """The root of a subtree: its depth, the orbits above it, and the levels down to it once these are kept."""

    depth: int
    orbits: list[Flags]
    rows: tuple[NDArray[np.generic], ...] = ()

    def keep_rows(self, state: Levels) -> "Root":
        """The same root with its levels, from the state that stands there."""
        rows = tuple(getattr(state, name)[: self.depth + 1].copy() for name in LEVELLED)
        return Root(self.depth, self.orbits, rows)


class Walker:
    """Goes down from the root of a tree, or of a subtree, within so many nodes; `data` is None where it is made.

    `start` is where the data begin in the whole tree; `advise` gives weights where a tree is made.
    """

    def __init__(self, covering: ItemCovering, tables: Tables, met: Met, nodes: int, data: bytes | None) -> None:
        self.covering, self.tables, self.met = covering, tables, met
        self.state = make_levels(covering, tables, nodes, data)
        self.start = 0
        self.advise: Advise | None = None
        self.vectors: list[dict[int, int]] = []

    @property
    def at(self) -> int:
        """How many bytes were read or written."""
        return int(self.state.registers[AT])

    @property
    def nodes(self) -> int:
        """How many nodes there were."""
        return int(self.state.registers[levels.NODES])

    def open(self, depth: int, orbits: list[Flags]) -> None:
        """Expand one node."""
        while self._look_at(kernel.open_node(self.tables, self._with_room(), depth), depth):
            pass
        self.met.take(self.state, orbits)

    def descend_from(self, root: Root, abandoned: Event) -> None:
        """Meet all that is below the root of a subtree."""
        for name, rows in zip(LEVELLED, root.rows, strict=True):
            getattr(self.state, name)[: root.depth + 1] = rows
        self.descend(root.depth, root.orbits, abandoned)

    def descend(self, depth: int, orbits: list[Flags], abandoned: Event | None = None) -> None:
        """Meet all that is below the node at a level, unless it is abandoned meanwhile."""
        self.state.registers[DEPTH], self.state.registers[ENTERED] = depth, 0
        code = levels.PAUSED
        while code != levels.DONE and not (abandoned and abandoned.is_set()):
            look()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self._with_room(), depth, steps)
            hasten(kernel.advance, self.tables, self.state, depth, steps)
            self.met.take(self.state, orbits)
            self._look_at(code, int(self.state.registers[DEPTH]))

    def _look_at(self, code: int, depth: int) -> bool:
        """Whether a node was only asked for, and a vector is given now; raises `Refused` for a tree that is wrong."""
        if code in WHY:
            raise Refused(f"byte {self.start + self.at} of the tree", WHY[code])
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
