"""The time limit of a command: it holds from the declaration of a problem to its answer."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from time import perf_counter
from typing import Any

from click.exceptions import Exit

from rookery.backends import Reason, Status, Times, Want, registry
from rookery.backends.answer import REASONS
from rookery.backends.run import own_versions
from rookery.cli import exits
from rookery.cli.options.search import CheckpointOptions, SearchOptions
from rookery.cli.options.show import Show
from rookery.cli.output.terminal import complain, emit
from rookery.core.deadline import Deadline, OutOfTime


def hold_limits(command: Callable[..., None], grace: float = 0.0) -> Callable[..., None]:
    """A command whose `limits` hold for all that it does, the declaration of its problem included.

    Where a checkpoint is asked for, they hold from the search on: without a problem there is nothing to be resumed. A
    declaration has `grace` seconds more, where a problem whose time is up still has a greedy solution.
    """

    @wraps(command)
    def within(*, limits: SearchOptions, **others: Any) -> None:
        start, wanted = perf_counter(), others.get("wanted")
        kept = isinstance(wanted, CheckpointOptions) and wanted.checkpoint is not None
        try:
            seconds = limits.question(Want.ONE).seconds
            with Deadline(None if kept or seconds is None else seconds + grace).held():
                command(limits=limits, **others)
        except OutOfTime:
            # Say that the time was up before there was a problem to ask about
            seconds = perf_counter() - start
            show, wanted = others.get("show"), others.get("wanted", others.get("several"))
            if others.get("as_json") or (isinstance(show, Show) and show.json):
                import json

                emit(json.dumps(_describe_limit(limits, Want.ONE if wanted is None else wanted.want(), seconds)))
            else:
                complain(f"rookery: {REASONS[Reason.TIME]}, before the problem was declared")
            raise Exit(exits.LIMIT) from None

    return within


def _describe_limit(limits: SearchOptions, want: Want, seconds: float) -> dict[str, Any]:
    """An answer as plain data, without a problem."""
    backend = registry.take_backend(limits.find_backend())
    return {
        "problem": None,
        "backend": backend.name,
        "want": want.value,
        "status": Status.UNKNOWN.value,
        "complete": False,
        "end": Reason.TIME.value,
        "count": 0,
        "orbits": None,
        "objective": None,
        "bound": None,
        "gap": None,
        "solutions": [],
        "times": asdict(Times(declare=seconds, total=seconds)),
        "note": "",
        "versions": own_versions() | backend.versions(),
        "workers": limits.workers or 1,
        "seed": limits.seed,
        "statistics": {},
    }
