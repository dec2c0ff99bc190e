"""Compiles a kernel with numba to object code and links it, in a process of its own.

A kernel and all functions that it calls are compiled as copies whose globals are compiled twins; the plain functions
stay as they are. Kernels allocate nothing and share no objects, so numba need not count references to their arrays:
that alone took half of the time of the covering search (`_nrt`). No function is called with Python objects, so none
gets the code that unpacks these; it takes longer to compile than the kernels themselves.
"""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba.extending import intrinsic

from rookery.core.files import replace_file
from rookery.core.kernels.kernel import LIBRARY, OBJECT, PARTS, Kernel, Type, load_library
from rookery.core.words import reason

_cgutils: Any = import_module("numba.core.cgutils")  # numba has types for few of its modules
_codegen: Any = import_module("numba.core.codegen")
_njit: Any = numba.njit
_types: Any = numba.types
_config: Any = import_module("numba").config
WHOLE = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
PART = {**WHOLE, "forceinline": True}
_WORD = ir.IntType(64)
LINKERS = "cc", "ld"


def main() -> None:
    """Compile the kernel that standard input names, and keep it; a failure is one line on standard error."""
    module, name, types, path = pickle.load(sys.stdin.buffer)
    try:
        leave_parts()
        keep(path, emit(getattr(import_module(module), name), types))
    except Exception as error:  # whatever numba raises: the parent shows it
        sys.exit(reason(error))


def keep(path: Path, code: bytes) -> None:
    """Write the library of object code, or that code itself where it cannot be linked or loaded from this folder.

    A file ends with its digest, and is renamed into place: several processes may write the same one.
    """
    library = link(code)
    kept = path.with_name(f"{path.name}{LIBRARY}")
    if library is not None:
        replace_file(kept, library + sha256(library).digest())
        try:
            load_library(kept)
        except OSError:  # such as a folder whose files may not be run
            library = None
            kept.unlink()
    if library is None:
        replace_file(path.with_name(f"{path.name}{OBJECT}"), code + sha256(code).digest())


def link(code: bytes) -> bytes | None:
    """Return the shared library of object code; None if the machine has no linker."""
    linker = next(filter(None, map(shutil.which, LINKERS)), None)
    if linker is None:
        return None
    with TemporaryDirectory() as folder:
        made, library = Path(folder, "kernel.o"), Path(folder, "kernel.so")
        made.write_bytes(code)
        command = [linker, "-shared", "-o", str(library), str(made)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        return library.read_bytes()


def leave_parts() -> None:
    """Have numba optimise the whole kernel alone, in a process that runs nothing of what numba compiles.

    numba would also optimise each part, with all parts in it, and make its machine code: more than half of the time,
    for what is never called. It has no switch for that. A version without these internals compiles the slow way.
    """
    with suppress(AttributeError):
        library = _codegen.CPUCodeLibrary
        optimise = library._optimize_final_module  # noqa: SLF001
        library._optimize_final_module = lambda made: optimise(made) if made.name == "whole" else None  # noqa: SLF001
        _codegen.JitEngine.finalize_object = _codegen.JITCPUCodegen.set_env = lambda *_: None


def emit(kernel: Kernel, types: Type) -> bytes:
    """The object code of `int32 kernel(int64 *result, void **fault, int64 *words)` for arguments of some types."""
    names: dict[str, Any] = {"part": _twin(kernel.function, PART)}
    at = count()
    arguments = ", ".join([_write_argument(each, names, at) for each in types[2:]])
    exec(f"def whole(words):\n    return part({arguments})\n", names)
    whole = _njit(**WHOLE)(names["whole"])
    whole.compile((_types.CPointer(_types.int64),))
    (made,) = whole.nopython_signatures
    if made.return_type != (_types.int64 if kernel.returns else _types.none):
        raise TypeError(f"{kernel.__name__} returns {made.return_type}; a kernel returns an int or None, as annotated")
    module = binding.parse_assembly(whole.inspect_llvm(made.args))
    (main,) = (each for each in module.functions if not each.is_declaration and "whole" in each.name)
    main.name, main.linkage = "kernel", "external"
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=_config.CPU_NAME or binding.get_host_cpu_name(),
        features=_config.CPU_FEATURES or binding.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    code: bytes = machine.emit_object(module)
    return code


def _write_argument(kind: Type, names: dict[str, Any], at: Iterator[int]) -> str:
    """Return an expression that makes an argument of the words from the next one on; `names` gets what it calls."""
    if isinstance(kind[0], type):
        made = f"Fields{len(names)}"
        names[made] = kind[0]
        return f"{made}({', '.join([_write_argument(each, names, at) for each in kind[2:]])})"
    first = next(at)
    for _axis in range(kind[1]):
        next(at)
    reader = f"reader{len(names)}"
    names[reader] = _reader(*kind)
    return f"{reader}(words, {first})"


@cache
def _reader(dtype: str, ndim: int, writable: bool) -> Any:
    """Return a function for kernels that reads an argument: a number, or the address of an array and its shape."""
    scalar = numba.from_dtype(np.dtype(dtype))
    kind = _types.Array(scalar, ndim, "C", readonly=not writable) if ndim else scalar

    @intrinsic
    def read(_context: Any, words: Any, _at: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            def load(place: int) -> Any:
                return builder.load(builder.gep(args[0], [builder.add(args[1], ir.Constant(_WORD, place))]))

            if not ndim:
                return context.cast(builder, load(0), _types.int64, scalar)
            item = ir.Constant(_WORD, context.get_abi_sizeof(context.get_data_type(scalar)))
            shape = [load(1 + axis) for axis in range(ndim)]
            steps, items = [item], ir.Constant(_WORD, 1)
            for length in reversed(shape):
                steps.insert(0, builder.mul(length, steps[0], flags=["nsw"]))
                items = builder.mul(length, items, flags=["nsw"])
            array = context.make_array(kind)(context, builder)
            array.data = builder.inttoptr(load(0), context.get_data_type(scalar).as_pointer())
            array.shape = _cgutils.pack_array(builder, shape)
            array.strides = _cgutils.pack_array(builder, steps[1:])
            array.itemsize, array.nitems = item, items
            array.meminfo = _cgutils.get_null_value(array.meminfo.type)  # no reference to it is counted
            array.parent = _cgutils.get_null_value(array.parent.type)
            return array._getvalue()  # noqa: SLF001 - as every function of numba's that makes an array

        return kind(words, _types.int64), code

    return read


@cache
def _make_part(function: Callable[..., Any]) -> Any:
    """Return the compiled twin of a function that kernels call: passing all tables may cost more than its work."""
    instead, inlined = PARTS[function]
    if isinstance(instead, str):
        return getattr(import_module(instead), function.__name__)
    return _twin(instead or function, {"inline": "always"} if inlined else PART)


def _twin(function: Any, options: dict[str, Any]) -> Any:
    """Return the compiled twin of a function; nothing is compiled yet. Its globals hold the twins of what it calls."""
    used = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    parts = {name: _make_part(part) for name, part in used.items() if isinstance(part, FunctionType) and part in PARTS}
    copy = FunctionType(function.__code__, function.__globals__ | parts, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return _njit(**options)(copy)
