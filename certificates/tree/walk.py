"""Walks a tree: depths 0 and 1 here, with their orbits; what is below them is a subtree for itself, for any thread."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain, pairwise
from threading import Event

import numpy as np

from rookery.certificates.refusals import Refused
from rookery.certificates.tree import kernel, levels
from rookery.certificates.tree.arrays import NEVER, get_bytes, make_tables
from rookery.certificates.tree.covering import ItemCovering
from rookery.certificates.tree.levels import AT, Ints, Tables
from rookery.certificates.tree.walker import WHY, Advise, Flags, Met, Root, Walker
from rookery.certificates.workers import count_allowed, run_in_order
from rookery.models.base.deadline import look, look_between

ORBIT_LEVELS = 2
MOST_PARTS = 1 << 16
Part = tuple[int, int]  # the bytes of a subtree, and its nodes


class TreeWalk:
    """One walk through a tree: what it has met, its nodes, its bytes, and the part of both that each subtree has.

    `permutations` of the candidates are the symmetries to use. `listed` asks for orbits. Threads share the subtrees
    where as many are allowed; the tree is the same. Not so where weights are asked for: these are numbered in turn.
    """

    def __init__(
        self, covering: ItemCovering, permutations: Ints, alone: int, ask: int = NEVER, listed: bool = False
    ) -> None:
        self.covering, self.permutations, self.asks = covering, permutations, ask != NEVER
        check_permutations(covering, permutations)
        self.tables: Tables = make_tables(covering, alone, ask)
        self.met = Met(permutations, listed)
        self.vectors: list[dict[int, int]] = []
        self.advise: Advise | None = None
        self.parts: list[Part] = []
        self.nodes, self.read, self.data = 0, 0, b""

    def run(self, most: int, data: bytes | None, hints: Sequence[Part] | None = None) -> None:
        """Walk the whole tree of at most so many nodes: the one of some bytes, or one that is made now.

        `hints` say what part each subtree has; where they are wrong, the tree is refused.
        """
        walker = Walker(self.covering, self.tables, self.met, most, data)
        walker.advise, self.vectors = self.advise, walker.vectors
        roots = self._visit(walker, 0, np.arange(len(self.permutations)), [])
        if count_allowed() > 1 and (not self.asks if data is None else hints is not None):
            self._share(walker, most, roots, _cutter(walker, most, data, hints))
        else:
            self._go(walker, roots)
        if hints is not None and self.parts != list(hints):
            raise Refused("parts", "a subtree has other bytes or nodes than the file says")

    def _go(self, walker: Walker, roots: Iterator[Root]) -> None:
        """Walk the subtrees where they are met."""
        for root in roots:
            at, nodes = walker.at, walker.nodes
            walker.descend(root.depth, root.orbits)
            self._note_part(walker.at - at, walker.nodes - nodes)
        self.nodes, self.read, self.data = walker.nodes, walker.at, get_bytes(walker.state)

    def _share(self, walker: Walker, most: int, roots: Iterator[Root], cut: "Cut") -> None:
        """Let threads walk the subtrees, each with a state of its own."""
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
                    raise Refused("tree", WHY[levels.SPENT])
        self.nodes += walker.nodes
        made = bool(walker.state.registers[levels.MAKING])
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
        if len(self.parts) <= MOST_PARTS:
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
        """Which permutations keep a node: who is free, and what is chosen; then they keep what is needed, too."""
        state, images = walker.state, self.permutations[group]
        size = images.shape[1]
        kept = (state.free[depth, :size][images] == state.free[depth, :size]).all(axis=1)
        if depth:
            kept &= images[:, state.picked[0]] == state.picked[0]
        kept_group: Ints = group[kept]
        return kept_group


Cut = Callable[[int], tuple[int, int, bytes | None]]  # a subtree: where it starts, its most nodes, its bytes


def _cutter(walker: Walker, most: int, data: bytes | None, hints: Sequence[Part] | None) -> Cut:
    """What a subtree is walked with: its part of the bytes, which the walker above skips, or none where it is made."""

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
