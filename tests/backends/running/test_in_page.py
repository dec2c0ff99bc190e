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
from rookery.backends.engine.cover import in_page as cover_in_page
from rookery.backends.engine.cover import program as cover
from rookery.backends.engine.rows import in_page as rows_in_page
from rookery.backends.engine.rows import search as rows
from rookery.core.errors import RookeryError
from rookery.core.kernels import webassembly
from rookery.core.kernels.jit import KernelSample
from rookery.core.kernels.signatures import find_class
from rookery.core.kernels.webassembly import Numbers, list_fields, list_words
from rookery.models.model.constraints import AtLeast, AtMost, Exactly
from rookery.models.model.model import Minimize, Model


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
    found = [*rows.samples(compile_model), *cover.samples(compile_model)]
    bind = bind_plainly({each.kernel.__name__: each for each in filter(None, found)})
    for module in (rows_in_page, cover_in_page):
        monkeypatch.setattr(module, "bind", bind)


def ask(model: Model, request: Request) -> tuple[list[frozenset[int]], Outcome]:
    """What a page answers: the solutions in their order, and the outcome."""
    case = ModelCase(model, request, compile_model)
    rooms = [find_room(room) for room, may_be in PAGE_ROOMS.items() if may_be is None or may_be(case)]
    program = next(found for room in rooms if (found := room(case)) is not None)
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
    for problem in (rk.placement("queen", 5, count=5), rk.domination("queen", 5)):
        found, outcome = ask(problem.model, Request(want, deadline=Deadline(0)))
        assert (found, outcome.proven, outcome.end) == ([], False, End.TIME)


COVERINGS = {
    "queens": rk.domination("queen", 5),
    "peaceful queens": rk.domination("queen", 5, kind="independent"),
    "kings on a torus": rk.domination("king", "4x5:torus"),
    "knights, total": rk.domination("knight", 4, kind="total"),
    "with a queen that is given": rk.domination("queen", 5, fixed=["a1"]),
    "with squares that are forbidden": rk.domination("rook", 4, forbidden=["a1", "b2", "c3"]),
}


@pytest.mark.usefixtures("_in_page")
@pytest.mark.parametrize("name", COVERINGS)
@pytest.mark.part(1)
def test_the_fewest_in_a_page_are_the_fewest(name: str) -> None:
    problem = COVERINGS[name]
    found, outcome = ask(problem.model, Request())
    expected = rk.solve(problem, "sat")
    assert (outcome.proven, outcome.bound) == (True, expected.objective)
    assert [problem.model.value(each) for each in found][-1] == expected.objective
    assert not any(problem.model.violated(each) for each in found)


@pytest.mark.usefixtures("_in_page")
def test_a_covering_in_a_page_that_rivals_rule_out_has_no_solution() -> None:
    rivals = tuple(AtMost(1, each) for each in ((0, 2), (0, 3), (1, 2), (1, 3)))
    model = Model(5, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), *rivals), Minimize(range(5)))
    found, outcome = ask(model, Request())
    assert (found, outcome.proven, outcome.bound) == ([], True, None)


def test_a_kernel_refuses_fields_of_another_type() -> None:
    fields = [("t.start", "<u8 1"), ("t.off", "<i8 0")]
    start = webassembly.numbers([7], "Q")
    assert [*list_words(fields, {"t.start": start, "t.off": (1 << 64) - 1})] == [start.flat.buffer_info()[0], 1, -1]
    for wrong in (7, webassembly.zeros(1)):
        with pytest.raises(RookeryError, match=r"a kernel takes <u8 1 as t\.start"):
            list(list_words(fields, {"t.start": wrong, "t.off": 0}))
    with pytest.raises(RookeryError, match=r"a kernel takes <u8 1 as t\.start"):
        list(list_words(fields, {"t.off": 0}))
