"""The solutions of a small model by trying every assignment; the best ones where one best solution is wanted."""

from itertools import chain, combinations

from rookery.backends.contract.answer import Want
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
