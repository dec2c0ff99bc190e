"""Kernels: functions of arrays that run as plain Python at first, and compiled on demand.

A small question is answered sooner than numba is imported. So nothing here imports it: `entry` and `inner` leave plain
functions as they are, and `native` makes compiled twins of them when a kernel is loaded. The state of a search stands
in arrays, so a search goes on compiled at the point that plain Python has reached.
"""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import RLock
from time import thread_time
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rookery.core.errors import RookeryError
from rookery.core.interrupts import postpone_ctrl_c


def _is_on(switch: str) -> bool:
    """Return whether a switch of numba's is on, as numba reads it."""
    return os.environ.get(switch, "") not in ("", "0")


PLAIN = _is_on("NUMBA_DISABLE_JIT")  # kernels never run compiled
CHECKED = _is_on("NUMBA_BOUNDSCHECK")  # compiled kernels check every index
Function = TypeVar("Function", bound=Callable[..., Any])
INNER: dict[Callable[..., Any], bool] = {}  # functions that become part of kernels; whether numba puts them there
LOOPS: dict[Callable[..., Any], Callable[..., Any]] = {}  # what compiled code has instead of calls of numpy
PRIMITIVES: dict[Callable[..., Any], str] = {}  # what compiled code says in other words; the module that has those


class NoCompiler(RookeryError):
    """A kernel should be compiled, and numba is not there."""


class Kernel:
    """A function of arrays that Python calls, such as a search limited to a number of steps.

    `title` says in words what it does; `spent` are the processor seconds that it took as plain Python.
    """

    def __init__(self, function: Callable[..., Any], title: str) -> None:
        self.title = title
        self.__name__, self.__module__, self.__doc__ = function.__name__, function.__module__, function.__doc__
        self.function = function
        self.compiled: Callable[..., Any] | None = None
        self.spent = 0.0
        self._plain = np.errstate(over="ignore")(function)  # words wrap around on purpose, numpy need not warn
        self._twin: Any = None
        self._lock = RLock()

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel; a search is given its number of steps."""
        if self.compiled is not None:
            return self.compiled(*arguments)
        start = thread_time()
        try:
            return self._plain(*arguments)
        finally:
            self.spent += thread_time() - start

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """A kernel goes over to another process as its name."""
        return find_kernel, (self.__module__, self.__name__)

    @property
    def ready(self) -> bool:
        """Return whether it runs as fast as it ever will."""
        return PLAIN or self.compiled is not None

    @property
    def folder(self) -> Path | None:
        """The folder of numba's compiled form; None if numba finds no place for it."""
        found: Path | None = _native().folder(self.twin())
        return found

    def types(self, *arguments: Any) -> tuple[Any, ...]:
        """The types that numba compiles for, from sample arguments."""
        found: tuple[Any, ...] = _native().types_of(arguments)
        return found

    def is_kept(self, types: tuple[Any, ...]) -> bool:
        """Return whether numba has it compiled on disk, so that loading takes half a second and not ten."""
        return bool(_native().is_kept(self.twin(), types))

    def load(self, types: tuple[Any, ...]) -> None:
        """Load it from numba's cache, or compile it; from then on it runs compiled."""
        with self._lock, postpone_ctrl_c():
            if not self.ready:
                self.twin().compile(types)
                self.compiled = self._twin

    def twin(self) -> Any:
        """The compiled twin of the kernel, which compiles nothing until it is given types."""
        with self._lock, postpone_ctrl_c():
            if self._twin is None:
                self._twin = _native().make_entry(self.function)
            return self._twin


class KernelSample(NamedTuple):
    """A kernel with tables and a state such as it is called with."""

    kernel: Kernel
    tables: Any
    state: Any

    def types(self) -> tuple[Any, ...]:
        """The types that the kernel is compiled for."""
        return self.kernel.types(self.tables, self.state, 0)


def find_kernel(module: str, name: str) -> Kernel:
    """The kernel of a name in a module."""
    kernel: Kernel = getattr(import_module(module), name)
    return kernel


def _native() -> Any:
    """The module that compiles; numba is imported here for the first time."""
    try:
        with postpone_ctrl_c():
            return import_module("rookery.core.kernels.native")
    except ImportError as error:
        raise NoCompiler(f"compiled kernels need numba: {error}; install it: pip install numba") from None


def entry(title: str) -> Callable[[Callable[..., Any]], Kernel]:
    """A kernel that Python calls."""
    return lambda function: Kernel(function, title)


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
