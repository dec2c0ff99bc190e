"""The symmetries of a model that are left when it has been reduced, judged by its constraints alone."""

from collections.abc import Mapping, Sequence
from itertools import islice

from rookery.models import Model, Satisfy
from rookery.models.base.deadline import look
from rookery.models.model import Constraint, Goal, Literal, Permutation

MOST = 1000  # permutations: a torus has hundreds
MOST_STEPS = 3_000_000  # literals that are moved to judge all of them


def keep_symmetries(
    symmetries: Sequence[Permutation], kept: Sequence[int], place: Mapping[int, int], model: Model
) -> tuple[Permutation, ...]:
    """Those that map what is left onto itself, as permutations of it; they are a group where the old ones are.

    None where there are too many to look at.
    """
    found = list(islice(symmetries, MOST + 1)) if kept and len(symmetries) > 1 else []
    literals = sum(len(each.literals) for each in model.constraints)
    if len(found) > MOST or len(found) * (literals + len(kept)) > MOST_STEPS:
        return ()
    moved = [tuple(place.get(p[each], -1) for each in kept) for p in found]
    return _of_model(model, [each for each in moved if -1 not in each])


def _of_model(model: Model, permutations: Sequence[Permutation]) -> tuple[Permutation, ...]:
    """Those that map each constraint to one that is there, and the goal to itself; each once, as they come."""
    if len(permutations) < 2:
        return ()
    identity = range(model.variables)
    constraints, goal = {_image(each, identity) for each in model.constraints}, _image_of_goal(model.goal, identity)
    kept = dict[Permutation, None]()
    for permutation in permutations:
        look()
        if _image_of_goal(model.goal, permutation) == goal and all(
            _image(each, permutation) in constraints for each in model.constraints
        ):
            kept[permutation] = None
    return tuple(kept)


def _move(literal: Literal, permutation: Sequence[int]) -> Literal:
    return permutation[literal] if literal >= 0 else ~permutation[~literal]


def _image(constraint: Constraint, permutation: Sequence[int]) -> object:
    """What a constraint says of the images of its variables."""
    terms = frozenset((weight, _move(literal, permutation)) for weight, literal in constraint.terms())
    return constraint.lower, constraint.upper, terms


def _image_of_goal(goal: Goal, permutation: Sequence[int]) -> object:
    if isinstance(goal, Satisfy):
        return None
    return frozenset((weight, _move(literal, permutation)) for weight, literal in goal.terms())
