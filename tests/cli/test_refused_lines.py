"""Refused command lines: exit code 2, nothing on standard output, one line on standard error that says what to do."""

import shlex
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

LINES = Path(__file__).with_name("refused_lines.txt").read_text(encoding="utf-8").splitlines()
REFUSED = [line.split("\t") for line in LINES if not line.startswith("#")]
HUGE = ["solve placement --piece queen --board " + "9" * 1000, "size"]


@pytest.mark.parametrize(("line", "word"), [*REFUSED, HUGE])
def test_bad_line_is_refused_in_one_line(line: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = rookery(*shlex.split(line))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("rookery: ")
    assert word in err
    assert "bug" not in err
    assert len(err) < 500
    assert not list(tmp_path.iterdir())


def test_there_are_two_hundred_of_them() -> None:
    assert len({line for line, _ in REFUSED}) >= 200
