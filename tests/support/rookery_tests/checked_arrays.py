"""Arrays that refuse every index outside them, for kernels that run as plain Python.

numpy takes a negative index from the end and cuts a slice short, and so hides what compiled code would do with it.
"""

from typing import Any

import numpy as np
import pytest

from rookery.core.kernels.kernel import Kernel


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


def check_indices(monkeypatch: pytest.MonkeyPatch, *kernels: Kernel) -> None:
    """Run kernels as plain Python on checked arrays, whether they are compiled or not."""
    for kernel in kernels:
        monkeypatch.setattr(kernel, "compiled", _on_checked(kernel))


def _on_checked(kernel: Kernel) -> Any:
    plain = np.errstate(over="ignore")(kernel.function)
    return lambda *arguments: plain(*map(_checked, arguments))


def _checked(part: Any) -> Any:
    if isinstance(part, np.ndarray):
        return part.view(Checked)
    return type(part)(*map(_checked, part)) if isinstance(part, tuple) else part
