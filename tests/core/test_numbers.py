"""Whole numbers alone make a model: everything else is refused with its place."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import rookery as rk
from rookery.core.numbers import MAX_DIGITS, read_whole, whole
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model

NO_NUMBERS = [0.5, 1.0, 1.5, True, False, float("nan"), float("inf"), "1", None, np.float64(1), np.bool_(True), 1j]

PLACES: dict[str, tuple[Callable[[Any], object], str]] = {
    "a bound": (lambda n: AtMost(n, (0, 1)), "AtMost, bound: "),
    "a literal": (lambda n: AtLeast(1, (0, n)), "AtLeast, literal 2: "),
    "a literal of a list": (lambda n: Exactly(1, [n, 0]), "Exactly, literal 1: "),
    "a weight": (lambda n: Linear((1, n), (0, 1), lower=1), "Linear, weight 2: "),
    "a literal with a weight": (lambda n: Linear((1, 1), (0, n), lower=1), "Linear, literal 2: "),
    "a weight of a goal": (lambda n: Maximize((0, 1), (n, 1)), "Maximize, weight 1: "),
    "a literal of a goal": (lambda n: Minimize((0, 1, n)), "Minimize, literal 3: "),
    "the variables": (lambda n: Model(n, ()), "Model, variables: "),
    "a group": (lambda n: Model(3, (), groups=[(0, n)]), "Model, group, variable 2: "),
}


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
@pytest.mark.parametrize("name", PLACES)
def test_what_is_no_whole_number_is_refused_with_its_place(name: str, value: Any) -> None:
    make, place = PLACES[name]
    with pytest.raises(BadInput, match=f"^{place}.* is not a whole number$"):
        make(value)


@pytest.mark.parametrize("side", ["lower", "upper"])
def test_sides_are_whole_or_open(side: str) -> None:
    assert Linear((1,), (0,), **{side: None}) == Linear((1,), (0,))
    value: Any
    for value in (0.5, True, "1"):
        with pytest.raises(BadInput, match=f"^Linear, {side} bound: .* is not a whole number$"):
            Linear((1,), (0,), **{side: value})


def test_integers_of_other_types_become_python_s_own() -> None:
    """Those of numpy would wrap when they are added."""
    two: Any = np.int32(2)
    one: Any = np.int8(1)
    both: Any = np.arange(2)
    large: Any = np.array([2**62, 2**62])
    model = Model(two, (AtMost(one, both),), Maximize([0, 1], large))
    assert {type(value) for value in model.goal.weights} == {int}  # type: ignore[union-attr]
    assert {type(literal) for literal in model.constraints[0].literals} == {int}
    assert model.value({0, 1}) == 2**63


def test_a_model_has_no_negative_number_of_variables() -> None:
    with pytest.raises(BadInput, match="a model with -1 variables; it must be at least 0"):
        Model(-1, ())


def test_a_range_may_not_hold_a_variable_and_its_negation() -> None:
    with pytest.raises(BadInput, match="a variable stands twice"):
        Model(2, (AtMost(1, range(-1, 1)),))
    assert Model(2, (AtMost(1, range(-2, 1, 2)),)).accepts({1})  # ~1 and 0


def test_the_name_of_a_choice_is_text() -> None:
    with pytest.raises(BadInput, match="choice 5: the name of a choice is text"):
        Model(1, (Exactly(1, (0,), choice=5),))  # type: ignore[arg-type]


def test_numbers_have_an_end() -> None:
    longest = int("9" * (MAX_DIGITS - 1))
    assert whole(longest, "here") == read_whole("9" * (MAX_DIGITS - 1)) == longest
    with pytest.raises(BadInput, match="here: a number of more than 1,000 digits"):
        whole(10**5000, "here")
    with pytest.raises(BadInput, match="a number of 5,000 digits; expected at most 1,000"):
        read_whole("1" * 5000)
    with pytest.raises(BadInput, match="a number of more than 1,000 digits"):
        Model(1, (AtMost(1, (10**5000,)),))


@pytest.mark.parametrize(
    "make",
    [
        lambda: rk.weighted_placement({rk.QUEEN: 1.5}, rk.Board(3)),  # type: ignore[arg-type]
        lambda: rk.weighted_placement({rk.QUEEN: True}, rk.Board(3)),
        lambda: rk.cheapest_domination({rk.QUEEN: 2.5}, rk.Board(3)),  # type: ignore[arg-type]
        lambda: rk.placement(rk.QUEEN, rk.Board(3), count=1.5),  # type: ignore[arg-type]
        lambda: rk.placement(rk.QUEEN, rk.Board(3), count=True),
    ],
)
def test_problems_are_made_of_whole_numbers_as_well(make: Callable[[], object]) -> None:
    with pytest.raises(BadInput, match="expected a whole number"):
        make()
