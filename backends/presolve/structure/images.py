"""The images of groups of variables under permutations, and the permutations that keep a covering."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from rookery.backends.presolve.covering import Covering
from rookery.backends.presolve.structure.incidence import WORD, Incidence, Ints, pack_rows
from rookery.core.deadline import check_deadline

MAX_GENERATORS = 16
Hashes = NDArray[np.uint64]


class Images:
    """The images of groups of variables under permutations, looked up by a hash and then compared.

    A group may have a `demand`, and a variable of its `own` (`columns` if it has none). Its image must have the same
    demand, and the image of its own variable. The first of equal groups represents all of them. The hash of a group is
    the sum of random keys of its members (Zobrist 1970 takes their XOR).
    """

    def __init__(self, groups: Incidence, demand: Ints | None = None, own: Ints | None = None) -> None:
        self._groups = groups
        self._demand = np.ones(len(groups), np.int64) if demand is None else demand
        self._member = np.full(len(groups), groups.columns) if own is None else own
        # Importing numpy.random takes a tenth of the time of a small question.
        chance = Random(0).randbytes(16 * (groups.columns + 1))
        self._keys, self._own = np.frombuffer(chance, np.uint64).reshape(2, -1)
        self._sums = self._hash_groups(np.arange(groups.columns + 1))
        self._sorted = np.argsort(self._sums, kind="stable")
        words = -(-groups.columns // WORD)
        packed = [pack_rows(table, words) for _, table in groups.dense()]
        self._members = np.concatenate(packed or [np.zeros((0, words), np.uint64)])
        self.same = self._find_groups(self._sums)
        self._known = {np.arange(groups.columns).tobytes(): self.same}
        self._generators: list[tuple[Ints, Ints]] = []  # the inverse of each, and what it does to the groups

    def _hash_groups(self, image: Ints) -> Hashes:
        moved: Hashes = self._groups.sums(self._keys[image[:-1]])
        moved += self._own[image[self._member]] + self._demand.astype(np.uint64) * self._keys[-1]
        return moved

    def _find_groups(self, sums: Hashes) -> Ints:
        """Return the first group of each sum, any group if no group has it."""
        at = np.searchsorted(self._sums, sums, sorter=self._sorted)
        return self._sorted[np.minimum(at, len(self._sorted) - 1)] if len(self._sorted) else np.zeros(0, np.int64)

    def of(self, permutation: Ints) -> Ints | None:
        """Return the number of each group's image; None if some image is no group."""
        check_deadline()
        name = permutation.tobytes()
        for inverse, moved in self._generators:
            rest = self._known.get(inverse[permutation].tobytes())
            if rest is not None:
                self._known[name] = moved[rest]
                return self._known[name]
        found = self._compare_groups(permutation)
        if found is not None:
            self._known[name] = found
            if len(self._generators) < MAX_GENERATORS:
                self._generators.append((np.argsort(permutation), found))
        return found

    def _compare_groups(self, permutation: Ints) -> Ints | None:
        """Return the same without the help of known permutations."""
        image = np.append(permutation, self._groups.columns)
        there = self._find_groups(self._hash_groups(image))
        alike = self._groups.sizes[there] == self._groups.sizes
        alike &= (self._demand[there] == self._demand) & (self._member[there] == image[self._member])
        if not alike.all():
            return None
        members = image[self._groups.flat].astype(np.uint64)
        words = self._members[np.repeat(there, self._groups.sizes), members // np.uint64(WORD)]
        return there if (words >> members % np.uint64(WORD) & np.uint64(1)).all() else None


def keep_covering(selection: Covering, symmetries: Ints) -> Ints:
    """Return the symmetries (permutations, variables) that take the parts of a covering to its own.

    These are its free variables, its items with what they demand, and its cliques. A symmetry of the solutions need not
    keep them: it may take a variable that propagation decides to one that only a search decides.
    """
    enough = [min(options, default=selection.variables) for options in selection.wholes]
    groups = [
        Images(Incidence.of([sorted(selection.free)], selection.variables)),
        Images(selection.by_row, np.array(selection.demands, np.int64), np.array(enough, np.int64)),
        Images(Incidence.of(selection.cliques, selection.variables)),
    ]
    kept = [p for p in symmetries if all(images.of(p) is not None for images in groups)]
    return np.array(kept, np.int64).reshape(len(kept), selection.variables)
