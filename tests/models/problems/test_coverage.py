"""Coverage and guards: published values, weights of vertices, lines of sight, and symmetries."""

from itertools import combinations

import rookery as rk

# OEIS A376732, rows from k = 1: the most squares that k queens cover of which none attacks another; 0 where they do
# not fit.
IN_PEACE = {
    1: [1], 2: [4, 0], 3: [9, 9, 0], 4: [12, 15, 16, 16], 5: [17, 23, 25, 25, 25], 6: [20, 30, 35, 36, 36, 36],
    7: [25, 37, 45, 49, 49, 49, 49], 8: [28, 44, 55, 62, 64, 64, 64, 64],
}  # fmt: skip
# OEIS A274947, rows from k = 0: the fewest squares that k queens attack or occupy.
FEWEST = {
    3: [0, 7, 8, 9, 9, 9, 9, 9, 9, 9], 4: [0, 10, 13, 14, 15, 15, 15, 16], 5: [0, 13, 18, 20, 21, 22],
    6: [0, 16, 23, 27, 28],
}  # fmt: skip
# OEIS A279403, rows from k = 0: the fewest squares of a torus that k queens leave alone.
LEFT_ON_A_TORUS = {4: [16, 4, 0], 5: [25, 8, 2, 0], 6: [36, 16, 4, 0], 7: [49, 24, 11]}


def best(problem: rk.Problem) -> int:
    """Return the proven optimum, 0 without a solution."""
    answer = rk.solve(problem)
    assert answer.complete
    return answer.objective or 0


def test_covered_squares_are_as_published() -> None:
    for n, row in IN_PEACE.items():
        assert [best(rk.coverage("queen", n, k, "independent")) for k in range(1, n + 1)] == row
    for n, row in FEWEST.items():
        assert [best(rk.coverage("queen", n, k, goal="fewest")) for k in range(len(row))] == row
    for n, row in LEFT_ON_A_TORUS.items():
        board = rk.Board(n, torus=True)
        assert [n * n - best(rk.coverage("queen", board, k)) for k in range(len(row))] == row


def test_coverage_counts_the_weights_of_vertices() -> None:
    star = [(0, 1), (0, 2), (3, 4)]
    graph = rk.Graph(star, weights={3: 9, 1: 2})
    near = {v: {v, *(b for a, b in star if a == v), *(a for a, b in star if b == v)} for v in range(5)}
    weights = {v: {3: 9, 1: 2}.get(v, 1) for v in range(5)}
    for k in range(1, 4):
        tried = [
            sum(weights[v] for v in set().union(*map(near.__getitem__, chosen))) for chosen in combinations(range(5), k)
        ]
        assert best(rk.coverage("guard", graph, k)) == max(tried)
        assert best(rk.coverage("guard", graph, k, goal="fewest")) == min(tried)


def test_coverage_blocks_lines_of_sight() -> None:
    row = rk.Board(1, 5)
    placed = {(0, 0): "rook", (0, 1): "king"}
    for through, covered in ((False, 3), (True, 5)):
        problem = rk.coverage({"rook": 1, "king": 1}, row, through=through, fixed=placed)
        assert best(problem) == problem.objective(placed) == covered
    assert rk.coverage("rook", row, 2).model == rk.coverage("rook", row, 2, through=True).model


def test_guards_of_one_type_have_the_symmetries_of_their_attacks() -> None:
    """A guard that shields another one of its type continues the same ride, unless the board turns its steps.

    `rhC2` rides left on this torus by riding right twice: in sight that is another ride, and 6 orbits were counted,
    where the 48 sets fall into 3, as those of rooks do. On the strip fewer sets guard in sight.
    """
    for problem in (
        rk.domination("rook", "3:torus"),
        rk.guards("rhC2", "3:torus"),
        rk.guards("rhC2", "3:torus", through=True),
        rk.guards({"rhC2": 3}, "3:torus"),
        rk.guards("rhC2", "3:torus", costs=[5]),
    ):
        found = rk.solve(problem, want="count", up_to_symmetry=True)
        assert (found.count, found.orbits) == (48, 3)
