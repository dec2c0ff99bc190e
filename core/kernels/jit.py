"""Kernels: functions of arrays that run as plain Python at first, and compiled on demand.

A small question is answered sooner than a kernel is loaded. So nothing here looks for one: `entry` and `inner` leave
plain functions as they are. `emitter` compiles a kernel with numba, `objects` keeps it and loads it without. The state
of a search stands in arrays, so a search goes on compiled at the point that plain Python has reached.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rookery.core.errors import NoCompiler as NoCompiler
from rookery.core.errors import RookeryError
from rookery.core.interrupts import postpone_ctrl_c
from rookery.core.kernels.parts import inline as inline
from rookery.core.kernels.parts import inner as inner
from rookery.core.kernels.parts import inner_as as inner_as
from rookery.core.kernels.parts import primitive as primitive
from rookery.core.kernels.signatures import Type, describe_arguments
from rookery.core.runtime import thread_time

if TYPE_CHECKING:
    from rookery.core.kernels.objects import KernelFile


def _is_on(switch: str) -> bool:
    """Return whether a switch of numba's is on, as numba reads it."""
    return os.environ.get(switch, "") not in ("", "0")


PLAIN = _is_on("NUMBA_DISABLE_JIT")  # kernels never run compiled
CHECKED = _is_on("NUMBA_BOUNDSCHECK")  # compiled kernels check every index


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
        """The folder in which it is kept once it is compiled; None if no folder can be written."""
        from rookery.core.kernels.objects import find_folder

        return find_folder()

    def types(self, *arguments: Any) -> tuple[Type, ...]:
        """The types that it is compiled for, from sample arguments."""
        return describe_arguments(arguments)

    def is_kept(self, types: tuple[Type, ...]) -> bool:
        """Return whether it is compiled on disk, so that loading takes some milliseconds and not ten seconds."""
        return self.file(types).find() is not None

    def file(self, types: tuple[Type, ...]) -> "KernelFile":
        """The file of the kernel for some types, whether it is there or not."""
        from rookery.core.kernels.objects import KernelFile

        return KernelFile(self.function, self.title, types)

    def load(self, types: tuple[Type, ...]) -> None:
        """Load it from its file, or compile it here and keep it; from then on it runs compiled."""
        with self._lock, postpone_ctrl_c():
            if not self.ready:
                file = self.file(types)
                self.compiled = file.load() or self._compile(file, types)

    def _compile(self, file: "KernelFile", types: tuple[Type, ...]) -> Callable[..., Any]:
        emitter, folder = import_emitter(), self.folder
        code = emitter.emit(self.function, types)
        if folder is not None:
            with suppress(RookeryError):  # such as a full disk
                file.keep(folder, code, emitter.link(code))
        return file.load() or file.load_code(code)


class KernelSample(NamedTuple):
    """A kernel with tables and a state such as it is called with."""

    kernel: Kernel
    tables: Any
    state: Any

    def types(self) -> tuple[Type, ...]:
        """The types that the kernel is compiled for."""
        return self.kernel.types(self.tables, self.state, 0)


def find_kernel(module: str, name: str) -> Kernel:
    """The kernel of a name in a module."""
    kernel: Kernel = getattr(import_module(module), name)
    return kernel


def import_emitter() -> Any:
    """The module that compiles, which imports numba."""
    try:
        with postpone_ctrl_c():
            return import_module("rookery.core.kernels.emitter")
    except ImportError as error:
        raise NoCompiler(f"compiled kernels need numba: {error}; install it: pip install numba") from None


def entry(title: str) -> Callable[[Callable[..., Any]], Kernel]:
    """A kernel that Python calls."""
    return lambda function: Kernel(function, title)


MAX_BYTES = 1 << 20  # of tables with which a search begins as plain Python


def count_bytes(part: Any) -> int:
    """The bytes of an array, or of all arrays of a tuple."""
    return sum(map(count_bytes, part)) if isinstance(part, tuple) else int(part.nbytes)


def are_large(tables: Any) -> bool:
    """Return whether a step of plain Python takes a moment on such tables."""
    return count_bytes(tables) > MAX_BYTES
