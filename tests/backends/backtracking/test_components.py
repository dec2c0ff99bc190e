"""Independent components: counted apart, put together exactly, whatever the bounds that tie them together."""

from dataclasses import replace

import pytest

import rookery as rk
from rookery import domination, k_fold, placement
from rookery.backends import Ask, Want
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover.components import ComponentsProgram, split_components
from rookery.backends.presolve.covering import Covering
from rookery.models import Board, Piece, Satisfy
from rookery.models.pieces.piece import BISHOP, KNIGHT

DABBABA = Piece.from_betza("dabbaba", "D", symbol="D")
COUNT = Ask(Want.COUNT)


@pytest.mark.parametrize(
    ("problem", "sizes"),
    [
        (domination(BISHOP, Board(6)), [(2, 18)]),
        (domination(BISHOP, Board(5)), [(1, 13), (1, 12)]),
        (domination(KNIGHT, Board(6), "total"), [(2, 18)]),
        (placement(BISHOP, Board(4)), [(2, 8)]),
        (domination(DABBABA, Board(4)), [(4, 4)]),
        (domination(DABBABA, Board(5)), [(1, 9), (2, 6), (1, 4)]),
        (k_fold(BISHOP, Board(6), 2), [(2, 18)]),
    ],
    ids=str,
)
def test_equal_components_are_counted_once(problem: rk.Problem, sizes: list[tuple[int, int]]) -> None:
    program = choose(replace(problem.model, goal=Satisfy()), COUNT)
    assert isinstance(program, ComponentsProgram)
    assert [(sort.copies, len(sort.selection.free)) for sort in program.sorts] == sizes
    parts = f"components: {sum(many for many, _ in sizes)} that share nothing, of {len(sizes)} sort"
    assert any(line.startswith(parts) for line in program.explain())


def test_split_components_tells_demands_apart() -> None:
    items, swap = ((0, 1, 2), (3, 4, 5)), [(3, 4, 5, 0, 1, 2)]
    no, one, other = frozenset[int](), frozenset({0}), frozenset({3})
    for demands, wholes, sorts in (
        ((2, 2), (no, no), [2]),
        ((2, 1), (no, no), [1, 1]),
        ((2, 2), (one, other), [2]),
        ((2, 2), (one, no), [1, 1]),
    ):
        chosen = Covering(6, no, frozenset(range(6)), items, demands, wholes, (), 0, 6, -1)
        parts = list(split_components(chosen, lambda: swap))
        assert [many for _, _, many in parts] == sorts
        assert [part.demands for part, _, _ in parts] == [(demand,) for demand in demands[: len(sorts)]]


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (domination(BISHOP, Board(13)), 176774400),  # OEIS A182333
        (domination(BISHOP, Board(12), "independent"), 8294400),  # OEIS A122749
        (placement(BISHOP, Board(8)), 256),  # 2^n, Yaglom
        (placement(BISHOP, Board(5), 3), 1124),  # OEIS A378590
        (domination(KNIGHT, Board(3), "total"), 0),
    ],
    ids=str,
)
@pytest.mark.parametrize("workers", [1, 2])
def test_components_published_counts(problem: rk.Problem, count: int, workers: int) -> None:
    answer = rk.solve(problem, want="count", workers=workers)
    assert (answer.complete, answer.count) == (True, count)
