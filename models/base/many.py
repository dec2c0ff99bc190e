"""Many constraints as two arrays: on a large board pairs are too many to be a thing each: kings have four a square.

Who reads them one by one gets them made one by one; who knows of the arrays (`split`) reads each as a whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from rookery.models.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")
BLOCK = 4096  # made at a time


class Lazy(Sequence[T]):
    """Constraints that are made when they are read."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        """A constraint, or some, made anew."""
        places = range(len(self))[at]
        return self.make_at(places) if isinstance(places, int) else tuple(map(self.make_at, places))

    def make_at(self, at: int) -> T:
        """The constraint at a place from 0."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lazy):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(len(self))


class Many(Lazy[T]):
    """The constraints `make(bound, literals)`; `first` (many + 1) cuts `member`: the variables of each."""

    __slots__ = ("bound", "first", "make", "member")

    def __init__(
        self, make: Callable[[int, Sequence[int]], T], bound: int, first: "NDArray[Any]", member: "NDArray[Any]"
    ) -> None:
        self.make, self.bound, self.first, self.member = make, bound, first, member

    def __len__(self) -> int:
        return len(self.first) - 1

    def make_at(self, at: int) -> T:
        """The constraint at a place from 0."""
        return self.make(self.bound, tuple(self.member[self.first[at] : self.first[at + 1]].tolist()))

    def __iter__(self) -> Iterator[T]:
        for begin in range(0, len(self), BLOCK):
            first = self.first[begin : begin + BLOCK + 1].tolist()
            member = self.member[first[0] : first[-1]].tolist()
            for start, stop in pairwise(first):
                yield self.make(self.bound, tuple(member[start - first[0] : stop - first[0]]))

    def check(self, variables: int) -> None:
        """Raise `BadInput` for a literal without a variable, and for a variable that stands twice."""
        if self.member.size and not 0 <= self.member.min() <= self.member.max() < variables:
            raise BadInput(f"a literal has no variable: the model has {variables}, numbered from 0")
        import numpy as np

        owner = np.repeat(np.arange(len(self)), np.diff(self.first))
        keys = np.sort(owner * max(1, variables) + self.member)
        if np.any(keys[1:] == keys[:-1]):
            raise BadInput("a variable stands twice in one constraint")

    def find_broken(self, table: bytearray) -> Iterator[T]:
        """The constraints that do not hold, by the table of an assignment; they have a `lower` and an `upper` bound."""
        import numpy as np

        true = np.frombuffer(table, np.uint8)[self.member]
        counted = np.diff(np.concatenate(([0], np.cumsum(true, dtype=np.int64)))[self.first])
        sample: Any = self.make(self.bound, ())
        upper = len(table) if sample.upper is None else sample.upper
        broken = (counted < (sample.lower or 0)) | (counted > upper)
        return map(self.make_at, np.flatnonzero(broken).tolist())


class Series(Lazy[T], Generic[T]):
    """Constraints one part after the other, of which some are arrays."""

    __slots__ = ("parts",)

    def __init__(self, parts: Iterable[Sequence[T]]) -> None:
        self.parts = tuple(parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.parts)

    def make_at(self, at: int) -> T:
        """The constraint at a place from 0."""
        for part in self.parts:
            if at < len(part):
                return part[at]
            at -= len(part)
        raise IndexError(at)


def split(constraints: Sequence[T]) -> tuple[list[Many[T]], Iterable[T]]:
    """The arrays among some constraints, and all others."""
    parts = _list_parts(constraints)
    arrays = [part for part in parts if isinstance(part, Many)]
    return arrays, chain.from_iterable(part for part in parts if not isinstance(part, Many))


def gather(constraints: Iterable[T]) -> Sequence[T]:
    """Constraints to keep: a tuple, but arrays stay what they are."""
    return constraints if isinstance(constraints, Lazy) else tuple(constraints)


def join(parts: Iterable[Sequence[T]]) -> Sequence[T]:
    """The constraints of all parts: a tuple where none of them is an array."""
    flat = [part for whole in parts for part in _list_parts(whole) if part]
    return Series(flat) if any(isinstance(part, Lazy) for part in flat) else tuple(chain.from_iterable(flat))


def _list_parts(constraints: Sequence[T]) -> tuple[Sequence[T], ...]:
    return constraints.parts if isinstance(constraints, Series) else (constraints,)
