"""Answers are computed once for each thing, by identity, and forgotten with it."""

import gc
from weakref import ref

import pytest

from rookery.core.values import remember
from rookery.models import AtLeast, Model


def make_model() -> Model:
    return Model(2, (AtLeast(1, (0, 1)),))


def test_an_answer_is_computed_once_for_each_thing_and_not_for_its_equal() -> None:
    asked = list[Model]()

    def ask(model: Model) -> int:
        asked.append(model)
        return len(asked)

    count = remember(ask)
    one, other = make_model(), make_model()
    assert [count(one), count(one), count(other), count(one)] == [1, 1, 2, 1]
    assert one == other


def test_a_thing_is_not_kept_alive_and_its_number_may_be_used_again() -> None:
    number = remember(id)
    for _ in range(5):
        model = make_model()
        assert number(model) == id(model)
        gone = ref(model)
        del model
        gc.collect()
        assert gone() is None


def test_a_call_that_raises_leaves_nothing() -> None:
    tries = list[int]()

    @remember
    def find(model: Model) -> int:
        tries.append(model.variables)
        if len(tries) == 1:
            raise TimeoutError
        return len(tries)

    model = make_model()
    with pytest.raises(TimeoutError):
        find(model)
    assert [find(model), find(model)] == [2, 2]
