"""Walks a tree: depths 0 and 1 here, with their orbits; what is below them is a subtree for itself, for any thread.

Goes down a tree, node by node, and notes what it meets: one for a whole tree, or one for each of its subtrees.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from threading import Event

import numpy as np
from numpy.typing import NDArray

from rookery.certificates.claim import Refused
from rookery.certificates.tree.nodes import kernel
from rookery.certificates.tree.nodes.covering import MAX_PARTS, ItemCovering, Part
from rookery.certificates.tree.nodes.state import AT, DEPTH, ENTERED, FORCED, FOUND, MAKING, NODES, Ints, Levels, Tables
from rookery.certificates.tree.nodes.tables import NEVER, get_bytes, make_levels, make_tables, make_weights
from rookery.certificates.workers import count_allowed, run_in_order
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten
from rookery.models.model.model import Permutation

STEPS, PLAIN_STEPS = 20_000, 20  # nodes between two looks at the clock: compiled, and as plain Python
WHY = {
    kernel.SPENT: "there are more nodes than it says",
    kernel.SHORT: "the bytes end too early",
    kernel.CLOSED: "it branches on an item that needs nothing",
    kernel.UNKNOWN: "it names a vector that there is not",
}
LEVELLED = ("need", "open", "missing", "gain", "free", "listed", "many", "picked")
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

    def add(self, other: "Met") -> None:
        """Count what another walker has met."""
        self.shares += other.shares
        self.sizes |= other.sizes
        self.orbits |= other.orbits


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
    """A walker from the root of a tree, or of a subtree, within a limit of nodes; `data` is None when the tree is made.

    `start` is where the data begin in the whole tree; `advise` gives weights if a tree is made.
    """

    def __init__(self, covering: ItemCovering, tables: Tables, met: Met, nodes: int, data: bytes | None) -> None:
        self.covering, self.tables, self.met = covering, tables, met
        self.state = make_levels(covering, tables, nodes, data)
        self.start = 0
        self.advise: Advise | None = None
        self.vectors: list[dict[int, int]] = []

    @property
    def at(self) -> int:
        """The number of bytes read or written."""
        return int(self.state.registers[AT])

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return int(self.state.registers[NODES])

    def open(self, depth: int, orbits: list[Flags]) -> None:
        """Expand one node."""
        while self._look_at(kernel.open_node(self.tables, self._with_free_bytes(), depth), depth):
            pass
        self.met.add_found(self.state.found, self.state.registers, orbits)

    def descend_from(self, root: Root, abandoned: Event) -> None:
        """Meet all that is below the root of a subtree."""
        for name, rows in zip(LEVELLED, root.rows, strict=True):
            getattr(self.state, name)[: root.depth + 1] = rows
        self.descend(root.depth, root.orbits, abandoned)

    def descend(self, depth: int, orbits: list[Flags], abandoned: Event | None = None) -> None:
        """Meet all that is below the node at a level, unless it is abandoned meanwhile."""
        self.state.registers[DEPTH], self.state.registers[ENTERED] = depth, 0
        code = kernel.PAUSED
        while code != kernel.DONE and not (abandoned and abandoned.is_set()):
            check_deadline()
            steps = STEPS if kernel.advance.compiled else PLAIN_STEPS
            code = kernel.advance(self.tables, self._with_free_bytes(), depth, steps)
            hasten(kernel.advance, self.tables, self.state, depth, steps)
            self.met.add_found(self.state.found, self.state.registers, orbits)
            self._look_at(code, int(self.state.registers[DEPTH]))

    def _look_at(self, code: int, depth: int) -> bool:
        """Return whether a node was only asked for, and now has a vector; raises `Refused` for a wrong tree."""
        if code in WHY:
            raise Refused(f"byte {self.start + self.at} of the tree", WHY[code])
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


ORBIT_LEVELS = 2


class TreeWalk:
    """One walk through a tree: what it has met, its nodes, its bytes, and the part of both that each subtree has.

    `permutations` of the candidates are the symmetries to use. `listed` asks for orbits. Threads share the subtrees
    if as many are allowed; the tree is the same. Not so if weights are asked for: these are numbered in turn.
    """

    def __init__(
        self,
        covering: ItemCovering,
        permutations: Sequence[Permutation],
        alone: int,
        ask: int = NEVER,
        listed: bool = False,
    ) -> None:
        check_permutations(covering, permutations)
        self.covering, self.asks = covering, ask != NEVER
        self.permutations = np.array(permutations, np.int64).reshape(len(permutations), len(covering.variables))
        self.tables: Tables = make_tables(covering, alone, ask)
        self.met = Met(self.permutations, listed)
        self.vectors: list[dict[int, int]] = []
        self.advise: Advise | None = None
        self.parts: list[Part] = []
        self.nodes, self.read, self.data = 0, 0, b""

    def run(self, most: int, data: bytes | None, hints: Sequence[Part] | None = None) -> None:
        """Walk the whole tree within a limit of nodes: the tree of given bytes, or one that is made now.

        `hints` give the part of each subtree; a tree with wrong hints is refused.
        """
        walker = Walker(self.covering, self.tables, self.met, most, data)
        walker.advise, self.vectors = self.advise, walker.vectors
        roots = self._visit(walker, 0, np.arange(len(self.permutations)), [])
        if count_allowed() > 1 and (not self.asks if data is None else hints is not None):
            self._share(walker, most, roots, _make_limits(walker, most, data, hints))
        else:
            # Walk the subtrees where they are met
            for root in roots:
                at, nodes = walker.at, walker.nodes
                walker.descend(root.depth, root.orbits)
                self._note_part(walker.at - at, walker.nodes - nodes)
            self.nodes, self.read, self.data = walker.nodes, walker.at, get_bytes(walker.state)
        if hints is not None and self.parts != list(hints):
            raise Refused("parts", "a subtree has other bytes or nodes than the file says")

    def _share(self, walker: Walker, most: int, roots: Iterator[Root], cut: "Cut") -> None:
        """Let threads walk the subtrees, each with a separate state."""
        marks, pieces = list[int](), list[bytes]()

        def plan() -> Iterator[Callable[[Event], Walker]]:
            for number, root in enumerate(roots):
                marks.append(walker.at)
                yield partial(self._walk_below, root.keep_rows(walker.state), *cut(number))

        with closing(run_in_order(plan(), count_allowed())) as found:
            for below in found:
                self._note_part(below.at, below.nodes)
                self.met.add(below.met)
                self.nodes += below.nodes
                pieces.append(get_bytes(below.state))
                if self.nodes + walker.nodes > most:
                    raise Refused("tree", WHY[kernel.SPENT])
        self.nodes += walker.nodes
        made = bool(walker.state.registers[MAKING])
        self.data = _join(get_bytes(walker.state), marks, pieces) if made else b""
        self.read = len(self.data) if made else walker.at

    def _walk_below(self, root: Root, start: int, most: int, data: bytes | None, abandoned: Event) -> Walker:
        """Walk one subtree."""
        below = Walker(self.covering, self.tables, Met(self.permutations, self.met.listed), most, data)
        below.start = start
        below.descend_from(root, abandoned)
        return below

    def _note_part(self, length: int, nodes: int) -> None:
        """Keep what part a subtree has; more than are of use are not kept."""
        if len(self.parts) <= MAX_PARTS:
            self.parts.append((length, nodes))

    def _visit(self, walker: Walker, depth: int, group: Ints, orbits: list[Flags]) -> Iterator[Root]:
        """Expand the nodes at depths 0 and 1; gives the root of each subtree when the walker stands there."""
        if depth == ORBIT_LEVELS:
            yield Root(depth, orbits)
            return
        walker.open(depth, orbits)
        keep, state = self._keeping(walker, depth, group), walker.state
        for candidate in state.children[depth, : state.length[depth]].tolist():
            if state.free[depth, candidate]:
                orbit = np.zeros(state.free.shape[1], np.bool_)
                orbit[self.permutations[keep, candidate]] = True
                orbit[candidate] = True
                kernel.enter(self.tables, state, depth, candidate)
                yield from self._visit(walker, depth + 1, keep, [*orbits, orbit])
                state.free[depth, orbit] = 0

    def _keeping(self, walker: Walker, depth: int, group: Ints) -> Ints:
        """The permutations that keep a node: its free and its chosen candidates; they keep the demand, too."""
        state, images = walker.state, self.permutations[group]
        size = images.shape[1]
        kept = (state.free[depth, :size][images] == state.free[depth, :size]).all(axis=1)
        if depth:
            kept &= images[:, state.picked[0]] == state.picked[0]
        kept_group: Ints = group[kept]
        return kept_group


Cut = Callable[[int], tuple[int, int, bytes | None]]  # a subtree: where it starts, its most nodes, its bytes


def _make_limits(walker: Walker, most: int, data: bytes | None, hints: Sequence[Part] | None) -> Cut:
    """The limits for the walk of a subtree: its part of the bytes, which the walker above skips; no bytes if made."""

    def cut(number: int) -> tuple[int, int, bytes | None]:
        if data is None or hints is None:
            return 0, most, None
        if number >= len(hints):
            raise Refused("parts", "there are more subtrees than the file says")
        start, (length, nodes) = walker.at, hints[number]
        walker.state.registers[AT] += length
        return start, nodes, data[start : start + length]

    return cut


def _join(above: bytes, marks: Sequence[int], pieces: Sequence[bytes]) -> bytes:
    """The bytes of a tree: those above the subtrees, with the piece of each where it was met."""
    between = [above[start:end] for start, end in pairwise([0, *marks, len(above)])]
    return b"".join(chain.from_iterable(zip(between, [*pieces, b""], strict=True)))


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
