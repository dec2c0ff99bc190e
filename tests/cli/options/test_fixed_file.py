"""Completion in the format of the online judge, AOJ ALDS1_13_A; `tests/cli/test_refused_files.py` has its refusals."""

from pathlib import Path

import pytest
from rookery_tests.command_line import Result, rookery

SAMPLE = b"2\n2 2\n5 3\n"  # of the problem itself: two queens given, one completion
COMPLETED = """......Q.
Q.......
..Q.....
.......Q
.....Q..
...Q....
.Q......
....Q...
"""


def complete(given: bytes, *more: str, file: str = "-") -> Result:
    """Answer the judge's task."""
    queens = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8")
    return rookery(*queens, "--fixed-file", file, "--format", "board", *more, given=given)


@pytest.mark.parametrize(
    "given",
    [
        SAMPLE,
        b"2\r\n2 2\r\n5 3\r\n",
        b"2\n2 2\n5 3",
        b"  2 \n\t2   2\t\n5 3  \n\n \n",
        b"\n2\n\n2 2\n\n5 3\n",
        b"\xef\xbb\xbf2\n2 2\n5 3\n",
        b"02\n2 02\n5 3\n" + b" " * 1000,
    ],
    ids=["sample", "CR LF", "no last newline", "blanks", "empty lines", "byte order mark", "leading zeros"],
)
def test_sample_of_the_judge_is_completed(given: bytes) -> None:
    assert complete(given) == (0, COMPLETED, "")


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_backend_completes_the_sample(backend: str) -> None:
    assert complete(SAMPLE, "--backend", backend) == (0, COMPLETED, "")


def test_no_given_square_has_the_first_board_and_a_whole_board_itself() -> None:
    assert [line.index("Q") for line in complete(b"0\n").lines] == [0, 4, 7, 5, 2, 6, 1, 3]
    rows = [f"{row} {line.index('Q')}" for row, line in enumerate(COMPLETED.splitlines())]
    assert complete("\n".join(["8", *rows]).encode()).out == COMPLETED


def test_queens_that_attack_each_other_have_no_solution() -> None:
    assert complete(b"2\n0 0\n7 7\n") == (0, "no solution\n", "")


def test_file_and_options_are_taken_together(tmp_path: Path) -> None:
    (tmp_path / "fixed").write_bytes(b"1\n2 2\n")
    assert complete(b"", "--fix", "5,3", file=str(tmp_path / "fixed")).out == COMPLETED
    assert "fixed twice" in complete(b"", "--fix", "2,2", file=str(tmp_path / "fixed")).err
