"""Each orbit of solutions is brought into canonical form once: the images that follow are looked up."""

from itertools import combinations
from random import Random

import pytest

import rookery as rk
from rookery.backends.running.orbits import MAX_IMAGES, ImagesToMeet
from rookery.models.symmetry.permutations import find_canonical, find_least_row

BOARDS = {
    "square": rk.Board(4),
    "oblong": rk.Board(3, 5),
    "with a hole": rk.Board(4, holes=[(0, 0)]),
    "one square": rk.Board(1),
    "torus of 72 symmetries": rk.Board(3, torus=True),
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("size", [0, 1, 3])
def test_one_of_each_orbit_is_canonical_and_the_others_are_images(board: rk.Board, size: int) -> None:
    """Of all sets of one size, in any order."""
    symmetries = rk.placement(rk.QUEEN, board).symmetries
    every = [frozenset(each) for each in combinations(range(len(board)), size)]
    orbits = {find_canonical(each, symmetries) for each in every}
    for seed in range(3):
        met = ImagesToMeet(symmetries)
        said = [met.meet(each) for each in Random(seed).sample(every, len(every))]
        found = [tuple(sorted(each)) for each in said if each is not None]
        assert set(found) == orbits
        assert len(found) == (len(orbits) if len(symmetries) <= MAX_IMAGES else len(every))
        assert not met._waiting  # all that were to come have come


def test_without_symmetries_each_is_its_own_form() -> None:
    met = ImagesToMeet(())
    assert [met.meet(frozenset(each)) for each in ((1, 2), (2, 3))] == [frozenset({1, 2}), frozenset({2, 3})]


@pytest.mark.parametrize("rows", [1, 5, 16, 17, 100])
def test_the_least_of_any_number_of_rows(rows: int) -> None:
    import numpy as np

    random = Random(rows)
    numbers = [[random.randrange(3) for _ in range(6)] for _ in range(rows)]
    assert find_least_row(np.array(numbers)) == min(map(tuple, numbers))
