"""Images of groups, parts and propagation on arrays, against plain loops over sets; and how little is compared."""

import random

import numpy as np
import pytest

from rookery.backends.engine.cover.tables import Images
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.backends.presolve.structure.selection import recognise_selection
from rookery.models import AtLeast, AtMost, Exactly, Linear, Minimize, Model
from rookery.models.model.model import Constraint


@pytest.mark.parametrize("seed", range(10))
def test_images_of_groups_are_those_of_sets(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 7)
    groups = [tuple(chance.sample(range(n), chance.randint(0, n))) for _ in range(chance.randint(0, 8))]
    demand = np.array([chance.randint(1, 2) for _ in groups], np.int64)
    filler = np.array([chance.randint(n - 1, n) for _ in groups], np.int64)
    found = Images(Incidence.of(groups, n), demand, filler)
    for _ in range(30):
        p = chance.sample(range(n), n)
        whole = [*p, n]
        here = [(frozenset(g), d, f) for g, d, f in zip(groups, demand.tolist(), filler.tolist(), strict=True)]
        there = [(frozenset(p[v] for v in g), d, whole[f]) for g, d, f in here]
        expected = [here.index(image) for image in there] if set(there) <= set(here) else None
        got = found.of(np.array(p, np.int64))
        assert (None if got is None else got.tolist()) == expected


def _naive(model: Model) -> tuple[set[int], set[int]] | None:
    """Which variables must be true and which false by unit propagation; None where that fails."""
    true: set[int] = set()
    false: set[int] = set()
    while True:
        before = len(true), len(false)
        for c in model.constraints:
            live = [v for v in c.literals if v not in false]
            open_ = [v for v in live if v not in true]
            if isinstance(c, AtMost | Exactly) and (c.bound == 0 or any(v in true for v in c.literals)):
                false.update(open_)
            if isinstance(c, AtLeast | Exactly) and c.bound > 0:
                if len(live) < c.bound:
                    return None
                true.update(open_ if len(live) == c.bound else ())
            if true & false or (isinstance(c, AtMost) and len(true & set(c.literals)) > c.bound):
                return None
        if before == (len(true), len(false)):
            return true, false


@pytest.mark.parametrize("seed", range(24))
def test_selection_propagates_as_a_plain_loop(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(3, 9)
    constraints: list[Constraint] = [AtLeast(1, tuple(range(n)))]
    for _ in range(chance.randint(1, 7)):
        some = tuple(chance.sample(range(n), chance.randint(1, min(3, n - 1))))
        kinds = (AtLeast(chance.randint(1, len(some)), some), AtMost(1, some), AtLeast(1, some), AtMost(0, some[:1]))
        constraints.append(chance.choice(kinds))
    model = Model(n, tuple(constraints), Minimize(tuple(range(n))))
    chosen, expected = recognise_selection(model), _naive(model)
    assert chosen is not None
    assert chosen.infeasible == (expected is None)
    if expected is not None:
        true, false = expected
        assert (chosen.forced, chosen.free) == (frozenset(true), frozenset(range(n)) - true - false)


def test_selection_drops_items_hit_by_forced_fillers() -> None:
    model = Model(
        4, (Linear((2, 1, 1), (0, 1, 2), lower=2), AtLeast(1, (0,)), AtLeast(1, (1, 2, 3))), Minimize(range(4))
    )
    chosen = recognise_selection(model)
    assert chosen is not None
    assert (chosen.forced, chosen.items) == (frozenset({0}), ((1, 2, 3),))
