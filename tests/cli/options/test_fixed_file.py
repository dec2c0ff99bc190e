"""`--fixed-file` beyond the samples of `tests/answers/test_tutorials.py`."""

from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

QUEENS = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8", "--format", "board")
COMPLETED = "......Q.\nQ.......\n..Q.....\n.......Q\n.....Q..\n...Q....\n.Q......\n....Q...\n"


@pytest.mark.parametrize("given", [b"\xef\xbb\xbf2\n2 2\n5 3\n", b"02\n2 02\n5 3\n" + b" " * 1000])
def test_byte_order_mark_and_leading_zeros_are_read(given: bytes) -> None:
    assert rookery(*QUEENS, "--fixed-file", "-", given=given) == (0, COMPLETED, "")


def test_file_and_options_are_taken_together(tmp_path: Path) -> None:
    file = tmp_path / "fixed"
    file.write_bytes(b"1\n2 2\n")
    assert rookery(*QUEENS, "--fixed-file", str(file), "--fix", "5,3").out == COMPLETED
    assert "fixed twice" in rookery(*QUEENS, "--fixed-file", str(file), "--fix", "2,2").err
