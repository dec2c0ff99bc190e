"""The linear program of a packing, and of the covering that is its dual, by the simplex method."""

import numpy as np
from numpy.typing import NDArray

from rookery.core.deadline import check_deadline

Floats = NDArray[np.float64]
CLOSE = 1e-7
PIVOTS = 4  # times its rows and columns


def solve_program(hits: Floats, worth: Floats) -> tuple[Floats, Floats]:
    """The y >= 0 of the largest `worth @ y` with `hits @ y <= 1`, by the simplex method from y = 0, and its dual.

    The dual is the z >= 0 of the smallest sum with `z @ hits >= worth`.
    """
    rows, columns = hits.shape
    tableau = np.zeros((rows + 1, columns + rows + 1))
    tableau[:rows, :columns], tableau[:rows, -1] = hits, 1.0
    tableau[:rows, columns:-1] = np.eye(rows)
    tableau[rows, :columns] = -worth
    basis = np.arange(columns, columns + rows)
    for _ in range(PIVOTS * (rows + columns)):
        check_deadline()
        enters = int(np.argmin(tableau[rows, :-1]))
        column = tableau[:rows, enters]
        able = column > CLOSE
        if tableau[rows, enters] > -CLOSE or not able.any():
            break
        ratios = np.where(able, tableau[:rows, -1] / np.where(able, column, 1.0), np.inf)
        leaves = int(np.argmin(ratios))
        tableau[leaves] /= tableau[leaves, enters]
        others = np.arange(rows + 1) != leaves
        tableau[others] -= np.outer(tableau[others, enters], tableau[leaves])
        basis[leaves] = enters
    found = np.zeros(columns + rows)
    found[basis] = tableau[:rows, -1]
    return np.maximum(found[:columns], 0.0), np.maximum(tableau[rows, columns:-1], 0.0)
