"""Values: our dataclasses behave as those of the standard library, and answers are remembered by identity."""

import dataclasses
import gc
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any
from weakref import ref

import pytest

from rookery.core import values
from rookery.core.values import remember
from rookery.models import AtLeast, Model


def make_point(dataclass: Any) -> Any:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        twice: int = field(init=False)
        y: list[int] = field(default_factory=list, compare=False)
        z: int = field(default=3, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "twice", 2 * self.x)

    return Point


def test_dataclass_behaves_as_that_of_the_standard_library() -> None:
    ours, theirs = (
        [
            repr(kind(1)).rpartition(">.")[2],
            kind(1) == kind(1),
            kind(1) == kind(2),
            kind(1) != (1,),
            hash(kind(1)),
            [each.name for each in dataclasses.fields(kind)],
            dataclasses.asdict(kind(4)),
            repr(dataclasses.replace(kind(1), x=5)).rpartition(">.")[2],
            kind.__match_args__,
        ]
        for kind in (make_point(values.dataclass), make_point(dataclasses.dataclass))
    )
    assert ours == theirs
    kind = make_point(values.dataclass)
    assert kind(1).y is not kind(1).y
    with pytest.raises(FrozenInstanceError):
        kind(1).x = 2
    with pytest.raises(TypeError):
        kind()


@values.dataclass(frozen=True, slots=True)
class Kept:
    x: int
    y: int = 2


def test_dataclass_with_slots_is_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept(3))) == Kept(3)


def make_model() -> Model:
    return Model(2, (AtLeast(1, (0, 1)),))


def test_remember_asks_once_for_each_object() -> None:
    asked = list[Model]()

    @remember
    def count(model: Model) -> int:
        asked.append(model)
        if len(asked) == 1:
            raise TimeoutError
        return len(asked)

    one, other = make_model(), make_model()
    with pytest.raises(TimeoutError):
        count(one)
    assert [count(one), count(one), count(other), count(one)] == [2, 2, 3, 2]
    assert one == other


def test_remember_keeps_no_object_alive() -> None:
    number = remember(id)
    for _ in range(3):
        model = make_model()
        assert number(model) == id(model)
        gone = ref(model)
        del model
        gc.collect()
        assert gone() is None
