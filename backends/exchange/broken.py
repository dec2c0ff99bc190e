"""The list of what is broken, of which any can be drawn by chance: `broken`, and of each its `place` there, or -1."""

import numpy as np

from rookery.backends.exchange.chance import CHANCE
from rookery.backends.selection.words import Ints
from rookery.models.kernels.jit import inner

BROKEN = CHANCE + 1  # the register that holds how many are broken
NONE = -1


@inner
def damage(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Put one on the list."""
    place[each] = registers[BROKEN]
    broken[registers[BROKEN]] = each
    registers[BROKEN] += 1


@inner
def mend(registers: Ints, broken: Ints, place: Ints, each: np.int64) -> None:
    """Take one off the list; the last one takes its place."""
    registers[BROKEN] -= 1
    last = broken[registers[BROKEN]]
    broken[place[each]] = last
    place[last] = place[each]
    place[each] = NONE
