"""Reductions against brute force: on random models of every kind, each solution that should be kept is kept."""

from random import Random

import pytest
from rookery_tests.best_by_force import check_reduction, solve_by_force
from rookery_tests.models import random_model

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model

EACH = [Switches(*(name == only for name in Switches._fields)) for only in ("forced", "rows", "columns")]


@pytest.mark.parametrize("switches", [Switches(), *EACH], ids=["all", "forced", "rows", "columns"])
@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
def test_reduced_models_keep_what_is_wanted(want: Want, switches: Switches) -> None:
    reduced_models = 0
    for shape in ("any", "covering", "weighted", "selection", "pairs", "union", "symmetric", "groups"):
        for seed in range(25):
            model = random_model(Random(f"{shape} {seed}"), shape)
            reduced = reduce_model(model, Request(want), switches)
            reduced_models += reduced.model is not model
            check_reduction(reduced, want)
    assert reduced_models > 10 or (switches.columns and want is Want.ALL)


@pytest.mark.parametrize("want", [Want.ONE, Want.ALL], ids=str)
def test_reduced_symmetries_are_a_group_of_the_reduced_model(want: Want) -> None:
    several = 0
    for seed in range(300):
        model = random_model(Random(seed), ("symmetric", "union")[seed % 2])
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
