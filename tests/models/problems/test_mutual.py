"""Mutual attack: published values, brute force on every backend, the referee, plain data, and what is refused."""

from typing import Any

import pytest
from oracle.case import asked as oracle
from oracle.trying import truth
from rookery_tests.command_line import rookery
from rookery_tests.family_cases import LANCE, check

import rookery as rk
from rookery.backends import Backend
from rookery.models.problems.plain import declare_plain, plain

# Queens on n x n from n = 2 on, by how many others each sees: OEIS A051754, A051755, A051756, A063724 (oeis/oeisdata).
MOST = {1: [2, 2, 4, 4, 8, 8, 10], 2: [3, 4, 6, 8, 10], 3: [4, 6, 8, 10, 12], 4: [0, 0, 8, 11, 15]}
# The same up to symmetry: A051757, A051758 (A051568 from n = 3 on), A051759 (A051570 from n = 3 on; A051569 has 304 for
# n = 6, where it is 307), A019654 (from n = 4 on, before which only the empty board is left; A051571 has 0 for n = 4
# and n = 5). A051567 is A051757 where the most are 2 floor(2n/3), and 0 elsewhere.
ORBITS = {1: [2, 7, 5, 93, 2], 2: [1, 4, 2, 1, 1], 3: [1, 2, 4, 31, 307], 4: [1, 1, 1, 1, 1]}
SMALL = [(others, n) for others, row in ORBITS.items() for n in range(2, 2 + len(row))]
SLOW = {(3, 6): pytest.mark.long, (2, 5): pytest.mark.full, (2, 6): pytest.mark.full, (4, 6): pytest.mark.full}


@pytest.mark.parametrize(("others", "n"), [(others, n) for others, row in MOST.items() for n in range(2, 2 + len(row))])
def test_the_most_queens_are_those_in_print(others: int, n: int) -> None:
    assert rk.solve(rk.mutual_attack("queen", n, others)).objective == MOST[others][n - 2]


@pytest.mark.parametrize(("others", "n"), [pytest.param(*each, marks=SLOW.get(each, ())) for each in SMALL])
@pytest.mark.part(4)
def test_the_most_queens_are_counted_as_in_print(others: int, n: int) -> None:
    answer = rk.solve(rk.mutual_attack("queen", n, others), want="count", up_to_symmetry=True)
    assert answer.complete
    assert answer.orbits == ORBITS[others][n - 2]


def test_lines_of_sight_are_what_is_in_print() -> None:
    """Through other pieces four queens are the most of three others each on 3x3, and six of them on 4x4."""
    for n, most, count in ((3, 4, 18), (4, 6, 114)):
        answer = rk.solve(rk.mutual_attack("queen", n, 3, sighted=False), want="count")
        assert (answer.objective, answer.count) == (most, count)


LARGER = [rk.Board(3, holes=[(1, 1)]), rk.Board(3), rk.Board(2, 4, torus=True)]
BOARDS = [
    rk.Board(2, 3),
    rk.Board(2, 3, torus=True),
    rk.Board(1, 5),
    *(pytest.param(each, marks=pytest.mark.full) for each in LARGER),
]
ASKED = [(rk.QUEEN, 1), (rk.ROOK, 2), (LANCE, 1), (rk.KING, 3), (rk.KNIGHT, 0)]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("sighted", [True, False])
@pytest.mark.parametrize("at_most", [False, True])
@pytest.mark.share(4)
def test_solutions_are_those_of_brute_force(
    backend: Backend[Any], board: rk.Board, at_most: bool, sighted: bool
) -> None:
    for piece, others in ASKED:
        problem = rk.mutual_attack(piece, board, others, at_most=at_most, sighted=sighted)
        told = {"each": (None,), "times": others, "closed": at_most, "through": not sighted}
        check(backend, problem, truth(oracle("mutual", [piece], board, **told)).squares)


def test_two_types_of_pieces_shield_each_other(backend: Backend[Any]) -> None:
    board = rk.Board(2, 3)
    for counts in ({rk.ROOK: 2, rk.KNIGHT: 1}, {rk.QUEEN: None, LANCE: 1}):
        problem = rk.mutual_attack(counts, board, 1)
        case = oracle("mutual", list(counts), board, each=tuple(counts.values()), times=1)
        found = rk.solve(problem, backend, "all")
        expected = {frozenset(p * len(board) + at for p, at in placed) for placed in truth(case).placements}
        assert {problem.write(each) for each in found.solutions} == expected != set()


def test_the_referee_counts_again_in_sight_and_through() -> None:
    row = {(0, 0): "rook", (0, 1): "rook", (0, 3): "rook"}
    assert rk.mutual_attack("rook", "1x4", 1).faults(row) == ["the rook on 0,1 attacks 2 others, 1 wanted"]
    assert rk.mutual_attack("rook", "1x4", 2).faults(row) == [
        f"the rook on 0,{column} attacks 1 other, 2 wanted" for column in (0, 3)
    ]
    assert rk.mutual_attack("rook", "1x4", 2, at_most=True).faults(row) == []
    assert rk.mutual_attack("rook", "1x4", 2, sighted=False).faults(row) == []
    assert rk.mutual_attack("rook", "1x4", 1, at_most=True, sighted=False).faults(row) == [
        f"the rook on 0,{column} attacks 2 others, at most 1 wanted" for column in (0, 1, 3)
    ]


def test_givens_are_kept_plain_data_lead_back_and_answers_are_certified() -> None:
    problem = rk.mutual_attack({"queen": 4}, 4, 1, at_most=True, fixed=["a4"], forbidden=[(0, 1)])
    again = declare_plain(plain(problem))
    assert (again.asked, again.model) == (problem.asked, problem.model)
    answer = rk.solve(problem, want="all")
    assert answer.solutions
    assert all(each["a4"] == rk.QUEEN and (0, 1) not in each for each in answer.solutions)
    assert rk.verify(rk.certify(problem, want="count"), problem).verified
    assert "each piece attacks exactly 3 others in its line of sight" in str(
        rk.explain(rk.mutual_attack({"queen": 2}, 2, 3))
    )


def test_a_graph_asks_for_the_most_vertices_of_a_degree() -> None:
    """A largest induced matching has two vertices of a path of four, and four of a path of five."""
    for vertices, most in ((4, 2), (5, 4)):
        path = rk.Graph([(at, at + 1) for at in range(vertices - 1)])
        assert rk.solve(rk.mutual_attack("guard", path, 1)).objective == most


def test_kings_of_a_range_have_no_line_of_sight() -> None:
    kings = rk.KING.within(2)
    assert rk.solve(rk.mutual_attack(kings, 4, 1, sighted=False)).objective == 4
    assert rk.solve(rk.colouring(kings, 5)).objective == 9
    with pytest.raises(rk.BadInput, match="have no line of sight to be blocked; ask through other pieces"):
        rk.mutual_attack(kings, 4, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--board 4", "Missing option '--attacks'"),
        ("--board 4 --attacks -1", "'-1': expected at least 0"),
        ("--board 4 --attacks 1 --count 17", "17 pieces do not fit on a 4x4 board: it has 16 squares"),
    ],
)
def test_bad_input_is_refused_in_a_line(words: str, message: str) -> None:
    result = rookery("solve", "mutual", "--piece", "queen", *words.split())
    assert result.code == 2
    assert message in result.err
