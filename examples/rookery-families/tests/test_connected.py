"""Connected domination: published values, brute force on every backend, and the referee."""

from itertools import combinations

import pytest
from rookery_families import connected

import rookery as rk

BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
LANCE = rk.Piece.from_betza("lance", "fR", symbol="L")
BOARDS = [rk.Board(3), rk.Board(2, 4), rk.Board(3, holes=[(1, 1)]), rk.Board(2, 3, torus=True)]


def by_force(problem: rk.Problem) -> tuple[int | None, int]:
    """Find the size of the smallest sets that guard a board and are connected, and their number."""
    piece, board = problem.pieces[0], problem.board
    hits = [{board.index(there) for way in board.walk(piece, square) for there in way} for square in board]
    links = [{other for other, back in enumerate(hits) if at in back} | hits[at] for at in range(len(board))]
    for size in range(1, len(board) + 1):
        found = 0
        for some in combinations(range(len(board)), size):
            joined, waiting = {some[0]}, [some[0]]
            while waiting:
                fresh = links[waiting.pop()].intersection(some) - joined
                joined |= fresh
                waiting += fresh
            guarded = set(some).union(*(hits[at] for at in some))
            found += len(joined) == size and len(guarded) == len(board)
        if found:
            return size, found
    return None, 0


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("piece", [rk.QUEEN, rk.KING, rk.KNIGHT, rk.BISHOP, LANCE], ids=str)
def test_the_smallest_sets_are_those_of_brute_force(piece: rk.Piece, board: rk.Board) -> None:
    problem = connected(piece, board)
    for backend in BACKENDS:
        answer = rk.solve(problem, backend, "count")
        assert (answer.objective, answer.count or 0) == by_force(problem)


@pytest.mark.parametrize(("piece", "fewest"), [("king", [1, 1, 1, 4, 5, 8]), ("queen", [1, 1, 1, 2, 3, 4])])
def test_the_fewest_on_small_boards(piece: str, fewest: list[int]) -> None:
    """Queens: OEIS A381091."""
    assert [rk.solve(connected(piece, n)).objective for n in range(1, 1 + len(fewest))] == fewest


def test_graphs_and_their_weights() -> None:
    path = rk.Graph([(at, at + 1) for at in range(9)])
    star = rk.Graph([("hub", at) for at in "abc"])
    assert rk.solve(connected("guard", path)).objective == 8
    assert rk.solve(connected("guard", star)).objective == 1
    assert rk.solve(connected("guard", rk.Graph([("a", "b"), ("c", "d")]))).status == "infeasible"
    edges = [("a", "b"), ("b", "c"), ("c", "d"), *(("hub", each) for each in "abcd")]
    dear = connected("guard", rk.Graph(edges, weights={"hub": 9}))  # the hub alone costs 9, b and c cost 2
    assert rk.solve(dear, "sat").objective == 2


def test_givens_are_kept_and_plain_data_lead_back() -> None:
    problem = connected("rook", "3x5", fixed=["b2"], forbidden=["c3"])
    again = rk.declare(problem.asked or {})
    assert (again, again.asked, again.model) == (problem, problem.asked, problem.model)
    best = rk.solve(problem).best
    assert best is not None
    assert (1, 1) in best
    assert (0, 2) not in best


def test_the_referee_finds_what_is_not_connected() -> None:
    problem = connected("king", "1x3")
    assert problem.faults({(0, 0): "king", (0, 2): "king"}) == ["the king on 0,2 is not connected to the others"]
    assert problem.faults({(0, 1): "king"}) == []


def test_hints_name_what_is_not_connected() -> None:
    """Of sets in two parts a walk never says that they solve the problem."""
    walk = rk.walk_through(connected("king", "1x4"), {"a1": "king", "d1": "king"})
    assert not walk.complete
    assert walk.hints[0].mistake.startswith("A mistake: with kings on a1 and d1 there is no solution: from each piece")
    assert rk.walk_through(connected("king", "1x4"), {"b1": "king", "c1": "king"}).complete
