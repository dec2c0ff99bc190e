"""Several solutions of a model of which nothing special is seen: a few by one backend, many by another.

A backend that learns clauses finds few solutions soonest and lists many one by one; our own search gives millions a
second and may find the first ones late. So the first is asked for some, and where there are more the second for all.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rookery.backends.contract.answer import End, Want
from rookery.backends.contract.backend import Backend, Outcome, Request, Solution, Split, Stream, run_program

SOME = 1000


def trial_request(request: Request) -> Request:
    """The request for the first backend: one more than some solutions, so that it is known if there are more."""
    return replace(request, want=Want.ALL, limit=min(SOME + 1, request.limit or SOME + 1))


def list_or_hand_on(backend: Backend[Any], program: Any, request: Request, hand_on: Callable[[], Stream]) -> Stream:
    """All solutions, or their number: by the first backend where they are some, else by `hand_on`."""
    given = set[Solution]()
    found = Split(run_program(backend, program, trial_request(request)))
    try:
        for solution in found:
            given.add(solution)
            if request.want is Want.ALL:
                yield solution
    except KeyboardInterrupt:
        if request.want is Want.ALL:
            raise
        yield Outcome(proven=False, end=End.INTERRUPTED, count=len(given), answered_by=backend.name)
        return
    if found.outcome.end is End.SOLUTIONS and len(given) != request.limit:
        yield from _give_others(hand_on(), given, request)
    else:
        count = len(given) if request.want is Want.COUNT else None
        yield replace(found.outcome, count=count, answered_by=backend.name)


def _give_others(stream: Stream, given: set[Solution], request: Request) -> Stream:
    """The items of a stream without the solutions that were given before, up to the limit."""
    total = len(given) if request.want is Want.ALL else 0
    for item in stream:
        if isinstance(item, Outcome):
            yield item
        elif item not in given:
            yield item
            total += 1
            if total == request.limit:
                yield Outcome(proven=False, end=End.SOLUTIONS)
                return
