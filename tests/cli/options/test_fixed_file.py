"""Completion in the format of the online judge, AOJ ALDS1_13_A: exact output, and the line of what is malformed."""

from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

JUDGE = (
    "solve",
    "placement",
    "--piece",
    "queen",
    "--board",
    "8",
    "--count",
    "8",
    "--fixed-file",
    "-",
    "--format",
    "board",
)

# The sample of the problem itself: two queens given, one completion.
SAMPLE = b"2\n2 2\n5 3\n"
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
    [
        SAMPLE,
        b"2\r\n2 2\r\n5 3\r\n",
        b"2\n2 2\n5 3",
        b"  2 \n\t2   2\t\n5 3  \n\n \n",
        b"\n2\n\n2 2\n\n5 3\n",
        b"\xef\xbb\xbf2\n2 2\n5 3\n",
        b"02\n2 02\n5 3\n",
    ],
    ids=["sample", "CR LF", "no last newline", "blanks", "empty lines", "byte order mark", "leading zeros"],
)
def test_the_sample_of_the_judge_is_completed(given: bytes) -> None:
    assert rookery(*JUDGE, given=given) == (0, COMPLETED, "")


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_each_backend_completes_the_sample(backend: str) -> None:
    assert rookery(*JUDGE, "--backend", backend, given=SAMPLE) == (0, COMPLETED, "")


def test_nothing_fixed_gives_the_first_board() -> None:
    code, out, _ = rookery(*JUDGE, given=b"0\n")
    assert code == 0
    assert [line.index("Q") for line in out.splitlines()] == [0, 4, 7, 5, 2, 6, 1, 3]


def test_a_whole_solution_may_be_given() -> None:
    rows = [f"{row} {line.index('Q')}" for row, line in enumerate(COMPLETED.splitlines())]
    assert rookery(*JUDGE, given="\n".join(["8", *rows]).encode()).out == COMPLETED


def test_queens_that_attack_each_other_have_no_solution() -> None:
    assert rookery(*JUDGE, given=b"2\n0 0\n7 7\n") == (0, "no solution\n", "")


def test_a_file_and_options_are_taken_together(tmp_path: Path) -> None:
    file = tmp_path / "fixed.txt"
    file.write_bytes(b"1\n2 2\n")
    arguments = [str(file) if argument == "-" else argument for argument in JUDGE]
    assert rookery(*arguments, "--fix", "5,3").out == COMPLETED
    assert "square 2,2 is fixed twice" in rookery(*arguments, "--fix", "2,2").err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"", "line 1: expected one number, how many squares follow"),
        (b"\n\n", "line 1: expected one number"),
        (b"two\n0 0\n", "line 1: 'two' is not a whole number"),
        (b"2 2\n0 0\n", "line 1: expected one number"),
        (b"-1\n", "line 1: '-1' is not a whole number of at least 0"),
        (b"2\n0 0\n", "line 3: the input ends after 1 of 2 squares"),
        (b"2\n", "line 2: the input ends after 0 of 2 squares"),
        (b"1\n0 0\n1 5\n", "line 3: more squares than the 1 that line 1 says"),
        (b"0\n0 0\n", "line 2: more squares than the 0"),
        (b"2\n0 0\n1 8\n", "line 3: square 1,8 lies off the board of 8x8; rows and columns start at 0"),
        (b"2\n0 0\n\n1 -8\n", "line 4: '-8' is not a whole number"),
        (b"1\n0 b\n", "line 2: 'b' is not a whole number"),
        (b"1\n0 1.5\n", "line 2: '1.5' is not a whole number"),
        (b"1\n0\n", "line 2: expected two numbers, row and column, found 1"),
        (b"1\n0 1 2\n", "line 2: expected two numbers, row and column, found 3"),
        (b"2\n0 0\n0 0\n", "line 3: square 0,0 is given twice, first in line 2"),
        (b"1\n\xff\xfe 0\n", "line 2: "),
        (b"1\n" + b"9" * 5000 + b" 0\n", "line 2: "),
        ("1\n\u0661 0\n".encode(), "line 2: "),
    ],
)
def test_malformed_input_names_its_line(given: bytes, message: str) -> None:
    code, out, err = rookery(*JUDGE, given=given)
    assert (code, out) == (2, "")
    assert err.startswith(f"rookery: standard input, {message}")
    assert err.count("\n") == 1
    assert len(err) < 200
