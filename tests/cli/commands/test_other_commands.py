"""`rookery pieces`, `backends`, `demo`, the help and the version."""

import json
import re
from pathlib import Path

import pytest
from rookery_tests.command_line import lend, rookery
from rookery_tests.wrong_backends import Promising

from rookery.backends import registry
from rookery.cli import COMMANDS
from rookery.models.pieces.piece import STANDARD

HELPED = ["", *COMMANDS, "solve placement", "table domination", "pieces show"]


@pytest.mark.parametrize("command", HELPED)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_command_has_help_with_an_example(command: str, option: str) -> None:
    code, out, err = rookery(*command.split(), option)
    assert (code, err) == (0, "")
    assert " ".join(("Usage: rookery", *command.split())) in out
    assert "Example: rookery " in out


@pytest.mark.parametrize("command", ["", "solve", "table"])
def test_group_alone_prints_its_help(command: str) -> None:
    code, out, err = rookery(*command.split())
    assert (code, err, out.count("Usage: ")) == (0, "", 1)


@pytest.mark.parametrize("command", ["", "solve", "solve placement", "solve domination", "table", "table domination",
                                     "pieces", "pieces show", "backends"])  # fmt: skip
def test_example_of_the_help_runs(command: str) -> None:
    joined = re.sub(r"\s+", " ", rookery(*command.split(), "--help").out)
    for example in re.findall(r"Example: rookery (.*?) ?$", joined):
        assert rookery(*example.split()).code == 0


def test_version_is_printed() -> None:
    assert re.fullmatch(r"rookery \d+\.\d+\.\d+\S*\n", rookery("--version").out)


def test_pieces_are_listed() -> None:
    found = rookery("pieces")
    assert [line.split()[0] for line in found.lines[1 : 1 + len(STANDARD)]] == [piece.name for piece in STANDARD]
    listed = json.loads(rookery("pieces", "--json").out)
    assert listed[3] == {"name": "knight", "symbol": "N", "glyph": "♘", "betza": "N", "source": "rookery"}


def test_piece_is_shown_with_its_attacks(tmp_path: Path) -> None:
    found = rookery("pieces", "show", "knight", "--board", "5")
    assert found.lines[:5] == [".x.x.", "x...x", "..N..", "x...x", ".x.x."]
    assert found.lines[6] == "knight (Betza N) on c3 of a 5x5 board attacks 8 squares, marked x"
    assert rookery("pieces", "show", "king", "--board", "2", "--from", "a1", "--format", "unicode").lines[:2] == [
        "• •",
        "♔ •",
    ]
    file = tmp_path / "rook.svg"
    rook = rookery("pieces", "show", "R2", "--board", "4", "--from", "0,0", "--svg", str(file))
    assert rook.lines[:4] == ["Rxx.", "x...", "x...", "...."]
    (attacked,) = re.findall(r'<path d="([^"]*)"[^>]* class="attacked"', file.read_text(encoding="utf-8"))
    assert attacked.count("z") == 4


def test_backends_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = json.loads(rookery("backends", "--json").out)
    assert {backend["state"] for backend in listed} == {"installed"}
    assert [backend["name"] for backend in listed if backend["default"]] == ["auto"]
    assert next(each for each in listed if each["name"] == "sat")["can"] == [
        "all",
        "best",
        "count",
        "hint",
        "one",
        "seed",
    ]
    monkeypatch.setenv("COLUMNS", "60")
    narrow = rookery("backends").lines
    assert {each["name"] for each in listed} <= {line.split()[0] for line in narrow if line}
    assert [line for line in narrow if len(line) > 60] == []


def test_missing_backend_is_listed_with_its_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Promising(), alone=True)
    assert "to install it: pip install no-such-distribution" in rookery("backends").out
    assert json.loads(rookery("backends", "--json").out)[0]["state"] == "missing"


@pytest.mark.slow
def test_demo_solves_the_tutorial_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, registry.backend("backtracking"), registry.backend("sat"), alone=True)
    found = rookery("demo")
    assert (found.code, found.err) == (0, "")
    assert "8 non-attacking queens   5 dominating queens   8 dominating bishops" in found.lines  # 80 columns are full
    assert "14 dominating knights" in found.lines
    assert "All answers agree" in found.out
