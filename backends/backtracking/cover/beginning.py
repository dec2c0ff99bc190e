"""How a covering search begins, by what is asked."""

from rookery.backends.backtracking.cover import registers
from rookery.backends.backtracking.cover.program import CoverProgram
from rookery.backends.backtracking.cover.refined_subtree import RefinedSubtree
from rookery.backends.backtracking.cover.state import CoverState, make_state
from rookery.backends.backtracking.cover.subtree import CoverSubtree
from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import room
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request


def any_of(program: CoverProgram, request: Request, most: int) -> Forest:
    """A search for one solution with at most so many."""
    return Forest([plant(program, state_of(program, request, most))], Mode.ANY)


def state_of(program: CoverProgram, request: Request, most: int) -> CoverState:
    """The state in which a search for at most so many begins."""
    selection = program.selection
    start = {
        registers.LEAST: selection.least,
        registers.MOST: most,
        registers.LISTING: 1,
        registers.ORDERED: int(program.ordered),
    }
    single = selection.goal != 0 or request.want is Want.ONE or program.growing is not None
    return make_state(program.latest, start, 1 if single else room(request))


def plant(program: CoverProgram, state: CoverState) -> CoverSubtree:
    """The whole search as a subtree; where items appear, only symmetries that keep the first choice keep the rest."""
    if program.growing is None:
        return CoverSubtree(program, state)
    state.registers[registers.WHOLE] = 1
    return RefinedSubtree(program, state)
