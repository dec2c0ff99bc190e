"""The general search: depth-first search with propagation, for any model of 0/1 variables.

Each row counts its *slack*, what it can still reach beyond its bound. A literal that weighs more than the slack must be
true; a negative slack is a conflict. Counters need no watched literals, and a decision costs as much as its literal has
places (Chai and Kuehlmann 2003 compare both for pseudo-Boolean constraints). The search decides the row with the least
slack first, as the scarcest domain. A value that failed is excluded with its images (symmetry breaking during search,
Gent and Smith 2000). Branch and bound raises the bound of row 0 with each solution.
"""

import numpy as np

from rookery.backends.engine.general.tables import DECIDE, PROPAGATE, General, GeneralState
from rookery.core.kernels.kernel import entry, inner


@entry("the general search")
def explore(t: General, s: GeneralState, steps: int) -> int:
    """Search for at most `steps` decisions or until `found` is full; returns the depth, -1 when all is searched."""
    if not start(t, s):
        s.depth[0] = -1
    budget = steps
    while s.depth[0] >= 0 and steps > 0 and s.noted[0] < len(s.found):
        steps -= 1
        literal = decide(t, s)
        if literal < 0:
            # invariant: noted < len(found), as the loop checks before each decision; one notes one solution at most.
            record_solution(t, s)
            go_on = retreat(t, s)
        else:
            go_on = advance(t, s, literal, 0)
            if not go_on:
                go_on = retreat(t, s)
        if not go_on:
            s.depth[0] = -1
    s.nodes[0] += budget - steps
    return int(s.depth[0])


@inner
def start(t: General, s: GeneralState) -> bool:
    """Begin a slice; false if nothing is left to search.

    Propagate the root of a new search. Leave a node that another worker has, or that can no longer reach the bound of
    the objective, which others may have raised.
    """
    how = s.how[0]
    s.how[0] = DECIDE
    if how == PROPAGATE:
        return settle(t, s)
    return (how == DECIDE and s.slack[0] >= 0) or retreat(t, s)


@inner
def settle(t: General, s: GeneralState) -> bool:
    """Propagate every row once, at the root; false when one cannot be reached."""
    for row in range(len(t.bound)):
        if not tighten(t, s, row):
            return False
    return propagate(t, s, 0)


@inner
def decide(t: General, s: GeneralState) -> int:
    """The next literal to make true: of the row that wants one most urgently, or of the first undecided variable.

    A row wants one when it is not reached with all undecided variables at 0; the urgent one has least slack.
    Returns -1 when every variable is decided.
    """
    urgent, least = -1, 0
    for row in range(1, len(t.bound)):
        if s.base[row] < 0 and (urgent < 0 or s.slack[row] < least):
            urgent, least = row, s.slack[row]
    if urgent >= 0:
        best, most = -1, 0
        for at in range(t.first[urgent], t.first[urgent + 1]):
            code = t.literal[at]
            if code & 1 == 0 and s.value[code >> 1] < 0 and t.weight[at] > most:
                best, most = code, t.weight[at]
        # One is found: without an undecided positive literal the base would be the slack, and that is 0 or more.
        return int(best)
    for variable in range(len(s.value)):
        if s.value[variable] < 0:
            return int(2 * variable + 1 - t.settings.eager)
    return -1


@inner
def advance(t: General, s: GeneralState, literal: int, flipped: int) -> bool:
    """Decide a literal on a new level and propagate; false on a conflict."""
    depth = s.depth[0]
    # A decision sets an undecided variable, so depth is below the number of variables; the arrays have one place more.
    s.level[depth], s.flipped[depth] = s.trailed[0], flipped
    s.depth[0] = depth + 1
    start = s.trailed[0]
    assign(t, s, literal)
    if not exclude_images(t, s, literal):
        return False
    if flipped and not tighten(t, s, 0):  # the objective may have risen since this level was made
        return False
    return propagate(t, s, start)


@inner
def exclude_images(t: General, s: GeneralState, literal: int) -> bool:
    """Note which symmetries are left below a decision; make all images of a variable 0 with it; false on a conflict.

    Those left at a node keep each variable that was decided to be 1, and the variables that decisions made 0 are whole
    orbits, of this group or of a larger one. So they map the solutions below the node onto each other, with the same
    objective. A solution in which some image of a variable is 1 is therefore the image of one in which the variable
    itself is 1: the branch in which it is 1 answers for both, and the other one needs the whole orbit at 0. This loses
    solutions, though not whole orbits, so only searches for one or for the best use symmetries.
    """
    level, variable = s.depth[0], literal >> 1
    # `advance` has raised the depth, so the level is at least 1; entry 0 belongs to the root.
    symmetries = s.symmetries[level - 1]
    s.symmetries[level] = symmetries
    if symmetries == 0:
        return True
    for at in range(len(t.images)):
        # A bit for each row of `images`: MAX_IMAGES (63) at the most, so an int64 holds them.
        if symmetries >> at & 1:
            image = t.images[at, variable]
            if literal & 1 == 0:
                if image != variable:
                    s.symmetries[level] ^= 1 << at
            elif s.value[image] < 0:
                assign(t, s, 2 * image + 1)
            elif s.value[image] == 1:
                return False
    return True


@inner
def retreat(t: General, s: GeneralState) -> bool:
    """Undo decisions until one has another value that does not conflict; false when there is no such decision."""
    while s.depth[0] > 0:
        depth = s.depth[0] - 1
        # The first literal of a level's trail is its decision: `advance` assigns it before anything follows.
        literal, flipped = s.trail[s.level[depth]], s.flipped[depth]
        while s.trailed[0] > s.level[depth]:
            unassign(t, s)
        s.depth[0] = depth
        if flipped == 0 and advance(t, s, literal ^ 1, 1):
            return True
    return False


@inner
def assign(t: General, s: GeneralState, literal: int) -> None:
    """Make a literal true and update the counters of the rows in which its variable stands."""
    s.value[literal >> 1] = 1 - (literal & 1)
    # Only undecided variables are assigned, so the trail is no longer than there are variables.
    s.trail[s.trailed[0]] = literal
    s.trailed[0] += 1
    update(t, s, literal, 1)


@inner
def unassign(t: General, s: GeneralState) -> None:
    """Undo the last assignment."""
    s.trailed[0] -= 1
    literal = s.trail[s.trailed[0]]
    s.value[literal >> 1] = -1
    update(t, s, literal, -1)


@inner
def update(t: General, s: GeneralState, literal: int, sign: int) -> None:
    """Add (or with sign -1 take back) what a true literal means to slacks and bases."""
    false = literal ^ 1
    for at in range(t.use[false], t.use[false + 1]):
        s.slack[t.used_in[at]] -= sign * t.used_weight[at]
    if literal & 1 == 0:  # a variable at 1, where 0 was assumed
        for at in range(t.use[literal], t.use[literal + 1]):
            s.base[t.used_in[at]] += sign * t.used_weight[at]
        for at in range(t.use[false], t.use[false + 1]):
            s.base[t.used_in[at]] -= sign * t.used_weight[at]


@inner
def propagate(t: General, s: GeneralState, start: int) -> bool:
    """Follow the consequences of the trail from `start` on; false on a conflict."""
    while start < s.trailed[0]:
        false = s.trail[start] ^ 1
        start += 1
        for at in range(t.use[false], t.use[false + 1]):
            if not tighten(t, s, t.used_in[at]):
                return False
    return True


@inner
def tighten(t: General, s: GeneralState, row: int) -> bool:
    """Make true what a row cannot do without; false when it cannot be reached any more."""
    if s.slack[row] < 0:
        return False
    # Else no literal of the row weighs more than the slack: nothing is forced.
    if s.slack[row] < t.heaviest[row]:
        for at in range(t.first[row], t.first[row + 1]):
            literal = t.literal[at]
            if t.weight[at] > s.slack[row] and s.value[literal >> 1] < 0:
                # A true literal takes nothing from its own row's slack, so the slack of this row stays while it is
                # read.
                assign(t, s, literal)
    return True


@inner
def record_solution(t: General, s: GeneralState) -> None:
    """Count a solution and write it down if they are listed; an optimisation now asks for a better one."""
    s.counted[0] += 1
    if t.settings.listing:
        for variable in range(len(s.value)):
            s.found[s.noted[0], variable] = s.value[variable]
        s.noted[0] += 1
    if t.settings.goal:
        # All variables are decided: base is what row 0 reaches beyond its bound, and the next solution must reach one
        # more.
        rise = s.base[0] + 1
        s.slack[0] -= rise
        s.base[0] -= rise
        s.risen[0] += rise


def read_values(values: np.ndarray) -> frozenset[int]:
    """Return the variables that are 1."""
    return frozenset(np.flatnonzero(values == 1).tolist())
