"""Images of groups, parts and propagation on arrays, against plain loops over sets; and how little is compared."""

import random
from collections.abc import Set
from dataclasses import replace

import numpy as np
import pytest

from rookery.backends.engine.cover.tables import Images
from rookery.backends.engine.kernels.bits import Ints
from rookery.backends.presolve.structure import selection as selection_module
from rookery.backends.presolve.structure.components import find_parts
from rookery.backends.presolve.structure.incidence import Incidence
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models import AtLeast, AtMost, Board, Exactly, Linear, Minimize, Model, domination
from rookery.models.model.model import Constraint
from rookery.models.pieces.piece import KING, QUEEN
from rookery.models.symmetry.permutations import tabulate


@pytest.mark.parametrize("seed", range(20))
def test_images_are_those_of_sets(seed: int) -> None:
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


def test_most_permutations_of_a_torus_are_products(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = domination(QUEEN, Board(6, torus=True))
    groups = Incidence.of([constraint.literals for constraint in problem.model.constraints], 36)
    compared = []
    whole = Images._compare_groups

    def noted(self: Images, permutation: Ints) -> Ints | None:
        compared.append(permutation)
        return whole(self, permutation)

    monkeypatch.setattr(Images, "_compare_groups", noted)
    found = Images(groups)
    permutations = tabulate(problem.model.symmetries, 36)
    assert len(permutations) == 8 * 36
    assert all(found.of(p) is not None for p in permutations)
    assert 1 <= len(compared) <= 8


@pytest.mark.parametrize("seed", range(20))
def test_joined_numbers_are_those_of_a_walk(seed: int) -> None:
    chance = random.Random(seed)
    n = chance.randint(1, 30)
    groups = [tuple(chance.sample(range(n), chance.randint(0, min(3, n)))) for _ in range(chance.randint(0, 25))]
    half = len(groups) // 2
    found = find_parts(n, [each for each in groups[:half] if each], [each for each in groups[half:] if each])
    root = [found.members[at][0] for at in found.owner]
    sets = [{v} for v in range(n)]
    for group in groups:
        for v in group:
            whole = sets[v] | sets[group[0]]
            for member in whole:
                sets[member] = whole
    assert root == [min(sets[v]) for v in range(n)]


def test_a_long_chain_is_joined() -> None:
    chain = [(at + 1, at) for at in range(5000)]
    random.Random(0).shuffle(chain)
    assert find_parts(5001, chain).members == [[*range(5001)]]


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


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.part(4)
def test_propagation_forces_what_a_plain_loop_forces(seed: int) -> None:
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


def test_an_item_that_is_hit_by_its_filler_is_gone() -> None:
    model = Model(
        4, (Linear((2, 1, 1), (0, 1, 2), lower=2), AtLeast(1, (0,)), AtLeast(1, (1, 2, 3))), Minimize(range(4))
    )
    chosen = recognise_selection(model)
    assert chosen is not None
    assert (chosen.forced, chosen.items) == (frozenset({0}), ((1, 2, 3),))


def test_many_fixed_pieces_are_propagated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision filters what it touches: the whole selection is filtered once, not once a fixed piece."""
    filtered = []
    whole = selection_module._without

    def noted(chosen: Selection, banned: Set[int]) -> Selection:
        filtered.append(banned)
        return whole(chosen, banned)

    monkeypatch.setattr(selection_module, "_without", noted)
    fixed = [(row, column) for row in range(0, 12, 2) for column in range(0, 12, 2)]
    chosen: Selection | None = recognise_selection(domination(KING, Board(12), fixed=fixed).model)
    assert chosen is not None
    assert len(chosen.forced) == 36
    assert len(filtered) == 2
    assert replace(chosen, forced=frozenset()).incidence.columns == 144
