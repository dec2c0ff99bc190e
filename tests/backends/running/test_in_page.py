"""The search of Python in a page, here with the plain functions of its kernels in place of WebAssembly."""

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import rookery as rk
from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Deadline, Outcome, Request, Split
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.compile import PAGE_ROOMS, compile_model, find_room
from rookery.backends.engine.rows import in_page as rows_in_page
from rookery.backends.engine.rows.search import samples
from rookery.core.errors import RookeryError
from rookery.core.kernels import webassembly
from rookery.core.kernels.jit import KernelSample
from rookery.core.kernels.signatures import find_class
from rookery.core.kernels.webassembly import Numbers, list_fields, list_words
from rookery.models.model.constraints import AtMost, Exactly
from rookery.models.model.model import Model


def take(kind: Any, name: str, values: Mapping[str, Numbers | int]) -> Any:
    """An argument of the plain function, of the fields that a page has."""
    if isinstance(kind, tuple):
        names = kind[1].split()
        fields = [take(part, f"{name}.{field}", values) for field, part in zip(names, kind[2:], strict=True)]
        return find_class(kind[0])(*fields)
    value = values[name]
    items, ndim = kind.split()[:2]
    if isinstance(value, int):
        return np.dtype(items).type(value)
    assert len(value.shape) == int(ndim)
    return np.frombuffer(value.flat, items).reshape(value.shape)


def bind_plainly(samples: Mapping[str, KernelSample]) -> Callable[..., Callable[[int], int]]:
    """What `bind` does, with the function itself; the fields are those of the kernel as it is compiled here."""

    def bind(name: str, values: Mapping[str, Numbers | int]) -> Callable[[int], int]:
        function, types = samples[name].kernel.function, samples[name].types()
        list(list_words(list_fields(function, types), {**values, "steps": 0}))  # which refuses others
        arguments = [take(kind, at, values) for at, kind in zip("ts", types, strict=False)]
        return lambda steps: int(np.errstate(over="ignore")(function)(*arguments, steps))

    return bind


@pytest.fixture
def _in_page(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {each.kernel.__name__: each for each in filter(None, samples(compile_model))}
    monkeypatch.setattr(rows_in_page, "bind", bind_plainly(found))


def ask(model: Model, request: Request) -> tuple[list[frozenset[int]], Outcome]:
    """What a page answers: the solutions in their order, and the outcome."""
    case = ModelCase(model, request, compile_model)
    program = next(found for room in PAGE_ROOMS if (found := find_room(room)(case)) is not None)
    stream = Split(program.search(request))
    return [*stream], stream.outcome


def make_rows(*lengths: int, rivals: tuple[tuple[int, ...], ...] = ()) -> Model:
    """One choice in each of some rows, with rivals between them."""
    ends = np.cumsum([0, *lengths]).tolist()
    rows = tuple(Exactly(1, tuple(range(*pair))) for pair in pairwise(ends))
    return Model(ends[-1], (*rows, *(AtMost(1, each) for each in rivals)))


def list_all(model: Model) -> list[frozenset[int]]:
    """All solutions of rows in lexicographic order, by looking at each choice."""
    rows = [each.literals for each in model.constraints if isinstance(each, Exactly)]
    rivals = [set(each.literals) for each in model.constraints if isinstance(each, AtMost)]
    return [frozenset(each) for each in product(*rows) if not any(len(both & {*each}) > 1 for both in rivals)]


MODELS = {
    "one row": make_rows(3),
    "rows of many lengths": make_rows(3, 2, 5, rivals=((0, 3), (1, 4, 6), (2, 9))),
    "two blocks of words": make_rows(33, 2, 3, 2, 2, rivals=((0, 33), (1, 35), (34, 36), (32, 40))),
    "lanes of 64 bits": make_rows(64, 2, rivals=((63, 64),)),
    "none": make_rows(2, 2, rivals=((0, 2), (0, 3), (1, 2), (1, 3))),
}


@pytest.mark.usefixtures("_in_page")
@pytest.mark.parametrize("name", MODELS)
def test_rows_in_a_page_are_all_that_there_are(name: str) -> None:
    model = MODELS[name]
    expected = list_all(model)
    found, outcome = ask(model, Request(Want.ALL))
    assert (found, outcome.proven) == (expected, True)
    found, outcome = ask(model, Request(Want.COUNT))
    assert (found, outcome.count, outcome.proven) == ([], len(expected), True)
    found, outcome = ask(model, Request(Want.ONE))
    assert (found, outcome.proven) == (expected[:1], not expected)


@pytest.mark.usefixtures("_in_page")
@pytest.mark.parametrize(("side", "count"), [(3, 0), (4, 2), (5, 10), (6, 4), (7, 40)])
def test_queens_are_counted_in_a_page_by_orbits(side: int, count: int) -> None:
    model = rk.placement("queen", side, count=side).model
    found, outcome = ask(model, Request(Want.COUNT))
    assert (found, outcome.count, outcome.proven) == ([], count, True)


@pytest.mark.usefixtures("_in_page")
@pytest.mark.parametrize("want", Want)
def test_a_search_in_a_page_ends_in_time(want: Want) -> None:
    found, outcome = ask(rk.placement("queen", 5, count=5).model, Request(want, deadline=Deadline(0)))
    assert (found, outcome.proven, outcome.end) == ([], False, End.TIME)


def test_a_kernel_refuses_fields_of_another_type() -> None:
    fields = [("t.start", "<u8 1"), ("t.off", "<i8 0")]
    start = webassembly.numbers([7], "Q")
    assert [*list_words(fields, {"t.start": start, "t.off": (1 << 64) - 1})] == [start.flat.buffer_info()[0], 1, -1]
    for wrong in (7, webassembly.zeros(1)):
        with pytest.raises(RookeryError, match=r"a kernel takes <u8 1 as t\.start"):
            list(list_words(fields, {"t.start": wrong, "t.off": 0}))
    with pytest.raises(RookeryError, match=r"a kernel takes <u8 1 as t\.start"):
        list(list_words(fields, {"t.off": 0}))
