"""The cliques with which a search by cores begins: cheap, disjoint, and no answer changes by them."""

from itertools import combinations
from random import Random

import pytest
from rookery_tests.graphs import random_edges, vertex_cover
from rookery_tests.small_models import check

from rookery.backends.presolve.structure.cliques import leave_out, list_exclusions, take_cliques
from rookery.backends.running.solve import solve_model
from rookery.backends.solvers.sat import Sat
from rookery.backends.solvers.sat.encode import _rival_groups
from rookery.models import AtLeast, AtMost, Maximize, Minimize, Model

BACKEND = Sat()


def _pairs(random: Random) -> Model:
    """A weighted covering by pairs and some larger items, with weights at the edges and none at all."""
    vertices = random.randint(3, 9)
    edges = random_edges(random, vertices, random.choice((0.3, 0.6, 0.9)))
    larger = [AtLeast(1, random.sample(range(vertices), 3)) for _ in range(random.randrange(3))]
    weights = tuple(random.choice((0, 1, 1, 2, 5, 2**61, 2**62 - 1, 2**62, 10**30)) for _ in range(vertices))
    goal = Minimize(range(vertices), random.choice((None, weights)))
    return Model(vertices, (*(AtLeast(1, edge) for edge in edges), *larger), goal)


@pytest.mark.parametrize("cliques", ["on", "off"])
def test_finds_the_cheapest_that_meet_all_pairs(cliques: str) -> None:
    for seed in range(25):
        check(BACKEND, _pairs(Random(seed)), options={"cliques": cliques})


@pytest.mark.parametrize("cliques", ["on", "off"])
def test_finds_as_many_as_possible_in_peace(cliques: str) -> None:
    for seed in range(20):
        random = Random(seed)
        groups = [random.sample(range(9), random.randint(2, 4)) for _ in range(random.randint(1, 6))]
        weights = random.choice((None, tuple(random.choice((0, 1, 3, 2**62)) for _ in range(9))))
        check(
            BACKEND,
            Model(9, tuple(AtMost(1, group) for group in groups), Maximize(range(9), weights)),
            options={"cliques": cliques},
        )


def test_cliques_are_cores_that_need_no_search() -> None:
    """Triangles that share nothing, each joined to the next one: two of each must be taken, and are enough."""
    triangles = [(at, at + 1, at + 2) for at in range(0, 60, 3)]
    edges = [pair for triangle in triangles for pair in combinations(triangle, 2)]
    edges += [(at + 2, at + 3) for at in range(0, 57, 3)]
    calls = []
    for cliques in ("on", "off"):
        answer = solve_model(vertex_cover(60, edges), "sat", options={"cliques": cliques})
        assert (answer.objective, answer.run.bound) == (40, 40)
        calls.append(answer.statistics["calls"])
    assert calls[0] <= 2 < calls[1]


def test_cliques_share_no_weight_and_triangles_come_before_pairs() -> None:
    """A triangle with a tail at each corner: by pairs first the bound would be 3, and is 2 + 1."""
    groups = [[1, 2], [2, 3], [1, 3], [1, 4], [4, 5]]
    rivals = list_exclusions(groups, range(1, 6))
    taken = []
    for clique in take_cliques(rivals):
        assert all({one, other} in map(set, groups) for one, other in combinations(clique, 2))
        taken.append(sorted(clique))
        for literal in clique:
            leave_out(rivals, literal)
    assert taken == [[1, 2, 3], [4, 5]]


def test_groups_too_large_for_memory_are_left_out() -> None:
    rivals = list_exclusions([[*range(1, 9)], [1, 2], [7, 8, 9]], range(1, 9), most=4)
    assert {literal: others for literal, others in rivals.items() if others} == {1: {2}, 2: {1}, 7: {8}, 8: {7}}


def test_a_clause_of_two_says_that_its_negations_exclude_each_other() -> None:
    constraints = AtLeast(1, (0, ~1)), AtLeast(1, (0, 1, 2)), AtMost(1, (1, 2))
    assert list(_rival_groups(constraints)) == [(~0, 1), (1, 2)]
