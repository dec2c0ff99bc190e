"""Functions that only kernels call: plain Python that becomes part of them once they are compiled."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
INNER: dict[Callable[..., Any], bool] = {}  # functions that become part of kernels; whether numba puts them there
LOOPS: dict[Callable[..., Any], Callable[..., Any]] = {}  # what compiled code has instead of calls of numpy
PRIMITIVES: dict[Callable[..., Any], str] = {}  # what compiled code says in other words; the module that has those


def inner(function: Function) -> Function:
    """A function that only kernels call and that becomes part of them."""
    INNER[function] = False
    return function


def inner_as(loop: Callable[..., Any]) -> Callable[[Function], Function]:
    """A function as `inner` that numpy does sooner in plain Python; compiled code has a loop that does the same."""

    def add_loop(function: Function) -> Function:
        LOOPS[function] = loop
        return inner(function)

    return add_loop


def inline(function: Function) -> Function:
    """A function as `inner`, so small that numba puts it in place before it works out types."""
    INNER[function] = True
    return function


def primitive(module: str) -> Callable[[Function], Function]:
    """A function that compiled kernels have from a module, under the same name: in instructions of the processor."""

    def add_primitive(function: Function) -> Function:
        PRIMITIVES[function] = module
        return function

    return add_primitive
