"""Models: constraints by hand and against sums, goals, and refusals."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.strategies import models

from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.constraints import (
    Constraint,
    Term,
    holds,
    over_variables,
    table_of,
    true,
    weigh,
    with_positive_weights,
)

EVERY = [set(), {0}, {1}, {0, 1}]


@pytest.mark.parametrize(
    ("constraint", "kept_by"),
    [
        (AtMost(1, (0, 1)), [set(), {0}, {1}]),
        (AtLeast(2, (0, ~1)), [{0}]),
        (Exactly(1, (0, ~1)), [set(), {0, 1}]),
        (AtLeast(1, ()), []),
        (AtMost(-1, (0, 1)), []),
        (Linear((2, -3), (0, ~1), lower=-1, upper=1), [{0}, {1}]),
        (Linear((2, -3), (0, ~1), lower=0), [{1}, {0, 1}]),
        (Linear((2, -3), (0, ~1)), EVERY),
    ],
    ids=str,
)
def test_holds_by_hand(constraint: Constraint, kept_by: list[set[int]]) -> None:
    assert [chosen for chosen in EVERY if Model(2, (constraint,)).accepts(chosen)] == kept_by


@given(models())
def test_terms_and_bounds_agree_with_holds(model: Model) -> None:
    for constraint in model.constraints:
        lower, upper = constraint.lower, constraint.upper
        for number in range(1 << model.variables):
            true_variables = {v for v in range(model.variables) if number >> v & 1}
            total = weigh(constraint.terms(), true_variables)
            within = (lower is None or lower <= total) and (upper is None or total <= upper)
            assert within == holds(constraint, table_of(true_variables, model.variables))
            # what is no variable says nothing
            assert within == Model(model.variables, (constraint,)).accepts(true_variables | {-1, model.variables})
        assert model.value(true_variables) == (
            None if isinstance(model.goal, Satisfy) else weigh(model.goal.terms(), true_variables)
        )


def test_range_of_literals_is_counted_one_by_one() -> None:
    for line in (range(2, 9, 3), range(8, 1, -3), range(9, -1, -1), range(-3, 0), range(3, 3)):
        for chosen in ({2, 5}, {8, 0, 7}, {9}, set(range(10)), set[int]()):
            number = sum(true(literal, chosen) for literal in line)
            assert Model(10, (Exactly(number, line),)).accepts(chosen)
            assert not Model(10, (Exactly(number + 1, line),)).accepts(chosen)
            assert Model(10, (), Minimize(line)).value(chosen) == number


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-4, 3)), max_size=8))
def test_normalised_sums_are_equal(terms: list[Term]) -> None:
    """Variables may stand in several terms, negated or not."""
    over, constant = over_variables(terms)
    positive, rest = with_positive_weights(terms)
    assert all(literal >= 0 and weight for literal, weight in over.items())
    assert all(weight > 0 and ~literal not in positive for literal, weight in positive.items())
    for number in range(16):
        true_variables = {v for v in range(4) if number >> v & 1}
        total = weigh(terms, true_variables)
        assert weigh(((w, v) for v, w in over.items()), true_variables) + constant == total
        assert weigh(((w, literal) for literal, w in positive.items()), true_variables) + rest == total


def test_violated_names_broken_constraints() -> None:
    model = Model(3, (AtMost(1, (0, 1)), AtLeast(1, (2,)), Exactly(2, (0, 1, 2))))
    assert model.violated({0, 1}) == [AtMost(1, (0, 1)), AtLeast(1, (2,))]
    assert model.accepts({0, 2})
    assert not model.accepts({0, 1})


@given(models(), st.integers(-20, 20))
def test_at_optimum_accepts_what_is_at_least_as_good(model: Model, value: int) -> None:
    edge = model.value({0}) or 0
    for bound in (value, edge - 1, edge, edge + 1):
        bounded = model.at_optimum(bound)
        assert bounded.goal == Satisfy()
        for number in range(1 << model.variables):
            chosen = {v for v in range(model.variables) if number >> v & 1}
            reached = model.value(chosen)
            good = reached is None or reached == bound or model.better(reached, than=bound)
            assert bounded.accepts(chosen) == (model.accepts(chosen) and good)


BAD: dict[str, Callable[[], object]] = {
    "literal -4": lambda: Model(3, (AtMost(1, (0, ~3)),)),
    "literal 3": lambda: Model(3, (AtMost(1, range(4)),)),
    "at least 0": lambda: Model(-1, ()),
    "literal 5": lambda: Model(3, (), Minimize((0, 5))),
    "a variable stands twice": lambda: Model(3, (AtLeast(1, (0, ~0)),)),
    "exactly 1": lambda: Model(3, (Exactly(2, (0, 1), choice="row"),)),
    "name of a choice is text": lambda: Model(1, (Exactly(1, (0,), choice=5),)),  # type: ignore[arg-type]
    "twice": lambda: Model(3, (), Minimize((1, ~1))),
    "3 weights for 2 literals": lambda: Maximize((0, 1), (1, 2, 3)),
    "more than 1,000 digits": lambda: Model(1, (AtMost(1, (10**5000,)),)),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_model_is_refused(message: str) -> None:
    with pytest.raises(BadInput, match=message):
        BAD[message]()


def test_equality_and_repr_of_models() -> None:
    one = Model(2, (AtMost(1, [0, 1]),), Minimize([0, 1], (1, 2)))
    same = Model(2, (AtMost(1, (0, 1)),), Minimize((0, 1), (1, 2)), symmetries=[(0, 1)], name=str)
    assert one == same
    assert hash(one) == hash(same)
    assert one.name(1) == "x1"
    assert repr(Model(1, (AtMost(0, (0,)),))) == "Model(1 variable, 1 constraint, Satisfy)"
    assert repr(AtMost(0, (0,))) == "AtMost(bound=0, literals=(0,))"
