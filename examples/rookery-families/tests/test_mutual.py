"""Mutual attack: published values, brute force on every backend, the referee, plain data, and what is refused."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from operator import eq, ge
from typing import Any

import pytest
from rookery_families import mutual

import rookery as rk

BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
Placed = Any  # pieces by their squares
# Queens on n x n from n = 2 on, by how many others each sees: OEIS A051754, A051755, A051756, A063724 (oeis/oeisdata).
MOST = {1: [2, 2, 4, 4, 8, 8, 10], 2: [3, 4, 6, 8, 10], 3: [4, 6, 8, 10, 12], 4: [0, 0, 8, 11, 15]}
# The same up to symmetry: A051757, A051758 (A051568 from n = 3 on), A051759 (A051570 from n = 3 on; A051569 has 304 for
# n = 6, where it is 307), A019654 (from n = 4 on, before which only the empty board is left; A051571 has 0 for n = 4
# and n = 5). A051567 is A051757 where the most are 2 floor(2n/3), and 0 elsewhere.
ORBITS = {1: [2, 7, 5, 93, 2], 2: [1, 4, 2, 1, 1], 3: [1, 2, 4, 31, 307], 4: [1, 1, 1, 1, 1]}
SMALL = [(others, n) for others, row in ORBITS.items() for n in range(2, 2 + len(row)) if n < 6]


@pytest.mark.parametrize(("others", "n"), [(others, n) for others, row in MOST.items() for n in range(2, 2 + len(row))])
def test_the_most_queens_are_those_in_print(others: int, n: int) -> None:
    assert rk.solve(mutual("queen", n, others)).objective == MOST[others][n - 2]


@pytest.mark.parametrize(("others", "n"), SMALL)
def test_the_most_queens_are_counted_as_in_print(others: int, n: int) -> None:
    answer = rk.solve(mutual("queen", n, others), want="count", up_to_symmetry=True)
    assert answer.complete
    assert answer.orbits == ORBITS[others][n - 2]


def test_lines_of_sight_are_what_is_in_print() -> None:
    """Through other pieces four queens are the most of three others each on 3x3, and six of them on 4x4."""
    for n, most, count in ((3, 4, 18), (4, 6, 114)):
        answer = rk.solve(mutual("queen", n, 3, through=True), want="count")
        assert (answer.objective, answer.count) == (most, count)


LANCE = rk.Piece.from_betza("lance", "fR", symbol="L")
BOARDS = [rk.Board(2, 3), rk.Board(2, 3, torus=True), rk.Board(1, 5)]
ASKED = [(rk.QUEEN, 1), (rk.ROOK, 2), (LANCE, 1), (rk.KING, 3), (rk.KNIGHT, 0)]


def seen(board: rk.Board, piece: rk.Piece, start: rk.Square, standing: Placed, sighted: bool) -> int:
    """Count the pieces that a piece sees, or attacks, walking each ride by single steps."""
    found = set()
    for step, reach in piece.rides:
        square, times = board.step(start, step), 1
        while square is not None and square != start and times <= (reach or 99):
            if square in standing:
                found.add(square)
                if sighted:
                    break
            square, times = board.step(square, step), times + 1
    return len(found)


def by_force(
    board: rk.Board, counts: dict[rk.Piece, int | None], fits: Callable[[int], bool], sighted: bool
) -> set[Placed]:
    """Find the placements with the most pieces of which each attacks a number of others that fits."""
    found = []
    for chosen in product((None, *counts), repeat=len(board)):
        standing = {square: piece for square, piece in zip(board, chosen, strict=True) if piece}
        numbers = Counter(standing.values())
        if all(numbers[piece] == count for piece, count in counts.items() if count is not None) and all(
            fits(seen(board, piece, square, standing, sighted)) for square, piece in standing.items()
        ):
            found.append(standing)
    most = max(map(len, found), default=0)
    return {frozenset(each.items()) for each in found if len(each) == most}


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("sighted", [True, False])
@pytest.mark.parametrize("at_most", [False, True])
def test_solutions_are_those_of_brute_force(board: rk.Board, at_most: bool, sighted: bool) -> None:
    for piece, others in ASKED:
        expected = by_force(board, {piece: None}, partial(ge if at_most else eq, others), sighted)
        for backend in BACKENDS:
            problem = mutual(piece, board, others, at_most=at_most, through=not sighted)
            found = rk.solve(problem, backend, "all").solutions
            assert ({frozenset(each.items()) for each in found}, len(found)) == (expected, len(expected))


@pytest.mark.parametrize("counts", [{rk.ROOK: 2, rk.KNIGHT: 1}, {rk.QUEEN: None, LANCE: 1}], ids=str)
def test_two_types_of_pieces_shield_each_other(counts: dict[rk.Piece, int | None]) -> None:
    board = rk.Board(2, 3)
    expected = by_force(board, counts, partial(eq, 1), True)
    for backend in BACKENDS:
        found = rk.solve(mutual(counts, board, 1), backend, "all").solutions
        assert {frozenset(each.items()) for each in found} == expected != set()


def test_the_referee_counts_again_in_sight_and_through() -> None:
    row = {(0, 0): "rook", (0, 1): "rook", (0, 3): "rook"}
    assert mutual("rook", "1x4", 1).faults(row) == ["the rook on 0,1 attacks 2 others, 1 required"]
    assert mutual("rook", "1x4", 2).faults(row) == [
        f"the rook on 0,{column} attacks 1 other, 2 required" for column in (0, 3)
    ]
    assert mutual("rook", "1x4", 2, at_most=True).faults(row) == []
    assert mutual("rook", "1x4", 2, through=True).faults(row) == []
    assert mutual("rook", "1x4", 1, at_most=True, through=True).faults(row) == [
        f"the rook on 0,{column} attacks 2 others, at most 1 required" for column in (0, 1, 3)
    ]


def test_givens_are_kept_plain_data_lead_back_and_answers_are_certified() -> None:
    problem = mutual({"queen": 4}, 4, 1, at_most=True, fixed=["a4"], forbidden=[(0, 1)])
    again = rk.declare(problem.asked or {})
    assert (again, again.asked, again.model) == (problem, problem.asked, problem.model)
    answer = rk.solve(problem, want="all")
    assert answer.solutions
    assert all(each["a4"] == rk.QUEEN and (0, 1) not in each for each in answer.solutions)
    assert rk.verify(rk.certify(problem, want="count"), problem).verified
    assert "each piece attacks exactly 3 others in its line of sight" in str(rk.explain(mutual({"queen": 2}, 2, 3)))


def test_a_graph_asks_for_the_most_vertices_of_a_degree() -> None:
    """A largest induced matching has two vertices of a path of four, and four of a path of five."""
    for vertices, most in ((4, 2), (5, 4)):
        path = rk.Graph([(at, at + 1) for at in range(vertices - 1)])
        assert rk.solve(mutual("guard", path, 1)).objective == most


def test_bad_input_is_refused() -> None:
    with pytest.raises(rk.BadInput, match="attacks -1: expected at least 0"):
        mutual("queen", 4, -1)
    with pytest.raises(rk.BadInput, match="17 pieces do not fit on a 4x4 board: it has 16 squares"):
        mutual({"queen": 17}, 4, 1)
