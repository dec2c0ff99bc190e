"""What the toolkit was ordered for: the programs of the tutorials that it replaces."""

import json

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

BACKENDS = ("backtracking", "cpsat", "sat", "python-constraint")
COMPLETION = "solve placement --piece queen --board 8 --count 8 --fixed-file - --format board"
TABLE = ("table", "domination", "--kind", "independent")
FIRST = [0, 4, 7, 5, 2, 6, 1, 3]  # columns of the first solution of 8 queens
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # n queens, OEIS A000170
FEWEST = {  # independent domination of n x n for n = 1..10: OEIS A075324, n, A342576
    "queen": [1, 1, 1, 3, 3, 4, 4, 5, 5, 5],
    "bishop": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    "knight": [1, 4, 4, 4, 5, 8, 13, 14, 14, 16],
}
SAMPLE = b"2\n2 2\n5 3\n"  # of the online judge, AOJ ALDS1_13_A: two queens are given, one completion
COMPLETED = """......Q.
Q.......
..Q.....
.......Q
.....Q..
...Q....
.Q......
....Q...
"""


@pytest.mark.parametrize(
    "given",
    [SAMPLE, SAMPLE.replace(b"\n", b"\r\n"), SAMPLE.rstrip(), b"  2 \n\t2   2\t\n5 3  \n\n \n", b"\n2\n\n2 2\n\n5 3\n"],
    ids=["sample", "CR LF", "no last newline", "blanks", "empty lines"],
)
def test_completion_prints_what_the_judge_expects(given: bytes) -> None:
    assert rookery(*COMPLETION.split(), given=given) == (0, COMPLETED, "")


@pytest.mark.parametrize("backend", BACKENDS)
def test_completion_by_each_backend(backend: str) -> None:
    assert rookery(*COMPLETION.split(), "--backend", backend, given=SAMPLE) == (0, COMPLETED, "")
    eight = rk.placement("queen", 8, count=8, fixed=[(2, 2), (5, 3)])
    assert [str(found) for found in rk.solve(eight, backend, "all").solutions] == [COMPLETED.rstrip()]


def test_completion_of_nothing_of_all_and_of_queens_that_attack_each_other() -> None:
    first = rookery(*COMPLETION.split(), given=b"0\n")
    assert [line.index("Q") for line in first.lines] == FIRST
    whole = "".join(f"{row} {line.index('Q')}\n" for row, line in enumerate(COMPLETED.splitlines()))
    assert rookery(*COMPLETION.split(), given=f"8\n{whole}".encode()) == (0, COMPLETED, "")
    assert rookery(*COMPLETION.split(), given=b"2\n0 0\n7 7\n") == (0, "no solution\n", "")


@pytest.mark.parametrize("backend", BACKENDS)
def test_n_queens_one_all_and_count(backend: str) -> None:
    for n, count in COUNTS.items():
        queens = rk.placement("queen", n, count=n)
        one, every, counted = (rk.solve(queens, backend, want) for want in ("one", "all", "count"))
        assert (len(one.solutions), len(set(every.solutions)), counted.count) == (min(1, count), count, count)
        assert one.status == every.status == counted.status == ("satisfied" if count else "infeasible")
        assert every.complete
        assert counted.complete
        for found in every.solutions:
            assert sorted(square.column for square in found) == [*range(n)]
            assert rk.check(queens, found).accepted
    eight = rk.solve(rk.placement("queen", 8, count=8), backend, "all", up_to_symmetry=True)
    assert (eight.orbits, len(eight.solutions), eight.count) == (12, 12, 92)


def test_first_solution_is_the_one_that_is_printed() -> None:
    for command in ("solve n-queens --board 8", "solve placement --piece queen --board 8 --count 8"):
        code, out, _ = rookery(*command.split())
        assert (code, [line.index("Q") for line in out.splitlines()[:8]]) == (0, FIRST)


@pytest.mark.parametrize("n", [2, 3])
def test_no_solution(n: int) -> None:
    code, out, _ = rookery("solve", "n-queens", "--board", str(n))
    assert (code, "no solution" in out) == (0, True)
    assert json.loads(rookery("solve", "n-queens", "--board", str(n), "--json").out)["status"] == "infeasible"


def test_fewest_queens_bishops_and_knights() -> None:
    code, out, _ = rookery(*TABLE, "--board", "1..10", "--piece", "queen,bishop,knight")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0
    for piece, values in FEWEST.items():
        assert [piece, *map(str, values)] in lines
    assert "all 30 entries proven" in out


def test_fewest_pieces_with_an_example_of_the_chessboard() -> None:
    drawn = rookery(*TABLE, "--board", "8", "--piece", "queen,bishop,knight", "--show", "8").out
    assert [drawn.count(symbol) for symbol in "QBN"] == [5, 8, 14]
    for piece in FEWEST:
        problem = rk.domination(piece, 8, "independent")
        assert rk.check(problem, rk.solve(problem).solutions[0]).accepted


@pytest.mark.parametrize("kind", ["plain", "independent", "total"])
def test_full_search_astar_and_dynamic_programming_agree(kind: str) -> None:
    for n in range(1, 6):
        asked = ["solve", "domination", "--piece", "queen", "--board", str(n), "--kind", kind, "--json"]
        answers = [json.loads(rookery(*asked, "--strategy", name).out) for name in ("exhaustive", "astar", "dp")]
        auto = json.loads(rookery(*asked).out)
        right = auto["status"], auto["objective"], True
        assert [(each["status"], each["objective"], each["complete"]) for each in answers] == [right] * 3


def test_b_file() -> None:
    found = rookery(*TABLE, "--board", "1..8", "--piece", "queen", "--format", "bfile")
    lines = [line for line in found.lines if not line.startswith("#")]
    assert (found.code, lines) == (0, [f"{n} {value}" for n, value in enumerate(FEWEST["queen"][:8], start=1)])
