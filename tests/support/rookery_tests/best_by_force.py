"""The solutions of a small model by trying every assignment, the best ones where one is wanted; reductions by them."""

from itertools import chain, combinations

from rookery.backends.contract.answer import Want
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.models import Minimize, Model, Satisfy

Solutions = set[frozenset[int]]


def solve_by_force(model: Model, want: Want) -> Solutions:
    """All solutions, or all of the best ones."""
    every = chain.from_iterable(combinations(range(model.variables), size) for size in range(model.variables + 1))
    found = {frozenset(each) for each in every if model.accepts(frozenset(each))}
    if want is not Want.ONE or isinstance(model.goal, Satisfy) or not found:
        return found
    best = (min if isinstance(model.goal, Minimize) else max)(model.value(each) or 0 for each in found)
    return {each for each in found if model.value(each) == best}


def check_reduction(reduced: Reduced, want: Want) -> None:
    """Whether the solutions of a reduced model are those of its source: all that are wanted, and each with its worth.

    Where one best solution is wanted, some of the best ones are enough.
    """
    source = reduced.source
    right = solve_by_force(source, want)
    found = {reduced.solution(each) for each in solve_by_force(reduced.model, want)}
    if want is Want.ONE and not isinstance(source.goal, Satisfy):
        assert found <= right, reduced
        assert bool(found) == bool(right), reduced
    else:
        assert found == right, reduced
    for each in solve_by_force(reduced.model, Want.ALL):
        value, sought = reduced.model.value(each), source.value(reduced.solution(each))
        assert (value is None) == (sought is None), reduced
        assert value is None or reduced.unit * value + reduced.worth == sought, reduced
