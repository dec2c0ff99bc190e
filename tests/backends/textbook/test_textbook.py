"""The backend `textbook`: which algorithm it takes where none is named, its plain search by rows, what it says."""

from collections.abc import Generator
from typing import cast

import pytest
from rookery_tests import known_values

import rookery as rk
from rookery.backends import Ask, Deadline, Want, backend
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN

TEXTBOOK = backend("textbook")
QUEENS = rk.placement(QUEEN, rk.Board(5), 5)
GUARDS = rk.domination(KNIGHT, rk.Board(4))


@pytest.mark.parametrize(
    ("problem", "question", "algorithm"),
    [
        (QUEENS, {"want": "all"}, "rows"),
        (QUEENS, {"want": "count", "seed": 3}, "rows"),
        (GUARDS, {}, "astar"),
        (GUARDS, {"want": "count"}, "dp"),
        (GUARDS, {"want": "count", "seed": 1}, "exhaustive"),
        (rk.placement(KING, rk.Board(3)), {}, "dp"),
        (rk.placement(KING, rk.Board(3)), {"seed": 1}, "exhaustive"),
    ],
    ids=str,
)
def test_textbook_takes_the_first_algorithm_that_can_answer(
    problem: rk.Problem, question: dict[str, int], algorithm: str
) -> None:
    answer, right = rk.solve(problem, "textbook", **question), rk.solve(problem, **question)  # type: ignore[arg-type]
    assert answer.note.startswith(f"{algorithm}: ")
    assert (answer.complete, answer.objective, answer.count) == (True, right.objective, right.count)


@pytest.mark.parametrize("n", [6, 8])
def test_rows_tries_published_numbers_of_values(n: int) -> None:
    """Plain backtracking tries n values for each node of the tree but the last rows'; OEIS A319284 has the nodes."""
    nodes = {6: [1, 6, 20, 36, 46, 40], 8: [1, 8, 42, 140, 344, 568, 550, 312]}[n]
    answer = rk.solve(rk.placement(QUEEN, rk.Board(n), n), "textbook", "count")
    assert answer.count == known_values.values("queen.count")[n]
    assert answer.note == f"rows: {n * sum(nodes):,} values tried in {n} rows"


def test_rows_takes_thousands_of_rows() -> None:
    rows = 3000
    model = rk.Model(2 * rows, tuple(rk.Exactly(1, (2 * row, 2 * row + 1)) for row in range(rows)))
    ask = Ask(Want.ALL, options={"strategy": "rows"}, deadline=Deadline(60))
    stream = TEXTBOOK.run(TEXTBOOK.compile(model, ask), ask)
    assert [next(stream), next(stream)] == [
        frozenset(range(0, 2 * rows, 2)),
        frozenset(range(0, 2 * rows - 2, 2)) | {2 * rows - 1},
    ]
    cast("Generator[object, None, None]", stream).close()
