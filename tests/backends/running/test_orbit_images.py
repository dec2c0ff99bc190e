"""One solution of each orbit is brought into canonical form; its images are looked up."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

import rookery as rk
from rookery.backends.running.orbits import MAX_IMAGES, ImagesToMeet
from rookery.models.symmetry.permutations import find_canonical, find_least_row


@pytest.mark.parametrize(
    "board", [rk.Board(4), rk.Board(3, 5), rk.Board(4, holes=[(0, 0)]), rk.Board(3, torus=True)], ids=str
)
def test_one_solution_of_each_orbit_is_canonical(board: rk.Board) -> None:
    """All sets of one size, in random order; the torus has more symmetries than images are kept for."""
    symmetries = rk.placement("queen", board).symmetries
    for size in (0, 1, 3):
        every = [frozenset(each) for each in combinations(range(len(board)), size)]
        orbits = {find_canonical(each, symmetries) for each in every}
        met = ImagesToMeet(symmetries)
        seen = [met.meet(each) for each in Random(size).sample(every, len(every))]
        found = [tuple(sorted(each)) for each in seen if each is not None]
        assert set(found) == orbits
        assert len(found) == (len(orbits) if len(symmetries) <= MAX_IMAGES else len(every))


def test_each_solution_is_canonical_without_symmetries() -> None:
    met = ImagesToMeet(())
    assert [met.meet(frozenset(each)) for each in ((1, 2), (2, 3))] == [frozenset({1, 2}), frozenset({2, 3})]


def test_least_row_of_any_number_of_rows() -> None:
    for rows in (1, 5, 16, 17, 100):
        random = Random(rows)
        numbers = [[random.randrange(3) for _ in range(6)] for _ in range(rows)]
        assert find_least_row(np.array(numbers)) == min(map(tuple, numbers))
