"""How large an army can be at most, by what each class of groups costs."""

from rookery.backends.backtracking.rivals.compiling import make_state
from rookery.backends.backtracking.rivals.program import RivalsProgram
from rookery.backends.backtracking.rivals.sizes import largest_goal, least_sizes


def bound_goal(program: RivalsProgram) -> int:
    """A bound on the goal before the search begins: as in `bounds.py`, solved for the size that is asked for."""
    found, tables = program.rivals, program.tables
    state = make_state(tables, found, least_sizes(found), exact=False, buffer=1)
    least, count, size = least_sizes(found), state.held[0].astype(int), state.size[0]
    equal, goal = found.bounds.equal, found.bounds.goal
    alike = [sort == equal[goal] for sort in equal]
    best = min(largest_goal(found), *(int(size[army]) for army, same in enumerate(alike) if same))
    for weights in tables.weights:
        worth = weights[:, None] * count
        costs = worth.sum(axis=0) - worth.max(axis=0)
        spare = int(weights @ size) - sum(
            int(w) * low for w, low, same in zip(weights, least, alike, strict=True) if not same
        )
        for start, end in zip(tables.cut, tables.cut[1:], strict=False):
            best = min(best, (spare - int(costs[start:end].sum())) // int(weights[alike].sum()))
    return best
