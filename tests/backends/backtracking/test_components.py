"""Independent components: counted apart, put together exactly, whatever the bounds that tie them together."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Request, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover.components import ComponentsProgram
from rookery.backends.engine.cover.split import split_components
from rookery.backends.presolve.structure.selection import Selection, recognise_selection
from rookery.models import (
    Board,
    Model,
    Piece,
    Satisfy,
    domination,
    k_fold_domination,
    placement,
)
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN
from rookery.models.symmetry.permutations import tabulate

OWN = backend("backtracking")
DABBABA = Piece.from_betza("dabbaba", "D", symbol="D")
COUNT = Request(Want.COUNT)


def is_counted_apart(model: Model) -> bool:
    return isinstance(compile_model(replace(model, goal=Satisfy()), COUNT), ComponentsProgram)


@pytest.mark.parametrize(
    ("problem", "sizes"),
    [
        (domination(BISHOP, Board(6)), [(2, 18)]),
        (domination(BISHOP, Board(5)), [(1, 13), (1, 12)]),
        (domination(KNIGHT, Board(6), "total"), [(2, 18)]),
        (placement(BISHOP, Board(4)), [(2, 8)]),
        (domination(DABBABA, Board(4)), [(4, 4)]),
        (domination(DABBABA, Board(5)), [(1, 9), (2, 6), (1, 4)]),
        (k_fold_domination(BISHOP, Board(6), 2), [(2, 18)]),
    ],
    ids=str,
)
def test_equal_components_are_counted_once(problem: rk.Problem, sizes: list[tuple[int, int]]) -> None:
    program = compile_model(replace(problem.model, goal=Satisfy()), COUNT)
    assert isinstance(program, ComponentsProgram)
    assert [(len(sort.images), len(sort.selection.free)) for sort in program.sorts] == sizes
    parts = f"components: {sum(many for many, _ in sizes)} that share nothing, of {len(sizes)} sort"
    assert any(line.startswith(parts) for line in program.explain())


@pytest.mark.parametrize(
    "problem",
    [domination(QUEEN, Board(4)), domination(KNIGHT, Board(4)), placement(KING, Board(3)), placement(KNIGHT, Board(3))],
    ids=str,
)
def test_connected_models_have_no_components(problem: rk.Problem) -> None:
    assert not is_counted_apart(problem.model)


def test_split_components_restricts_symmetries() -> None:
    chosen = recognise_selection(domination(BISHOP, Board(4), fixed=[(0, 0)]).model)
    assert chosen is not None
    every = domination(BISHOP, Board(4)).model.symmetries
    for component in split_components(chosen, lambda: tabulate(every, 16)):
        assert len(component.images) == 1
        for permutation in component.symmetries:
            assert {permutation[v] for v in component.selection.free} == component.selection.free


def test_split_components_tells_demands_apart() -> None:
    items, swap = ((0, 1, 2), (3, 4, 5)), np.array([(3, 4, 5, 0, 1, 2)])
    no, one, other = frozenset[int](), frozenset({0}), frozenset({3})
    for demands, wholes, sorts in (
        ((2, 2), (no, no), [2]),
        ((2, 1), (no, no), [1, 1]),
        ((2, 2), (one, other), [2]),
        ((2, 2), (one, no), [1, 1]),
    ):
        chosen = Selection(6, no, frozenset(range(6)), items, demands, wholes, (), 0, 6, -1)
        parts = split_components(chosen, lambda: swap)
        assert [len(part.images) for part in parts] == sorts
        assert [part.selection.demands for part in parts] == [(demand,) for demand in demands[: len(sorts)]]


def test_split_components_tells_cliques_apart() -> None:
    both, none = ((0, 1), (2, 3)), frozenset[int]()
    chosen = Selection(4, none, frozenset(range(4)), both, (1, 1), (none, none), ((2, 3),), 0, 4, -1)
    swap = np.array([(2, 3, 0, 1)])
    assert [len(one.images) for one in split_components(chosen, lambda: swap)] == [1, 1]
    assert [len(one.images) for one in split_components(replace(chosen, cliques=both), lambda: swap)] == [2]


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


@pytest.mark.parametrize(
    "problem",
    [
        domination(BISHOP, Board(6, torus=True), "independent"),
        domination(KNIGHT, Board(7), "total"),
        domination(BISHOP, Board(6), "perfect"),
        placement(BISHOP, Board(4, 5), 4),
        k_fold_domination(BISHOP, Board(5), 3, closed=True),
    ],
    ids=str,
)
def test_components_count_as_sat(problem: rk.Problem) -> None:
    """`sat` knows nothing of components."""
    ours, theirs = (rk.solve(problem, name, "count") for name in ("backtracking", "sat"))
    assert (ours.count, ours.objective, ours.complete) == (theirs.count, theirs.objective, True)


@pytest.mark.slow
def test_components_resume_with_a_valid_bound(tmp_path: Path) -> None:
    problem = domination(KNIGHT, Board(20), "total")

    def cut(seconds: float) -> rk.Answer:
        (tmp_path / "kept").unlink(missing_ok=True)
        return rk.solve(problem, seconds=seconds, checkpoint=tmp_path / "kept")

    def go_on(seconds: float) -> rk.Answer:
        return rk.solve(problem, seconds=seconds, resume=tmp_path / "kept")

    answer = with_time_enough(cut, lambda found: found.objective is not None and found.bound is not None, 0.3)
    assert answer.objective is not None
    bound = answer.bound or 0
    assert bound <= 70 <= answer.objective  # OEIS A261752
    for _ in range(3):
        again = with_time_enough(go_on, lambda found, least=bound: (found.bound or 0) >= least, 0.5).bound or 0  # type: ignore[misc]
        assert bound <= again <= 70
        bound = again
