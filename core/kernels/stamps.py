"""A digest of all the code in a compiled kernel.

A release in which only a function that a kernel calls has changed, or a number that it reads, must not run the kernel
of the release before. Its stamp covers them all; the fields of its arguments are in their types (`signatures`).
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from rookery.core.kernels.parts import INNER, LOOPS, PRIMITIVES


@cache
def stamp(function: Callable[..., Any]) -> str:
    """The digest of a kernel and of all that becomes part of it; each Python compiles it to other code."""
    lines = sorted(line for part in _list_parts(function, {}) for line in _describe(part))
    return sha256("\n".join(lines).encode()).hexdigest()


def _list_parts(function: Any, known: dict[Any, None]) -> dict[Any, None]:
    """A function, and those that it calls, and so on."""
    if function not in known:
        known[function] = None
        for value in filter(is_part, list_globals(function).values()):
            _list_parts(LOOPS.get(value, value), known)
    return known


def list_globals(function: Any) -> dict[str, Any]:
    """The values that a function reads from its module, by name."""
    names = function.__globals__
    return {name: names[name] for name in function.__code__.co_names if name in names}


def is_part(value: Any) -> bool:
    """Return whether it becomes part of the kernels that call it."""
    return isinstance(value, FunctionType) and (value in INNER or value in PRIMITIVES)


@cache
def _describe(function: Any) -> list[str]:
    """Describe a function: its code, and what it reads."""
    return list(_list_traits(function))


def _list_traits(function: Any) -> Iterator[str]:
    name = f"{function.__module__}.{function.__qualname__}"
    yield f"{name} {describe_code(function.__code__)} {function.__defaults__}"
    for each, value in list_globals(function).items():
        yield f"{name} {each} {_describe_value(value, function.__code__.co_names)}"
    if function in PRIMITIVES:
        yield digest_module(PRIMITIVES[function])
        yield digest_module(function.__module__)  # whose numbers the other one reads


def _describe_value(value: Any, names: tuple[str, ...]) -> str:
    """Describe what a function reads: a number, an array, a class, or of a module what is named there."""
    if isinstance(value, ModuleType):
        read = {name: getattr(value, name) for name in names if hasattr(value, name)}
        return f"{value.__name__} { {name: _describe_value(each, ()) for name, each in read.items()} }"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__} {[_describe_value(each, ()) for each in value]}"
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', type(value).__qualname__)}"
    return repr(value)


def describe_code(code: CodeType) -> str:
    """Describe code independently of its place in a file."""
    values = [describe_code(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {values}"


@cache
def digest_module(name: str) -> str:
    """The digest of a module's source, which is not imported."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return sha256(Path(spec.origin).read_bytes()).hexdigest()
