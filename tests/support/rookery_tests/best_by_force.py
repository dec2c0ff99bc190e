"""The solutions of a small model by trying every assignment, the best ones where one is wanted; reductions by them."""

from rookery.backends.contract.answer import Want
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.models import Model, Satisfy
from rookery_tests.small_models import best_of, solutions_of

Solutions = set[frozenset[int]]


def solve_by_force(model: Model, want: Want) -> Solutions:
    """All solutions, or all of the best ones."""
    best = None if want is not Want.ONE else best_of(model)
    return {each for each in solutions_of(model) if best is None or model.value(each) == best}


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
