"""The general search: lists or counts the solutions of any 0/1 model, or optimises it."""

from rookery.backends.answer import Want
from rookery.backends.backend import Request, Solutions
from rookery.backends.backtracking import general
from rookery.backends.backtracking.driver import Driver
from rookery.backends.backtracking.ending import first_of, room, tallied
from rookery.backends.backtracking.forest import Forest, Mode
from rookery.backends.backtracking.general_kernel import EAGER, GOAL, LISTING
from rookery.backends.backtracking.general_subtree import GeneralSubtree
from rookery.backends.backtracking.programs import GeneralProgram


def search_general(program: GeneralProgram, request: Request) -> Solutions:
    """Decide variables one by one, with propagation."""
    state = general.fresh(program.tables, 1 if program.goal else room(request))
    counting = request.want is Want.COUNT and not program.goal
    state.at[[GOAL, EAGER, LISTING]] = program.goal, program.eager, not counting
    mode, task = _sought(program, request)
    forest = Forest([GeneralSubtree(program, state)], mode)
    found = Driver(request).run(forest, task)
    return first_of(found, forest) if mode is Mode.FIRST else tallied(found, forest.count if counting else None)


def _sought(program: GeneralProgram, request: Request) -> tuple[Mode, str]:
    if program.goal:
        return Mode.BETTER, "the best"
    if request.want is Want.ONE:
        return Mode.FIRST, "the first one"
    return Mode.ALL, "counting" if request.want is Want.COUNT else "listing"
