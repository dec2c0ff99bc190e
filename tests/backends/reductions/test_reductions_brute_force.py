"""Reductions against brute force: on random models of every kind, each solution that should be kept is kept."""

import random
from collections.abc import Iterator

import pytest
from rookery_tests.best_by_force import check_reduction, solve_by_force
from rookery_tests.strategies import examples

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Outcome, Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.model import Constraint, Goal

EACH = [Switches(*(name == only for name in Switches._fields)) for only in ("forced", "rows", "columns")]


def draw_model(chance: random.Random) -> Model:
    """Some rows, at times with larger demands and with constraints of every kind beside them."""
    size = chance.randint(1, 7)
    rows = [draw_row(chance, size) for _ in range(chance.randint(2, 8))]
    sides = [draw_side(chance, size) for _ in range(chance.choice((0, 0, 0, 1, 2)))]
    constraints = [*rows, *sides]
    chance.shuffle(constraints)
    return Model(size, tuple(constraints), draw_goal(chance, size))


def draw_some(chance: random.Random, size: int, most: int = 4) -> tuple[int, ...]:
    return tuple(chance.sample(range(size), chance.randint(1, min(size, most))))


def draw_row(chance: random.Random, size: int) -> Constraint:
    row = draw_some(chance, size)
    return AtLeast(chance.randint(1, len(row)) if chance.random() < 0.2 else 1, row)


def draw_side(chance: random.Random, size: int) -> Constraint:
    some = draw_some(chance, size)
    literals = tuple(v if chance.random() < 0.7 else ~v for v in some)
    bound = chance.randint(0, len(some))
    weights = tuple(chance.choice((-2, -1, 1, 2, 3)) for _ in some)
    total = sum(weights)
    return chance.choice(
        (
            AtMost(max(1, bound), literals),
            AtMost(bound, some),
            AtLeast(bound, literals),
            Exactly(bound, literals),
            Linear(weights, literals, None, chance.randint(min(0, total), max(0, total))),
            Linear(weights, literals, chance.randint(min(0, total), max(0, total)) - 1, None),
        )
    )


def draw_goal(chance: random.Random, size: int) -> Goal:
    """Mostly the fewest; else weights of both signs, literals of both signs, the most, or any."""
    everyone = range(size)
    weights = tuple(chance.choice((0, 1, 2, 3)) for _ in everyone)
    mixed = tuple(chance.choice((-1, 0, 1, 2)) for _ in everyone)
    literals = tuple(v if chance.random() < 0.7 else ~v for v in everyone)
    return chance.choice(
        (
            Minimize(everyone),
            Minimize(everyone),
            Minimize(everyone, weights),
            Minimize(everyone, mixed),
            Minimize(literals, mixed),
            Maximize(everyone),
            Maximize(literals, mixed),
            Satisfy(),
        )
    )


def draw_models(seed: int, count: int) -> Iterator[Model]:
    chance = random.Random(seed)
    return (draw_model(chance) for _ in range(count))


@pytest.mark.parametrize("switches", [Switches(), *EACH], ids=["all", "forced", "rows", "columns"])
@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
@pytest.mark.drawn
def test_a_reduced_model_keeps_what_is_wanted(want: Want, switches: Switches) -> None:
    reductions = 0
    for model in draw_models(seed=len(want) + sum(switches), count=examples(400)):
        reduced = reduce_model(model, Request(want), switches)
        reductions += reduced.model is not model
        check_reduction(reduced, want)
    assert reductions > (examples(40) if switches.rows or switches.forced or want is Want.ONE else -1)


def draw_symmetric_model(chance: random.Random) -> Model:
    """Rows, and at times pairs of which one is chosen at the most, with all their images under a few permutations."""
    size = chance.randint(3, 6)
    step = tuple(chance.sample(range(size), size))
    group = [tuple(range(size))]
    while (upcoming := tuple(step[v] for v in group[-1])) != group[0]:
        group.append(upcoming)
    rows = {tuple(sorted(p[v] for v in row)) for row in (draw_some(chance, size, 3) for _ in range(3)) for p in group}
    pair = chance.sample(range(size), 2)
    pairs = {tuple(sorted(p[v] for v in pair)) for p in group} if chance.random() < 0.3 else set()
    constraints: list[Constraint] = [AtLeast(1, row) for row in sorted(rows)]
    constraints += [AtMost(1, each) for each in sorted(pairs)]
    return Model(size, constraints, Minimize(range(size)), symmetries=group)


@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
def test_symmetries_that_are_left_are_a_group_of_what_is_left(want: Want) -> None:
    chance, several = random.Random(5), 0
    for _ in range(400):
        model = draw_symmetric_model(chance)
        reduced = reduce_model(model, Request(want), Switches())
        if reduced.model is model or not reduced.model.symmetries:
            continue
        several += 1
        group, found = reduced.model.symmetries, solve_by_force(reduced.model, Want.ALL)
        assert group[0] == tuple(range(reduced.model.variables))
        assert {tuple(p[v] for v in q) for p in group for q in group} == set(group)
        for p in group:
            assert {frozenset(p[v] for v in each) for each in found} == found, (model, reduced, p)
    assert several > 20


def test_equal_weights_count_as_none_do() -> None:
    triangle = Model(3, [AtLeast(1, pair) for pair in ((0, 1), (1, 2), (0, 2))], Minimize(range(3), (4, 4, 4)))
    reduced = reduce_model(triangle, Request(), Switches())
    assert isinstance(reduced.model.goal, Minimize)
    assert reduced.model.goal.weights == (1, 1, 1)
    assert reduced.report(Outcome(proven=True, bound=2)).bound == 8
