"""Solves what is left of a reduced model."""

from collections.abc import Callable

from rookery.backends.contract.backend import Outcome, Request
from rookery.backends.reductions.reduced import Items, Reduced
from rookery.models import Model, Satisfy

Start = Callable[[Model, Request], Items]


def solve_reduced(reduced: Reduced, request: Request, start: Start) -> Items:
    """The stream of the source's solutions: of the one that is left, or of the search that `start` begins."""
    if reduced.decided:
        return reduced.read(_give_only(reduced.model))
    return reduced.read(start(reduced.model, reduced.request(request)))


def _give_only(model: Model) -> Items:
    """The solution of a model that has no variables."""
    yield frozenset()
    bound = None if isinstance(model.goal, Satisfy) else 0
    yield Outcome(proven=True, bound=bound, raw_status="solved by reductions", workers=1)
