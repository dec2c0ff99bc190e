"""Which solutions are images of those met before: each orbit is brought into canonical form once."""

from collections.abc import Sequence

from rookery.backends.contract.backend import Solution
from rookery.models.model import Permutation
from rookery.models.symmetry.permutations import images, least

MOST_IMAGES = 64  # of a solution that are kept until they are met: a torus has thousands


class ImagesToMeet:
    """The images of the solutions met so far that are still to be met themselves, under some symmetries.

    Where these are few each solution is looked up, since it is mostly an image of another one; it leaves when it is
    met, so that never more are kept than are still to come.
    """

    def __init__(self, symmetries: Sequence[Permutation]) -> None:
        self._symmetries = symmetries
        self._waiting: set[Solution] = set()

    def meet(self, chosen: Solution) -> Solution | None:
        """The canonical form of a solution; None where it is known to be an image of one met before."""
        if chosen in self._waiting:
            self._waiting.remove(chosen)
            return None
        found = images(sorted(chosen), self._symmetries)
        if not len(found):
            return chosen
        if len(found) <= MOST_IMAGES:
            self._waiting.update(map(frozenset, found.tolist()))
            self._waiting.discard(chosen)
        return frozenset(least(found))
