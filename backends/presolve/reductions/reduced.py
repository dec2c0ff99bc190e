"""A reduced model: its goal and symmetries, and how its solutions, bounds and hints translate to its source."""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import gcd

from rookery.backends.contract import Ask, Bound, End, Item, Solution
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.words import amount
from rookery.models import Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import Constraint, Literal, over_variables, variable
from rookery.models.model.model import Goal, Permutation

Items = Generator[Item, None, None]  # a stream that can be closed
Place = Mapping[int, int] | Sequence[int]  # the new number of each variable


def find_costs(model: Model) -> Sequence[int]:
    """Return the cost that each variable adds to a sum to minimise."""
    if isinstance(model.goal, Satisfy):
        return [0] * model.variables
    sign = -1 if isinstance(model.goal, Maximize) else 1
    costs = [0] * model.variables
    for each, weight in over_variables(model.goal.terms())[0].items():
        costs[each] = sign * weight
    return costs


def move(literal: Literal, place: Place) -> Literal:
    """Return the literal of a variable in its new place."""
    return place[literal] if literal >= 0 else ~place[~literal]


def move_goal(goal: Goal, place: Mapping[int, int]) -> Goal:
    """Return the goal without the variables that are decided."""
    if isinstance(goal, Satisfy):
        return goal
    terms = [(weight, move(literal, place)) for weight, literal in goal.terms() if variable(literal) in place]
    weights = None if goal.weights is None else tuple(weight for weight, _ in terms)
    literals = tuple(literal for _, literal in terms)
    return Minimize(literals, weights) if isinstance(goal, Minimize) else Maximize(literals, weights)


def divide_goal(goal: Goal) -> tuple[Goal, int]:
    """Return a goal whose weights have no common divisor, and the divisor; equal weights become 1."""
    if isinstance(goal, Satisfy) or goal.weights is None or (unit := gcd(*goal.weights)) < 2:
        return goal, 1
    return type(goal)(goal.literals, tuple(weight // unit for weight in goal.weights)), unit


def tell_unit(unit: int) -> tuple[str, ...]:
    """Return a line of the explanation where weights were divided."""
    return (f"weights: all are divided by {unit:,}",) if unit > 1 else ()


@dataclass(frozen=True, slots=True)
class Renamed:
    """Meanings of the variables that are left."""

    name: Callable[[int], str]
    kept: Sequence[int]

    def __call__(self, each: int) -> str:
        """Return the name of a variable."""
        return self.name(self.kept[each])


@dataclass(frozen=True, slots=True)
class Reduced:
    """A model whose variable v is variable `kept[v]` of the `source`; of the other variables, `chosen` are true.

    An objective of the model is multiplied by `unit`, plus `worth`, in the source. `steps` describe the reduction.
    """

    source: Model
    model: Model
    kept: Sequence[int]
    chosen: frozenset[int] = frozenset()
    worth: int = 0
    unit: int = 1
    steps: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """Return whether nothing is left to be solved."""
        return not self.model.variables and not self.model.constraints

    def solution(self, found: Solution) -> Solution:
        """Return a solution of the source.

        A number that is no variable becomes none of the source either, so that the referee refuses it.
        """
        beyond = self.source.variables
        return self.chosen.union(self.kept[v] if 0 <= v < len(self.kept) else beyond + abs(v) for v in found)

    def objective(self, value: int) -> int:
        """Return the objective of the source for one of the model."""
        return self.unit * value + self.worth

    def read(self, stream: Items) -> Items:
        """Return a stream of solutions of the source."""
        with closing(stream):
            for item in stream:
                match item:
                    case Bound(int(value)):
                        yield replace(item, value=self.objective(value))
                    case End(bound=int(value)):
                        yield replace(item, bound=self.objective(value))
                    case frozenset():
                        yield self.solution(item)
                    case _:
                        yield item

    def ask(self, ask: Ask) -> Ask:
        """Return the request about the small model: its hint says nothing of decided variables."""
        if not ask.hint:
            return ask
        place = {each: at for at, each in enumerate(self.kept)}
        return replace(ask, hint=tuple(move(each, place) for each in ask.hint if variable(each) in place))


def describe_step(model: Model, smaller: Model) -> str:
    """Describe the reduction of a model."""
    before, after = (
        f"{amount(each.variables, 'variable')}, {amount(len(each.constraints), 'constraint')}"
        for each in (model, smaller)
    )
    return f"reduced: {before}, to {after}"


def make_reduced(
    model: Model, values: Mapping[int, bool], rewrite: Callable[[Mapping[int, int]], Sequence[Constraint]]
) -> Reduced:
    """Return the model of the variables that have no value in `values`.

    `rewrite` makes its constraints from their new numbers.
    """
    kept = tuple(each for each in range(model.variables) if each not in values)
    place = {each: at for at, each in enumerate(kept)}
    groups = ([place[each] for each in group if each in place] for group in checking_deadline(model.groups))
    goal, unit = divide_goal(move_goal(model.goal, place))
    smaller = Model(
        variables=len(kept),
        constraints=rewrite(place),
        goal=goal,
        name=Renamed(model.name, kept),
        groups=tuple(tuple(group) for group in groups if len(group) > 1),
    )
    if symmetries := keep_symmetries(model.symmetries, kept, place, smaller):
        smaller = replace(smaller, symmetries=symmetries)
    chosen = frozenset(each for each, value in values.items() if value)
    steps = describe_step(model, smaller), *tell_unit(unit)
    # objective of the source = unit * objective of `smaller` + worth; nothing chosen in `smaller` gives the worth
    worth = (model.value(chosen) or 0) - unit * (smaller.value(frozenset()) or 0)
    return Reduced(model, smaller, kept, chosen, worth, unit, steps)


MAX_PERMUTATIONS = 1000  # permutations: a torus has hundreds
MAX_STEPS = 3_000_000  # literals that are moved to judge all of them


def keep_symmetries(
    symmetries: Sequence[Permutation], kept: Sequence[int], place: Mapping[int, int], model: Model
) -> tuple[Permutation, ...]:
    """Return the symmetries that map the remaining variables onto themselves; they are a group if the old ones are.

    None are returned if there are too many to check.
    """
    literals = sum(len(each.literals) for each in model.constraints)
    if len(symmetries) > MAX_PERMUTATIONS or len(symmetries) * (literals + len(kept)) > MAX_STEPS or not kept:
        return ()
    moved = [tuple(place.get(p[each], -1) for each in kept) for p in symmetries]
    return _of_model(model, [each for each in moved if -1 not in each])


def _of_model(model: Model, permutations: Sequence[Permutation]) -> tuple[Permutation, ...]:
    """Return the permutations that map each constraint to one of the model, and the goal to itself; each once."""
    if len(permutations) < 2:
        return ()
    identity = range(model.variables)
    constraints, goal = {_image(each, identity) for each in model.constraints}, _image_of_goal(model.goal, identity)
    kept = dict[Permutation, None]()
    for permutation in permutations:
        check_deadline()
        if _image_of_goal(model.goal, permutation) == goal and all(
            _image(each, permutation) in constraints for each in model.constraints
        ):
            kept[permutation] = None
    return tuple(kept)


def _image(constraint: Constraint, permutation: Sequence[int]) -> object:
    """Return the constraint on the images of the variables."""
    terms = frozenset((weight, move(literal, permutation)) for weight, literal in constraint.terms())
    return constraint.lower, constraint.upper, terms


def _image_of_goal(goal: Goal, permutation: Sequence[int]) -> object:
    if isinstance(goal, Satisfy):
        return None
    return frozenset((weight, move(literal, permutation)) for weight, literal in goal.terms())
