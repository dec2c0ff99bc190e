"""Values: mappings that cannot be changed, answers remembered as long as their thing lives, and pictures of values."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import singledispatch, wraps
from typing import Any, Generic, TypeVar
from weakref import ref

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)
Thing = TypeVar("Thing")
Answer = TypeVar("Answer")


class FrozenMapping(Mapping[K, V_co], Generic[K, V_co]):
    """The entries of a mapping as they are now; raises `TypeError` if one would change them."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[K, V_co]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: K) -> V_co:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)


def freeze_mappings(thing: Any) -> None:
    """Put a frozen mapping in the place of each one of a frozen dataclass that could be changed."""
    for name in thing.__dataclass_fields__:
        value = getattr(thing, name)
        if isinstance(value, Mapping) and not isinstance(value, Hashable):
            object.__setattr__(thing, name, FrozenMapping(value))


def remember(find: Callable[[Thing], Answer]) -> Callable[[Thing], Answer]:
    """A function of one immutable thing that is computed once for each, and forgotten with it.

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


@singledispatch
def picture(value: object) -> str | None:
    """A value as HTML; None if nothing draws it."""
    return None
