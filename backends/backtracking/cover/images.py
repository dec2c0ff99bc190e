"""Where permutations of variables take groups of them: the items or the cliques of a selection.

A group's image is looked up by a sum of random numbers, one a variable, and then compared member by member. That is
done for a few permutations alone: most are a product of two that are known, and so is what they do to groups.
"""

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.kernels.bits import LOW, ONE, Ints, words_for
from rookery.backends.selection.incidence import Incidence, packed
from rookery.models.base.deadline import look

MOST_GENERATORS = 16
Hashes = NDArray[np.uint64]


class Images:
    """Groups, each perhaps with a demand and with a number of its own (`own`, `columns` for none) that move along.

    Of equal groups the first one stands for all.
    """

    def __init__(self, groups: Incidence, demand: Ints | None = None, own: Ints | None = None) -> None:
        self._groups = groups
        self._demand = np.ones(len(groups), np.int64) if demand is None else demand
        self._member = np.full(len(groups), groups.columns) if own is None else own
        chance = np.random.default_rng(0)
        self._keys, self._own = chance.integers(0, 1 << 63, (2, groups.columns + 1), np.uint64)
        self._sums = self._hash_groups(np.arange(groups.columns + 1))
        self._sorted = np.argsort(self._sums, kind="stable")
        self._members = np.concatenate(
            [packed(table, words_for(groups.columns)) for _, table in groups.dense()]
            or [np.zeros((0, words_for(groups.columns)), np.uint64)]
        )
        self.same = self._find_groups(self._sums)
        self._known = {np.arange(groups.columns).tobytes(): self.same}
        self._generators: list[tuple[Ints, Ints]] = []  # the inverse of each, and what it does to the groups

    def _hash_groups(self, image: Ints) -> Hashes:
        moved: Hashes = self._groups.sums(self._keys[image[:-1]])
        moved += self._own[image[self._member]] + self._demand.astype(np.uint64) * self._keys[-1]
        return moved

    def _find_groups(self, sums: Hashes) -> Ints:
        """The first group of each sum, any group where none has it."""
        at = np.searchsorted(self._sums, sums, sorter=self._sorted)
        return self._sorted[np.minimum(at, len(self._sorted) - 1)] if len(self._sorted) else np.zeros(0, np.int64)

    def of(self, permutation: Ints) -> Ints | None:
        """The number of the image of each group; None where one is taken to what is no group."""
        look()
        name = permutation.tobytes()
        for inverse, moved in self._generators:
            rest = self._known.get(inverse[permutation].tobytes())
            if rest is not None:
                self._known[name] = moved[rest]
                return self._known[name]
        found = self._compare_groups(permutation)
        if found is not None:
            self._known[name] = found
            if len(self._generators) < MOST_GENERATORS:
                self._generators.append((np.argsort(permutation), found))
        return found

    def _compare_groups(self, permutation: Ints) -> Ints | None:
        """The same for a permutation of which nothing is known: each image is compared with the group it should be."""
        image = np.append(permutation, self._groups.columns)
        there = self._find_groups(self._hash_groups(image))
        alike = self._groups.sizes[there] == self._groups.sizes
        alike &= (self._demand[there] == self._demand) & (self._member[there] == image[self._member])
        if not alike.all():
            return None
        members = image[self._groups.flat].astype(np.uint64)
        words = self._members[np.repeat(there, self._groups.sizes), members >> np.uint64(6)]
        return there if ((words >> (members & LOW)) & ONE).all() else None
