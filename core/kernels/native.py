"""Compiles kernels with numba: the one place, with the engine's `native_bits` and `native_blocks`, that imports it.

A kernel and all functions that it calls are compiled as copies whose globals are compiled twins; the plain functions
stay as they are. Kernels allocate nothing and share no objects, so numba need not count references to their arrays:
that alone took half of the time of the covering search (`_nrt`). Only entries are called from Python and get the code
that unpacks Python objects; it takes longer to compile than the kernels themselves.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numba

from rookery.core.kernels.jit import INNER, LOOPS, PRIMITIVES
from rookery.core.kernels.stamps import is_part, list_globals, stamp

_njit: Any = numba.njit  # its type does not know all of its options
ENTRY = {"nogil": True, "_nrt": False}  # it runs without the interpreter lock
PART = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
INLINED = {"inline": "always"}


def make_entry(function: Callable[..., Any]) -> Any:
    """The compiled twin of a kernel; nothing is compiled yet."""
    return _twin(function, ENTRY)


@cache
def _make_part(function: Callable[..., Any]) -> Any:
    """The compiled twin of a function that kernels call: passing all tables may cost more than its work."""
    if function in PRIMITIVES:
        return getattr(import_module(PRIMITIVES[function]), function.__name__)
    return _twin(LOOPS.get(function, function), INLINED if INNER[function] else PART)


def _twin(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    copy = _copy(function)
    try:
        twin = _njit(cache=True, **options)(copy)
    except RuntimeError:  # there is no folder in which numba may keep anything
        return _njit(**options)(copy)
    twin._cache._cache_file._source_stamp = stamp(function)  # noqa: SLF001 - numba would take that of its file alone
    return twin


def _copy(function: Any) -> Any:
    """The same function, whose globals hold the compiled twins of the functions that it calls."""
    twins = {name: _make_part(value) for name, value in list_globals(function).items() if is_part(value)}
    copy = FunctionType(function.__code__, function.__globals__ | twins, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return copy


def types_of(arguments: Iterable[Any]) -> tuple[Any, ...]:
    """The types of arguments, as numba has them."""
    return tuple(map(numba.typeof, arguments))


def folder(twin: Any) -> Path | None:
    """The folder where numba keeps compiled code on disk; None if it keeps none."""
    path = twin.stats.cache_path
    return None if path is None else Path(path)


def is_kept(twin: Any, types: tuple[Any, ...]) -> bool:
    """Return whether what is compiled for these types is on disk: for this processor, this numba and these sources."""
    if folder(twin) is None:
        return False
    kept = twin._cache  # noqa: SLF001 - numba offers no other way to ask
    key = kept._index_key(types, twin.targetctx.codegen())  # noqa: SLF001
    return key in kept._cache_file._load_index()  # noqa: SLF001
