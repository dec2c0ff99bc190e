"""The general search: lists or counts the solutions of any 0/1 model, or optimises it."""

from collections.abc import Iterator
from functools import partial

from rookery.backends.answer import Want
from rookery.backends.backend import Request, Solution, Solutions
from rookery.backends.backtracking import general, general_kernel
from rookery.backends.backtracking.ending import room, tallied
from rookery.backends.backtracking.programs import GeneralProgram
from rookery.backends.backtracking.slices import stream


def search_general(program: GeneralProgram, request: Request) -> Solutions:
    """Decide variables one by one, with propagation."""
    t = program.tables
    state = general.fresh(t, 1 if program.goal else room(request))
    state.at[general_kernel.GOAL], state.at[general_kernel.EAGER] = program.goal, program.eager
    counting = request.want is Want.COUNT and not program.goal
    state.at[general_kernel.LISTING] = not counting

    def harvest() -> Iterator[Solution]:
        yield from map(general_kernel.chosen, state.found[: state.at[general_kernel.FOUND]])
        state.at[general_kernel.FOUND] = 0

    found = stream(partial(general_kernel.explore, t, state), harvest, request.deadline)
    return (yield from tallied(found, (lambda: int(state.at[general_kernel.COUNT])) if counting else None))
