"""Boards of other shapes on every backend: against an oracle that tries every set of cells, and published values."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from oracle import ground as oracle
from oracle.case import Case
from oracle.trying import truth_on
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
from rookery.models.boards.cuboid import Cuboid
from rookery.models.boards.glued import Klein, Moebius
from rookery.models.boards.ground import Ground
from rookery.models.boards.hexagonal import Hexagon, Rhombus, Triangle
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK
from rookery.models.pieces.sources import piece as named
from rookery.models.problems.shared.auxiliary import complete_solution

KINDS: dict[str, tuple[Callable[[Piece, Ground], Problem], dict[str, Any]]] = {
    "plain": (lambda p, g: domination(p, g), {}),
    "independent": (lambda p, g: domination(p, g, "independent"), {"kind": "independent"}),
    "total": (lambda p, g: domination(p, g, "total"), {"kind": "total"}),
    "perfect": (lambda p, g: domination(p, g, "perfect"), {"kind": "perfect"}),
    "placement": (lambda p, g: placement(p, g), {"family": "placement", "each": (None,)}),
    "maximal": (lambda p, g: maximal_placement(p, g), {"family": "maximal"}),
    "connected": (lambda p, g: connected_domination(p, g), {"family": "connected"}),
    "twofold": (lambda p, g: k_fold_domination(p, g, 2), {"family": "k-fold", "times": 2}),
    "upper": (lambda p, g: upper_domination(p, g), {"family": "upper"}),
    "unguarded": (lambda p, g: most_unguarded(p, g, 2), {"family": "unguarded", "each": (2,)}),
}


def twisted(shape: str, rows: int, columns: int, piece: str) -> oracle.Ground:
    return oracle.ground(Case("", rows, columns, (piece,), shape=shape))


BOARDS: list[tuple[Ground, str, oracle.Ground]] = [
    (Moebius(3, 3), "bishop", twisted("moebius", 3, 3, "B")),
    (Moebius(3, 2), "knight", twisted("moebius", 3, 2, "N")),
    (Klein(3, 3), "bishop", twisted("klein", 3, 3, "B")),
    (Hexagon(2), "rook", oracle.by_pairs(oracle.hexagon(2), oracle.hexagonal("rook"))),
    (Triangle(4), "bishop", oracle.by_pairs(sorted(oracle.triangle(4)), oracle.hexagonal("bishop"))),
    (Rhombus(3), "king", oracle.by_pairs(oracle.rhombus(3), oracle.hexagonal("king"))),
    (Cuboid(2, 2, 2), "unicorn", oracle.by_pairs(product(range(2), repeat=3), oracle.solid("unicorn"))),
    (Cuboid(2, 2, 2), "rook", oracle.by_pairs(product(range(2), repeat=3), oracle.solid("rook"))),
]


@cache
def asked(kind: str, at: int) -> tuple[Problem, tuple[int | None, set[frozenset[int]]]]:
    ground, name, known = BOARDS[at]
    declare, words = KINDS[kind]
    found = truth_on(Case(**{"family": "domination", **words}, rows=1, columns=known.squares, pieces=("",)), known)
    assert found is not None
    return declare(named(name), ground), found.squares


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(2)
def test_each_kind_on_each_shape(kind: str, backend: Backend[Any]) -> None:
    for at in range(len(BOARDS)):
        check(backend, *asked(kind, at))


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
