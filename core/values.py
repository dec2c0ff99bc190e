"""Answers that are remembered as long as the object they are about."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


def remember(find: Callable[[Thing], Answer]) -> Callable[[Thing], Answer]:
    """Return a function of one immutable thing that is computed once for each, and forgotten with it.

    Arguments are compared by identity: to compare two models takes as long as to read them. The answer must not hold
    the thing, which would then stay for ever. A call that raises, as at the deadline, leaves nothing.
    """
    found: dict[int, tuple[ref[Thing], Answer]] = {}

    @wraps(find)
    def ask(about: Thing) -> Answer:
        known = found.get(id(about))
        if known is not None and known[0]() is about:
            return known[1]
        answer, number = find(about), id(about)
        # the number may be that of another thing by then, which has a separate entry
        entry = ref(about, lambda gone: found.pop(number) if number in found and found[number][0] is gone else None)
        found[number] = entry, answer
        return answer

    return ask
