"""Whole numbers alone make a model: everything else is refused with its place."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rookery.core.numbers import MAX_DIGITS, read_whole, whole
from rookery.models import AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model

NO_NUMBERS = [0.5, 1.0, True, float("nan"), float("inf"), "1", None, np.float64(1), np.bool_(True), 1j]

HALF: Any = 0.5
PLACES: dict[str, Callable[[Any], object]] = {
    "AtMost, bound: ": lambda n: AtMost(n, (0, 1)),
    "Exactly, literal 1: ": lambda n: Exactly(1, [n, 0]),
    "Linear, weight 2: ": lambda n: Linear((1, n), (0, 1), lower=1),
    "Linear, lower bound: ": lambda n: Linear((1,), (0,), HALF if n is None else n),
    "Maximize, weight 1: ": lambda n: Maximize((0, 1), (n, 1)),
    "Minimize, literal 3: ": lambda n: Minimize((0, 1, n)),
    "Model, variables: ": lambda n: Model(n, ()),
    "Model, group, variable 2: ": lambda n: Model(3, (), groups=[(0, n)]),
}


@pytest.mark.parametrize("place", PLACES)
def test_model_refuses_what_is_no_whole_number(place: str) -> None:
    for value in NO_NUMBERS:
        with pytest.raises(BadInput, match=f"^{place}.* is not a whole number$"):
            PLACES[place](value)


def test_model_turns_numpy_integers_into_python_integers() -> None:
    """Integers of numpy would wrap when they are added."""
    two: Any = np.int32(2)
    one: Any = np.int8(1)
    both: Any = np.arange(2)
    large: Any = np.array([2**62, 2**62])
    model = Model(two, (AtMost(one, both),), Maximize([0, 1], large))
    assert {type(value) for value in model.goal.weights} == {int}  # type: ignore[union-attr]
    assert {type(literal) for literal in model.constraints[0].literals} == {int}
    assert model.value({0, 1}) == 2**63


def test_whole_numbers_have_at_most_a_thousand_digits() -> None:
    longest = int("9" * (MAX_DIGITS - 1))
    assert whole(longest, "here") == read_whole("9" * (MAX_DIGITS - 1)) == longest
    with pytest.raises(BadInput, match=r"here: .* digits"):
        whole(10**5000, "here")
    with pytest.raises(BadInput, match="digits"):
        read_whole("1" * 5000)
