"""Answers are remembered by identity, and forgotten with the object."""

import gc
from weakref import ref

import pytest

from rookery.core.values import remember
from rookery.models import AtLeast, Model


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
