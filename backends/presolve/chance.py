"""Random numbers and random choice in kernels: the same ones for the same seed, compiled or not.

What is broken stands in a list, of which any can be drawn: `broken`, and of each its `place` there, or NONE.
"""

import numpy as np
import numpy.typing as npt

from rookery.core.kernels.kernel import Kernel, inner

Ints = npt.NDArray[np.int64]
CHANCE, BROKEN = range(2)  # registers: the last random number, and the length of the list
NONE = -1
PRIME, FACTOR = (1 << 31) - 1, 48_271  # Park and Miller: numbers above 0 and below PRIME, so no product wraps
PLAIN_SHARE = 200  # how many times a compiled kernel is faster than plain Python


def first_chance(seed: int) -> int:
    """Return the first random number."""
    return 1 + seed % (PRIME - 1)


@inner
def draw(registers: Ints, many: np.int64) -> np.int64:
    """Return a random number below `many`."""
    registers[CHANCE] = registers[CHANCE] * FACTOR % PRIME
    return np.int64(registers[CHANCE] % many)


@inner
def damage(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Append `each`, which is not broken, to the list."""
    place[each] = registers[BROKEN]
    broken[registers[BROKEN]] = each
    registers[BROKEN] += 1


@inner
def mend(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Take `each`, which is broken, off the list; the last one takes its place."""
    registers[BROKEN] -= 1
    last = broken[registers[BROKEN]]
    broken[place[each]] = last
    place[last] = place[each]
    place[each] = NONE


def affordable(kernel: Kernel, steps: int) -> int:
    """Return the number of steps of a kernel that take the time of `steps` compiled ones."""
    return steps if kernel.compiled else steps // PLAIN_SHARE
