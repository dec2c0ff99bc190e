"""Arguments of kernels: their types, and the words that hand them to compiled code.

A type is plain data, so that it goes to other processes and into digests: of an array or a number `<u8 2`, its items
and its dimensions, with `read` where it must not be written; of a tuple its class, its fields, and their types.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from rookery.core.errors import RookeryError

Type = str | tuple[Any, ...]
BOOL, INT = f"{np.dtype(np.bool_).str} 0", f"{np.dtype(np.int64).str} 0"  # of a bool and an int of Python's
MAX_INT = 1 << 63
_Start = ctypes.c_char * 0  # of an array: its address so takes a quarter of the time that numpy takes


class WrongArguments(RookeryError, TypeError):
    """A kernel was called with what no compiled code takes."""


def describe_arguments(arguments: Iterable[Any]) -> tuple[Type, ...]:
    """The types of arguments; raises `WrongArguments` for any but numbers, contiguous arrays, named tuples."""
    return tuple(map(_describe, arguments))


def _describe(value: Any) -> Type:
    if isinstance(value, np.ndarray):
        if value.ndim == 0 or not value.flags.c_contiguous or value.dtype.kind not in "iubf":
            raise WrongArguments(f"a kernel takes contiguous arrays of numbers, not {value.dtype} {value.shape}")
        return f"{value.dtype.str} {value.ndim}" if value.flags.writeable else f"{value.dtype.str} {value.ndim} read"
    fields = getattr(value, "_fields", None)
    if fields is not None:
        kind = type(value)
        return (f"{kind.__module__}:{kind.__qualname__}", " ".join(fields), *map(_describe, value))
    if isinstance(value, np.generic) and value.dtype.kind in "iub":
        return f"{value.dtype.str} 0"
    if isinstance(value, int) and -MAX_INT <= value < MAX_INT:
        return BOOL if isinstance(value, bool) else INT
    raise WrongArguments(f"a kernel takes arrays, named tuples, and ints of 64 bits, not {type(value).__name__}")


def read_type(text: str) -> tuple[str, int, bool]:
    """The items of an array or a number, its dimensions, and whether it may be written."""
    items, ndim, *rest = text.split()
    return items, int(ndim), not rest


def find_class(name: str) -> Any:
    """The class of a tuple."""
    module, _, place = name.partition(":")
    return reduce(getattr, place.split("."), import_module(module))


def list_words(arguments: Iterable[Any]) -> Iterator[int]:
    """The words that hand arguments over: of an array its address and its shape, a number itself."""
    for value in arguments:
        if isinstance(value, np.ndarray):
            yield ctypes.addressof(_Start.from_buffer(value.data)) if value.flags.writeable else value.ctypes.data
            yield from value.shape
        elif isinstance(value, tuple):
            yield from list_words(value)
        else:
            yield int(value)


def returns_number(function: Callable[..., Any]) -> bool:
    """Return whether a kernel returns a number, or nothing, as its annotation says."""
    return function.__annotations__.get("return") not in (None, "None")
