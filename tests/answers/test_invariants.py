"""What must hold between answers, whatever the right numbers are."""

from collections.abc import Callable

import pytest

import rookery as rk
from rookery.models import Piece, Ride, Step

BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint")
Turn = Callable[[int, int], tuple[int, int]]
TURNS: tuple[Turn, ...] = (  # of differences; squares are turned about the middle of the board
    lambda row, column: (row, column),
    lambda row, column: (column, -row),
    lambda row, column: (-row, -column),
    lambda row, column: (-column, row),
    lambda row, column: (-row, column),
    lambda row, column: (row, -column),
    lambda row, column: (column, row),
    lambda row, column: (-column, -row),
)
SOLDIER = Piece("soldier", "S", leaps=[(-1, 0), (-1, -1)], rides=[Ride(Step(0, 1), 2)])  # without any symmetry
PIECES = [rk.QUEEN, rk.ROOK, rk.BISHOP, rk.KNIGHT, rk.KING]


def count(problem: rk.Problem, backend: str) -> tuple[int, int | None]:
    answer = rk.solve(problem, backend, "count")
    assert answer.complete
    return answer.count, answer.objective


def turn_square(square: tuple[int, int], turn: Turn, n: int) -> tuple[int, int]:
    row, column = turn(2 * square[0] - n + 1, 2 * square[1] - n + 1)
    return (row + n - 1) // 2, (column + n - 1) // 2


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("torus", [False, True], ids=["flat", "torus"])
def test_turned_questions_have_as_many_answers(torus: bool, backend: str) -> None:
    """Holes, givens and the steps of the piece are turned together."""
    answers = []
    for turn in TURNS:
        board = rk.Board(4, torus=torus, holes=[turn_square(hole, turn, 4) for hole in [(0, 1), (2, 2)]])
        piece = Piece("turned", "T", rides=[Ride(Step(*turn(*step)), reach) for step, reach in SOLDIER.rides])
        fixed = [turn_square((3, 0), turn, 4)]
        forbidden = [turn_square(square, turn, 4) for square in ((1, 1), (0, 3))]
        problems = [rk.placement(piece, board, k, fixed=fixed, forbidden=forbidden) for k in (3, None)]
        problems += [rk.domination(piece, board, kind, forbidden=forbidden) for kind in ("plain", "independent")]
        answers.append([count(problem, backend) for problem in problems])
    assert answers == answers[:1] * len(TURNS)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("piece", "board", "k"),
    [
        (rk.QUEEN, rk.Board(6), 6),
        (rk.QUEEN, rk.Board(5, 4), 3),
        (rk.KING, rk.Board(4), 4),
        (rk.ROOK, rk.Board(4, holes=[(0, 0), (2, 1)]), 3),
        (SOLDIER, rk.Board(3), 3),
    ],
    ids=str,
)
def test_fixed_squares_add_up_to_k_times_the_total(piece: Piece, board: rk.Board, k: int, backend: str) -> None:
    total, _ = count(rk.placement(piece, board, k), backend)
    squares = [list(board)[at] for at in range(0, len(board), 1 if backend == "backtracking" else 5)]
    there = [count(rk.placement(piece, board, k, fixed=[square]), backend)[0] for square in squares]
    gone = [count(rk.placement(piece, board, k, forbidden=[square]), backend)[0] for square in squares]
    assert [sum(each) for each in zip(there, gone, strict=True)] == [total] * len(squares)
    if backend == "backtracking":
        assert sum(there) == k * total > 0


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("piece", [rk.QUEEN, rk.KNIGHT, rk.BISHOP], ids=str)
def test_squares_of_a_torus_are_alike(piece: Piece, backend: str) -> None:
    board = rk.Board(3, 4, torus=True)
    assert len({count(rk.placement(piece, board, 2, fixed=[square]), backend) for square in board}) == 1


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_chain_of_domination(piece: Piece, backend: str) -> None:
    """gamma <= i <= the most that stand in peace, and gamma <= total <= 2 gamma (Cockayne, Dawes, Hedetniemi 1980)."""
    for board in (rk.Board(4), rk.Board(3, 5), rk.Board(4, holes=[(1, 1)]), rk.Board(3, 4, torus=True)):
        plain, independent, total = (
            rk.solve(rk.domination(piece, board, kind), backend).objective for kind in ("plain", "independent", "total")
        )
        most = rk.solve(rk.placement(piece, board), backend).objective
        assert plain is not None
        assert independent is not None
        assert most is not None
        assert plain <= independent <= most
        assert total is None or plain <= total <= 2 * plain


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_maximal_placements_of_symmetric_pieces_dominate_independently(piece: Piece, backend: str) -> None:
    for board in (rk.Board(4), rk.Board(4, torus=True)):
        maximal = rk.solve(rk.placement(piece, board, kind="maximal"), backend, "all")
        independent = rk.solve(rk.domination(piece, board, "independent"), backend, "all")
        assert maximal.objective == independent.objective
        assert set(maximal.solutions) == set(independent.solutions)


@pytest.mark.parametrize("backend", BACKENDS)
def test_sight_changes_nothing_for_one_type_of_piece(backend: str) -> None:
    """Of three pieces on a line the middle one is attacked anyway, and a blocker guards on along the same line."""
    for n in range(1, 6):
        sighted, plain = rk.sighted({rk.QUEEN: n}, n), rk.placement(rk.QUEEN, n, n)
        assert count(sighted, backend)[0] == count(plain, backend)[0]
    for n in range(1, 5):
        cheapest, fewest = rk.guards([rk.QUEEN], n, costs=[9]), rk.domination(rk.QUEEN, n)
        assert rk.solve(cheapest, backend).objective == 9 * (rk.solve(fewest, backend).objective or 0)
