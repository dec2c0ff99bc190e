"""Check trees: search the covering itself, within the number of nodes that the evidence gives.

At depths 0 and 1 of the search only one candidate of each orbit is chosen; docs/certificates.md proves this correct.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from rookery.certificates import tree_kernel as kernel
from rookery.certificates.certificate import Tree
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.certificates.covering import MAX_GAIN, ItemCovering, recognise_covering
from rookery.certificates.tree_kernel import DEPTH, ENTERED, FOUND, NODES, Ints, Levels, Tables
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.kernel import Kernel
from rookery.models import Model, Satisfy
from rookery.models.model.constraints import AtLeast, over_variables
from rookery.models.model.model import Goal

STEPS, PLAIN_STEPS = 20_000, 20  # nodes between two checks of the deadline, compiled and in plain Python
ORBIT_LEVELS = 2
MAX_IMAGES = 1 << 20  # entries in the table of symmetries
Flags = NDArray[np.bool_]


def check(theorem: Theorem, evidence: Tree) -> None:
    """Raise `Refused` if the tree does not prove the theorem."""
    covering = recognise(theorem)
    if theorem.orbits is not None and not evidence.symmetry:
        raise Refused("evidence", "orbits are claimed, and it uses no symmetries")
    permutations = list_permutations(theorem, covering) if evidence.symmetry else np.zeros((0, 0), np.int64)
    walk = TreeWalk(theorem, covering, evidence.weights, permutations)
    if any(nodes > evidence.nodes for nodes in walk.visit()):
        raise Refused("tree", f"it has more than {evidence.nodes:,} nodes")
    walk.conclude()


def recognise(theorem: Theorem) -> ItemCovering:
    """Return the covering that a theorem is about; raises `Refused` if there is none."""
    covering = recognise_covering(theorem.model)
    if covering is None:
        raise Refused("evidence", "a tree proves something of coverings, and this model is none, or too large")
    if theorem.value is not None and not _counts_candidates(theorem.goal, covering):
        raise Refused("evidence", "a tree proves an optimum only where it is a number of candidates")
    return covering


def _counts_candidates(goal: Goal, covering: ItemCovering) -> bool:
    if isinstance(goal, Satisfy):
        return False
    weights, constant = over_variables(goal.terms())
    return constant == 0 and all(weights.get(variable) == 1 for variable in covering.variables)


class TreeWalk:
    """A search for all sets of a covering, with symmetries as `permutations` of the candidates.

    `shares` counts the sets found by their shares of the orbits at the first depths: a set with m of the n candidates
    of an orbit stands for n/m sets. Raises `Refused` for `weights` that do not fit the covering.
    """

    def __init__(self, theorem: Theorem, covering: ItemCovering, weights: list[int] | None, permutations: Ints) -> None:
        if weights is not None and len(weights) != len(covering.items):
            raise Refused("weights", f"{len(weights):,} weights of {len(covering.items):,} items")
        gains = Counter[int]()
        for weight, (_, options) in zip(weights or (), covering.items, strict=weights is not None):
            gains.update({candidate: weight * often for candidate, often in options})
        if max(gains.values(), default=0) > MAX_GAIN:
            raise Refused("weights", f"a candidate collects {max(gains.values()):,}; at most {MAX_GAIN:,} are added up")
        self.theorem, self.permutations = theorem, permutations
        self.tables = kernel.make_tables(covering, weights or [])
        self.levels = kernel.make_levels(covering)
        self.shares = Counter[tuple[tuple[int, int], ...]]()
        self.sizes, self.orbits = set[int](), set[bytes]()

    @property
    def count(self) -> Fraction:
        """The number of solutions that the sets found stand for."""
        stood_for = (
            prod((Fraction(n, m) for n, m in share), start=Fraction(many)) for share, many in self.shares.items()
        )
        return sum(stood_for, Fraction())

    def visit(self) -> Iterator[int]:
        """Visit all nodes; yield the number of nodes so far at every pause."""
        return self._visit(0, self.permutations, [])

    def _visit(self, depth: int, group: Ints, orbits: list[Flags]) -> Iterator[int]:
        """Visit the node at a depth and all below it.

        `group` are the symmetries of its parent, `orbits` those from which its candidates were chosen.
        """
        if depth == ORBIT_LEVELS or len(group) < 2:
            yield from self._descend(depth, orbits)
            return
        s = self.levels
        kernel.open_node(self.tables, s, depth)
        self._add_found(orbits)
        free = self._free(depth)
        group = group[(free[group] == free).all(axis=1)]
        if depth:
            group = group[group[:, s.picked[0]] == s.picked[0]]
        for candidate in s.children[depth, : s.length[depth]].tolist():
            if self._free(depth)[candidate]:
                orbit = np.zeros_like(free)
                orbit[group[:, candidate]] = True
                kernel.enter(self.tables, s, depth, candidate)
                yield from self._visit(depth + 1, group, [*orbits, orbit])
                s.free[depth] &= ~kernel.make_bits([np.flatnonzero(orbit).tolist()], len(orbit))[0]
        yield int(s.registers[NODES])

    def _free(self, depth: int) -> Flags:
        """Return which candidates are free at a depth."""
        at = np.arange(self.permutations.shape[1])
        free: Flags = self.levels.free[depth, at >> 6] >> (at & 63).astype(np.uint64) & kernel.ONE == 1
        return free

    def _descend(self, depth: int, orbits: list[Flags]) -> Iterator[int]:
        """Visit the node at a depth and all below it in the kernel."""
        self.levels.registers[DEPTH], self.levels.registers[ENTERED] = depth, 0
        result = kernel.PAUSED
        while result != kernel.DONE:
            check_deadline()
            arguments = self.tables, self.levels, depth, STEPS if kernel.advance.compiled else PLAIN_STEPS
            result = kernel.advance(*arguments)
            kernel.advance.hasten(*arguments)
            self._add_found(orbits)
            yield int(self.levels.registers[NODES])

    def _add_found(self, orbits: list[Flags]) -> None:
        """Count the sets in `found`, and their orbits if the theorem claims a number of them."""
        for row in self.levels.found[: self.levels.registers[FOUND]]:
            chosen = row[: int(np.argmax(row == -1))]
            self.sizes.add(len(chosen))
            self.shares[tuple((int(orbit.sum()), int(orbit[chosen].sum())) for orbit in orbits)] += 1
            if self.theorem.orbits is not None:
                images = np.sort(self.permutations[:, chosen], axis=1).astype(">u4")
                self.orbits.add(min(image.tobytes() for image in images))
        self.levels.registers[FOUND] = 0

    def conclude(self) -> None:
        """Raise `Refused` if the sets found contradict the theorem."""
        value, count, orbits = self.theorem.value, self.theorem.count, self.theorem.orbits
        if value is not None and not self.sizes <= {value}:
            raise Refused("tree", f"there is a solution of {min(self.sizes)}, better than {value}")
        if self.count != count:
            raise Refused("tree", f"there are {self.count} solutions, claimed are {count:,}")
        if orbits is not None and len(self.orbits) != orbits:
            raise Refused("tree", f"there are {len(self.orbits):,} orbits, claimed are {orbits:,}")


def list_permutations(theorem: Theorem, covering: ItemCovering) -> Ints:
    """Return the symmetries of a theorem as permutations of the candidates.

    Raises `Refused` for too many, and unless they are a group whose members keep the items and the rivals.
    """
    size, many = len(covering.variables), count_symmetries(theorem.symmetries)
    if not many and theorem.orbits is None:
        return np.zeros((0, size), np.int64)
    if many * theorem.model.variables > MAX_IMAGES:
        raise Refused("symmetries", "they are too many to be checked")
    number = {variable: at for at, variable in enumerate(covering.variables)}
    try:
        images = [[number.get(each[variable], -1) for variable in covering.variables] for each in theorem.symmetries]
    except IndexError:
        raise Refused("symmetries", "they leave variables out") from None
    permutations = np.array(images, np.int64).reshape(many, size)
    if not np.array_equal(np.sort(permutations, axis=1), np.broadcast_to(np.arange(size), permutations.shape)):
        raise Refused("symmetries", "one of them is not a permutation of the candidates")
    _require_kept(permutations, covering)
    members = {each.tobytes() for each in permutations}
    products = (each.tobytes() for one in checking_deadline(permutations, often=1) for each in one[permutations])
    if not members or any(product not in members for product in products):
        raise Refused("symmetries", "they are not a group")
    return permutations


def _require_kept(permutations: Ints, covering: ItemCovering) -> None:
    """Raise `Refused` for a permutation of the candidates that does not keep the items and the rivals."""
    size = len(covering.variables)
    first = np.cumsum([0, *(len(options) for _, options in covering.items)])
    owner = np.repeat(np.arange(len(covering.items)), np.diff(first)) * size
    options = np.array([pair for _, those in covering.items for pair in those], np.int64).reshape(-1, 2)
    pairs = np.array([(one, other) for one in range(size) for other in covering.rivals[one]], np.int64)
    one, other = pairs.reshape(-1, 2).T
    excluded = np.sort(one * size + other)

    def move(permutation: Ints) -> set[tuple[int, bytes]]:
        """Return the items, with candidates moved."""
        moved = np.stack((permutation[options[:, 0]], options[:, 1]), axis=1)
        moved = moved[np.argsort(owner + moved[:, 0])]
        demands = (demand for demand, _ in covering.items)
        return {(demand, moved[at:end].tobytes()) for demand, (at, end) in zip(demands, pairwise(first), strict=True)}

    items = move(np.arange(size))
    for permutation in checking_deadline(permutations, often=1):
        if not move(permutation) <= items:
            raise Refused("symmetries", "one of them does not keep the items")
        if not np.array_equal(np.sort(permutation[one] * size + permutation[other]), excluded):
            raise Refused("symmetries", "one of them does not keep the rivals")


def sample() -> tuple[Kernel, tuple[Tables, Levels, int, int]]:
    """Return the kernel of the search with sample arguments."""
    covering = recognise_covering(Model(1, [AtLeast(1, (0,))]))
    assert covering is not None
    return kernel.advance, (kernel.make_tables(covering, []), kernel.make_levels(covering), 0, 0)
