"""A cache whose entries live as long as the objects that they are about."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import ref

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


def remember(find: Callable[[Thing], Answer]) -> Callable[[Thing], Answer]:
    """Cache a function of one immutable object, until the object is deleted.

    Arguments are compared by identity: comparing two models takes as long as reading them. The result must not refer to
    the object, which would then never be deleted. A call that raises, as at the deadline, is not cached.
    """
    found: dict[int, tuple[ref[Thing], Answer]] = {}

    @wraps(find)
    def ask(about: Thing) -> Answer:
        known = found.get(id(about))
        if known is not None and known[0]() is about:
            return known[1]
        answer, number = find(about), id(about)
        # by then the number may be that of another object, which has a separate entry
        entry = ref(about, lambda gone: found.pop(number) if number in found and found[number][0] is gone else None)
        found[number] = entry, answer
        return answer

    return ask
