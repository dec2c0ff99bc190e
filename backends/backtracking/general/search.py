"""The general search: lists or counts the solutions of any 0/1 model, or optimises it."""

from rookery.backends.backtracking.general import tables as general_tables
from rookery.backends.backtracking.general.kernel import EAGER, GOAL, LISTING
from rookery.backends.backtracking.general.program import GeneralProgram
from rookery.backends.backtracking.general.subtree import GeneralSubtree
from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import give_all, give_count, give_first, room
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Stream


def search_general(program: GeneralProgram, request: Request) -> Stream:
    """Decide variables one by one, with propagation."""
    state = general_tables.make_state(program.tables, 1 if program.goal else room(request))
    counting = request.want is Want.COUNT and not program.goal
    state.registers[[GOAL, EAGER, LISTING]] = program.goal, program.eager, not counting
    mode, task = _sought(program, request)
    if mode is not Mode.ALL:
        state.symmetries[0] = (1 << len(program.tables.images)) - 1
    forest = Forest([GeneralSubtree(program, state)], mode)
    give = give_first if mode is Mode.FIRST else give_count if counting else give_all
    return give(Driver(request).run(forest, task), forest)


def _sought(program: GeneralProgram, request: Request) -> tuple[Mode, str]:
    if program.goal:
        return Mode.BETTER, "the best"
    if request.want is Want.ONE:
        return Mode.FIRST, "the first one"
    return Mode.ALL, "counting" if request.want is Want.COUNT else "listing"
