"""Makes the kernels ready before a run, so that its search time is search alone."""

from functools import cache

from rookery.backends.answer import Want
from rookery.backends.backend import Request
from rookery.backends.backtracking.programs import compiled
from rookery.backends.backtracking.searches import search
from rookery.models.model import AtLeast, Exactly, Linear, Minimize, Model

PAIR = (0, 1)
SAMPLES = (
    Model(2, (Exactly(1, PAIR),)),
    Model(3, (AtLeast(1, PAIR), AtLeast(1, (1, 2))), Minimize((0, 1, 2))),
    Model(2, (Linear((1, 2), PAIR, lower=1),)),
)


@cache
def warm() -> None:
    """Run each kernel once on a model of two or three variables; numba compiles or loads it for the whole process."""
    for model in SAMPLES:
        for want in Want:
            request = Request(want)
            for _ in search(compiled(model, request), request):
                pass
