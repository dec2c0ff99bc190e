"""States of searches, array by array."""

from collections.abc import Iterator
from typing import Any

import numpy as np


def name_arrays(state: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The arrays of a state; the name of one in a tuple within it is `tuple.array`."""
    for name, part in state._asdict().items():
        if isinstance(part, np.ndarray):
            yield prefix + name, part
        else:
            yield from name_arrays(part, f"{prefix}{name}.")
