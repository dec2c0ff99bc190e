"""What prunes must not take away: coverings made so that every bound is tight, boards with known counts, tiny cases."""

from functools import cache
from itertools import combinations
from random import Random

import pytest
from rookery_tests.coverings import Sets, covering, coverings, is_covering, refuted, searched, symmetric
from rookery_tests.models import tight

import rookery as rk
from rookery import domination
from rookery.backends import Want
from rookery.backends.contract import Solution
from rookery.backends.engine.cover.tables import make_cover
from rookery.backends.presolve.covering import read_covering
from rookery.models import AtLeast, Board, Model
from rookery.models.pieces.piece import KNIGHT, QUEEN, WAZIR


@cache
def make_instances() -> list[tuple[Sets, Sets, int, set[Solution]]]:
    """Coverings with the fewest candidates that suffice: 2 to 5, or one more; and all ways, by trying everything."""
    made = []
    for seed in range(12):
        random = Random(seed)
        pieces = 2 + seed % 4
        hits, rivals = tight(random, random.choice((12, 20, 31, 45)), (40, 30, 24, 18)[pieces - 2], pieces)
        for size in range(1, pieces + 2):
            if ways := coverings(hits, rivals, size):
                made.append((hits, rivals, size, ways))
                break
    return made


@pytest.mark.parametrize("without", ["", "dual", "gains"])
def test_prunes_keep_tight_coverings(without: str) -> None:
    for hits, rivals, size, expected in make_instances():
        model = covering(hits, rivals, size)
        assert searched(model, Want.ALL, without)[0] == expected
        assert searched(model, Want.COUNT, without)[1].count() == len(expected)


def test_prunes_keep_the_fewest_and_refute_fewer() -> None:
    for hits, rivals, size, _ in make_instances():
        model = covering(hits, rivals)
        assert [refuted(model, few).found for few in range(size + 1)] == [False] * size + [True]
        assert all(refuted(model, few).counted().cut for few in range(size))


def test_prunes_keep_symmetric_coverings() -> None:
    """Squares that hit the same, or exclude each other, are where a symmetry may keep one thing and not another."""
    some = 0
    for seed in range(12):
        hits, rivals, group = symmetric(Random(seed), 3)
        for size in range(1, 5):
            for exactly in (False, True):
                expected = coverings(hits, rivals, size, fewer=not exactly)
                model = covering(hits, rivals, size, exactly, group)
                if expected and is_covering(model):
                    some += 1
                    assert searched(model, Want.ALL)[0] == expected
                    assert searched(model, Want.COUNT)[1].counted().solutions == len(expected)
    assert some > 10


def test_symmetries_without_a_group_count_nothing_twice() -> None:
    """The identity and a turn by a right angle, without the other turns."""
    some = 0
    for seed in range(40):
        hits, rivals, group = symmetric(Random(seed), 3)
        expected = coverings(hits, rivals, 3, fewer=True)
        model = covering(hits, rivals, 3, group=group[:2])
        if expected and is_covering(model):
            some += 1
            assert searched(model, Want.ALL)[0] == expected
            assert searched(model, Want.COUNT)[1].counted().solutions == len(expected)
    assert some > 20


def test_make_cover_drops_symmetries_that_move_items_away() -> None:
    chosen = read_covering(Model(4, (AtLeast(1, (0, 1)), AtLeast(1, (2, 3)), AtLeast(1, (0, 2)))))
    assert chosen is not None
    swaps = {(1, 0, 2, 3): 0, (1, 0, 3, 2): 0, (2, 3, 0, 1): 1}
    assert {swap: len(make_cover(chosen, range(4), [swap]).symmetries.candidates) for swap in swaps} == swaps


BOARDS = {
    "queens 5x5": (domination(QUEEN, Board(5)), 3, 186),  # OEIS A002564, as the next two
    "queens 6x6": (domination(QUEEN, Board(6)), 3, 4),
    "queens 7x7": (domination(QUEEN, Board(7)), 4, 86),
    "queens 7x7 in peace": (domination(QUEEN, Board(7), "independent"), 4, 8),  # OEIS A002568
    "knights 5x5": (domination(KNIGHT, Board(5)), 5, 47),  # OEIS A103315, as the next two
    "knights 6x6": (domination(KNIGHT, Board(6)), 8, 127),
    "knights 7x7": (domination(KNIGHT, Board(7)), 10, 10),
    "wazirs 5x5": (domination(WAZIR, Board(5)), 7, 22),  # known_values.toml, computed by a program of its own
}


@pytest.mark.parametrize(("problem", "few", "count"), BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("without", ["", "symmetry"])
def test_prunes_keep_published_counts(problem: rk.Problem, few: int, count: int, without: str) -> None:
    model = problem.model.at_optimum(few)
    assert len(searched(model, Want.ALL, without)[0]) == count
    assert searched(model, Want.COUNT, without)[1].counted().solutions == count
    assert not refuted(problem.model, few - 1, without).found


def test_rivals_are_never_chosen_together() -> None:
    """Two candidates hit all items, or three do: rows or columns of 3x3 items."""
    two = [frozenset({0, 1, 2}), frozenset({3, 4, 5}), frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})]
    three = [*(frozenset(range(row, row + 3)) for row in (0, 3, 6)), *(frozenset(range(c, 9, 3)) for c in range(3))]
    for hits, pairs, few in ((two, [(0, 1)], 2), (three, [*combinations(range(6), 2)], 3)):
        assert refuted(covering(hits, []), few).found
        assert not refuted(covering(hits, [frozenset(pair) for pair in pairs]), few).found
