"""What a search is, as a hash: where it is the same, a subtree means the same, whichever version of Rookery runs it.

What becomes of a subtree follows from three things alone: its arrays, the tables of its program, and the sources of its
room and of the kernels' room. The hash is of the last two. Numbers that numpy or another library makes are in the
tables; so no version of a library needs to be compared.
"""

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from rookery.backends.backtracking.tree.subtree import Subtree

KERNELS = "kernels"  # the room beside that of each search


def find_fingerprint(pattern: Subtree | None) -> str:
    """The hash of a search, of which some subtree is given; empty for one that is over before it begins."""
    if pattern is None:
        return ""
    digest = sha256(_read_sources(type(pattern).__module__))
    for array in (*_arrays(pattern.program.tables), pattern.variables):
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _arrays(tables: Any) -> Iterator[Any]:
    """The arrays and numbers of tuples within tuples."""
    if isinstance(tables, tuple):
        for part in tables:
            yield from _arrays(part)
    else:
        yield np.asarray(tables)


@cache
def _read_sources(module: str) -> bytes:
    """The sources of the room in which a module is, and of the kernels' room."""
    room = Path(str(sys.modules[module].__file__)).parent
    return b"".join(path.read_bytes() for each in (room, room.with_name(KERNELS)) for path in sorted(each.glob("*.py")))
