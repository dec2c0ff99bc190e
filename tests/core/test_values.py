"""Answers are remembered by identity, and forgotten with the object."""

import gc
from weakref import ref

import pytest

from rookery.core.values import remember
from rookery.models import AtLeast, Model


def test_remember_asks_once_for_each_object() -> None:
    asked = list[Model]()

    @remember
    def count(model: Model) -> int:
        asked.append(model)
        if len(asked) == 1:
            raise TimeoutError
        return len(asked)

    one, other = (Model(2, (AtLeast(1, (0, 1)),)) for _ in range(2))
    with pytest.raises(TimeoutError):
        count(one)
    assert [count(one), count(one), count(other), count(one)] == [2, 2, 3, 2]
    assert one == other
    gone = ref(other)
    asked.clear()
    del other
    gc.collect()
    assert gone() is None
