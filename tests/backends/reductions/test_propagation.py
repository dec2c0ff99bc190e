"""Propagation against brute force: it decides what it must, and nothing else."""

from random import Random

import pytest
from rookery_tests.models import random_model
from rookery_tests.small_models import solve_by_force

from rookery.backends.contract import Want
from rookery.backends.presolve.propagation import Propagation, Unsolvable
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model.constraints import Constraint


def test_propagated_values_hold_in_every_solution() -> None:
    decided = refuted = 0
    for shape in ("any", "covering", "weighted", "selection", "pairs"):
        for seed in range(60):
            chance = Random(f"{shape} {seed}")
            model = random_model(chance, shape)
            if not model.variables:
                continue
            literal = chance.randrange(-model.variables, model.variables)
            solutions: set[frozenset[int]] = solve_by_force(
                Model(model.variables, (*model.constraints, AtLeast(1, (literal,)))), Want.ALL
            )
            try:
                propagation = Propagation(model.constraints)
                propagation.decide([literal])
            except Unsolvable:
                refuted += 1
                assert not solutions, model
                continue
            decided += len(propagation.values) > 1
            for each in solutions:
                assert all((v in each) == value for v, value in propagation.values.items()), (model, each)
    assert decided > 50
    assert refuted > 10


@pytest.mark.parametrize(
    ("constraint", "news", "forced"),
    [
        (AtLeast(2, (0, 1)), [], {0: True, 1: True}),
        (AtMost(0, (0, ~1)), [], {0: False, 1: True}),
        (Exactly(1, (0, 1, 2)), [1], {0: False, 2: False}),
        (Exactly(1, (0, 1, 2)), [~1, ~2], {0: True}),
        (Linear((3, -2, 1), (0, 1, 2), lower=2), [], {0: True}),
        (Linear((3, -2, 1), (0, 1, 2), lower=2), [~2], {0: True, 1: False}),
        (Linear((5, 1, 1), (0, ~1, 2), upper=5), [1], {}),
        (Linear((5, 1, 1), (0, ~1, 2), upper=5), [0], {1: True, 2: False}),
        (Linear((10**400, 1), (0, 1), lower=10**400), [], {0: True}),
    ],
    ids=str,
)
def test_propagation_forces_what_a_constraint_cannot_do_without(
    constraint: Constraint, news: list[int], forced: dict[int, bool]
) -> None:
    propagation = Propagation([constraint])
    propagation.decide(news)
    assert propagation.values == forced | {literal if literal >= 0 else ~literal: literal >= 0 for literal in news}


@pytest.mark.parametrize(
    "constraint", [AtLeast(3, (0, 1)), AtMost(-1, (0,)), Linear((2, -1), (0, 1), lower=3)], ids=str
)
def test_propagation_refutes_what_cannot_be_met(constraint: Constraint) -> None:
    with pytest.raises(Unsolvable):
        Propagation([constraint])
