"""Arrays that refuse every index outside them, for kernels that run as plain Python.

numpy takes a negative index from the end and cuts a slice short, and so hides what compiled code would do with it.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.general import kernel as general_kernel
from rookery.backends.engine.rivals import kernel as rivals_kernel
from rookery.backends.engine.rows import kernel as row_kernel
from rookery.core.kernels.jit import Kernel

ENTRIES = [
    (cover_kernel, "advance"),
    (general_kernel, "explore"),
    (rivals_kernel, "divide"),
    (row_kernel, "count_rows"),
    (row_kernel, "count_block"),
    (row_kernel, "list_rows"),
]


class Checked(np.ndarray):
    """An array of which each index must lie within."""

    def __getitem__(self, key: Any) -> Any:
        _refuse_outside(key, self.shape)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _refuse_outside(key, self.shape)
        super().__setitem__(key, value)


def _refuse_outside(key: Any, shape: tuple[int, ...]) -> None:
    for index, length in zip(key if isinstance(key, tuple) else (key,), shape, strict=False):
        first, last = _reach(index)
        if first < 0 or (last is not None and not first <= last <= length):
            raise IndexError(f"index {index} of {shape}")


def _reach(index: Any) -> tuple[Any, Any]:
    """The first place that an index reads, and the one after the last; of a slice without an end that is None."""
    if isinstance(index, slice):
        return index.start or 0, index.stop
    if isinstance(index, np.ndarray):
        places = np.flatnonzero(index) if index.dtype == bool else np.asarray(index)
        return (places.min(), places.max() + 1) if places.size else (0, 0)
    return index, int(index) + 1


def check_indices(monkeypatch: pytest.MonkeyPatch, entries: Sequence[tuple[ModuleType, str]] = ENTRIES) -> None:
    """Let kernels run on such arrays; the engine's unless others are named."""
    for module, name in entries:
        monkeypatch.setattr(module, name, _on_checked(getattr(module, name)))


def _on_checked(kernel: Kernel) -> Kernel:
    return Kernel(lambda tables, state, *further: kernel(_checked(tables), _checked(state), *further), kernel.title)


def _checked(named: Any) -> Any:
    return type(named)(*(each.view(Checked) if isinstance(each, np.ndarray) else each for each in named))
