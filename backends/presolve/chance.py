"""Random numbers and random choice in kernels: the same ones for the same seed, compiled or not."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core.kernels.kernel import Kernel, inner

Ints = npt.NDArray[np.int64]
NONE = -1
PRIME, FACTOR = (1 << 31) - 1, 48_271  # Park and Miller: numbers above 0 and below PRIME, so no product wraps
PLAIN_SHARE = 200  # how many times a compiled kernel is faster than plain Python


class Broken(NamedTuple):
    """A list of broken groups or rows, from which one is drawn at random: the first `many[0]` numbers of `listed`.

    `place` says where each number stands in the list, NONE for those that are not broken.
    """

    many: Ints
    listed: Ints
    place: Ints


def first_chance(seed: int) -> int:
    """Return the first random number."""
    return 1 + seed % (PRIME - 1)


@inner
def draw(chance: Ints, many: np.int64) -> np.int64:
    """Return a random number below `many`; `chance` (1) is the last random number."""
    chance[0] = chance[0] * FACTOR % PRIME
    return np.int64(chance[0] % many)


@inner
def damage(broken: Broken, each: np.int64) -> None:
    """Append `each`, which is not broken, to the list."""
    broken.place[each] = broken.many[0]
    broken.listed[broken.many[0]] = each
    broken.many[0] += 1


@inner
def mend(broken: Broken, each: np.int64) -> None:
    """Take `each`, which is broken, off the list; the last one takes its place."""
    broken.many[0] -= 1
    last = broken.listed[broken.many[0]]
    broken.listed[broken.place[each]] = last
    broken.place[last] = broken.place[each]
    broken.place[each] = NONE


def affordable(kernel: Kernel, steps: int) -> int:
    """Return the number of steps of a kernel that take the time of `steps` compiled ones."""
    return steps if kernel.compiled else steps // PLAIN_SHARE
