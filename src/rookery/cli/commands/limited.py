"""The time limit of a command: it holds from the declaration of a problem to its answer."""

import json
from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Any

from click.exceptions import Exit

from rookery.backends import Answer, Reason, Status, Times, Want, registry
from rookery.backends.answer import REASONS
from rookery.backends.assist import GREEDY_SECONDS
from rookery.backends.run import own_versions
from rookery.backends.solve import as_problem
from rookery.cli import exits
from rookery.cli.options.search import HowMany, SearchOptions, Wanted
from rookery.cli.output.terminal import complain, emit
from rookery.core.deadline import Deadline, OutOfTime
from rookery.models import Model


def hold_limits(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command whose time limit includes the declaration of its problem.

    With a checkpoint, the limit holds from the search on: without a problem, there is nothing to resume. A family with
    a greedy solution has some seconds more, so that there is an answer.
    """

    @wraps(command)
    def within(*, limits: SearchOptions, **others: Any) -> None:
        start, seconds = perf_counter(), limits.seconds
        several = next((each for each in others.values() if isinstance(each, HowMany)), None)
        if isinstance(several, Wanted) and several.checkpoint is not None:
            seconds = None
        if several is not None and "stated" in others:
            greedy = others["stated"].family.formula.startswith(("min ", "max |S|"))
            seconds = seconds and seconds + (GREEDY_SECONDS if greedy else 0.0)
        try:
            with Deadline(seconds).held():
                command(limits=limits, **others)
        except OutOfTime:
            spent = perf_counter() - start
            show = others.get("show")
            if others.get("as_json") or (show is not None and show.as_json):
                emit(json.dumps(_describe_limit(limits, several.want() if several else Want.ONE, spent)))
            else:
                complain(f"rookery: {REASONS[Reason.TIME]}, before the problem was declared")
            raise Exit(exits.LIMIT) from None

    return within


def _describe_limit(limits: SearchOptions, want: Want, seconds: float) -> dict[str, Any]:
    """Return an answer as plain data, without a problem."""
    backend = registry.take_backend(limits.find_backend())
    answer = Answer(
        as_problem(Model(0, ())),
        backend.name,
        want,
        Status.UNKNOWN,
        complete=False,
        end=Reason.TIME,
        solutions=(),
        count=0,
        orbits=None,
        objective=None,
        bound=None,
        times=Times(declare=seconds, total=seconds),
        versions=own_versions() | backend.versions(),
        workers=limits.workers or 1,
        seed=limits.seed,
    )
    return answer.as_dict() | {"title": ""}
