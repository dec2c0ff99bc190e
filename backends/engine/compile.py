"""The choice of a model's program: the most special one that any room makes of it."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from rookery.backends.contract import Ask, Unsupported
from rookery.backends.engine.case import Compile, ModelCase
from rookery.backends.presolve.structure.parts import RunnableProgram
from rookery.core.runtime import IN_PAGE
from rookery.models.model.model import Model

if TYPE_CHECKING:
    from rookery.core.kernels.kernel import KernelSample

CompileCase = Callable[[ModelCase], RunnableProgram | None]
Samples = Callable[[Compile], Iterator["KernelSample | None"]]


# The most special search first; the last takes all. A room is imported when those before it have taken nothing, and if
# a look at the case does not rule it out. Its module may have `samples(compiled)`: its kernels, each with a small
# problem that the given function compiles.
ROOMS: Mapping[str, Callable[[ModelCase], bool] | None] = {
    "pareto.search:compile_pareto": lambda case: case.may_be_swept,
    "frontier:compile_frontier": lambda case: case.names_frontier,
    "case:compile_decided": None,
    "rows.first:compile_first": lambda case: case.is_plain and not case.has_goal,
    "rows.search:compile_rows": lambda case: not case.has_goal,
    "cover.small:compile_small": lambda case: case.is_plain and case.has_goal,
    "cover.components:compile_selection": None,
    "rivals.search:compile_rivals": None,
    "general.search:compile_general": None,
}
# Searches in plain Python, for Python in a page
PLAIN = "case:compile_decided", "rows.first:compile_first", "cover.small:compile_small"


@cache
def find_room(room: str) -> CompileCase:
    """The function of a room that compiles models."""
    found: CompileCase = getattr(import_room(room), room.partition(":")[2])
    return found


def import_room(room: str) -> ModuleType:
    """The module of a room."""
    return import_module(f"rookery.backends.engine.{room.partition(':')[0]}")


def compile_model(model: Model, ask: Ask) -> RunnableProgram:
    """The program of the first room that takes the model."""
    case = ModelCase(model, ask)
    rooms = {room: ROOMS[room] for room in PLAIN} if IN_PAGE else ROOMS
    may_take = (room for room, may_be in rooms.items() if may_be is None or may_be(case))
    programs = (find_room(room)(case) for room in may_take)
    if (program := next(filter(None, programs), None)) is None:
        raise Unsupported("backend backtracking cannot answer this question in a page: use sat")
    return program


def samples() -> Iterator["KernelSample"]:
    """Each kernel that there is, with a small problem of its kind: those of the rooms, then those of local searches."""
    from rookery.backends.local_search.improve import sample_exchange
    from rookery.backends.presolve.approach import approach
    from rookery.core.kernels.kernel import KernelSample

    for room in ROOMS:
        of_room: Samples | None = getattr(import_room(room), "samples", None)
        yield from filter(None, of_room(compile_model) if of_room else ())
    yield KernelSample(*sample_exchange())
    yield from approach.samples()
