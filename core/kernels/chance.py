"""Random numbers in kernels: the same ones for the same seed, compiled or not.

The list of what is broken, of which any can be drawn at random: `broken`, and of each its `place` there, or -1.

Limits of a kernel's work, compiled or not.
"""

import numpy as np
import numpy.typing as npt

from rookery.core.kernels.jit import Kernel, inner

Ints = npt.NDArray[np.int64]
CHANCE = 0  # the register that holds it
PRIME = (1 << 31) - 1  # chance is a number below it, above 0
FACTOR = 48_271  # Park and Miller: the next number is this times the last one, modulo a prime; no product wraps


def first_chance(seed: int) -> int:
    """The number that the others follow."""
    return 1 + seed % (PRIME - 1)


@inner
def draw(registers: Ints, many: np.int64) -> np.int64:
    """A number below `many`, by chance."""
    registers[CHANCE] = registers[CHANCE] * FACTOR % PRIME
    return np.int64(registers[CHANCE] % many)


BROKEN = CHANCE + 1  # the register that holds how many are broken
NONE = -1


@inner
def damage(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Put one on the list."""
    place[each] = registers[BROKEN]
    # It was not broken before, so the list is no longer than there are groups.
    broken[registers[BROKEN]] = each
    registers[BROKEN] += 1


@inner
def mend(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Take one off the list; the last one takes its place."""
    registers[BROKEN] -= 1
    last = broken[registers[BROKEN]]
    # It is on the list (it was broken), so its place is not -1; where it is the last one, it is overwritten by itself
    # and then taken off.
    broken[place[each]] = last
    place[last] = place[each]
    place[each] = NONE


PLAIN_SHARE = 200  # the speed of a compiled kernel over plain Python


def affordable(kernel: Kernel, steps: int) -> int:
    """The number of steps of a kernel that take the time of `steps` compiled ones."""
    return steps if kernel.compiled else steps // PLAIN_SHARE
