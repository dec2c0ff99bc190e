"""A digest of all the code in a compiled kernel: numba keeps a kernel by the source of its own file alone.

So a release in which only a function that a kernel calls has changed, a number that it reads, or the order of a table's
fields, would otherwise run the kernel of the release before. Its stamp here covers them all.
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from rookery.core.kernels.jit import INNER, LOOPS, PRIMITIVES


def stamp(function: Callable[..., Any]) -> str:
    """The digest of a kernel and of all that becomes part of it."""
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
    """Describe a function: its code, the numbers that it reads, the fields of its arguments."""
    return list(_list_traits(function))


def _list_traits(function: Any) -> Iterator[str]:
    name = f"{function.__module__}.{function.__qualname__}"
    yield f"{name} {describe_code(function.__code__)} {function.__defaults__}"
    for each, value in list_globals(function).items():
        if not callable(value):
            yield f"{name} {each} {value!r}"
    for each, kind in function.__annotations__.items():
        yield f"{name} {each} {describe_type(kind)}"
    if function in PRIMITIVES:
        yield _digest_of_module(PRIMITIVES[function])


def describe_code(code: CodeType) -> str:
    """Describe code independently of its place in a file."""
    values = [describe_code(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {values}"


def describe_type(kind: Any) -> str:
    """A type; a table with its fields in order."""
    fields = getattr(kind, "_fields", None)
    if fields is None:
        return str(kind)
    return f"{kind.__name__} {[f'{name}: {describe_type(kind.__annotations__[name])}' for name in fields]}"


@cache
def _digest_of_module(name: str) -> str:
    """The digest of a module's source."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return sha256(Path(spec.origin).read_bytes()).hexdigest()
