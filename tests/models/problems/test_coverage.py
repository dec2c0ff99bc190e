"""Coverage: published values, every backend against trying all, the referee, and refusals."""

import json
from itertools import combinations
from typing import Any

import pytest
from oracle.case import asked
from oracle.trying import truth
from rookery_tests.command_line import rookery
from rookery_tests.family_cases import check

import rookery as rk
from rookery.backends import Backend
from rookery.models.problems.plain import declare_plain, plain

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
    """The proven optimum, 0 without a solution."""
    answer = rk.solve(problem, "cpsat")
    assert answer.complete
    return answer.objective or 0


@pytest.mark.parametrize("n", [*range(1, 8), pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.part(4)
def test_queens_in_peace_cover_as_many_squares_as_in_print(n: int) -> None:
    found = [best(rk.coverage("queen", n, k, "independent")) for k in range(1, n + 1)]
    assert found == IN_PEACE[n]


@pytest.mark.parametrize("n", [1, 2, 3, 4, *(pytest.param(n, marks=pytest.mark.full) for n in (5, 6))])
def test_queens_cover_as_few_squares_as_in_print(n: int) -> None:
    for k, fewest in enumerate(FEWEST[n]):
        assert best(rk.coverage("queen", n, k, goal="fewest")) == fewest


@pytest.mark.parametrize(
    "n",
    [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.full), *(pytest.param(n, marks=pytest.mark.long) for n in (6, 7))],
)
def test_queens_on_a_torus_leave_as_few_squares_as_in_print(n: int) -> None:
    found = [n * n - best(rk.coverage("queen", rk.Board(n, torus=True), k)) for k in range(len(LEFT_ON_A_TORUS[n]))]
    assert found == LEFT_ON_A_TORUS[n]


LANCE = rk.Piece.from_betza("lance", "fR", symbol="L")
BOARDS = [rk.Board(1), rk.Board(1, 4), rk.Board(3), rk.Board(2, 3, torus=True), rk.Board(3, holes=[(1, 1)])]


@pytest.mark.parametrize("board", [*BOARDS, pytest.param(rk.Board(4, 3), marks=pytest.mark.full)], ids=str)
@pytest.mark.parametrize("piece", [rk.QUEEN, rk.KNIGHT, LANCE], ids=str)
@pytest.mark.parametrize("goal", ["most", "fewest"])
@pytest.mark.share(2)
def test_each_backend_finds_what_trying_all_finds(
    piece: rk.Piece, board: rk.Board, goal: str, backend: Backend[Any]
) -> None:
    for kind, count in (("plain", 2), ("independent", 1), ("independent", 2)):
        if count <= len(board):
            right = asked("coverage", [piece], board, each=(count,), kind=kind, goal=goal)
            check(backend, rk.coverage(piece, board, count, kind, goal), truth(right).squares)


MIXED = [*BOARDS[:2], *(pytest.param(each, marks=pytest.mark.full) for each in [*BOARDS[2:], rk.Board(3, 4)])]


@pytest.mark.parametrize("board", MIXED, ids=str)
def test_pieces_of_several_types_cover_what_trying_all_finds(board: rk.Board, backend: Backend[Any]) -> None:
    for kind, goal in (("plain", "most"), ("independent", "most"), ("plain", "fewest")):
        counts = {rk.ROOK: 1, LANCE: 1}
        told = asked("coverage", list(counts), board, each=(1, 1), kind=kind, goal=goal)
        right = truth(told) if len(board) > 1 else None
        if right is None:
            with pytest.raises(rk.BadInput, match="2 pieces do not fit on a 1x1 board"):
                rk.coverage(counts, board, kind=kind, goal=goal)
            continue
        answer = rk.solve(rk.coverage(counts, board, None, kind, goal), backend, "all")
        expected = {frozenset(p * len(board) + at for p, at in placed) for placed in right.placements}
        assert {answer.problem.write(each) & {*range(2 * len(board))} for each in answer.solutions} == expected


def test_one_piece_in_a_mapping_is_the_piece_with_its_count() -> None:
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
    assert (found["problem"]["title"], found["objective"]) == (mixed.title, best(mixed))
    assert declare_plain(plain(mixed)).asked == mixed.asked
    assert rk.verify(rk.certify(rk.coverage({"rook": 1, "king": 1}, 3), want="count")).verified


def test_a_board_without_squares_has_nothing_to_cover(backend: Backend[Any]) -> None:
    bare = rk.Board(1, holes=[(0, 0)])
    for problem in (
        rk.coverage("queen", bare, 0),
        rk.coverage("queen", bare, 0, goal="fewest"),
        rk.guards("queen", bare),
    ):
        answer = rk.solve(problem, backend)
        assert (answer.status, answer.objective) == ("optimal", 0)


def test_vertices_count_for_their_weights() -> None:
    star = [(0, 1), (0, 2), (3, 4)]
    graph = rk.Graph(star, weights={3: 9, 1: 2})
    near = {v: {v, *(b for a, b in star if a == v), *(a for a, b in star if b == v)} for v in range(5)}
    weights = {v: {3: 9, 1: 2}.get(v, 1) for v in range(5)}
    for k in range(1, 4):
        for goal, pick in (("most", max), ("fewest", min)):
            tried = pick(
                sum(weights[v] for v in set().union(*map(near.__getitem__, chosen)))
                for chosen in combinations(range(5), k)
            )
            assert best(rk.coverage("guard", graph, k, goal=goal)) == tried


def test_plain_data_and_titles_say_all() -> None:
    problem = rk.coverage("queen", 4, 2, "independent", "fewest")
    assert problem.title == "Fewest squares attacked or occupied by 2 non-attacking queens on a 4x4 board"
    assert declare_plain(plain(problem)).asked == problem.asked
    words = "--piece queen --count 2 --board 4 --kind independent --goal fewest --json"
    found = json.loads(rookery("solve", "coverage", *words.split()).out)
    assert found["problem"]["title"] == problem.title
    assert found["objective"] == best(problem)


def test_the_referee_counts_again() -> None:
    assert rk.coverage("rook", 3, 1).objective({(1, 1): "rook"}) == 5
    assert rk.coverage("king", 3, 1).objective({(0, 0): "king"}) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("coverage", "Missing option '--count'"),
        ("coverage --piece rook=2", "a number or n, or --piece NAME=K"),
        ("coverage --count 17", "17 pieces do not fit on a 4x4 board: it has 16 squares"),
        ("coverage --count 2 --goal least", "'least'"),
    ],
)
def test_bad_input_is_refused_in_a_line(words: str, message: str) -> None:
    result = rookery("solve", *words.split(), "--piece", "queen", "--board", "4")
    assert result.code == 2
    assert message in " ".join(result.err.split())


def test_arguments_that_are_none_are_refused() -> None:
    with pytest.raises(rk.BadInput, match="unknown goal 'least'; known are most, fewest"):
        rk.coverage("queen", 4, 2, goal="least")
    with pytest.raises(rk.BadInput, match="queen: no count; expected how many queens to place"):
        rk.coverage({"rook": 1, "queen": None}, 4)
    with pytest.raises(rk.BadInput, match="a count and a mapping with counts"):
        rk.coverage({"rook": 1}, 4, 2)
