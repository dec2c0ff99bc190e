"""Coverage: published values, the forms of a declaration, the referee, and refusals."""

import json
from itertools import combinations

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

# OEIS A376732, rows: the most squares that k queens cover of which none attacks another; 0 where they do not fit.
# Its columns 2 to 8 are A374933, A375116, A374934, A374935, A374936, A374937 and A374938.
IN_PEACE = {
    1: [1], 2: [4, 0], 3: [9, 9, 0], 4: [12, 15, 16, 16], 5: [17, 23, 25, 25, 25], 6: [20, 30, 35, 36, 36, 36],
    7: [25, 37, 45, 49, 49, 49, 49], 8: [28, 44, 55, 62, 64, 64, 64, 64],
}  # fmt: skip
# OEIS A274947, rows from k = 0: the fewest squares that k queens attack or occupy.
FEWEST = {
    1: [0, 1],
    2: [0, 4, 4, 4, 4],
    3: [0, 7, 8, 9, 9, 9, 9, 9, 9, 9],
    4: [0, 10, 13, 14, 15, 15, 15, 16],
    5: [0, 13, 18, 20, 21, 22],
    6: [0, 16, 23, 27, 28],
}
# OEIS A279403, rows from k = 0: the fewest squares of a torus that k queens leave alone.
LEFT_ON_A_TORUS = {1: [1, 0], 2: [4, 0], 3: [9, 0], 4: [16, 4, 0], 5: [25, 8, 2, 0], 6: [36, 16, 4, 0], 7: [49, 24, 11]}


def best(problem: rk.Problem) -> int:
    """Return the proven optimum, 0 without a solution."""
    answer = rk.solve(problem)
    assert answer.complete
    return answer.objective or 0


def test_most_squares_of_peaceful_queens_are_as_published() -> None:
    for n in range(1, 9):
        assert [best(rk.coverage("queen", n, k, "independent")) for k in range(1, n + 1)] == IN_PEACE[n]


def test_fewest_squares_of_queens_are_as_published() -> None:
    for n, row in FEWEST.items():
        assert [best(rk.coverage("queen", n, k, goal="fewest")) for k in range(len(row))] == row


def test_squares_that_queens_on_a_torus_leave_are_as_published() -> None:
    for n, row in LEFT_ON_A_TORUS.items():
        board = rk.Board(n, torus=True)
        assert [n * n - best(rk.coverage("queen", board, k)) for k in range(len(row))] == row


def test_coverage_takes_a_piece_or_a_mapping() -> None:
    one, other = rk.coverage("queen", 5, 3, "independent"), rk.coverage({"queen": 3}, 5, kind="independent")
    assert (one.asked, one.model) == (other.asked, other.model)
    alone = rk.coverage({"queen": 3, "knight": 0}, 5)
    assert best(alone) == best(rk.coverage("queen", 5, 3)) == 25
    mixed = rk.coverage({"queen": 1, "knight": 2}, 5, kind="independent", fixed={"a1": "queen"})
    assert (
        mixed.title
        == "Most squares attacked or occupied by 1 non-attacking queen and 2 non-attacking knights on a 5x5 board"
    )
    words = "--piece queen=1 --piece knight=2 --board 5 --kind independent --fix a1=queen --json"
    found = json.loads(rookery("solve", "coverage", *words.split()).out)
    assert (found["title"], found["objective"]) == (mixed.title, best(mixed))


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


def test_coverage_says_all_in_its_title() -> None:
    problem = rk.coverage("queen", 4, 2, "independent", "fewest")
    assert problem.title == "Fewest squares attacked or occupied by 2 non-attacking queens on a 4x4 board"
    words = "--piece queen --count 2 --board 4 --kind independent --goal fewest --json"
    found = json.loads(rookery("solve", "coverage", *words.split()).out)
    assert found["title"] == problem.title
    assert found["objective"] == best(problem)


def test_coverage_blocks_lines_of_sight() -> None:
    row = rk.Board(1, 5)
    shielded = rk.coverage({"rook": 1, "king": 1}, row, fixed={(0, 0): "rook", (0, 1): "king"})
    assert best(shielded) == 3
    through = rk.coverage({"rook": 1, "king": 1}, row, through=True, fixed={(0, 0): "rook", (0, 1): "king"})
    assert best(through) == 5
    assert shielded.objective({(0, 0): "rook", (0, 1): "king"}) == 3
    assert rk.coverage("rook", row, 2).model == rk.coverage("rook", row, 2, through=True).model


def test_referee_counts_covered_squares() -> None:
    assert rk.coverage("rook", 3, 1).objective({(1, 1): "rook"}) == 5
    assert rk.coverage("king", 3, 1).objective({(0, 0): "king"}) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("coverage", "no count"),
        ("coverage --piece rook=2", "no count"),
        ("coverage --count 17", "do not fit"),
        ("coverage --count 2 --goal least", "'least'"),
    ],
)
def test_coverage_refuses_bad_input(words: str, message: str) -> None:
    result = rookery("solve", *words.split(), "--piece", "queen", "--board", "4")
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_coverage_refuses_bad_arguments() -> None:
    with pytest.raises(rk.BadInput, match="unknown goal 'least'; known are most, fewest"):
        rk.coverage("queen", 4, 2, goal="least")  # type: ignore[arg-type]
    with pytest.raises(rk.BadInput, match="queen: no count; expected how many queens to place"):
        rk.coverage({"rook": 1, "queen": None}, 4)
    with pytest.raises(rk.BadInput, match="count goes with one piece"):
        rk.coverage({"rook": 1}, 4, 2)
