"""All solutions of rivals by the leaves of the search for one: a leaf stands for each choice among its places.

That search skips images, and several leaves may hold a solution. So the choices of a leaf and their images are kept,
and each new one is a solution. Each solution is met: if the owners that it belongs to are skipped, an image of them
with lesser ones is searched, or one of the images of that in turn, and the symmetries are a group. The images of
places need not be a group, so the images of each choice are listed, even if it is an image of another choice.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import comb, prod

from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.presolve.structure.rivals import Rivals
from rookery.backends.presolve.structure.symmetries import is_group
from rookery.core.errors import RookeryError
from rookery.core.numbers import bits

MAX_IMAGES, MAX_CHOICES = 64, 2_000
MAX_SOLUTIONS, FEW_SOLUTIONS = 200_000, 1_000  # with symmetries, and where these are too many to be used
Masks = tuple[int, ...]  # of each side some of its places
Image = tuple[Sequence[int], Sequence[Sequence[int]]]  # the image of each side, and those of its places


class BeyondLeaves(RookeryError):
    """More choices or solutions than leaves list sooner than the general search."""


class LeafUnion:
    """The solutions in the leaves so far, with their images.

    `images` is None if the search uses no symmetries. `least` is the least size of each side.
    """

    def __init__(self, found: Rivals, images: Sequence[Image] | None, least: Sequence[int]) -> None:
        self._rivals, self._images, self._least, self._starts = found, images or (), least, found.starts
        self._most = FEW_SOLUTIONS if images is None else MAX_SOLUTIONS
        self.solutions: set[Masks] = set()
        self._listed: set[Masks] = set()  # choices whose images are among the solutions

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
            if chosen not in self._listed:
                self._listed.add(chosen)
                images = dict.fromkeys((chosen, *(_move(chosen, each) for each in self._images)))
                new = [each for each in images if each not in self.solutions]
                self.solutions.update(new)
                yield from new
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


def list_images(found: Rivals, symmetries: Ints) -> list[Image] | None:
    """Return the images of places under the symmetries of a search; None if these are many, or no group.

    Of symmetries that differ only in places of the same groups one is enough: to exchange such places takes each leaf
    to itself, since a leaf has all places that its owners leave.
    """
    every, starts = found.starts[-1], found.starts
    moves = symmetries[:, every:] - every  # of groups and sides
    if len(moves) > MAX_IMAGES or not is_group(moves, moves):
        return None
    images: list[Image] = []
    for row, move in zip(symmetries, moves, strict=True):
        sides = (move[-len(found.sets) :] - (len(move) - len(found.sets))).tolist()
        places = [row[starts[side] : starts[side + 1]] - starts[there] for side, there in enumerate(sides)]
        images.append((sides, [each.tolist() for each in places]))
    return images
