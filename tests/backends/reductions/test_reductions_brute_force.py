"""Reductions against brute force: on random models of every kind, each solution that should be kept is kept."""

from random import Random

import pytest
from rookery_tests.models import random_model
from rookery_tests.small_models import solve_by_force

from rookery.backends.contract import Ask, Want
from rookery.backends.presolve.reductions.reduce import reduce
from rookery.backends.presolve.reductions.reduced import Reduced
from rookery.models import Satisfy


def check_reduction(reduced: Reduced, want: Want) -> None:
    """Whether the solutions of a reduced model are those of its source: all that are wanted, and each with its worth.

    Where one best solution is wanted, some of the best ones are enough.
    """
    source = reduced.source
    right = solve_by_force(source, want)
    found = {reduced.solution(each) for each in solve_by_force(reduced.model, want)}
    if want is Want.ONE and not isinstance(source.goal, Satisfy):
        assert found <= right, reduced
        assert bool(found) == bool(right), reduced
    else:
        assert found == right, reduced
    for each in solve_by_force(reduced.model, Want.ALL):
        value, sought = reduced.model.value(each), source.value(reduced.solution(each))
        assert (value is None) == (sought is None), reduced
        assert value is None or reduced.unit * value + reduced.worth == sought, reduced


@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
def test_reduced_models_keep_what_is_wanted(want: Want) -> None:
    reduced_models = 0
    for shape in ("any", "covering", "weighted", "selection", "pairs", "union", "symmetric", "groups"):
        for seed in range(25):
            model = random_model(Random(f"{shape} {seed}"), shape)
            reduced = reduce(model, Ask(want))
            reduced_models += reduced.model is not model
            check_reduction(reduced, want)
    assert reduced_models > 10


@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
def test_reduced_symmetries_are_a_group_of_the_reduced_model(want: Want) -> None:
    several = 0
    for seed in range(300):
        model = random_model(Random(seed), ("symmetric", "union")[seed % 2])
        reduced = reduce(model, Ask(want))
        if reduced.model is model or not reduced.model.symmetries:
            continue
        several += 1
        group, found = reduced.model.symmetries, solve_by_force(reduced.model, Want.ALL)
        assert group[0] == tuple(range(reduced.model.variables))
        assert {tuple(p[v] for v in q) for p in group for q in group} == set(group)
        for p in group:
            assert {frozenset(p[v] for v in each) for each in found} == found, (model, reduced, p)
    assert several > 20
