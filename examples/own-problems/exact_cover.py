"""An exact cover: the ways to tile a 4x6 rectangle with dominoes (281 of them, OEIS A005178).

One variable for each place of a domino; each cell is covered exactly once.
"""

import rookery as rk

ROWS, COLUMNS = 4, 6
CELLS = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
PLACES = [
    (cell, other) for cell in CELLS for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])) if other in CELLS
]


def model() -> rk.Model:
    """Each cell lies under exactly one chosen domino: a choice with a name, one finite-domain variable."""
    covered = [
        rk.Exactly(1, [number for number, place in enumerate(PLACES) if cell in place], choice=f"cell {cell}")
        for cell in CELLS
    ]
    return rk.Model(len(PLACES), covered, name=lambda number: "{}-{}".format(*PLACES[number]))


if __name__ == "__main__":
    for backend in rk.list_backends():
        answer = rk.solve_model(model(), backend, want="count")
        print(f"{backend}: {answer.count} tilings, {answer.run.times.total:.3f} s")
    print("one of them:", *rk.solve_model(model()).names()[0])
