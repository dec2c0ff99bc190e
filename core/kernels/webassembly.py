"""Kernels of Python in a page, which has no numpy: compiled to WebAssembly when the page is built, and called by names.

Each is a library that the loader of that Python takes, compiled by `emitter` from the same function as any other, and
called in the same way (`objects`). `FIELDS` next to them says of each kernel what its arguments are, a name and a type
(`signatures`) each: `t.start` is the field `start` of the argument `t`. So what calls one may hold plain arrays, and a
field that is not there, or is of another type, is seen before anything runs.
"""

import ctypes
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

from rookery.core.errors import RookeryError
from rookery.core.kernels.shipped import FIELDS, SHIPPED

CODES = {"<u8": "Q", "<i8": "q", "<i4": "i", "<u2": "H", "|u1": "B"}
WORD, BLOCK = 64, 256  # bits; sets are padded to whole blocks, as kernels read them
Field = tuple[str, str]


class Numbers(NamedTuple):
    """An array of numbers as a kernel reads it: the numbers in one row, and the shape that they have."""

    flat: "array[int]"
    shape: tuple[int, ...]


def numbers(values: Iterable[int], code: str = "q", shape: tuple[int, ...] = ()) -> Numbers:
    """An array of some numbers, as a list unless a shape is given; `code` is the type, as `array` names it."""
    flat = array(code, values)
    return Numbers(flat, shape or (len(flat),))


def zeros(*shape: int, code: str = "q") -> Numbers:
    """An array without anything but zeros."""
    return Numbers(array(code, bytes(array(code).itemsize * prod(shape))), shape)


def words_for(size: int) -> int:
    """The number of words of a set of numbers below `size`."""
    return -(-max(1, size) // BLOCK) * (BLOCK // WORD)


def pack(masks: Sequence[int], words: int) -> Numbers:
    """Sets, each as the bits of a number, as rows of words."""
    flat = array("Q", b"".join(each.to_bytes(words * WORD // 8, "little") for each in masks))
    return Numbers(flat, (len(masks), words))


def list_fields(kernel: Callable[..., Any], types: Sequence[Any]) -> Iterator[Field]:
    """The arguments of a kernel's function, field by field, as `FIELDS` says them."""
    names = kernel.__code__.co_varnames
    for name, kind in zip(names, types, strict=False):
        yield from _list_parts(name, kind)


def _list_parts(name: str, kind: Any) -> Iterator[Field]:
    if isinstance(kind, tuple):
        for field, part in zip(kind[1].split(), kind[2:], strict=True):
            yield from _list_parts(f"{name}.{field}", part)
    else:
        yield name, kind


def list_words(fields: Iterable[Sequence[str]], values: Mapping[str, Numbers | int]) -> Iterator[int]:
    """The words that hand values to a kernel; raises `RookeryError` for one that is not there or of another type."""
    for name, kind in fields:
        value, (items, ndim) = values.get(name), kind.split()[:2]
        if isinstance(value, int) and ndim == "0":
            yield value - (1 << WORD) if value >> (WORD - 1) > 0 else value
        elif isinstance(value, Numbers) and (value.flat.typecode, str(len(value.shape))) == (CODES[items], ndim):
            yield value.flat.buffer_info()[0]
            yield from value.shape
        else:
            raise RookeryError(f"a kernel takes {kind} as {name}, and was given {type(value).__name__}")


@cache
def read_fields() -> dict[str, list[Field]]:
    """The kernels of this page, and what each of them takes."""
    found: dict[str, list[Field]] = json.loads((SHIPPED / FIELDS).read_text(encoding="utf-8"))
    return found


def bind(name: str, values: Mapping[str, Numbers | int]) -> Callable[[int], int]:
    """The kernel of a name, of which all arguments are given but the number of steps; the arrays must not grow."""
    words = list(list_words(read_fields()[name], {**values, "steps": 0}))
    packed = (ctypes.c_int64 * len(words))(*words)
    code, result, fault = _load(name), ctypes.c_int64(), ctypes.c_void_p()
    places = [ctypes.addressof(each) for each in (result, fault, packed)]

    def run(steps: int, _kept: Any = values) -> int:
        packed[-1] = steps
        if status := code(*places):
            raise RookeryError(f"{name} ended with status {status}")
        return result.value

    return run


@cache
def _load(name: str) -> Callable[..., int]:
    library = ctypes.CDLL(str(SHIPPED / f"{name}.so"))
    function = library.kernel
    function.argtypes, function.restype = [ctypes.c_void_p] * 3, ctypes.c_int32
    return function
