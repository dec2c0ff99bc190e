"""Mappings that cannot be changed: hashable, picklable, equal to a dictionary of the same entries."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V_co = TypeVar("V_co", covariant=True)


class FrozenMapping(Mapping[K, V_co], Generic[K, V_co]):
    """The entries of a mapping as they are now; raises `TypeError` where one would change them."""

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
