"""What must hold between answers, whatever the right number is."""

from collections.abc import Callable
from typing import Any

import pytest
from rookery_tests import known_values, series

from rookery.backends import Backend, solve
from rookery.models import Board, Piece, Placement, Problem, Ride, Step, domination, placement
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK

pytestmark = pytest.mark.nojit

Turn = Callable[[int, int], tuple[int, int]]
TURNS: dict[str, Turn] = {  # of differences; squares are turned about the middle of the board
    "identity": lambda row, column: (row, column),
    "quarter turn": lambda row, column: (column, -row),
    "half turn": lambda row, column: (-row, -column),
    "three quarters": lambda row, column: (-column, row),
    "up and down": lambda row, column: (-row, column),
    "left and right": lambda row, column: (row, -column),
    "diagonal": lambda row, column: (column, row),
    "antidiagonal": lambda row, column: (-column, -row),
}
SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1)], rides=[Ride(Step(0, 1), 2)])


def counted(problem: Problem, backend: Backend[Any]) -> tuple[int, int | None]:
    """The number of solutions and the objective."""
    answer = solve(problem, backend, "count", seconds=60)
    assert answer.complete
    return answer.count, answer.objective


def turned(square: tuple[int, int], turn: Turn, n: int) -> tuple[int, int]:
    row, column = turn(2 * square[0] - n + 1, 2 * square[1] - n + 1)
    return (row + n - 1) // 2, (column + n - 1) // 2


@pytest.mark.slow
@pytest.mark.parametrize("piece", [QUEEN, KNIGHT, SOLDIER], ids=str)
@pytest.mark.parametrize("torus", [False, True], ids=["flat", "torus"])
@pytest.mark.share(2)
@pytest.mark.full
def test_a_turned_question_has_as_many_answers(torus: bool, piece: Piece, backend: Backend[Any]) -> None:
    """Holes, givens and the steps of the piece are turned together."""
    found = {name: _asked(piece, torus, turn, backend) for name, turn in TURNS.items()}
    assert found == dict.fromkeys(TURNS, found["identity"])


def _asked(piece: Piece, torus: bool, turn: Turn, backend: Backend[Any]) -> list[tuple[int, int | None]]:
    board = Board(4, torus=torus, holes=[turned(hole, turn, 4) for hole in [(0, 1), (2, 2)]])
    seen = Piece(piece.name, piece.symbol, rides=[Ride(Step(*turn(*step)), reach) for step, reach in piece.rides])
    fixed, forbidden = [turned((3, 0), turn, 4)], [turned((1, 1), turn, 4), turned((0, 3), turn, 4)]
    return [
        counted(placement(seen, board, 3, fixed, forbidden), backend),
        counted(placement(seen, board, None, fixed, forbidden), backend),
        counted(domination(seen, board, "plain", fixed, forbidden), backend),
        counted(domination(seen, board, "independent", forbidden=forbidden), backend),
        counted(domination(seen, board, "total", forbidden=forbidden), backend),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "board", "k"),
    [
        (QUEEN, Board(6), 6),
        (QUEEN, Board(5, 4), 3),
        (KNIGHT, Board(3, 4), 4),
        (KING, Board(4), 4),
        (ROOK, Board(4, holes=[(0, 0), (2, 1)]), 3),
        (SOLDIER, Board(3), 3),
    ],
    ids=str,
)
@pytest.mark.share(2)
@pytest.mark.part(5)
def test_fixed_squares_add_up_to_k_times_the_total(piece: Piece, board: Board, k: int, backend: Backend[Any]) -> None:
    total, _ = counted(placement(piece, board, k), backend)
    with_each = [counted(placement(piece, board, k, fixed=[square]), backend)[0] for square in board]
    without_each = [counted(placement(piece, board, k, forbidden=[square]), backend)[0] for square in board]
    assert sum(with_each) == k * total > 0
    assert [there + gone for there, gone in zip(with_each, without_each, strict=True)] == [total] * len(board)


@pytest.mark.parametrize("piece", [QUEEN, KNIGHT, BISHOP], ids=str)
def test_all_squares_of_a_torus_are_alike(piece: Piece, backend: Backend[Any]) -> None:
    board = Board(3, 4, torus=True)
    counts = {counted(placement(piece, board, 2, fixed=[square]), backend) for square in board}
    assert len(counts) == 1


@pytest.mark.parametrize("piece", [QUEEN, ROOK, BISHOP, KNIGHT, KING], ids=str)
@pytest.mark.parametrize("board", [Board(4), Board(3, 5), Board(4, holes=[(1, 1)]), Board(3, 4, torus=True)], ids=str)
def test_the_chain_of_domination(piece: Piece, board: Board, backend: Backend[Any]) -> None:
    """gamma <= i <= the most that stand in peace, and gamma <= total <= 2 gamma (Cockayne, Dawes, Hedetniemi 1980)."""
    plain, independent = (solve(domination(piece, board, kind), backend).objective for kind in ("plain", "independent"))
    most, total = solve(placement(piece, board), backend).objective, solve(domination(piece, board, "total"), backend)
    assert plain is not None
    assert independent is not None
    assert most is not None
    assert plain <= independent <= most
    assert total.objective is None or plain <= total.objective <= 2 * plain


@pytest.mark.parametrize(
    ("series_name", "turn"), [("point_symmetric", "half turn"), ("rot90_symmetric", "quarter turn")]
)
def test_symmetric_solutions_of_queens(series_name: str, turn: str, backend: Backend[Any]) -> None:
    expected = known_values.values(f"queen.{series_name}")
    for n in range(1, min(8, series.largest("queen.count", backend.name)) + 1):
        board = Board(n)
        found = solve(placement(QUEEN, board, n), backend, "all").solutions
        images = [Placement.of(QUEEN, [turned(at, TURNS[turn], n) for at in placed], board) for placed in found]
        assert sum(image == placed for image, placed in zip(images, found, strict=True)) == expected[n]
