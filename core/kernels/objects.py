"""Kernels as files: compiled code that is found again, trusted, loaded and called without numba.

A file holds one function, as a shared library, or as object code where the machine has no linker:

    int32 kernel(int64 *result, void **fault, int64 *words)

`words` are the arguments (`signatures`); a status other than 0 says that something was raised.

The name of a file says what it is made of (the digest of all its sources, of the compiler, and of the processor), and
what it holds (its own digest). So a kernel of another release is not found, and one that is damaged not loaded; nor is
one that another user can have written. What is loaded runs without the interpreter's lock.
"""

import ctypes
import os
import pickle
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rookery.core.errors import RookeryError
from rookery.core.files import open_to_read, replacing
from rookery.core.kernels.signatures import Type, WrongArguments, describe_arguments, list_words, returns_number
from rookery.core.kernels.stamps import digest_module, stamp
from rookery.core.plugins import installed_version

LIBRARY, OBJECT = ".so", ".o"
CACHE = "NUMBA_CACHE_DIR"
DIGITS = 32  # of a digest, in a name
MAX_BYTES = 16 << 20
MAX_KEPT = 12  # files of a kernel, for several installations side by side; the oldest go
COMPILER = [f"rookery.core.kernels.{name}" for name in ("emitter", "signatures", "objects")]
CODE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class _Fault(ctypes.Structure):
    """An exception that numba's code raises: pickled, and its length."""

    _fields_ = (("pickled", ctypes.c_void_p), ("length", ctypes.c_int32))


class CompiledKernel:
    """A function of a kernel that is loaded; it takes arguments of its types alone."""

    def __init__(self, kernel: "KernelFile", address: int, owner: Any) -> None:
        self._title, self._types, self._returns = kernel.title, kernel.types, kernel.returns
        self._code, self._owner = CODE(address), owner  # of the memory in which the code is

    def __call__(self, *arguments: Any) -> int | None:
        """Run it; raises what it raises, and `WrongArguments` for arguments of other types."""
        if describe_arguments(arguments) != self._types:
            raise WrongArguments(f"{self._title} is compiled for {self._types}, not {describe_arguments(arguments)}")
        words = list(list_words(arguments))
        result, fault = ctypes.c_int64(), ctypes.POINTER(_Fault)()
        packed = (ctypes.c_int64 * len(words))(*words)
        status = self._code(ctypes.addressof(result), ctypes.addressof(fault), ctypes.addressof(packed))
        if not status:
            return result.value if self._returns else None
        if status < 0 or not fault:
            raise RookeryError(f"{self._title} ended with status {status}")
        kind, given, *_ = pickle.loads(ctypes.string_at(fault.contents.pickled, fault.contents.length))
        raise kind(*given)


class KernelFile:
    """The file of a kernel for some types, whether it is there or not."""

    def __init__(self, function: Callable[..., Any], title: str, types: tuple[Type, ...]) -> None:
        self.title, self.types, self.returns = title, types, returns_number(function)
        made_of = stamp(function), types, _describe_target()
        digest = sha256(repr(made_of).encode()).hexdigest()[:DIGITS]
        self.name = f"{function.__module__}.{function.__qualname__}-{digest}"

    def find(self) -> Path | None:
        """The file, if there is one that is whole and that no other user can have written."""
        for folder in list_folders():
            with suppress(OSError):
                for path in sorted(folder.glob(f"{self.name}-*")):
                    if path.suffix in (LIBRARY, OBJECT) and _is_sound(path):
                        return path
        return None

    def load(self) -> CompiledKernel | None:
        """Load the function; None if there is no file, or the machine refuses it."""
        path = self.find()
        if path is None:
            return None
        if path.suffix == OBJECT:
            return self.load_code(path.read_bytes())
        try:
            library = ctypes.CDLL(str(path))
            address = ctypes.cast(library.kernel, ctypes.c_void_p).value
        except (OSError, AttributeError):
            return None
        assert address is not None
        return CompiledKernel(self, address, library)

    def load_code(self, code: bytes) -> CompiledKernel:
        """Load the function from object code, which takes LLVM."""
        from llvmlite import binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        machine = binding.Target.from_default_triple().create_target_machine()
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return CompiledKernel(self, engine.get_function_address("kernel"), engine)

    def keep(self, folder: Path, code: bytes, library: bytes | None) -> None:
        """Keep the library that is linked from object code, or that code if there is none or it cannot be loaded."""
        if library is not None:
            self._write(folder, library, LIBRARY)
            if self.load() is not None:
                return
            self._path(folder, library, LIBRARY).unlink(missing_ok=True)
        self._write(folder, code, OBJECT)

    def _path(self, folder: Path, content: bytes, suffix: str) -> Path:
        return folder / f"{self.name}-{sha256(content).hexdigest()[:DIGITS]}{suffix}"

    def _write(self, folder: Path, content: bytes, suffix: str) -> None:
        with replacing(self._path(folder, content, suffix)) as file:
            with suppress(AttributeError):
                os.fchmod(file.fileno(), 0o644)
            file.write(content)
        kept = [path for path in folder.glob(f"{self.name[:-DIGITS]}*") if path.suffix in (LIBRARY, OBJECT)]
        for old in sorted(kept, key=lambda path: path.stat().st_mtime)[:-MAX_KEPT]:
            old.unlink(missing_ok=True)


def list_folders() -> list[Path]:
    """The folders in which kernels are kept: that in `NUMBA_CACHE_DIR`; else the user's, and that of this package."""
    if named := os.environ.get(CACHE):
        return [Path(named, "rookery")]
    own = []
    with suppress(RuntimeError):  # no home
        if sys.platform == "win32":
            caches = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            caches = Path.home() / "Library" / "Caches"
        else:
            caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        own.append(Path(caches, "rookery", "kernels"))
    return [*own, Path(__file__).parent / "__pycache__"]


def find_folder() -> Path | None:
    """The folder in which kernels are kept; None if none can be written. It is made if it is not there."""
    for folder in list_folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                return folder
    return None


def _is_sound(path: Path) -> bool:
    """Return whether a file holds what its name says; only this user, or the owner of this code, may write it."""
    digest = path.stem.rpartition("-")[2]
    with open_to_read(path, follow=False) as file:
        about, around = os.fstat(file.fileno()), path.parent.stat()
        if not {about.st_uid, around.st_uid} <= find_owners() or about.st_mode & 0o022 or around.st_mode & 0o002:
            return False
        return sha256(file.read(MAX_BYTES)).hexdigest()[:DIGITS] == digest


def find_owners() -> set[int]:
    """The users whose kernels are run: this one, and the owner of this file, whose code is run anyway.

    On systems without such numbers all files have the same one.
    """
    return {getattr(os, "getuid", lambda: 0)(), os.stat(__file__).st_uid}


@cache
def _describe_target() -> tuple[Any, ...]:
    """The parts of a digest other than sources and types: the compiler, its switches, and the processor."""
    compiler = [*map(digest_module, COMPILER), *map(installed_version, ("numba", "llvmlite", "numpy"))]
    switches = sorted(each for each in os.environ.items() if each[0].startswith("NUMBA_") and each[0] != CACHE)
    return (*compiler, *switches, sys.platform, platform.machine(), sys.byteorder, *_describe_processor())


def _describe_processor() -> tuple[str, ...]:
    """The processor and its instructions; where the system does not tell them in a file, LLVM does."""
    with suppress(OSError), open("/proc/cpuinfo", errors="replace") as file:
        first = file.read(1 << 14).split("\n\n", 1)[0].splitlines()
        lines = [line for line in first if line.startswith(("model name", "flags", "Features", "CPU part", "isa"))]
        if lines:
            return tuple(lines)
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
