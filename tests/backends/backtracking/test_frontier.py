"""Counting over a frontier: the books' numbers, the other searches' counts, closed forms beyond 64 bits, its limits."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import comb
from random import Random

import pytest
from rookery_tests import known_values
from rookery_tests.models import random_model
from rookery_tests.small_models import solutions_of
from rookery_tests.streams import Split, run_program

import rookery as rk
from rookery.backends import Ask, Deadline, Want, backend
from rookery.backends.engine.frontier import Frontier, compute_bounds
from rookery.backends.presolve.covering import read_covering
from rookery.backends.presolve.structure.components import connected_components, multiply
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK, WAZIR
from rookery.models.referee.rules import Kind

OWN = backend("backtracking")
PLENTY = 1 << 28
SHAPES = ("covering", "selection", "rows", "union", "tight")


def counted(model: rk.Model, memory: int = PLENTY) -> int:
    chosen = read_covering(model)
    assert chosen is not None
    return 0 if chosen.infeasible else Frontier(chosen).run(Deadline(), memory)


@pytest.mark.parametrize("piece", [KING, KNIGHT, BISHOP, QUEEN, ROOK], ids=str)
def test_frontier_published_placements_of_each_number(piece: rk.Piece) -> None:
    for n, row in known_values.rows(f"{piece.name}.k_nonattacking").items():
        if n <= (6 if piece in (KING, KNIGHT) else 5):
            found = [counted(rk.placement(piece, rk.Board(n), count=k).model) for k in range(1, len(row))]
            assert found == row[1:], n


@pytest.mark.parametrize(
    ("piece", "kind", "largest"),
    [
        (KING, "plain", 7),
        (KING, "independent", 7),
        (KNIGHT, "plain", 6),
        (KNIGHT, "independent", 6),
        (WAZIR, "plain", 6),
    ],
)
def test_frontier_published_smallest_dominations(piece: rk.Piece, kind: Kind, largest: int) -> None:
    name = f"{piece.name}.{'gamma' if kind == 'plain' else 'independent_domination'}"
    known, fewest = known_values.values(f"{name}_count"), known_values.values(name)
    for n in range(1, largest + 1):
        assert counted(rk.domination(piece, rk.Board(n), kind).model.at_optimum(fewest[n])) == known[n], n


def test_frontier_multiplies_independent_parts() -> None:
    chosen = read_covering(rk.domination(BISHOP, rk.Board(8)).model.at_optimum(8))
    assert chosen is not None
    found, loose = connected_components(chosen)
    assert ([len(part.free) for part in found], loose) == ([32, 32], 0)
    assert Frontier(chosen).run(Deadline(), PLENTY) == known_values.values("bishop.gamma_count")[8]


def test_frontier_counts_beyond_64_bits() -> None:
    wide = rk.placement(KING, rk.Board(1, 300), count=60)
    assert counted(wide.model) == comb(241, 60) > 1 << 150  # 60 of 300 without neighbours
    loose = rk.Model(200, (rk.Exactly(70, range(200)),))
    assert counted(loose) == comb(200, 70)
    assert rk.solve(wide, want="count", seconds=20).count == comb(241, 60)


def draw_selections(count: int) -> Iterator[rk.Model]:
    """Models of items, cliques and bounds, often in several parts."""
    seeds = (Random(seed) for seed in range(10**6))
    models = (replace(random_model(random, random.choice(SHAPES)), goal=rk.Satisfy()) for random in seeds)
    return islice((model for model in models if is_countable(model)), count)


def is_countable(model: rk.Model) -> bool:
    found = read_covering(model)
    return found is not None and not found.infeasible and not found.folded


def test_frontier_counts_random_selections_as_brute_force() -> None:
    for model in draw_selections(100):
        assert counted(model) == len(solutions_of(model))


def test_bounds_of_the_rest_hold_for_every_solution() -> None:
    for model in draw_selections(40):
        chosen = read_covering(model)
        assert chosen is not None
        m = chosen.masks(sorted(chosen.free))
        found = compute_bounds(m)
        for solution in solutions_of(model):
            for at in range(len(m.variables) + 1):
                rest = sum(variable in solution for variable in m.variables[at:])
                assert found.lowest[at] <= rest <= found.highest[at]


def test_multiply_cuts_at_a_degree() -> None:
    assert multiply([1, 2], [3, 0, 5], 9) == [3, 6, 5, 10]
    assert multiply([1, 2], [3, 0, 5], 1) == [3, 6]
    assert multiply([1], [], 3) == []


def test_frontier_counts_decided_models() -> None:
    impossible = rk.placement(ROOK, rk.Board(3), count=4).model
    assert counted(impossible) == 0
    ask = Ask(Want.COUNT, options={"count": "frontier"})
    for model, count in ((rk.Model(2, (rk.Exactly(0, (0, 1)),)), 1), (rk.Model(1, (rk.AtLeast(2, (0,)),)), 0)):
        assert len(list(Split(run_program(OWN, OWN.compile(model, ask), ask)))) == count
