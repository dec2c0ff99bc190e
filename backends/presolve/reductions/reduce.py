"""Reductions of a model before any backend sees it, with its clauses and other lower bounds as rows of a covering.

Deciding variables that have one value in all solutions, and dropping implied rows, keeps all solutions. Dropping
variables that some best solution does not need is done only if one best solution is wanted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.propagation import Propagation, Unsolvable, rewrite
from rookery.backends.presolve.reductions.reduced import Reduced, divide_goal, find_costs, make_reduced, tell_unit
from rookery.backends.presolve.reductions.workspace import Freedom, Workspace
from rookery.core.deadline import checking_deadline
from rookery.models import AtLeast, Model, Satisfy
from rookery.models.model.constraints import Constraint, variable

MAX_LARGE, MAX_ROW = 100_000, 32  # literals in all, and literals a row, beyond which a covering is left as it is


def reduce(model: Model, ask: Ask) -> Reduced:
    """Return a smaller model for the same question; the model itself if nothing is reduced, or it has no solution."""
    try:
        found = _reduce_sets(model, ask.want is Want.ONE and not isinstance(model.goal, Satisfy))
    except Unsolvable:  # the backend finds that out as well, and says it in its own way
        found = None
    return found or Reduced(model, model, range(model.variables))


def _reduce_sets(model: Model, best: bool) -> Reduced | None:
    """Return the smaller model; None if it is not smaller."""
    rows, sides = _split(model.constraints)
    if len(rows) < 2 or _is_dense(rows):
        return None
    if sides:
        from rookery.backends.presolve.structure.rivals import is_rivals

        if is_rivals(model):  # the search for rivals decides given pieces itself, and would not recognise the rest
            return None
    covering = _reduce(model, rows, sides, best)
    if covering.chosen or covering.dropped or not all(covering.demands):
        # The model of what is left
        values = dict.fromkeys(covering.chosen, True) | dict.fromkeys(covering.dropped, False)

        def rewrite_all(place: Mapping[int, int]) -> Sequence[Constraint]:
            left = (rewrite(each, values, place) for each in checking_deadline(sides))
            return *_left_rows(rows, covering, place), *(each for each in left if each is not None)

        return make_reduced(model, values, rewrite_all)
    goal, unit = divide_goal(model.goal)
    same = range(model.variables)
    return Reduced(model, replace(model, goal=goal), same, unit=unit, steps=tell_unit(unit)) if unit > 1 else None


def _is_dense(rows: Sequence[AtLeast]) -> bool:
    """Return whether rows are too long to compare: that takes seconds for 100x100 queens, and finds nothing."""
    literals = sum(len(row.literals) for row in rows)
    return literals > MAX_LARGE and literals > MAX_ROW * len(rows)


def _split(constraints: Sequence[Constraint]) -> tuple[list[AtLeast], list[Constraint]]:
    """Return the rows to be hit, and all other constraints."""
    rows, sides = list[AtLeast](), list[Constraint]()
    for each in checking_deadline(constraints):
        if isinstance(each, AtLeast) and each.bound > 0 and each.literals and min(each.literals) >= 0:
            rows.append(each)
        else:
            sides.append(each)
    return rows, sides


def _reduce(model: Model, rows: Sequence[AtLeast], sides: Sequence[Constraint], best: bool) -> Workspace:
    """Return the reduced covering, in turns with propagation of the other constraints."""
    freedom = find_freedom(model, sides) if best else None
    others = Propagation(sides)
    covering = Workspace([row.literals for row in rows], [row.bound for row in rows], model.variables)
    while True:
        for each, value in others.values.items():
            if value and each not in covering.chosen:
                covering.choose(each)
            elif not value and each not in covering.dropped:
                covering.drop(each)
        covering.reduce(freedom)
        news = (covering.chosen | covering.dropped) - others.values.keys()
        if not news:
            return covering
        others.decide(each if each in covering.chosen else ~each for each in news)


def find_freedom(model: Model, sides: Sequence[Constraint]) -> Freedom:
    """Return the cost of each variable, and the variables that the constraints outside the rows leave free."""
    raisable, lowerable = [True] * model.variables, [True] * model.variables
    for constraint in checking_deadline(sides):
        for weight, literal in constraint.terms():
            if weight:
                # a variable that is true makes the sum of a constraint larger, or else smaller
                up, down = (raisable, lowerable) if (weight > 0) == (literal >= 0) else (lowerable, raisable)
                each = variable(literal)
                up[each] = up[each] and constraint.upper is None
                down[each] = down[each] and constraint.lower is None
    return Freedom(find_costs(model), raisable, lowerable)


def _left_rows(rows: Sequence[AtLeast], covering: Workspace, place: Mapping[int, int]) -> Iterator[AtLeast]:
    """Yield the rows that are still to be hit, in their order."""
    for row, demand, members in zip(rows, covering.demands, covering.rows, strict=True):
        if demand:
            yield AtLeast(demand, tuple(place[each] for each in row.literals if each in members))
