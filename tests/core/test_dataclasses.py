"""Our dataclasses are those of the standard library: each kind of class is made by both and does the same."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from inspect import signature
from threading import Barrier, Thread
from typing import Any

import pytest

from rookery.core import values

Made = Callable[..., Any]


def plain(dataclass: Made) -> Any:
    @dataclass(frozen=True)
    class Point:
        x: int
        y: int = 2

    return Point


def slotted(dataclass: Made) -> Any:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: list[int] = field(default_factory=list, compare=False)
        z: int = field(default=3, repr=False)

    return Point


def named(dataclass: Made) -> Any:
    @dataclass(frozen=True, kw_only=True)
    class Base:
        y: int = 1

    @dataclass(frozen=True)
    class Derived(Base):
        x: int
        z: tuple[int, ...] = ()

    return Derived


def finished(dataclass: Made) -> Any:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        twice: int = field(init=False)
        made: dict[str, int] = field(init=False, default_factory=dict, compare=False)
        fixed: int = field(init=False, default=4)

        def __post_init__(self) -> None:
            object.__setattr__(self, "twice", 2 * self.x)

    return Point


def own(dataclass: Made) -> Any:
    @dataclass(frozen=True, repr=False)
    class Point:
        x: int

        def __repr__(self) -> str:
            return "own"

        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            return True

    return Point


def single(dataclass: Made) -> Any:
    @dataclass(frozen=True)
    class Point:
        x: Any

    return Point


def unfrozen(dataclass: Made) -> Any:
    @dataclass
    class Point:
        x: int
        y: list[int] = field(default_factory=list)

    return Point


KINDS = (plain, slotted, named, finished, own, single, unfrozen)


def attempt(ask: Callable[[], Any]) -> Any:
    """What a call gives or raises; the name of a class of a test is that of the function around it, so it is cut."""
    try:
        return ask()
    except (TypeError, AttributeError) as error:
        return type(error), str(error).rpartition(">.")[2]


def observe(kind: Any, first: int) -> list[Any]:
    """What can be seen of a class and of its values."""
    value, other = kind(x=first), kind(x=2)
    return [
        [repr(value), value == other, value == kind(x=first), value != 1, value == (first,)],
        attempt(lambda: hash(value)),
        [str(each) for each in signature(kind).parameters.values()],
        kind.__match_args__,
        kind.__dataclass_params__.frozen,
        [each.name for each in dataclasses.fields(value)],
        dataclasses.asdict(value),
        repr(dataclasses.replace(value, x=5)),
        repr(copy.deepcopy(value)),
        attempt(lambda: setattr(value, "x", 2)),
        attempt(lambda: setattr(value, "unknown", 2)) is None,  # with slots, Python 3.11 refuses in words of its own
        attempt(lambda: delattr(value, "x")),
        attempt(kind),
        attempt(lambda: kind(1, 2, 3, 4, 5, 6)),
        attempt(lambda: kind(x=1, unknown=2)),
    ]


@pytest.mark.parametrize("make", KINDS)
def test_a_dataclass_does_what_that_of_the_standard_library_does(make: Callable[[Made], Any]) -> None:
    assert observe(make(values.dataclass), 1) == observe(make(dataclasses.dataclass), 1)


def test_what_a_factory_makes_is_made_for_each_value() -> None:
    kind = slotted(values.dataclass)
    assert kind(1).y is not kind(1).y
    assert kind(1, given := [1]).y is given


def test_one_value_is_compared_as_it_is_in_a_tuple() -> None:
    kind, nan = single(values.dataclass), float("nan")
    assert kind(nan) == kind(nan)


def test_the_standard_library_may_derive_from_ours() -> None:
    @dataclasses.dataclass(frozen=True)
    class Derived(plain(values.dataclass)):  # type: ignore[misc]
        z: int = 3

    value = Derived(1)
    assert (value.x, value.y, value.z) == (1, 2, 3)
    with pytest.raises(FrozenInstanceError):
        value.z = 4  # type: ignore[misc]


def test_a_class_under_ours_that_is_no_dataclass_may_hold_more() -> None:
    class Derived(plain(values.dataclass)):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(1)

    value = Derived()
    value.more = 2
    assert (value.x, value.more) == (1, 2)
    with pytest.raises(FrozenInstanceError):
        value.x = 3


@values.dataclass(frozen=True, slots=True)
class Kept:
    x: int
    y: int = 2


def test_values_with_slots_are_pickled_as_lists_of_their_fields() -> None:
    """As the standard library pickles them, so that what older versions have kept is read."""
    assert pickle.loads(pickle.dumps(Kept(3))) == Kept(3)
    assert Kept(3).__reduce_ex__(4)[2] == [3, 2]


def test_the_constructor_is_written_when_it_is_first_asked_for() -> None:
    kind = plain(values.dataclass)
    assert not callable(vars(kind)["__init__"])
    kind(1)
    assert callable(vars(kind)["__init__"])
    assert vars(kind)["__init__"] is kind.__init__


def test_threads_may_ask_for_it_at_once() -> None:
    for _ in range(20):
        kind, made, together = plain(values.dataclass), list[Any](), Barrier(4)

        def make(kind: Any = kind, made: list[Any] = made, together: Barrier = together) -> None:
            together.wait()
            made.append(kind(1))

        threads = [Thread(target=make) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert made == [kind(1)] * 4
