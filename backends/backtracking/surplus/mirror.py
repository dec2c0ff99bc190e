"""A symmetry of the covering that takes the first candidates to each other, as a row of a board and its mirror image.

After such a number of decisions a state and its image have the same future, and one of the two goes on. A solution is
then followed by one of its images, whose surplus is the same at each such step: so the least surplus of a step is
known at these steps alone, and the two sweeps meet at one of them.
"""

from collections.abc import Iterator

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints, Words
from rookery.backends.backtracking.surplus.tables import SurplusSides, assign_bits

MOST_TRIED = 16  # symmetries


def find_mirror(sides: SurplusSides, images: Words) -> Ints | None:
    """Where the symmetry with the most such steps takes items; `images` (symmetries, items) are some of them."""
    found = [(len(list(list_steps(sides, image))), image) for image in images[:MOST_TRIED].astype(np.int64)]
    steps, best = max(found, key=lambda each: each[0], default=(0, None))
    return best if steps > 2 else None  # more than the first and the last one


def list_steps(sides: SurplusSides, image: Ints) -> Iterator[int]:
    """The numbers of decisions after which a symmetry takes those decided to each other; none if it is no symmetry."""
    hits, count = sides.hits, len(sides.hits)
    if np.array_equal(image, np.arange(len(image))) or not np.array_equal(sides.weight[image], sides.weight):
        return
    moved = np.zeros_like(hits)
    moved[:, image] = hits
    _, kind = np.unique(np.packbits(np.vstack([hits, moved]), axis=1), axis=0, return_inverse=True)
    owed: dict[int, int] = {}
    steps = [0]
    for step, (one, other) in enumerate(zip(kind[:count].tolist(), kind[count:].tolist(), strict=True)):
        for each, change in ((one, 1), (other, -1)):
            owed[each] = owed.get(each, 0) + change
            if not owed[each]:
                del owed[each]
        if not owed:
            steps.append(step + 1)
    if not owed:
        yield from steps


def list_mirrors(sides: SurplusSides, image: Ints | None) -> dict[int, Words]:
    """Where a symmetry takes the bits of the items that are open after each of its steps: pairs of bits, a row each."""
    place = assign_bits(sides.hits)
    if image is None or place is None:
        return {}
    found = {}
    for step in list_steps(sides, image):
        items = np.flatnonzero(sides.hits[:step].any(axis=0) & sides.hits[step:].any(axis=0))
        found[step] = np.stack([place[items], place[image[items]]], axis=1).astype(np.uint64)
    return found
