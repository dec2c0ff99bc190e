"""Images of what failed are left out of the general search: the same optima, as trying everything and others say."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from rookery_tests.shattering import hurry, shatter
from rookery_tests.small_models import asked, best_of, random_models, solutions_of
from rookery_tests.strategies import examples

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.contract.backend import Split
from rookery.backends.engine.case import ModelCase
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.general.search import GeneralProgram, compile_general
from rookery.backends.presolve.structure.symmetries import MAX_IMAGES, find_images
from rookery.models import AtLeast, AtMost, Linear, Maximize, Minimize, Model, Satisfy
from rookery.models.model.model import Constraint, Goal, Literal

Group = tuple[tuple[int, ...], ...]


def general(model: Model, request: Request) -> GeneralProgram:
    return compile_general(ModelCase(model, request))


def group_of(random: Random, variables: int) -> Group:
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


def image(literals: Sequence[Literal], permutation: Sequence[int]) -> tuple[Literal, ...]:
    return tuple(permutation[each] if each >= 0 else ~permutation[~each] for each in literals)


def symmetric(model: Model, random: Random) -> Model:
    """A model with all images of its constraints under a group, and a goal that the group keeps."""
    group = group_of(random, model.variables)
    constraints = [replace(each, literals=image(each.literals, p)) for each in model.constraints for p in group]
    return replace(model, constraints=tuple(constraints), goal=even_goal(model.goal, group), symmetries=group)


def even_goal(goal: Goal, group: Group) -> Goal:
    """A goal in which all variables of an orbit weigh the same: as much as the least of them did."""
    if isinstance(goal, Satisfy):
        return goal
    weight = {literal if literal >= 0 else ~literal: w for w, literal in goal.terms()}
    least = {v: min(p[v] for p in group) for v in range(len(group[0]))}
    terms = [(v, weight[at]) for v, at in least.items() if at in weight]
    return type(goal)(tuple(v for v, _ in terms), tuple(w for _, w in terms))


MODELS = [
    symmetric(model, Random(at)) for at, model in enumerate(random_models(examples(400), 31)) if model.variables > 2
]


def answer(model: Model, **limits: Any) -> tuple[int | None, bool]:
    """The best value that the general search finds, or whether there is a solution; and whether that is proven."""
    request = Request(Want.ONE, **limits)
    stream = Split(general(model, request).search(request))
    found = list(stream)
    assert all(model.accepts(each) for each in found)
    if isinstance(model.goal, Satisfy):
        return None, bool(found)
    return (model.value(found[-1]) if found else None), stream.outcome.proven


@pytest.mark.drawn
def test_random_models_with_symmetries_have_the_same_optima() -> None:
    moved = 0
    for model in MODELS:
        moved += len(find_images(model)) > 0
        truth = (None, bool(solutions_of(model))) if isinstance(model.goal, Satisfy) else (best_of(model), True)
        assert answer(model) == truth
    assert moved > examples(200)


@pytest.mark.parametrize("seed", range(2))
def test_any_piece_of_it_keeps_the_symmetries(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(seed))
    for model in MODELS[seed::5]:
        if not isinstance(model.goal, Satisfy):
            assert answer(model) == (best_of(model), True)


def test_workers_keep_the_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for model in MODELS[::12]:
        if not isinstance(model.goal, Satisfy):
            assert answer(model, workers=2) == (best_of(model), True)


def test_lists_and_counts_have_every_image() -> None:
    own = backend("backtracking")
    for model in MODELS[:60]:
        plain = replace(model, goal=Satisfy())
        found, _ = asked(own, plain, Want.ALL)
        assert set(found) == solutions_of(plain)
        one = general(plain, Request(Want.ONE))  # with symmetries, which a list does without
        assert set(Split(one.search(Request(Want.ALL)))) == solutions_of(plain)


def cube() -> Model:
    """Ten of sixteen corners at most, no four of a face in a plane with all of an orbit: needs every decision level."""
    corners = list(product((0, 1), repeat=4))
    faces = [[at for at, c in enumerate(corners) if c[axis] == side] for axis in range(4) for side in (0, 1)]
    constraints: list[Constraint] = [Linear((1,) * 8, tuple(face), upper=3) for face in faces]
    flips = [tuple(at ^ mask for at in range(16)) for mask in range(16)]
    return Model(16, tuple(constraints), Maximize(range(16)), flips)


def test_fewer_nodes_and_the_same_best() -> None:
    """A search that leaves images out makes fewer decisions: upper domination by 4x4 queens, and corners of a cube."""
    for model, best in ((rk.upper_domination(rk.QUEEN, rk.Board(4)).model, 4), (cube(), 6)):
        nodes = []
        for given in (model, replace(model, symmetries=())):
            request = Request(Want.ONE)
            assert [*general(given, request).search(request)][-1].bound in (best, None)  # type: ignore[union-attr]
            nodes.append(request.effort.statistics["nodes"])
            assert answer(given) == (best, True)
        assert nodes[0] * 2 < nodes[1]


@pytest.mark.parametrize("name", ["backtracking", "sat", "cpsat"])
@pytest.mark.parametrize(
    ("problem", "best"),
    [
        (rk.peaceable_queens(5), 4),  # OEIS A250000
        (rk.most_unguarded(rk.QUEEN, rk.Board(5), 5), 3),  # OEIS A001366
    ],
    ids=str,
)
def test_every_backend_finds_the_best(problem: rk.Problem, best: int, name: str) -> None:
    found = rk.solve(problem, name)
    assert (found.objective, found.complete) == (best, True)


@pytest.mark.parametrize("name", ["sat", "cpsat"])
def test_lex_leaders_are_taken_where_variables_are_defined(name: str) -> None:
    def steps(problem: rk.Problem, want: Want = Want.ONE, symmetry: str = "auto") -> str:
        request = Request(want, options={"lowering.symmetry": symmetry})
        own = backend(name)
        return "\n".join(own.explain(own.compile(problem.model, request)))

    upper = rk.upper_domination(rk.QUEEN, rk.Board(4))
    assert "pass symmetry" in steps(upper)
    assert "pass symmetry" not in steps(upper, symmetry="off")
    assert "pass symmetry" not in steps(upper, Want.COUNT)
    assert "pass symmetry" not in steps(rk.placement(rk.KNIGHT, rk.Board(4)))
    assert "pass symmetry" not in steps(rk.armies((rk.QUEEN, rk.QUEEN), rk.Board(4), 2))


def test_images_need_a_group() -> None:
    turn = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert len(find_images(Model(4, (), symmetries=turn))) == 3
    assert len(find_images(Model(4, (), symmetries=turn[:2]))) == 0  # no group
    assert len(find_images(Model(4, (), symmetries=turn[:1]))) == 0
    assert len(find_images(Model(4, ()))) == 0
    assert find_images(Model(0, (), symmetries=[()])).shape == (0, 0)
    shifts = [tuple((v + by) % 80 for v in range(80)) for by in range(80)]
    assert len(find_images(Model(80, (), symmetries=shifts))) == 0  # the first few are none, and all are too many


def test_the_switch_leaves_them_out() -> None:
    model = rk.upper_domination(rk.QUEEN, rk.Board(4)).model
    programs = [compile_model(model, Request(options=o)) for o in ({}, {"without": "symmetry"})]
    assert [len(p.tables.images) for p in programs if isinstance(p, GeneralProgram)] == [7, 0]
    assert general(model, Request(Want.COUNT)).tables.images.shape == (7, 32)
    listed = general(replace(model, goal=Satisfy()), Request(Want.COUNT)).tables
    assert listed.images.shape == (0, 32)
    assert listed.images.dtype == np.int64


def test_symmetric_goals_with_negations_and_weights() -> None:
    """Two of each pair of a ring of six, the dearest by a weight that turns keep."""
    ring = [tuple((v + by) % 6 for v in range(6)) for by in range(6)]
    pairs: list[Constraint] = [AtMost(1, (v, (v + 1) % 6)) for v in range(6)]
    some: list[Constraint] = [AtLeast(1, (v, ~((v + 3) % 6), (v + 1) % 6)) for v in range(6)]
    for goal in (Maximize(range(6), (3,) * 6), Minimize([~v for v in range(6)], (2,) * 6)):
        model = Model(6, (*pairs, *some), goal, ring)
        assert answer(model) == (best_of(model), True)
