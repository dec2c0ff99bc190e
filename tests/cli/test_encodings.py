"""Terminals and locales whose encoding has no chess symbols."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

QUEENS = ("solve", "n-queens", "--board", "4")
BOARD = ".Q..\n...Q\nQ...\n..Q.\n"


@pytest.fixture(params=["ascii", "cp1252"])
def encoding(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def call(encoding: str, *arguments: str) -> tuple[int, str, str]:
    """Call the command line with an encoding of its streams, in the C locale."""
    plain = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    command = [sys.executable, "-P", "-m", "rookery", *arguments]
    done = subprocess.run(command, capture_output=True, env=os.environ | plain, check=False)
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def test_boards_data_and_errors_are_the_same(encoding: str) -> None:
    assert call(encoding, *QUEENS, "--format", "board") == (0, BOARD, "")
    assert json.loads(call(encoding, *QUEENS, "--json")[1])["count"] == 1
    code, out, err = call(encoding, "solve", "placement", "--piece", "qu\u2655en", "--board", "4")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "queen" in err


def test_files_are_read_and_written_in_utf_8(encoding: str, tmp_path: Path) -> None:
    pieces, picture = tmp_path / "pieces.toml", tmp_path / "board.svg"
    pieces.write_text('lance = { betza = "fR", glyph = "\u9999" }\n', encoding="utf-8")
    words = ["solve", "placement", "--piece", "lance", "--board", "3", "--format", "board"]
    code, out, err = call(encoding, *words, "--pieces-file", str(pieces), "--svg", str(picture))
    assert (code, out.count("L"), err) == (0, 3, f"wrote {picture}\n")
    assert picture.read_text(encoding="utf-8").count("\u9999") == 3


@pytest.mark.parametrize(
    "words", [(*QUEENS, "--format", "unicode"), ("pieces", "show", "queen", "--format", "unicode")]
)
def test_pieces_that_the_encoding_lacks_are_letters(words: tuple[str, ...], encoding: str) -> None:
    code, out, _ = call(encoding, *words)
    assert code == 0
    assert "?" not in out
    assert "Q" in out
