"""Packings: what they prove is true of every assignment, and where one is known it is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rookery_tests.small_models import best_of
from rookery_tests.strategies import models

import rookery as rk
from rookery.backends.evidence.explaining.explain import Explained
from rookery.backends.evidence.explaining.packing import Packing, find_packing, prove_bound
from rookery.models import Minimize, Model, Problem, Satisfy


@given(model=models(5), data=st.data())
def test_packing_never_proves_more_than_is_true(model: Model, data: st.DataObject) -> None:
    """Whatever constraints are taken, and however often each variable may count."""
    best, least = best_of(model), isinstance(model.goal, Minimize)
    some = data.draw(st.lists(st.sampled_from(model.constraints), unique=True)) if model.constraints else []
    proven = prove_bound(model, Packing(tuple(some), data.draw(st.integers(1, 3)), 0, least))
    if isinstance(model.goal, Satisfy):
        assert proven is None
    elif proven is not None and best is not None:
        assert proven <= best if least else proven >= best


@given(model=models(5))
def test_found_packing_proves_the_optimum(model: Model) -> None:
    best = best_of(model)
    if best is None or isinstance(model.goal, Satisfy):
        return
    packing = find_packing(model, best)
    if packing is not None:
        assert packing.bound == best == prove_bound(model, packing)


# Kings dominate n x n with ceil(n / 3) ** 2 (Yaglom and Yaglom 1964); at most ceil(n / 2) ** 2 are in peace; at most n
# queens and ceil(n * n / 2) knights are.
SHOWN = [
    (rk.domination("king", 8, fixed=[(0, 0)]), 9),
    (rk.placement("king", 5), 9),
    (rk.placement("queen", 8, forbidden=[(0, column) for column in range(8)]), 7),  # the other seven rows
    (rk.placement("knight", "5:torus"), 5),  # no one square begins a cover by the five cliques alone
]


@pytest.mark.parametrize(("problem", "optimum"), SHOWN, ids=lambda value: str(value))
def test_optimum_is_explained_by_a_packing(problem: Problem, optimum: int) -> None:
    explained = rk.explain(problem, rk.solve(problem, "sat"))
    assert explained.kind is Explained.OPTIMUM
    assert explained.packing is not None
    assert prove_bound(problem.model, explained.packing) == explained.packing.bound == optimum
    assert str(explained).startswith(f"No {'fewer' if explained.packing.least else 'more'} than {optimum}: ")
    assert len(explained.groups) == len(explained.packing.constraints)


def test_optimum_without_a_packing_is_not_explained() -> None:
    """Five queens dominate 8x8 (A075458), and any two squares have a guard in common."""
    explained = rk.explain(rk.domination(rk.QUEEN, rk.Board(8)))
    assert explained.kind is Explained.OPTIMUM
    assert explained.packing is None
    assert "No short reason was found" in str(explained)


def test_count_too_large_is_explained_by_lines() -> None:
    explained = rk.explain(rk.placement(rk.QUEEN, rk.Board(8), count=9))
    assert explained.packing is not None
    assert explained.packing.bound == 8
    assert {len(group) for group in explained.groups} == {8}
