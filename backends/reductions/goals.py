"""The goal of a model that is made smaller: what variables cost, what is left of it, and what the decided ones add."""

from collections.abc import Mapping, Sequence
from math import gcd

from rookery.models import Maximize, Minimize, Model, Satisfy
from rookery.models.model import Goal, over_variables, true, variable


def counts_all(model: Model) -> bool:
    """Whether the goal counts all variables, as that of a domination does."""
    goal = model.goal
    return not isinstance(goal, Satisfy) and goal.weights is None and goal.literals == range(model.variables)


def find_costs(model: Model) -> Sequence[int]:
    """What each variable adds to a sum that is to be made small."""
    if isinstance(model.goal, Satisfy):
        return [0] * model.variables
    sign = -1 if isinstance(model.goal, Maximize) else 1
    if counts_all(model):
        return [sign] * model.variables
    costs = [0] * model.variables
    for each, weight in over_variables(model.goal.terms())[0].items():
        costs[each] = sign * weight
    return costs


def move_goal(goal: Goal, place: Mapping[int, int]) -> Goal:
    """The goal without the variables that are decided."""
    if isinstance(goal, Satisfy):
        return goal
    terms = [
        (weight, place[literal] if literal >= 0 else ~place[~literal])
        for weight, literal in goal.terms()
        if variable(literal) in place
    ]
    weights = None if goal.weights is None else tuple(weight for weight, _ in terms)
    literals = tuple(literal for _, literal in terms)
    return Minimize(literals, weights) if isinstance(goal, Minimize) else Maximize(literals, weights)


def divide_goal(goal: Goal) -> tuple[Goal, int]:
    """A goal whose weights have no common divisor, and the one that they had: equal weights become 1."""
    if isinstance(goal, Satisfy) or goal.weights is None or (unit := gcd(*goal.weights)) < 2:
        return goal, 1
    return type(goal)(goal.literals, tuple(weight // unit for weight in goal.weights)), unit


def tell_unit(unit: int) -> tuple[str, ...]:
    """What is told where weights were divided."""
    return (f"weights: all are divided by {unit:,}",) if unit > 1 else ()


def count_worth(model: Model, values: Mapping[int, bool]) -> int:
    """What the decided variables add to the objective."""
    if isinstance(model.goal, Satisfy):
        return 0
    chosen = {each for each, value in values.items() if value}
    if counts_all(model):
        return len(chosen)
    decided = ((weight, literal) for weight, literal in model.goal.terms() if variable(literal) in values)
    return sum(weight for weight, literal in decided if true(literal, chosen))
