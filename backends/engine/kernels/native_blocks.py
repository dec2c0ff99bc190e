"""Blocks of 256 bits in compiled kernels.

numba knows no such values, so that their type and operators are declared here; LLVM makes of them what the processor
has.
"""

import operator
from importlib import import_module
from typing import Any

from numba import types
from numba.extending import intrinsic

from rookery.backends.engine.kernels.blocks import WORDS
from rookery.core.kernels.kernel import CHECKED

# numba's own types do not tell of these.
_extending: Any = import_module("numba.extending")
_cgutils: Any = import_module("numba.core.cgutils")
_templates: Any = import_module("numba.core.typing.templates")

ir: Any = import_module("llvmlite.ir")
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, WORDS)


class _BlockType(types.Opaque):
    """The type of a block."""


class _BlockModel(_extending.models.PrimitiveModel):  # type: ignore[misc]
    """A block is one vector of LLVM's."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


_BLOCK: Any = _BlockType("Block")
_extending.register_model(_BlockType)(_BlockModel)


def _operator(symbol: Any, emit: str) -> None:
    @_templates.infer_global(symbol)
    class _Typed(_templates.ConcreteTemplate):  # type: ignore[misc]
        cases = (_templates.signature(_BLOCK, _BLOCK, _BLOCK),)

    @_extending.lower_builtin(symbol, _BLOCK, _BLOCK)  # type: ignore[untyped-decorator]
    def _emit_code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return getattr(builder, emit)(*args)


for _symbol, _emit in (
    (operator.and_, "and_"),
    (operator.or_, "or_"),
    (operator.xor, "xor"),
    (operator.sub, "sub"),
):
    _operator(_symbol, _emit)


def _check_bounds(context: Any, builder: Any, array: Any, table: Any, args: Any) -> None:
    """Raise an `IndexError` for a block outside a table, as numba does for other indices when it is asked to."""
    rows, words = _cgutils.unpack_tuple(builder, array.shape, table.ndim)
    row, block = args
    _cgutils.do_boundscheck(context, builder, row, rows)
    _cgutils.do_boundscheck(context, builder, block, builder.sdiv(words, ir.Constant(_WORD, WORDS)))


def _place(context: Any, builder: Any, table: Any, pointed: Any, args: Any) -> Any:
    """Return the address of a block: of a row of a table that is contiguous."""
    array = context.make_array(table)(context, builder, pointed)
    row, block = args
    if CHECKED:
        _check_bounds(context, builder, array, table, args)
    rows = _cgutils.unpack_tuple(builder, array.strides, table.ndim)
    start = builder.mul(row, rows[0])
    within = builder.mul(block, ir.Constant(_WORD, 8 * WORDS))
    address = builder.add(builder.ptrtoint(array.data, _WORD), builder.add(start, within))
    return builder.inttoptr(address, _VECTOR.as_pointer())


@intrinsic
def load(_context: Any, table: Any, row: Any, block: Any) -> Any:
    """Return a block of a row of a table."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(_place(context, builder, table, args[0], args[1:]), align=8)

    return _BLOCK(table, types.int64, types.int64), code


@intrinsic
def store(_context: Any, table: Any, row: Any, block: Any, bits: Any) -> Any:
    """Write a block to a row of a table."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[3], _place(context, builder, table, args[0], args[1:3]), align=8)
        return context.get_dummy_value()

    return types.void(table, types.int64, types.int64, _BLOCK), code


@intrinsic
def without(_context: Any, bits: Any, gone: Any) -> Any:
    """Return the bits that are not in another block."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.not_(args[1]))

    return _BLOCK(_BLOCK, _BLOCK), code


@intrinsic
def empty(_context: Any) -> Any:
    """Return a block without bits."""

    def code(_context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
        return ir.Constant(_VECTOR, [0] * WORDS)

    return _BLOCK(), code


@intrinsic
def spread(_context: Any, word: Any) -> Any:
    """Return a block of four words that are the same."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        vector = ir.Constant(_VECTOR, ir.Undefined)
        for at in range(WORDS):
            vector = builder.insert_element(vector, args[0], ir.Constant(ir.IntType(32), at))
        return vector

    return _BLOCK(types.uint64), code


def _reduce_words(builder: Any, vector: Any, how: str) -> Any:
    words = [builder.extract_element(vector, ir.Constant(ir.IntType(32), at)) for at in range(WORDS)]
    join = getattr(builder, how)
    return join(join(words[0], words[1]), join(words[2], words[3]))


@intrinsic
def count(_context: Any, bits: Any) -> Any:
    """Count the bits that are set."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        shape, name = ir.FunctionType(_VECTOR, [_VECTOR]), f"llvm.ctpop.v{WORDS}i64"
        counts = builder.call(_cgutils.get_or_insert_function(builder.module, shape, name), args)
        return _reduce_words(builder, counts, "add")

    return types.int64(_BLOCK), code


@intrinsic
def some(_context: Any, bits: Any) -> Any:
    """Return whether any bit is set."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        joined = _reduce_words(builder, args[0], "or_")
        return builder.icmp_unsigned("!=", joined, ir.Constant(_WORD, 0))

    return types.boolean(_BLOCK), code
