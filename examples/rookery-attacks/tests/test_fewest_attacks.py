"""The family answers as brute force does, on every backend, and its rule and its aim are refereed."""

from itertools import combinations

import pytest
from rookery_attacks import fewest_attacks

import rookery as rk

BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
CASES = [
    (rk.QUEEN, rk.Board(3), 3),
    (rk.KNIGHT, rk.Board(3), 6),
    (rk.ROOK, rk.Board(2, 3), 4),
    (rk.KING, rk.Board(2), 0),
    (rk.KING, rk.Board(1), 1),
]


def attack(piece: rk.Piece, one: rk.Square, other: rk.Square) -> bool:
    """Whether two orthodox pieces attack each other, by the distances between them."""
    near, far = sorted((abs(one.row - other.row), abs(one.column - other.column)))
    lines = {"queen": near in (0, far), "rook": near == 0, "king": far == 1, "knight": (near, far) == (1, 2)}
    return lines[piece.name]


def numbers(piece: rk.Piece, board: rk.Board, count: int) -> list[int]:
    """How many pairs attack each other, for each placement there is."""
    placements = combinations(board, count)
    return [sum(attack(piece, *pair) for pair in combinations(squares, 2)) for squares in placements]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("piece", "board", "count"), CASES, ids=str)
def test_the_fewest_attacks_are_found_and_counted(backend: str, piece: rk.Piece, board: rk.Board, count: int) -> None:
    """The optimum, and how many placements reach it, are those of all placements there are."""
    every = numbers(piece, board, count)
    answer = rk.solve(fewest_attacks(piece, board, count), backend, want="count")
    assert (answer.objective, answer.count) == (min(every), every.count(min(every)))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_number_of_attacks_is_a_bound(backend: str) -> None:
    """As many placements are counted as have no more attacks than that."""
    every = numbers(rk.QUEEN, rk.Board(3), 3)
    for most in range(max(every) + 1):
        answer = rk.solve(fewest_attacks(rk.QUEEN, rk.Board(3), 3, most), backend, want="count")
        assert answer.count == sum(found <= most for found in every)


def test_the_referee_counts_attacks_by_itself() -> None:
    """Three queens in a row attack each other pair by pair, through the one between."""
    board = rk.Board(3)
    crowded = rk.Placement.of(rk.QUEEN, [(0, 0), (0, 1), (0, 2)], board)
    assert fewest_attacks(rk.QUEEN, board, 3).objective(crowded) == 3
    assert fewest_attacks(rk.QUEEN, board, 3, 3).faults(crowded) == []
    assert fewest_attacks(rk.QUEEN, board, 3, 2).faults(crowded) == [
        "3 pairs of pieces attack each other, at most 2 may"
    ]


@pytest.mark.parametrize(("count", "most"), [(-1, None), (1, -1)])
def test_bad_input_is_refused(count: int, most: int | None) -> None:
    """A negative number is no question."""
    with pytest.raises(rk.BadInput, match="both must be at least 0"):
        fewest_attacks(rk.QUEEN, rk.Board(3), count, most)
