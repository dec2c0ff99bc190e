"""Every index of the kernel of trees, in the corners; compiled with bounds checked, and as plain Python.

As for the engine's kernels: `NUMBA_BOUNDSCHECK=1`, and arrays that refuse negative indices. What is expected comes from
trying everything, or from counting by hand.
"""

from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from rookery_tests.checked_arrays import check_indices
from rookery_tests.theorems import proven, refusal, true_theorem

import rookery as rk
from rookery.backends.certifying.trees import list_vectors, make
from rookery.certificates import tree_kernel as kernel
from rookery.certificates.certificate import Tree
from rookery.certificates.claim import Theorem
from rookery.certificates.covering import MAX_GAIN, recognise_covering
from rookery.certificates.tree_kernel import DONE, make_levels, make_tables
from rookery.core.kernels.kernel import CHECKED, PLAIN
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model


@pytest.fixture(autouse=True)
def _refuse_wrong_indices(monkeypatch: pytest.MonkeyPatch) -> None:
    if PLAIN:
        check_indices(monkeypatch, kernel.advance, kernel.open_node, kernel.enter)


def certified(theorem: Theorem) -> None:
    evidence, covering = make(theorem, tell=lambda said: None), recognise_covering(theorem.model)
    assert evidence is not None
    assert covering is not None
    for weights in list_vectors(covering):
        assert refusal(theorem, Tree(10_000, weights, evidence.symmetry), plain=False) is None
    assert refusal(replace(theorem, count=theorem.count + 1), evidence, plain=False) is not None


def out(*variables: int) -> AtMost:
    return AtMost(0, variables)


ODD = {
    "nothing": Model(0, []),
    "no items": Model(3, []),
    "no items and nobody may be chosen": Model(3, [AtMost(0, range(3))]),
    "no candidates": Model(3, [out(0, 1, 2)]),
    "no candidates and an item": Model(3, [out(0, 1, 2), AtLeast(1, (0, 1))]),
    "nobody may be chosen, and an item": Model(3, [AtMost(0, (0, 1, 2)), AtLeast(1, (0, 1, 2))]),
    "an item without options": Model(3, [AtLeast(1, ()), AtLeast(1, (0, 1))]),
    "a demand above the options": Model(3, [AtLeast(4, (0, 1, 2))]),
    "a demand above what is hit": Model(3, [Linear((2, 2, 3), (0, 1, 2), lower=8)]),
    "a demand that all must meet": Model(3, [Linear((2, 2, 3), (0, 1, 2), lower=7)]),
    "the largest demand": Model(2, [Linear((MAX_GAIN, 1), (0, 1), lower=MAX_GAIN)]),
    "the largest demand, by two": Model(3, [Linear((MAX_GAIN - 1, 1, 1), (0, 1, 2), lower=MAX_GAIN)]),
    "one candidate": Model(1, [AtLeast(1, (0,))]),
    "more may be chosen than there are": Model(3, [AtLeast(1, (0, 1)), AtMost(9, range(3))]),
    "all are rivals": Model(4, [AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), AtMost(1, range(4))]),
    "at least more than there are": Model(3, [AtLeast(2, range(3)), AtMost(1, range(3))]),
}


@pytest.mark.parametrize("model", ODD.values(), ids=ODD)
def test_odd_coverings(model: Model) -> None:
    theorem = true_theorem(model)
    certified(theorem)
    assert proven(theorem, Tree(10_000, symmetry=False))


@pytest.mark.parametrize("items", [1, 63, 64, 65, 128, 129])
def test_items_fill_words(items: int) -> None:
    """Bitsets of 64 items a word."""
    random = Random(items)
    pairs = random.sample([some for size in (3, 4, 4) for some in combinations(range(9), size)], 140)
    some = [*dict.fromkeys(pairs), *combinations(range(9), 5)]
    few = [AtLeast(1, each) for each in some[: items - 1]]
    theorem = true_theorem(Model(10, [*few, Linear((2, 1, 1), (0, 1, 2), lower=2), AtMost(4, range(10))]))
    found = recognise_covering(theorem.model)
    assert found is not None
    assert len(found.items) == items
    certified(theorem)


@pytest.mark.parametrize("candidates", [9] if PLAIN else [9, 64, 65])
def test_candidates_fill_words_and_more_sets_than_rows(candidates: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is to be hit, so that each pair is a set."""
    monkeypatch.setattr(kernel, "ROWS", 7)
    certified(Theorem(Model(candidates, [Exactly(2, range(candidates))]), comb(candidates, 2)))


@pytest.mark.skipif(not (PLAIN or CHECKED), reason="compiled kernels check no index unless they are told to")
def test_wrong_indices_are_noticed() -> None:
    """A walk with one level, where three queens take several: an `IndexError`."""
    found = recognise_covering(rk.domination(rk.QUEEN, 5).model.at_optimum(3))
    assert found is not None
    state = make_levels(found)
    short = state._replace(need=state.need[:1].copy(), free=np.ascontiguousarray(state.free[:1]))
    with pytest.raises(IndexError):
        assert kernel.advance(make_tables(found, []), short, 0, 1_000) == DONE
