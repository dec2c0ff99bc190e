"""Numbers by chance in kernels: the same ones for the same seed, compiled or not."""

import numpy as np

from rookery.backends.selection.words import Ints
from rookery.models.kernels.jit import inner

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
