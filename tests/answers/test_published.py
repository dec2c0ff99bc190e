"""Every backend against the published numbers of `known_values.toml`, which name their sources."""

from pathlib import Path
from random import Random

import pytest
from rookery_tests import known_values, series

import rookery as rk
from rookery.backends import Want
from rookery.models import Placement
from rookery.models.pieces.piece import QUEEN

ROWS = {"queen": 4, "rook": 4, "bishop": 4, "king": 4, "knight": 4}  # sides of boards; for 5 they hold thousands
FIRST = known_values.rows("queen.lex_first")  # columns from 1, OEIS A141843
GRAPHS = Path(__file__).parents[1] / "data" / "graphs"
ELSEWHERE = {"queen.total_independent_sets", "queen.point_symmetric", "queen.rot90_symmetric", "queen.lex_first"}


def check_series(name: str, backend: str, less: int = 0) -> None:
    """Compare all boards that the backend answers within half a second, but for the `less` largest ones."""
    largest = max(3, min(known_values.values(name)), series.largest(name, backend) - less)
    asked = series.asks(name)
    want, orbits = (Want.ONE if asked == "objective" else Want.COUNT), asked == "orbits"
    expected = {n: value for n, value in known_values.values(name).items() if n <= largest}
    assert expected
    for n, value in expected.items():
        answer = rk.solve(series.problem(name, n), backend, want, up_to_symmetry=orbits)
        assert (answer.complete, series.number(name, answer)) == (True, value), (name, n)


@pytest.mark.parametrize("name", series.LARGEST)
def test_published_series(name: str) -> None:
    """Ask one of the four backends for smaller boards than `test_all_published_series`."""
    check_series(name, Random(name).choice(series.BACKENDS), less=2)


@pytest.mark.slow
@pytest.mark.parametrize("backend", series.BACKENDS)
@pytest.mark.parametrize("name", series.LARGEST)
def test_all_published_series(name: str, backend: str) -> None:
    check_series(name, backend, less=0 if backend == "backtracking" else 1)


@pytest.mark.parametrize("backend", series.BACKENDS)
@pytest.mark.parametrize("piece", ROWS)
def test_published_counts_of_k_pieces(piece: str, backend: str) -> None:
    for n, row in known_values.rows(f"{piece}.k_nonattacking").items():
        if n <= ROWS[piece]:
            found = [rk.solve(rk.placement(piece, n, k), backend, "count").count for k in range(len(row))]
            assert found == row, n


def test_published_counts_of_peaceful_sets() -> None:
    for n in range(1, 5):
        counts = [rk.solve(rk.placement("queen", n, k), want="count").count for k in range(n + 1)]
        assert sum(counts) == known_values.values("queen.total_independent_sets")[n]


def test_published_symmetric_solutions() -> None:
    for n in range(1, 9):
        board = rk.Board(n)
        found = rk.solve(rk.placement("queen", board, n), want="all").solutions
        quarters = [Placement.of(QUEEN, [(c, n - 1 - r) for r, c in placed], board) for placed in found]
        halves = [Placement.of(QUEEN, [(n - 1 - r, n - 1 - c) for r, c in placed], board) for placed in found]
        for name, images in (("rot90", quarters), ("point", halves)):
            symmetric = sum(image == placed for image, placed in zip(images, found, strict=True))
            assert symmetric == known_values.values(f"queen.{name}_symmetric")[n]


@pytest.mark.parametrize("backend", series.BACKENDS)
def test_published_first_solutions(backend: str) -> None:
    for n in range(4, 9):
        found = rk.first(rk.placement("queen", n, n), backend).solutions[0]
        assert [square.column + 1 for square in found] == FIRST[n]


def test_backtracking_meets_the_first_solution_first() -> None:
    for n, expected in FIRST.items():
        found = rk.solve(rk.placement("queen", n, n), "backtracking").solutions[0]
        assert [square.column + 1 for square in found] == expected


def test_unguarded_squares_of_the_chessboard() -> None:
    [left] = known_values.rows("queen.unguarded_chessboard").values()
    for k, expected in enumerate(left[:12]):
        assert rk.solve(rk.coverage("queen", 8, k, goal="fewest")).objective == 64 - expected


# Each optimum was proven by `sat` (PySAT, CaDiCaL) and by `cpsat` (OR-Tools) with all reductions off.
@pytest.mark.parametrize(("name", "objective"), [("disconnected", 36), ("roads", 87), ("sparse", 41)])
def test_domination_of_graphs(name: str, objective: int) -> None:
    problem = rk.domination("guard", rk.read_graph(GRAPHS / f"{name}.gr"))
    for backend in ("backtracking", "auto", "sat", "cpsat"):
        answer = rk.solve(problem, backend)
        assert (answer.status, answer.objective, answer.bound) == ("optimal", objective, objective), backend
    assert rk.solve(problem, "sat", options={"lowering": "off"}).objective == objective


def test_every_series_is_asked_and_names_its_source() -> None:
    rows = {f"{piece}.k_nonattacking" for piece in ROWS} | {"queen.unguarded_chessboard"}
    assert {*series.LARGEST, *rows, *ELSEWHERE, *series.UNDECLARED} == known_values.series()
    for entry in known_values.tables().values():
        assert entry["source"]
        assert entry["verified"] in ("computed", "read")
