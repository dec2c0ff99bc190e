"""Kernels: functions of arrays that start as plain Python and run as machine code once that pays.

A search keeps its state in arrays, so it can change over between two slices. A child process compiles a kernel with
numba (`emitter`) and leaves its machine code in the user's cache, from where ctypes loads it: a run that finds its
kernel there imports neither numba nor LLVM. Without machine code, for whatever reason, plain Python goes on.
"""

import ctypes
import os
import pickle
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from time import sleep, thread_time
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from rookery.core.deadline import NEVER, Deadline
from rookery.core.errors import RookeryError
from rookery.core.plugins import installed_version
from rookery.core.runtime import import_path, interpreter_command

Function = TypeVar("Function", bound=Callable[..., Any])
Type = tuple[Any, ...]  # (items, dimensions, writable) of an array or a number; (class, fields, types) of a tuple


def _is_on(switch: str) -> bool:
    return os.environ.get(switch, "") not in ("", "0")


PLAIN = _is_on("NUMBA_DISABLE_JIT")  # kernels never run compiled
CHECKED = _is_on("NUMBA_BOUNDSCHECK")  # compiled kernels check every index
WORTH_LOADING, WORTH_COMPILING = 0.008, 1.5  # seconds spent as plain Python
PATIENCE = 0.05  # seconds between two looks at a child
CACHE = "NUMBA_CACHE_DIR"
LIBRARY, OBJECT = ".so", ".o"
DIGEST = sha256().digest_size  # bytes at the end of a file
# A kernel may use functions and constants of these packages: changes in them make it another kernel.
PACKAGES = rb"backends\.engine|backends\.presolve|backends\.local_search|certificates|core\.kernels"
SOURCES = re.compile(rb"rookery\.(?:" + PACKAGES + rb")(?:\.\w+)+")
ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
ROOT = Path(__file__).parents[2]  # of the package
CHILD = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rookery.core.kernels.emitter import main
main()
"""


class Part(NamedTuple):
    """How numba compiles a function that kernels call."""

    instead: Any = None  # a function, or the name of a module that has a compiled one under the same name
    inline: bool = False


PARTS: dict[Callable[..., Any], Part] = {}


def inner(function: Function) -> Function:
    """Return a function that only kernels call."""
    PARTS[function] = Part()
    return function


def inline(function: Function) -> Function:
    """Return a function as `inner`, so small that numba inlines its source before it infers types."""
    PARTS[function] = Part(inline=True)
    return function


def inner_as(instead: Callable[..., Any] | str) -> Callable[[Function], Function]:
    """Return a function as `inner`; compiled code calls `instead`: a function, or that of the same name in a module."""

    def add_part(function: Function) -> Function:
        PARTS[function] = Part(instead)
        return function

    return add_part


def entry(title: str) -> Callable[[Callable[..., Any]], "Kernel"]:
    """Return a kernel that Python calls; `title` says what it does."""
    return lambda function: Kernel(function, title)


class Kernel:
    """A function of numbers, contiguous arrays and named tuples of them, such as one slice of a search.

    `compiled` is its machine code once that is loaded, `spent` the processor seconds that it took as plain Python, and
    `failure` the reason why it stays plain Python.
    """

    def __init__(self, function: Callable[..., Any], title: str) -> None:
        self.function, self.title = function, title
        self.__name__, self.__module__, self.__doc__ = function.__name__, function.__module__, function.__doc__
        self.compiled: Callable[..., Any] | None = None
        self.spent = 0.0
        self.failure = ""
        self._plain = np.errstate(over="ignore")(function)  # words wrap around on purpose
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = RLock()

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        if self.compiled is not None:
            return self.compiled(*arguments)
        start = thread_time()
        try:
            return self._plain(*arguments)
        finally:
            self.spent += thread_time() - start

    def __reduce__(self) -> str:
        return self.__name__  # of its module

    @property
    def returns(self) -> bool:
        """True if the kernel returns a number, False if it returns nothing."""
        return self.function.__annotations__.get("return") not in (None, "None")

    def hasten(self, *arguments: Any) -> None:
        """Load the machine code, or have it compiled, if the kernel has run as plain Python for so long that this pays.

        A search calls this between two slices.
        """
        if self.compiled is None and self.spent >= WORTH_LOADING:
            self._advance(arguments, compiling=self.spent >= WORTH_COMPILING)

    def wait(self, arguments: tuple[Any, ...], deadline: Deadline = NEVER) -> bool:
        """Wait until the machine code is loaded; False if plain Python has to do, or has to until the deadline."""
        while self._advance(arguments, compiling=True) and not deadline.passed():
            sleep(PATIENCE)
        return self.compiled is not None

    def find(self, arguments: tuple[Any, ...]) -> Path | None:
        """Return the file of the machine code; None if there is none yet."""
        return next(iter(find_files(self._name(describe(arguments)))), None)

    def _name(self, types: Type) -> str:
        return _name_file(self.__module__, self.__name__, types)

    def _advance(self, arguments: tuple[Any, ...], compiling: bool) -> bool:
        """Load the machine code, or let a child make it if it is worth `compiling`; False if nothing is left to do."""
        with self._lock:
            if PLAIN or self.failure or self.compiled is not None:
                return False
            if self._child is not None and self._child.poll() is None:
                return True
            ended = ""
            if self._child is not None:
                ended, self._child = _read_end(self._child), None
            types = describe(arguments)
            self.compiled = load(self, types, self._name(types))
            if self.compiled is not None:
                return False
            if ended:
                self._give_up(f"cannot be compiled: {ended}")
            elif not compiling:
                return True
            elif find_spec("numba") is None:
                self._give_up("cannot be compiled: numba is not installed")
            elif (folder := make_folder()) is None:
                self._give_up(f"cannot be kept: {name_folder()} cannot be written, name another folder in {CACHE}")
            else:
                once = "once on this machine; `rookery doctor --warm` does it beforehand"
                warn(f"compiling {self.title} in 2 to 20 s, {once}")
                self._child = start_compiler(self, types, folder / self._name(types))
            return not self.failure

    def _give_up(self, failure: str) -> None:
        self.failure = failure
        warn(f"{self.title} {failure}; as plain Python it is 50 to 200 times slower")


@cache  # a line is shown once
def warn(line: str) -> None:
    """Log a warning."""
    from logging import getLogger  # few searches compile

    getLogger("rookery").warning(f"rookery: {line}")


def start_compiler(kernel: Kernel, types: Type, path: Path) -> "subprocess.Popen[bytes]":
    """Return a child process that compiles a kernel to the file `path`, to which it adds a suffix.

    It has a session of its own, so Ctrl-C does not reach it: it goes on for the next run if this process ends first.
    """
    child = subprocess.Popen(
        interpreter_command(CHILD),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as line:  # a child that has died is noticed by its end
        line.write(pickle.dumps(import_path()) + pickle.dumps((kernel.__module__, kernel.__name__, types, path)))
    return child


def _read_end(child: "subprocess.Popen[bytes]") -> str:
    """Return the last line of a child that has ended."""
    assert child.stderr is not None
    with child.stderr:
        lines = child.stderr.read().decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), f"its process ended with {child.returncode}")


def describe(value: Any) -> Type:
    """Return the type of an argument: what numba has to know; raises `TypeError` for what no kernel takes."""
    if isinstance(value, np.ndarray):
        if value.ndim and value.flags.c_contiguous and value.dtype.kind in "iubf":
            return value.dtype.str, value.ndim, value.flags.writeable
    elif isinstance(value, tuple):
        return (type(value), getattr(value, "_fields", ()), *map(describe, value))
    elif isinstance(value, int) or (isinstance(value, np.generic) and value.dtype.kind in "iub"):
        return np.asarray(value).dtype.str, 0, True
    raise TypeError(f"a kernel takes contiguous arrays, named tuples and integers of 64 bits, not {value!r:.60}")


def list_words(arguments: Iterable[Any]) -> Iterator[int]:
    """Yield the words of 64 bits that hand arguments over: the address and shape of an array, or a number itself."""
    for value in arguments:
        if isinstance(value, np.ndarray):
            yield value.__array_interface__["data"][0]
            yield from value.shape
        elif isinstance(value, tuple):
            yield from list_words(value)
        else:
            yield int(value)


def load(kernel: Kernel, types: Type, name: str) -> Callable[..., int | None] | None:
    """The machine code in the file of a name; None if there is none, or one that is damaged, which is removed."""
    for path in find_files(name):
        with suppress(OSError, AttributeError):
            content = path.read_bytes()
            if sha256(content[:-DIGEST]).digest() == content[-DIGEST:]:
                address, owner = load_library(path) if path.suffix == LIBRARY else load_object(content[:-DIGEST])
                return _make_function(kernel, types, address, owner)
        with suppress(OSError):
            path.unlink()
    return None


def _make_function(kernel: Kernel, types: Type, address: int, owner: object) -> Callable[..., int | None]:
    """The function at an address: `int32 kernel(int64 *result, void **fault, int64 *words)`, called without the GIL."""
    code = ENTRY(address)

    def run(*arguments: Any, owner: object = owner) -> int | None:  # `owner` has the memory in which the code is
        if describe(arguments) != types:
            raise TypeError(f"{kernel.title} is compiled for {types}, not {describe(arguments)}")
        words = list(list_words(arguments))
        result, fault, packed = ctypes.c_int64(), ctypes.c_void_p(), (ctypes.c_int64 * len(words))(*words)
        if status := code(ctypes.addressof(result), ctypes.addressof(fault), ctypes.addressof(packed)):
            raise RookeryError(f"{kernel.title} failed with status {status}")
        return result.value if kernel.returns else None

    return run


def load_library(path: Path) -> tuple[int, object]:
    """Return the address of the function in a shared library, and its owner."""
    library = ctypes.CDLL(str(path))
    return ctypes.cast(library.kernel, ctypes.c_void_p).value or 0, library


def load_object(code: bytes) -> tuple[int, object]:
    """The address of the function in object code, and its owner: LLVM loads it where the machine has no linker."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine.get_function_address("kernel"), engine


def find_files(name: str) -> list[Path]:
    """Return the files with the machine code of a name: a library, or object code."""
    return [path for kind in (LIBRARY, OBJECT) if (path := name_folder() / f"{name}{kind}").exists()]


def name_folder() -> Path:
    """Return the folder of kernels in the user's cache, whether it exists or not."""
    cache = os.environ.get(CACHE) or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(cache, "rookery", "kernels")


def make_folder() -> Path | None:
    """Return the folder for new kernels; None if it cannot be made or written."""
    folder = name_folder()
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


@cache
def _name_file(module: str, name: str, types: Type) -> str:
    """Return the name of the file of a kernel, without suffix: it changes with all that the machine code is made of."""
    made_of = repr((types, _digest_sources(module), _describe_target()))
    return f"{module}.{name}-{sha256(made_of.encode()).hexdigest()[:32]}"


@cache
def _digest_sources(module: str) -> str:
    """Return the digest of the sources of a kernel: of its module, and of those that it names, and so on."""
    digest, known = sha256(), set[str]()
    waiting = [module, f"{__package__}.emitter"]
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            source = read_source(name)
            digest.update(b"%s %d\n%s" % (name.encode(), len(source), source))
            waiting += map(bytes.decode, SOURCES.findall(source))
    return digest.hexdigest()


def read_source(module: str) -> bytes:
    """The source of a module of ours, or of one that is imported; empty if there is none, as for a function's name."""
    imported = getattr(sys.modules.get(module), "__file__", None)
    try:
        with open(imported or os.path.join(ROOT, *module.split(".")[1:]) + ".py", "rb") as file:
            return file.read()
    except OSError:
        return b""


@cache
def _describe_target() -> tuple[Any, ...]:
    """Return the compiler, its switches, and the processor."""
    versions = [installed_version(each) for each in ("numba", "llvmlite", "numpy")]
    switches = sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_") and each[0] != CACHE)
    processor: object = platform.processor()
    with suppress(OSError), open("/proc/cpuinfo", errors="replace") as file:
        lines = file.read(1 << 14).split("\n\n", 1)[0].splitlines()
        processor = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part", "isa"))]
    return sys.implementation.cache_tag, versions, switches, sys.platform, platform.machine(), processor


def numbers(*names: str) -> dict[str, NDArray[np.int64]]:
    """Return the numbers of a state by their names: arrays of one element, 0 at first, which kernels change."""
    return {name: np.zeros(1, np.int64) for name in names}


class KernelSample(NamedTuple):
    """A kernel with tables and a state such as it is called with."""

    kernel: Kernel
    tables: Any
    state: Any

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of a call that does nothing."""
        return self.tables, self.state, 0
