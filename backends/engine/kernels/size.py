"""The size of tables: whether a search can begin on them as plain Python."""

from typing import Any

import numpy as np

MAX_BYTES = 1 << 20  # of tables with which a search begins as plain Python


def count_bytes(part: Any) -> int:
    """Return the bytes of an array or a number, or of all of a tuple."""
    return sum(map(count_bytes, part)) if isinstance(part, tuple) else np.asarray(part).nbytes


def are_large(tables: Any) -> bool:
    """True if a single step of plain Python takes a moment on such tables."""
    return count_bytes(tables) > MAX_BYTES
