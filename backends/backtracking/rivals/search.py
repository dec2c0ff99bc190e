"""The search for rivals: one solution, all of them, their number, or armies ever larger by one."""

from rookery.backends.backtracking.rivals.bound import bound_goal
from rookery.backends.backtracking.rivals.compiling import make_state
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rivals.registers import EXACT, LISTING
from rookery.backends.backtracking.rivals.sizes import has_room, least_sizes
from rookery.backends.backtracking.rivals.subtree import RivalsSubtree
from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import give_all, give_count, give_first, outcome_of, room
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Outcome, Request, Stream


def search_rivals(program: RivalsProgram, request: Request) -> Stream:
    """Divide the groups among the armies."""
    driver = Driver(request)
    if program.rivals.bounds.goal >= 0:
        return _largest(program, driver)
    if request.want is Want.ONE:
        forest = make_forest(program, Mode.FIRST)
        return give_first(driver.run(forest, "the first one"), forest)
    forest = make_forest(program, Mode.ALL, request)
    counting = request.want is Want.COUNT
    found = driver.run(forest, "counting" if counting else "listing")
    return (give_count if counting else give_all)(found, forest)


def make_forest(program: RivalsProgram, mode: Mode, request: Request | None = None, goal: int = 0) -> Forest:
    """A search of the whole tree; each solution is met once where a request for all of them is given."""
    least, exact = least_sizes(program.rivals, goal), request is not None
    if not has_room(program.rivals, least):
        return Forest([], mode)
    state = make_state(program.tables, program.rivals, least, exact, room(request) if request else 1)
    state.registers[EXACT] = exact
    state.registers[LISTING] = request is None or request.want is not Want.COUNT
    return Forest([RivalsSubtree(program, state)], mode)


def _largest(program: RivalsProgram, driver: Driver) -> Stream:
    """Ask for one more than the best until there is no more, or no room for more."""
    found, size, ceiling = program.rivals, -1, bound_goal(program)
    while size < ceiling:
        forest = make_forest(program, Mode.ANY, goal=size + 1)
        for best in driver.run(forest, f"whether there are {size + 1}"):
            literals = found.sets[found.bounds.goal]
            size = sum(literal in best if literal >= 0 else ~literal not in best for literal in literals)
            yield best
        if not forest.found:
            yield outcome_of(forest.over, bound=None if forest.over else ceiling)
            return
    yield Outcome(proven=True)
