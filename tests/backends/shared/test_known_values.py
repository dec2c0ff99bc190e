"""Every backend against the trusted numbers of `known_values.toml`, which name their sources."""

from pathlib import Path
from typing import Any

import pytest
from rookery_tests import known_values, series

from rookery.backends import Backend, End, Status, Want, solve
from rookery.models import Board, domination, placement
from rookery.models.pieces.piece import QUEEN
from rookery.models.problems.armies import armies

pytestmark = pytest.mark.slow

ROWS = dict.fromkeys(("queen", "rook", "bishop", "king", "knight"), 4)  # up to this side; 5 has rows of thousands
ELSEWHERE = {
    "queen.lex_first": "test_replaced_programs",
    "queen.point_symmetric": "test_metamorphic",
    "queen.rot90_symmetric": "test_metamorphic",
    "queen.total_independent_sets": "below",
    "queen.border_domination": "below",
    "peaceable.queens": "test_family_values",
    "peaceable.queens_orbits16": "test_family_values",
    "peaceable.bishops": "below",
    "peaceable.kings": "below",
    "peaceable.knights": "below",
    "peaceable.rooks": "below",
    "peaceable.queens_three_armies": "below",
    "queen.unguarded": "test_family_values",
    "queen.unguarded_chessboard": "test_family_values",
    "queen.one_pawn": "test_family_values",
    "queen.one_pawn_orbits": "test_family_values",
    "queen.two_pawns_orbits": "test_family_values",
    "amazon.count": "test_family_values",
}


@pytest.mark.parametrize("name", series.LARGEST)
@pytest.mark.share(3)
@pytest.mark.part(5)
def test_answers_the_known_numbers(name: str, backend: Backend[Any]) -> None:
    expected = {n: v for n, v in known_values.values(name).items() if n <= series.largest(name, backend.name)}
    orbits = series.asks(name) == "orbits"
    want = Want.ONE if series.asks(name) == "objective" else Want.COUNT
    found = {}
    for n in expected:
        answer = solve(series.problem(name, n), backend, want, seconds=60, up_to_symmetry=orbits)
        assert (answer.complete, answer.end) == (True, End.DONE), n
        found[n] = series.number(name, answer)
    assert found == expected
    assert expected


@pytest.mark.parametrize(
    ("name", "n", "k", "count"),
    [
        (name, n, k, count)
        for name, largest in ROWS.items()
        for n, row in known_values.rows(f"{name}.k_nonattacking").items()
        for k, count in enumerate(row)
        if n <= largest
    ],
)
def test_counts_k_pieces(name: str, n: int, k: int, count: int, backend: Backend[Any]) -> None:
    answer = solve(placement(series.PIECES[name], Board(n), k), backend, "count")
    assert (answer.count, answer.complete) == (count, True)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_counts_all_peaceful_sets_of_queens(n: int, backend: Backend[Any]) -> None:
    counts = [solve(placement(QUEEN, Board(n), k), backend, "count").count for k in range(n + 1)]
    assert sum(counts) == known_values.values("queen.total_independent_sets")[n]


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "piece", "colours"),
    [*((f"{name}s", name, 2) for name in ("bishop", "king", "knight", "rook")), ("queens_three_armies", "queen", 3)],
)
def test_largest_peaceable_armies(name: str, piece: str, colours: int, n: int, backend: Backend[Any]) -> None:
    answer = solve(armies([series.PIECES[piece]] * colours, Board(n)), backend)
    assert answer.objective == known_values.values(f"peaceable.{name}")[n]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_queens_on_the_border_guard_the_board(n: int, backend: Backend[Any]) -> None:
    answer = solve(domination(QUEEN, Board(n), allowed="border"), backend)
    assert answer.objective == known_values.values("queen.border_domination")[n]


@pytest.mark.parametrize(("name", "n"), [("queen", 1), ("knight", 1), ("knight", 2), ("knight", 3)])
def test_total_domination_that_is_impossible(name: str, n: int, backend: Backend[Any]) -> None:
    """The series of total domination begin where a solution exists (OEIS A261752)."""
    answer = solve(domination(series.PIECES[name], Board(n), "total"), backend)
    assert (answer.status, answer.complete) == (Status.INFEASIBLE, True)
    assert n not in known_values.values(f"{name}.total_domination")


def test_every_series_is_asked_somewhere() -> None:
    asked = {*series.LARGEST, *(f"{name}.k_nonattacking" for name in ROWS), *ELSEWHERE}
    assert asked | set(series.UNDECLARED) == known_values.series()
    assert not asked & set(series.UNDECLARED)


def test_the_series_asked_elsewhere_are_named_there() -> None:
    for name, where in ELSEWHERE.items():
        if where != "below":
            (file,) = Path(__file__).parents[1].rglob(f"{where}.py")
            assert name.partition(".")[2] in file.read_text(encoding="utf-8"), name


def test_every_series_names_its_source() -> None:
    for entry in known_values.tables().values():
        assert entry["source"]
        assert entry["verified"] in ("computed", "read")
