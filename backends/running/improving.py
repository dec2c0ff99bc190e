"""Placements as they are found, each better than those before it, with the bound that is proven so far."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Unpack

from rookery.backends.progress import Observer, watch
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.running.run import take_problem
from rookery.backends.running.solve import QuestionLimits, make_question, start
from rookery.models import BadInput, Placement, Problem, Satisfy


@dataclass(frozen=True)
class Improvement:
    """A placement that is better than those before it, its objective, and the bound that is proven so far.

    No placement has an objective beyond the bound; it is None as long as nothing is proven.
    """

    placement: Placement
    objective: int
    bound: int | None

    @property
    def optimal(self) -> bool:
        """Return whether it is proven that no placement is better."""
        return self.objective == self.bound


def improving(
    problem: Problem,
    backend: BackendLike = DEFAULT,
    progress: bool | Observer = False,
    **limits: Unpack[QuestionLimits],
) -> Iterator[Improvement]:
    """Stream ever better placements of a problem with a goal, each with the bound that is proven so far.

    >>> import rookery as rk
    >>> *_, last = rk.improving(rk.domination("queen", 5))
    >>> last.objective, last.bound, last.optimal
    (3, 3, True)

    If the bound improves after the best placement, that placement is given once more with the last bound. Leaving the
    loop ends the search; so does Ctrl-C, which is raised. A backend that reports nothing during its search gives only
    its best placement; without a solution the stream is empty. Keywords are those of `solve`.
    """
    if isinstance(take_problem(problem).model.goal, Satisfy):
        raise BadInput(f"{problem.title}: it has no goal, so nothing improves; rk.solutions streams what it finds")
    if "want" in limits:
        raise BadInput("improving takes no 'want': it gives ever better placements; rk.solve lists or counts the best")
    run = start(problem, backend, make_question(problem, **limits))

    def follow() -> Iterator[Improvement]:
        last: Improvement | None = None
        with watch(progress) as run.observed, closing(iter(run)) as found:
            for placement in found:
                value, bound = run.reached
                if value is not None:
                    yield (last := Improvement(placement, value, bound))
        if last is not None and run.reached[1] != last.bound:
            yield Improvement(last.placement, last.objective, run.reached[1])

    return follow()
