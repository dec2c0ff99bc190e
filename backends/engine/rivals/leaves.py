"""All solutions of rivals by the leaves of the search for one: a leaf stands for each choice among its places.

That search skips images, and several leaves may hold a solution. So the choices of a leaf and their images are kept,
and each new one is a solution. Each solution is met: if the owners that it belongs to are skipped, an image of them
with lesser ones is searched, or one of the images of that in turn, and the symmetries are a group.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import comb, prod

import numpy as np

from rookery.backends.engine.rivals.tables import RivalTables
from rookery.backends.presolve.structure.rivals import Rivals
from rookery.core.errors import RookeryError
from rookery.core.numbers import bits

MAX_IMAGES, MAX_CHOICES = 64, 2_000
MAX_SOLUTIONS, FEW_SOLUTIONS = 200_000, 1_000  # with symmetries, and where these are too many to be used
Masks = tuple[int, ...]  # of each side some of its places
Move = tuple[tuple[int, ...], tuple[int, ...]]  # the image of each group, and that of each side
Image = tuple[Sequence[int], Sequence[Sequence[int]]]  # the image of each side, and those of its places


class BeyondLeaves(RookeryError):
    """More choices or solutions than leaves list sooner than the general search."""


class LeafUnion:
    """The solutions that the leaves so far hold, with all `images` of them; None if the search uses no symmetries.

    `least` is the least size of each side.
    """

    def __init__(self, found: Rivals, images: Sequence[Image] | None, least: Sequence[int]) -> None:
        self._rivals, self._images, self._least, self._starts = found, images or (), least, found.starts
        self._most = FEW_SOLUTIONS if images is None else MAX_SOLUTIONS
        self.solutions: set[Masks] = set()

    def count(self) -> int:
        """Return the number of solutions so far."""
        return len(self.solutions)

    def add(self, leaf: Iterable[int]) -> Iterator[Masks]:
        """The solutions that a leaf adds; its places are numbered one side after the other. Raises `BeyondLeaves`."""
        masks = [0] * len(self._rivals.sets)
        for at in leaf:
            side = bisect_right(self._starts, at) - 1
            masks[side] |= 1 << at - self._starts[side]
        for chosen in self._choose(masks):
            if chosen not in self.solutions:
                images = dict.fromkeys((chosen, *(_move(chosen, each) for each in self._images)))
                self.solutions.update(images)
                yield from images
                if len(self.solutions) > self._most:
                    raise BeyondLeaves(f"more than {self._most:,} solutions")

    def _choose(self, leaf: Sequence[int]) -> Iterator[Masks]:
        """List the choices of a leaf: of each side the forced places, and others up to each size that it may have.

        The decided side gets no places, as the other sides determine it.
        """
        bounds = self._rivals.bounds
        if bounds.decided >= 0:
            leaf = [0 if side == bounds.decided else mask for side, mask in enumerate(leaf)]
        free = [[1 << at for at in bits(mask & ~sure)] for mask, sure in zip(leaf, bounds.forced, strict=True)]
        sorts = sorted(set(bounds.equal))
        for chosen in product(*(self._list_sizes(leaf, sort) for sort in sorts)):
            size = dict(zip(sorts, chosen, strict=True))
            more = [size[sort] - sure.bit_count() for sort, sure in zip(bounds.equal, bounds.forced, strict=True)]
            if prod(map(comb, map(len, free), more)) > MAX_CHOICES:
                raise BeyondLeaves(f"more than {MAX_CHOICES:,} choices")
            for taken in product(*map(combinations, free, more)):
                yield tuple(sure | sum(each) for sure, each in zip(bounds.forced, taken, strict=True))

    def _list_sizes(self, leaf: Sequence[int], sort: int) -> range:
        """Return the sizes that the sides of a sort may have, the same for all of them."""
        bounds = self._rivals.bounds
        if sort == bounds.decided:
            return range(1)
        sides = [side for side, each in enumerate(bounds.equal) if each == sort]
        return range(self._least[sort], min(min(bounds.most[side], leaf[side].bit_count()) for side in sides) + 1)


def _move(chosen: Masks, image: Image) -> Masks:
    sides, places = image
    moved = [0] * len(chosen)
    for side, mask in enumerate(chosen):
        moved[sides[side]] = sum(1 << places[side][at] for at in bits(mask))
    return tuple(moved)


def list_images(found: Rivals, tables: RivalTables) -> list[Image] | None:
    """Return the images of places under the symmetries of a search; None if these are many, or no group."""
    if len(tables.image) >= MAX_IMAGES:
        return None
    moves = [_read_move(tables, at) for at in range(len(tables.image))]
    known = {(tuple(range(len(tables.order))), tuple(range(len(found.sets)))), *moves}
    if any((_compose(one[0], other[0]), _compose(one[1], other[1])) not in known for one in moves for other in moves):
        return None
    return [_find_image(found, tables, move) for move in moves]


def _compose(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(one[at] for at in other)


def _read_move(tables: RivalTables, at: int) -> Move:
    """Return a symmetry: in the image of colors the j-th group in order has the color of group image[j]."""
    before = np.zeros(len(tables.order), np.int64)
    before[tables.order] = tables.image[at]
    return tuple(np.argsort(before).tolist()), tuple((tables.side[at, 1:] - 1).tolist())


def _find_image(found: Rivals, tables: RivalTables, move: Move) -> Image:
    """Images of the places, by the groups that they are in; those of the same groups in their order.

    To exchange only those takes each leaf to itself, since a leaf has all places that its owners leave.
    """
    groups, sides = move
    bounds = found.bounds

    def describe(side: int, place: int, images: Sequence[int]) -> object:
        user = side * int(tables.max_size[0]) + place
        users = tables.users[tables.first[user] : tables.first[user + 1]].tolist()
        return frozenset(images[at] for at in users), bounds.forced[side] >> place & 1, bounds.barred[side] >> place & 1

    alike: list[dict[object, list[int]]] = [{} for _ in found.sets]
    for side, each in enumerate(found.sets):
        for place in reversed(range(len(each))):
            alike[side].setdefault(describe(side, place, range(len(groups))), []).append(place)
    return sides, [
        [alike[sides[side]][describe(side, place, groups)].pop() for place in range(len(each))]
        for side, each in enumerate(found.sets)
    ]
