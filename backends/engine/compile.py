"""The choice of a model's program: the most special one that any room makes of it."""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import starmap

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, RunnableProgram
from rookery.backends.engine.case import ModelCase
from rookery.core.kernels.jit import KernelSample
from rookery.models.model.model import Model

Compile = Callable[[ModelCase], RunnableProgram | None]

# The most special search first; the last takes all. A room is imported when those before it have taken nothing.
ROOMS = (
    "frontier.pareto.search:compile_pareto",
    "rows.line_search:compile_large_rows",
    "frontier.program:compile_frontier",
    "case:compile_decided",
    "cover.vertices.search:compile_vertex_cover",
    "rows.search:compile_rows",
    "cover.components:compile_selection",
    "rivals.search:compile_rivals",
    "general.search:compile_general",
)


@cache
def find_room(room: str) -> Compile:
    """The function of a room that compiles models."""
    module, _, name = room.partition(":")
    found: Compile = getattr(import_module(f"rookery.backends.engine.{module}"), name)
    return found


def compile_model(model: Model, request: Request) -> RunnableProgram:
    """The program of the first room that takes the model."""
    case = ModelCase(model, request, compile_model)
    return next(program for room in ROOMS if (program := find_room(room)(case)) is not None)


def compile_narrow(model: Model, request: Request) -> RunnableProgram | None:
    """The program of a covering whose effort is known beforehand; None for any other."""
    return find_room(ROOMS[0])(ModelCase(model, request, compile_model))


def takes_lazy(model: Model, request: Request) -> bool:
    """Return whether clauses that a solution of a lazy form breaks can be added during its search."""
    from rookery.backends.engine.cover import components

    return components.takes_lazy(ModelCase(model, request, compile_model))


def samples() -> Iterator[KernelSample]:
    """Each kernel that there is, with a small problem of its kind."""
    from rookery.backends.engine.cover import program as cover
    from rookery.backends.engine.cover.surplus.refute import sample_decision
    from rookery.backends.engine.cover.vertices import search as vertex_cover
    from rookery.backends.engine.frontier.pareto.orders import sample_elimination
    from rookery.backends.engine.general import search as general
    from rookery.backends.engine.rivals import search as rivals
    from rookery.backends.engine.rows import line_search as large_rows
    from rookery.backends.engine.rows import search as rows
    from rookery.backends.engine.rows.kernel import count_block, count_rows, list_rows
    from rookery.backends.local_search.improve import sample_exchange
    from rookery.backends.local_search.walk import sample_walk

    for model in (vertex_cover.make_example(), rivals.make_example(), general.make_example(), cover.make_example()):
        yield _sample(compile_model(model, Request(options={"without": "components"})), Want.ONE)
    yield _sample(compile_model(cover.make_example(), Request(options={"optimum": "pareto"})), Want.ONE)
    listed = _sample(compile_model(rows.make_example(), Request(Want.ALL)), Want.ALL)
    yield from (listed._replace(kernel=kernel) for kernel in (list_rows, count_block, count_rows))
    many = large_rows.make_large_rows(rows.make_example(), least_rows=2)
    assert many is not None
    yield many.kernel(Want.ONE)
    found = (*sample_elimination(), sample_exchange(), sample_walk(), sample_decision())
    yield from starmap(KernelSample, found)


def _sample(program: RunnableProgram, want: Want) -> KernelSample:
    sample = program.kernel(want)
    assert sample is not None
    return sample
