"""What a search that comes from a file must hold before a kernel is given it: `ValueError` says that it is damaged.

Compiled kernels check no index. So each state is checked against the tables of its program: what can be worked out from
the choices made so far must be just that, and all else must lie where a kernel may use it. A state that passes may
still be another than the one that was kept; then it leads to another answer, but to no place outside an array.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST = 1 << 62  # of a number that is added to others in 64 bits


def require(holds: bool | np.bool_, what: str) -> None:
    """Refuse a state; `what` is said of it in a traceback only."""
    if not holds:
        raise ValueError(what)


def require_within(numbers: Any, least: Any, most: Any, what: str) -> None:
    """Refuse numbers, or arrays of them, outside two bounds."""
    require(np.all((least <= numbers) & (numbers <= most)), f"{what} out of range")


def require_subset(some: NDArray[np.uint64], whole: NDArray[np.uint64], what: str) -> None:
    """Refuse bitsets that hold more than another."""
    require(not np.any(some & ~whole), f"{what} of what there is not")


def require_registers(at: NDArray[np.int64], own: NDArray[np.int64], fixed: list[int], marks: list[int]) -> None:
    """Refuse registers that a search never changes and that are not its `own`, negative ones, and `marks` above 1."""
    require(np.array_equal(at[fixed], own[fixed]), "registers of another search")
    require_within(at, 0, LARGEST, "registers")
    require_within(at[marks], 0, 1, "marks")
