"""Images of what failed are left out of the general search: the same optima, as trying everything and others say."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rookery_tests.shattering import hurry, shatter
from rookery_tests.small_models import best_of, random_models, solutions_of

from rookery.backends import Request, Want
from rookery.backends.contract.backend import Split
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.general.search import GeneralProgram, compile_general
from rookery.backends.presolve.structure.symmetries import MAX_IMAGES, find_images
from rookery.models import Model, Satisfy
from rookery.models.model.constraints import Literal
from rookery.models.model.model import Goal

Group = tuple[tuple[int, ...], ...]


def general(model: Model, request: Request) -> GeneralProgram:
    return compile_general(ModelCase(model, request))


def draw_group(random: Random, variables: int) -> Group:
    """The group that one or two random permutations generate, the identity first; a small one."""
    while True:
        makers = [tuple(random.sample(range(variables), variables)) for _ in range(random.choice((1, 1, 2)))]
        found = {tuple(range(variables)): None}
        fresh = list(found)
        while fresh and len(found) <= MAX_IMAGES:
            fresh = [p for p in {tuple(one[v] for v in made) for one in fresh for made in makers} if p not in found]
            found.update(dict.fromkeys(fresh))
        if len(found) <= MAX_IMAGES:
            return tuple(found)


def move_literals(literals: Sequence[Literal], permutation: Sequence[int]) -> tuple[Literal, ...]:
    return tuple(permutation[each] if each >= 0 else ~permutation[~each] for each in literals)


def add_images(model: Model, random: Random) -> Model:
    """A model with all images of its constraints under a group, and a goal that the group keeps."""
    group = draw_group(random, model.variables)
    constraints = [replace(each, literals=move_literals(each.literals, p)) for each in model.constraints for p in group]
    return replace(model, constraints=tuple(constraints), goal=level_goal(model.goal, group), symmetries=group)


def level_goal(goal: Goal, group: Group) -> Goal:
    """A goal in which all variables of an orbit weigh the same: as much as the least of them did."""
    if isinstance(goal, Satisfy):
        return goal
    weight = {literal if literal >= 0 else ~literal: w for w, literal in goal.terms()}
    least = {v: min(p[v] for p in group) for v in range(len(group[0]))}
    terms = [(v, weight[at]) for v, at in least.items() if at in weight]
    return type(goal)(tuple(v for v, _ in terms), tuple(w for _, w in terms))


MODELS = [add_images(model, Random(at)) for at, model in enumerate(random_models(100, 31)) if model.variables > 2]


def answer(model: Model, **limits: Any) -> tuple[int | None, bool]:
    """The best value that the general search finds, or whether there is a solution; and whether that is proven."""
    request = Request(Want.ONE, **limits)
    stream = Split(general(model, request).search(request))
    found = list(stream)
    assert all(model.accepts(each) for each in found)
    if isinstance(model.goal, Satisfy):
        return None, bool(found)
    return (model.value(found[-1]) if found else None), stream.outcome.proven


def test_general_search_with_images_finds_every_optimum() -> None:
    moved = 0
    for model in MODELS:
        moved += len(find_images(model)) > 0
        truth = (None, bool(solutions_of(model))) if isinstance(model.goal, Satisfy) else (best_of(model), True)
        assert answer(model) == truth
    assert moved > 50


@pytest.mark.parametrize("seed", range(2))
def test_pieces_of_general_search_keep_images(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(seed))
    for model in MODELS[seed::2]:
        if not isinstance(model.goal, Satisfy):
            assert answer(model) == (best_of(model), True)


def test_workers_of_general_search_keep_images(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for model in MODELS[::4]:
        if not isinstance(model.goal, Satisfy):
            assert answer(model, workers=2) == (best_of(model), True)


def test_find_images_needs_a_group() -> None:
    turn = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert len(find_images(Model(4, (), symmetries=turn))) == 3
    assert len(find_images(Model(4, (), symmetries=turn[:2]))) == 0  # no group
    assert len(find_images(Model(4, (), symmetries=turn[:1]))) == 0
    assert len(find_images(Model(4, ()))) == 0
    assert find_images(Model(0, (), symmetries=[()])).shape == (0, 0)
    shifts = [tuple((v + by) % 80 for v in range(80)) for by in range(80)]
    assert len(find_images(Model(80, (), symmetries=shifts))) == 0  # the first few are none, and all are too many
