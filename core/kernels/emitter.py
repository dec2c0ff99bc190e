"""Compiles kernels to object code with numba: the one place, with the engine's `native_bits` and `native_blocks`, that
imports it.

A kernel and all functions that it calls are compiled as copies whose globals are compiled twins; the plain functions
stay as they are. Kernels allocate nothing and share no objects, so numba need not count references to their arrays:
that alone took half of the time of the covering search (`_nrt`). No function is called with Python objects, so none
gets the code that unpacks these; it takes longer to compile than the kernels themselves. `objects` says how they are
called.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
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

from rookery.core.kernels.parts import INNER, LOOPS, PRIMITIVES
from rookery.core.kernels.signatures import Type, find_class, read_type, returns_number
from rookery.core.kernels.stamps import is_part, list_globals

_cgutils: Any = import_module("numba.core.cgutils")  # their types do not tell of what stands in them
_njit: Any = numba.njit
_types: Any = numba.types
_config: Any = import_module("numba").config
PART = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": True}
WHOLE = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED = {"inline": "always"}
NAME = "kernel"  # of the function in object code
_WORD = ir.IntType(64)
LINKERS = "cc", "ld"


@cache  # it holds from then on
def leave_parts() -> None:
    """Have numba optimise the whole kernel alone, in a process that runs nothing of what numba compiles.

    It would also optimise each part, with all parts in it, and make its machine code: more than half of the time, for
    what is never called. In the whole they are optimised anyway.
    """
    codegen: Any = import_module("numba.core.codegen")
    codegen.JitEngine.finalize_object = codegen.JITCPUCodegen.set_env = lambda *_: None
    library = codegen.CPUCodeLibrary
    optimise = library._optimize_final_module  # noqa: SLF001 - numba has no switch for it
    library._optimize_final_module = lambda made: optimise(made) if made.name == "whole" else None  # noqa: SLF001


def emit(function: Callable[..., Any], types: tuple[Type, ...]) -> bytes:
    """The object code of a kernel for arguments of some types, with one function of the name `kernel`."""
    module = _compile(function, types)
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=_config.CPU_NAME or binding.get_host_cpu_name(),
        features=_config.CPU_FEATURES or binding.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    code: bytes = machine.emit_object(module)
    return code


def _compile(function: Callable[..., Any], types: tuple[Type, ...]) -> Any:
    """The module of LLVM with a kernel as its only function that others see."""
    names: dict[str, Any] = {"part": _twin(function, PART)}
    at = count()
    arguments = ", ".join([_write_argument(each, names, at) for each in types])
    exec(f"def whole(words):\n    return part({arguments})\n", names)
    whole = _njit(**WHOLE)(names["whole"])
    whole.compile((_types.CPointer(_types.int64),))
    (made,) = whole.nopython_signatures
    if made.return_type != (_types.int64 if returns_number(function) else _types.none):
        raise TypeError(
            f"a kernel returns an int or nothing, as it says, and {function.__qualname__} {made.return_type}"
        )
    module = binding.parse_assembly(whole.inspect_llvm(made.args))
    (main,) = (each for each in module.functions if not each.is_declaration and "whole" in each.name)
    main.name, main.linkage = NAME, "external"
    return module


def link(code: bytes) -> bytes | None:
    """The shared library of object code; None if the machine has no linker."""
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


def _write_argument(kind: Type, names: dict[str, Any], at: Iterator[int]) -> str:
    """An expression that makes an argument of the words from the next one on; `names` gets what it calls."""
    if isinstance(kind, tuple):
        name, _, *fields = kind
        made = f"Fields{len(names)}"
        names[made] = find_class(str(name))
        return f"{made}({', '.join([_write_argument(each, names, at) for each in fields])})"
    first = next(at)
    for _axis in range(read_type(kind)[1]):
        next(at)
    reader = f"reader{len(names)}"
    names[reader] = _reader(kind)
    return f"{reader}(words, {first})"


@cache
def _reader(text: str) -> Any:
    """A function of kernels that reads an argument: a number, or the address of an array and its shape."""
    dtype, ndim, writable = read_type(text)
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
    """The compiled twin of a function that kernels call: passing all tables may cost more than its work."""
    if function in PRIMITIVES:
        return getattr(import_module(PRIMITIVES[function]), function.__name__)
    return _twin(LOOPS.get(function, function), INLINED if INNER[function] else PART)


def _twin(function: Any, options: dict[str, Any]) -> Any:
    """The compiled twin of a function; nothing is compiled yet. Its globals hold the twins of what it calls."""
    twins = {name: _make_part(value) for name, value in list_globals(function).items() if is_part(value)}
    copy = FunctionType(function.__code__, function.__globals__ | twins, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
    return _njit(**options)(copy)
