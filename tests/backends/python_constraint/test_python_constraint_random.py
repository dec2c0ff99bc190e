"""python-constraint on random models of every shape that it lowers, against trying everything."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from rookery_tests.small_models import check

from rookery.backends import Request
from rookery.backends.solvers.python_constraint import PythonConstraint
from rookery.backends.solvers.python_constraint.domains import CoveringProgram
from rookery.models import Satisfy
from rookery.models.model.model import AtLeast, AtMost, Constraint, Exactly, Goal, Linear, Maximize, Minimize, Model

pytest.importorskip("constraint")
BACKEND = PythonConstraint()
GOALS: list[type[Minimize] | type[Maximize]] = [Minimize, Maximize]
BOUNDS: list[Callable[[int, Sequence[int]], Constraint]] = [AtMost, AtLeast, Exactly]
MOSTLY_CLAUSES = [*BOUNDS, AtLeast]


def literals(dice: random.Random, size: int, negated: bool = True) -> list[int]:
    chosen = dice.sample(range(size), dice.randint(0, size))
    return [~v if negated and dice.random() < 0.3 else v for v in chosen]


def some_constraint(dice: random.Random, size: int) -> Constraint:
    among = literals(dice, size)
    bound = dice.randint(-1, len(among))
    match dice.randrange(6):
        case 0:
            return AtMost(bound, among)
        case 1:
            return AtLeast(bound, among)
        case 2:
            return Exactly(bound, among)
        case 3:
            return AtMost(1, literals(dice, size, negated=False))
        case 4:
            group = literals(dice, size, negated=False)
            return Exactly(1, group, choice="group") if group and dice.random() < 0.5 else Exactly(1, group or [0])
        case _:
            low = dice.choice([None, dice.randint(-6, 4)])
            high = dice.choice([None, dice.randint(-4, 6)])
            return Linear(tuple(dice.randint(-4, 4) for _ in among), tuple(among), low, high)


def some_goal(dice: random.Random, size: int) -> Goal:
    among = literals(dice, size)
    kind = dice.choice(GOALS)
    return kind(among, tuple(dice.randint(-4, 4) for _ in among)) if dice.random() < 0.6 else kind(among)


def some_models(seed: int, goals: bool) -> Iterator[Model]:
    dice = random.Random(seed)
    for _ in range(60):
        size = dice.randint(1, 7)
        constraints = tuple(some_constraint(dice, size) for _ in range(dice.randint(0, 5)))
        yield Model(size, constraints, some_goal(dice, size) if goals else Satisfy())


def some_coverings(seed: int) -> Iterator[Model]:
    """Models of the kind that is lowered to pieces: clauses, rows of at most one, and few variables wanted."""
    dice = random.Random(seed)
    for _ in range(60):
        size = dice.randint(2, 7)
        kinds = [dice.choice(MOSTLY_CLAUSES) for _ in range(dice.randint(1, 6))]
        constraints = tuple(kind(1, dice.sample(range(size), dice.randint(1, size))) for kind in kinds)
        given = (Exactly(dice.randint(0, 1), (dice.randrange(size),)),) if dice.random() < 0.3 else ()
        sized = [dice.choice(BOUNDS)(dice.randint(0, size), range(size)) for _ in range(dice.choice([0, 0, 1, 2]))]
        yield Model(size, (*constraints, *given, *sized), Minimize(range(size)))


@pytest.mark.parametrize("seed", range(8))
def test_random_models_have_the_solutions_of_brute_force(seed: int) -> None:
    for model in some_models(seed, goals=False):
        check(BACKEND, model, seed=seed % 2 and seed)


@pytest.mark.parametrize("seed", range(8))
def test_random_models_have_the_optima_of_brute_force(seed: int) -> None:
    for model in some_models(seed, goals=True):
        check(BACKEND, model, seed=seed % 2 and seed)


@pytest.mark.parametrize("seed", range(8))
def test_random_coverings_have_the_optima_of_brute_force(seed: int) -> None:
    forms = set()
    for model in some_coverings(seed):
        forms.add(type(BACKEND.compile(model, Request())))
        check(BACKEND, model, seed=seed % 2 and seed)
    assert CoveringProgram in forms
