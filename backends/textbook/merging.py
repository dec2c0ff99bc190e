"""What dynamic programming keeps of the ways to a state: how many, one of them, all of them, or the best."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from rookery.backends.contract.answer import Want
from rookery.backends.selection.selection import Selection

Value = Any  # whatever a way of merging keeps; never None
# Links: (candidate, the ways before it) each; no way at all needs no link, and the way that chose nothing is NOTHING.
Ways = tuple[Any, ...]
NOTHING: Ways = ("nothing",)


class Merging(ABC):
    """How ways become one value of a state; `apart` keeps ways of different length apart, `weight` is in bytes."""

    apart = True
    weight = 0
    start: Value = NOTHING

    @abstractmethod
    def chose(self, value: Value, candidate: int) -> Value:
        """The same ways, and one more candidate in each."""

    @abstractmethod
    def merge(self, one: Value, other: Value) -> Value:
        """The ways of both."""

    def number(self, apart: int, value: Value) -> int:
        """How many were chosen."""
        return apart

    def ways(self, value: Value) -> Ways:
        """The links of a value."""
        return tuple(value)


class WayCount(Merging):
    """How many ways there are."""

    weight = 32
    start = 1

    def chose(self, value: Value, candidate: int) -> Value:
        """As many."""
        return value

    def merge(self, one: Value, other: Value) -> Value:
        """The sum."""
        return one + other


class AllWays(Merging):
    """All ways, linked."""

    weight = 250

    def chose(self, value: Value, candidate: int) -> Value:
        """One link to all the ways before it."""
        return ((candidate, value),)

    def merge(self, one: Value, other: Value) -> Value:
        """The links of both."""
        return one + other


class OneWay(AllWays):
    """One way, whichever came first."""

    weight = 110

    def merge(self, one: Value, other: Value) -> Value:
        """The first of the two."""
        return one


class BestWay(Merging):
    """The way with the fewest or the most candidates, and their number."""

    apart = False
    weight = 170
    start = (0, NOTHING)

    def __init__(self, goal: int) -> None:
        self._goal = goal

    def chose(self, value: Value, candidate: int) -> Value:
        """One more candidate."""
        return value[0] + 1, ((candidate, value[1]),)

    def merge(self, one: Value, other: Value) -> Value:
        """The better of the two, the first where they are equal."""
        return other if self._goal * (other[0] - one[0]) > 0 else one

    def number(self, apart: int, value: Value) -> int:
        """How many were chosen."""
        return int(value[0])

    def ways(self, value: Value) -> Ways:
        """The links of the best way."""
        return tuple(value[1])


def choose_merging(selection: Selection, want: Want) -> Merging:
    """What to keep for a question; where a bound may cut the better way but not the worse one, both are kept apart."""
    if selection.goal:
        bounded = selection.least > 0 if selection.goal < 0 else selection.most < len(selection.free)
        return OneWay() if bounded else BestWay(selection.goal)
    match want:
        case Want.COUNT:
            return WayCount()
        case Want.ALL:
            return AllWays()
        case Want.ONE:
            return OneWay()


def spell_out(ways: Ways) -> Iterator[tuple[int, ...]]:
    """The candidates of each way, the last one first."""
    if ways == NOTHING:
        yield ()
        return
    for candidate, before in ways:
        for rest in spell_out(before):
            yield candidate, *rest
