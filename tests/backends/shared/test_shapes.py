"""Boards of other shapes on every backend: against an oracle that tries every set of cells, and published values."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from rookery_tests import family_oracle as family
from rookery_tests import ground_oracle as oracle
from rookery_tests.family_cases import check

from rookery.backends import Backend, solve
from rookery.models import (
    Piece,
    Problem,
    armies,
    connected_domination,
    domination,
    k_fold_domination,
    maximal_placement,
    most_unguarded,
    placement,
    sighted_placement,
    upper_domination,
)
from rookery.models.ground.protocol import Ground
from rookery.models.pieces.named import piece as named
from rookery.models.pieces.standard import KING, KNIGHT, QUEEN, ROOK
from rookery.models.problems.shared.auxiliary import complete_solution
from rookery.models.shapes.cuboid import Cuboid
from rookery.models.shapes.hexagonal import Hexagon, Rhombus, Triangle
from rookery.models.shapes.klein import Klein
from rookery.models.shapes.moebius import Moebius

Case = tuple[Ground, str, oracle.Cell]


def peaceful(masks: family.Masks, hits: family.Hits) -> family.Flags:
    return np.asarray(family.union(masks, hits) & masks == 0)


def independent(masks: family.Masks, hits: family.Hits) -> family.Flags:
    return family.guarding(masks, hits) & peaceful(masks, hits)


def perfect(masks: family.Masks, hits: family.Hits) -> family.Flags:
    """The guards of each cell, its own piece among them, are just one."""
    kept = np.ones(len(masks), dtype=bool)
    for at, mask in enumerate(family.sources(hits)):
        kept &= np.array([(each & (mask | 1 << at)).bit_count() == 1 for each in masks.tolist()], dtype=bool)
    return kept


def most_in_peace(hits: family.Hits) -> family.Best:
    for size in reversed(range(len(hits) + 1)):
        masks = family.of_size(len(hits), size)
        found = masks[peaceful(masks, hits)]
        if len(found):
            return size, family.told(found)
    raise AssertionError("the empty board is a solution")


def smallest(accepts: family.Accepts) -> Callable[[family.Hits], family.Best | None]:
    return lambda hits: family.smallest(hits, accepts, len(hits))


KINDS: dict[str, tuple[Callable[[Piece, Ground], Problem], Callable[[family.Hits], family.Best | None]]] = {
    "plain": (lambda p, g: domination(p, g), smallest(family.guarding)),
    "independent": (lambda p, g: domination(p, g, "independent"), smallest(independent)),
    "total": (lambda p, g: domination(p, g, "total"), smallest(family.attacking)),
    "perfect": (lambda p, g: domination(p, g, "perfect"), smallest(perfect)),
    "placement": (lambda p, g: placement(p, g), most_in_peace),
    "maximal": (lambda p, g: maximal_placement(p, g), smallest(family.maximal)),
    "connected": (lambda p, g: connected_domination(p, g), smallest(family.connected)),
    "twofold": (lambda p, g: k_fold_domination(p, g, 2), smallest(family.guarded_times(2, closed=False))),
    "upper": (lambda p, g: upper_domination(p, g), family.largest_irredundant),
    "unguarded": (lambda p, g: most_unguarded(p, g, 2), lambda hits: family.unguarded(hits, 2)),
}


def hits_of(attacks: dict[oracle.Cell, set[oracle.Cell]]) -> list[int]:
    cells = sorted(attacks)
    return [sum(1 << cells.index(to) for to in attacks[at]) for at in cells]


def by_pairs(cells: Iterator[oracle.Cell], attacks: oracle.Attacks) -> list[int]:
    return hits_of(oracle.by_pairs(cells, attacks))


BOARDS: list[tuple[Ground, str, list[int]]] = [
    (Moebius(3, 3), "bishop", hits_of(oracle.unfolded(oracle.fold_moebius, 3, 3, "bishop"))),
    (Moebius(3, 2), "knight", hits_of(oracle.unfolded(oracle.fold_moebius, 3, 2, "knight"))),
    (Klein(3, 3), "bishop", hits_of(oracle.unfolded(oracle.fold_klein, 3, 3, "bishop"))),
    (Hexagon(2), "rook", by_pairs(oracle.hexagon(2), oracle.hexagonal("rook"))),
    (Triangle(4), "bishop", by_pairs(oracle.triangle(4), oracle.hexagonal("bishop"))),
    (Rhombus(3), "king", by_pairs(oracle.rhombus(3), oracle.hexagonal("king"))),
    (Cuboid(2, 2, 2), "unicorn", by_pairs(product(range(2), repeat=3), oracle.solid("unicorn"))),
    (Cuboid(2, 2, 2), "rook", by_pairs(product(range(2), repeat=3), oracle.solid("rook"))),
]


@cache
def asked(kind: str, at: int) -> tuple[Problem, family.Best | None]:
    ground, name, hits = BOARDS[at]
    declare, expect = KINDS[kind]
    return declare(named(name), ground), expect(hits)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_on_each_shape(kind: str, backend: Backend[Any]) -> None:
    for at in range(len(BOARDS)):
        problem, expected = asked(kind, at)
        assert expected is not None
        check(backend, problem, expected)


AGREE: list[tuple[Ground, Callable[[Ground], Problem]]] = [
    (Moebius(3, 2), lambda g: armies((QUEEN, KNIGHT), g)),
    (Klein(2, 3), lambda g: armies((ROOK, ROOK), g)),
    (Cuboid(2, 2, 2), lambda g: sighted_placement(named("unicorn"), g)),
    (Moebius(2, 3), lambda g: sighted_placement({ROOK: None}, g, pawns=1)),
    (Klein(3, 2), lambda g: sighted_placement({QUEEN: None}, g, pawns=1)),
    (Hexagon(2), lambda g: sighted_placement({ROOK: None}, g, pawns=1)),
    (Triangle(3), lambda g: armies((KING, named("bishop")), g)),
    (Cuboid(3, 1, 2), lambda g: sighted_placement({QUEEN: None}, g, pawns=1)),
]


@pytest.mark.parametrize("at", range(len(AGREE)))
def test_the_referees_agree_on_each_placement(at: int) -> None:
    """What the model accepts and what the referee of chess accepts, in sight, past pawns and between armies."""
    ground, declare = AGREE[at]
    problem, size = declare(ground), len(ground)
    for layers in product(range(len(problem.pieces) + 1), repeat=size):
        placed = {(piece - 1) * size + cell for cell, piece in enumerate(layers) if piece}
        accepted = problem.model.accepts(complete_solution(problem.model, placed, len(problem.pieces) * size))
        assert accepted == (not problem.faults(problem.read(placed))), (problem, layers)


def optimum(problem: Problem) -> int | None:
    answer = solve(problem, seconds=60)
    assert answer.complete
    return answer.objective


def count(problem: Problem) -> int | None:
    answer = solve(problem, want="count", seconds=60)
    assert answer.complete
    return answer.count


def test_queens_on_moebius_strips() -> None:
    """OEIS A137279; Bell and Stevens, Results for the n-queens problem on the Mobius board, 2008."""
    found = [count(placement(QUEEN, Moebius(n), count=(n + 1) // 2)) for n in range(1, 8)]
    assert found == [1, 4, 0, 16, 40, 192, 560]


def test_kings_on_hexagons() -> None:
    """OEIS A309805, on boards of Glinski's hexagonal chess."""
    assert [optimum(placement(KING, Hexagon(n))) for n in range(1, 6)] == [1, 2, 7, 10, 19]


def test_rooks_on_triangles() -> None:
    """OEIS A004396, floor((2n + 1) / 3): Nivasch and Lev, Nonattacking queens on a triangle, 2005. Guards: A229803."""
    assert [optimum(placement(ROOK, Triangle(n))) for n in range(1, 9)] == [1, 1, 2, 3, 3, 4, 5, 5]
    assert [optimum(domination(ROOK, Triangle(n))) for n in range(1, 10)] == [1, 1, 2, 2, 3, 3, 3, 4, 4]


def test_neighbours_on_triangles() -> None:
    """Cells of which no two are neighbours: OEIS A239438; cells next to all others: A251419."""
    wazir = named("wazir")
    assert [optimum(placement(wazir, Triangle(n))) for n in range(1, 8)] == [1, 1, 3, 4, 6, 7, 10]
    assert [optimum(domination(wazir, Triangle(n))) for n in range(1, 9)] == [1, 1, 2, 3, 3, 5, 6, 7]


def test_rooks_in_a_cube() -> None:
    """Latin squares, OEIS A002860; guards A000982, ceil(n * n / 2): Kalbfleisch and Stanton, 1969."""
    assert [count(placement(ROOK, Cuboid(n, n, n))) for n in range(1, 4)] == [1, 2, 12]
    assert [optimum(placement(ROOK, Cuboid(n, n, n))) for n in range(1, 5)] == [1, 4, 9, 16]
    assert [optimum(domination(ROOK, Cuboid(n, n, n))) for n in range(1, 4)] == [1, 2, 5]


def test_queens_and_kings_in_a_cube() -> None:
    """OEIS A068940; kings keep one cell of each block of eight."""
    assert [optimum(placement(QUEEN, Cuboid(n, n, n))) for n in range(1, 5)] == [1, 1, 4, 7]
    assert [optimum(placement(KING, Cuboid(n, n, n))) for n in range(1, 6)] == [1, 1, 8, 8, 27]


CONE = {(1, 1, 1): 1, (1, 2, 3): 4, (2, 2, 2): 8, (2, 2, 3): 8, (1, 3, 3): 4, (2, 3, 3): 6, (3, 3, 3): 6, (2, 3, 4): 6}


def test_knights_guard_cuboids() -> None:
    """OEIS A110217; the numbers of ways in a cube are A110216."""
    assert {sides: optimum(domination(KNIGHT, Cuboid(*sides))) for sides in CONE} == CONE
    assert [count(domination(KNIGHT, Cuboid(n, n, n))) for n in range(1, 4)] == [1, 1, 12]
