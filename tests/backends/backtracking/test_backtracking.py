"""Our own backend: which search a model gets, the order of its answers, seeds, slices and deadlines."""

import pytest
from rookery_tests.streams import Split, run_program

import rookery as rk
from rookery.backends import Ask, Want, backend
from rookery.backends.presolve.covering import read_covering
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.backends.presolve.structure.symmetries import find_images
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN

ALL = Ask(Want.ALL)


def queens(n: int, **givens: object) -> rk.Problem:
    return rk.placement(QUEEN, rk.Board(n), count=n, **givens)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "model",
    [
        rk.Model(3, (rk.AtLeast(1, (0, ~1)),)),
        rk.Model(3, (rk.AtMost(2, (0, 1, 2)), rk.AtMost(1, (0, 1))), rk.Minimize((0, 1, 2), (1, 2, 3))),
        rk.Model(4, (rk.AtMost(2, (0, 1, 2)),)),
        rk.Model(4, (rk.Exactly(2, (0, 1, 2)),)),
        rk.Model(4, (rk.Linear((2, 2, 1), (0, 1, 2), lower=2),)),
        rk.Model(3, (rk.Linear((1, 1), (0, 1), upper=1),)),
        rk.Model(3, (), rk.Maximize((0, 1))),
    ],
    ids=str,
)
def test_recognise_selection_rejects_other_models(model: rk.Model) -> None:
    assert read_covering(model) is None


def test_recognise_rows_needs_items_that_rows_imply() -> None:
    # Rows {0,1} and {2,3}, and an item {1,2} that hitting both rows does not hit.
    model = rk.Model(4, (rk.Exactly(1, (0, 1)), rk.Exactly(1, (2, 3)), rk.AtLeast(1, (1, 2))))
    chosen = read_covering(model)
    assert chosen is not None
    assert recognise_rows(chosen) is None
    assert solutions(model) == {frozenset(s) for s in ({0, 2}, {1, 2}, {1, 3})}


def solutions(model: rk.Model, **ask: object) -> set[frozenset[int]]:
    own = backend("backtracking")
    asked = Ask(**{"want": Want.ALL, **ask})  # type: ignore[arg-type]
    found = list(Split(run_program(own, own.compile(model, asked), asked)))
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(
    "problem",
    [
        rk.placement(KING, rk.Board(3, 4), count=3),
        rk.placement(QUEEN, rk.Board(5, 4), count=4),
        rk.placement(KNIGHT, rk.Board(3), count=4, forbidden=[(0, 1)]),
        rk.placement(QUEEN, rk.Board(4, holes=[(1, 1), (0, 0)]), count=4),
    ],
    ids=str,
)
def test_first_solution_is_the_least_of_all(problem: rk.Problem) -> None:
    every = rk.solve(problem, want="all").solutions
    assert rk.solve(problem).solutions == (min(every, key=lambda placement: list(placement)),)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seed_changes_the_order_only(seed: int) -> None:
    assert solutions(queens(7).model, seed=seed) == solutions(queens(7).model)
    problem = rk.domination(QUEEN, rk.Board(6))
    assert rk.solve(problem, want="all", seed=seed).count == 4  # OEIS A002564
    seeded = [next(rk.solutions(queens(9), seed=s)) for s in (0, seed)]
    assert seeded[0] != seeded[1]


def test_recognise_selection_of_larger_demands() -> None:
    model = rk.Model(4, (rk.AtLeast(2, (0, 1, 2)), rk.Linear((2, 1, 1), (3, 0, 2), lower=2)))
    chosen = read_covering(model)
    assert chosen is not None
    assert (chosen.demands, chosen.wholes) == ((2, 2), (frozenset(), frozenset({3})))
    assert solutions(model) == {
        frozenset(s) for s in ({0, 2}, {0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}, {0, 1, 2, 3})
    }


def test_find_images_needs_a_group() -> None:
    turn = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert len(find_images(rk.Model(4, (), symmetries=turn))) == 3
    assert len(find_images(rk.Model(4, (), symmetries=turn[:2]))) == 0  # no group
    assert len(find_images(rk.Model(4, (), symmetries=turn[:1]))) == 0
    assert len(find_images(rk.Model(4, ()))) == 0
    assert find_images(rk.Model(0, (), symmetries=[()])).shape == (0, 0)
    shifts = [tuple((v + by) % 80 for v in range(80)) for by in range(80)]
    assert len(find_images(rk.Model(80, (), symmetries=shifts))) == 0  # the first few are none, and all are too many
