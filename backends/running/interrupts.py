"""Ctrl-C while a call of a user goes on: the call gives what was found; Ctrl-C again soon after ends the program."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from time import monotonic
from typing import Generic, ParamSpec, TypeVar

from rookery.backends.contract.answer import Answer, End, Want

AGAIN = 2.0  # seconds after a Ctrl-C in which another one is raised
P = ParamSpec("P")
T = TypeVar("T")

_pressed = [-AGAIN]  # when Ctrl-C last gave an answer


class Interrupted(KeyboardInterrupt, Generic[T]):
    """Ctrl-C, with the answer so far; who does not ask for that ends as by any Ctrl-C."""

    def __init__(self, found: T) -> None:
        super().__init__()
        self.found = found


def cut(answer: Answer) -> Answer:
    """What is known by now of a run that has not come to its end, as an answer that says so."""
    if answer.complete and answer.want is Want.ONE:
        return answer
    return replace(answer, complete=False, end=End.INTERRUPTED)


def keep_found(function: Callable[P, T]) -> Callable[P, T]:
    """The same function for users: interrupted, it returns what was found, unless Ctrl-C came just before, too."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except Interrupted as error:
            before, _pressed[0] = _pressed[0], monotonic()
            if _pressed[0] - before < AGAIN:
                raise
            found: T = error.found
        return found

    return call
