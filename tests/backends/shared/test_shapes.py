"""Cylinders on every backend against an oracle that tries every set of cells; both referees on each placement."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from oracle.case import Case
from oracle.trying import truth
from rookery_tests.family_cases import check

from rookery.backends import Backend
from rookery.models import (
    Board,
    Piece,
    Problem,
    armies,
    coverage,
    domination,
    k_fold_domination,
    placement,
    sighted_placement,
)
from rookery.models.boards.cylinder import Cylinder
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK
from rookery.models.pieces.sources import piece as named
from rookery.models.problems.shared.auxiliary import complete_solution

KINDS: dict[str, tuple[Callable[[Piece, Board], Problem], dict[str, Any]]] = {
    "plain": (lambda p, g: domination(p, g), {}),
    "independent": (lambda p, g: domination(p, g, "independent"), {"kind": "independent"}),
    "total": (lambda p, g: domination(p, g, "total"), {"kind": "total"}),
    "perfect": (lambda p, g: domination(p, g, "perfect"), {"kind": "perfect"}),
    "border": (lambda p, g: domination(p, g, allowed="border"), {"allowed": "border"}),
    "placement": (lambda p, g: placement(p, g), {"family": "placement", "each": (None,)}),
    "maximal": (
        lambda p, g: placement(p, g, kind="maximal"),
        {"family": "placement", "each": (None,), "kind": "maximal"},
    ),
    "twofold": (lambda p, g: k_fold_domination(p, g, 2), {"family": "k-fold", "times": 2}),
    "fewest": (lambda p, g: coverage(p, g, 2, goal="fewest"), {"family": "coverage", "each": (2,), "goal": "fewest"}),
}
BOARDS = [(3, 3, "B"), (3, 2, "N"), (2, 4, "fR")]


@cache
def asked(kind: str, at: int) -> tuple[Problem, tuple[int | None, set[frozenset[int]]]]:
    rows, columns, name = BOARDS[at]
    declare, words = KINDS[kind]
    case = Case(**{"family": "domination", **words}, rows=rows, columns=columns, pieces=(name,), shape="cylinder")
    return declare(named(name), Cylinder(rows, columns)), truth(case).squares


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.share(2)
def test_each_kind_on_cylinders(kind: str, backend: Backend[Any]) -> None:
    for at in range(len(BOARDS)):
        check(backend, *asked(kind, at))


AGREE: list[tuple[Board, Callable[[Board], Problem]]] = [
    (Cylinder(3, 2), lambda g: armies((QUEEN, KNIGHT), g)),
    (Cylinder(2, 3), lambda g: armies((ROOK, ROOK), g)),
    (Cylinder(2, 3), lambda g: sighted_placement({ROOK: None}, g, pawns=1)),
    (Cylinder(3, 2), lambda g: sighted_placement({QUEEN: None}, g, pawns=1)),
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
