"""`rookery pieces`, `backends`, `demo`, the help and the version."""

import json
import re
from pathlib import Path

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery
from rookery_tests.quarrelsome import Quarrelsome
from rookery_tests.wrong_backends import Careless, Despairing, Promising

from rookery.backends import End, Outcome, Request, registry
from rookery.backends.contract.backend import Stream
from rookery.cli.commands import demo
from rookery.models import Board
from rookery.models.pieces.piece import STANDARD

pytestmark = pytest.mark.slow

COMMANDS = (
    (), ("solve",), ("solve", "placement"), ("solve", "domination"), ("table",), ("table", "domination"),
    ("table", "placement"), ("pieces",), ("pieces", "show"), ("backends",), ("doctor",), ("demo",),
)  # fmt: skip
GROUPS = (("solve",), ("table",))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    code, out, err = rookery(*command, "--help")
    assert (code, err) == (0, "")
    assert " ".join(("Usage: rookery", *command)) in out
    assert "Example: rookery " in out


@pytest.mark.parametrize("command", [(), *GROUPS], ids=" ".join)
def test_a_group_alone_shows_its_help(command: tuple[str, ...]) -> None:
    code, out, err = rookery(*command)
    assert (code, err, out.count("Usage: ")) == (0, "", 1)


def test_the_examples_of_the_help_run() -> None:
    ran = 0
    for command in COMMANDS:
        joined = re.sub(r"\s+", " ", rookery(*command, "--help").out)
        for example in re.findall(r"Example: rookery (.*?) ?$", joined):
            if command not in (("demo",), ("doctor",)):
                assert rookery(*example.split()).code == 0
                ran += 1
    assert ran == len(COMMANDS) - 2


def test_the_version() -> None:
    assert re.fullmatch(r"rookery \d+\.\d+\.\d+\S*\n", rookery("--version").out)


def test_pieces_are_listed() -> None:
    found = rookery("pieces")
    assert found.lines[0].split() == ["name", "symbol", "glyph", "Betza", "source"]
    assert [line.split()[0] for line in found.lines[1 : 1 + len(STANDARD)]] == [piece.name for piece in STANDARD]
    listed = json.loads(rookery("pieces", "--json").out)
    assert listed[3] == {"name": "knight", "symbol": "N", "glyph": "♘", "betza": "N", "source": "rookery"}


def test_a_piece_is_shown_with_what_it_attacks(tmp_path: Path) -> None:
    found = rookery("pieces", "show", "knight", "--board", "5")
    assert found.lines[:5] == [".x.x.", "x...x", "..N..", "x...x", ".x.x."]
    assert found.lines[6] == "knight (Betza N) on 2,2 of a 5x5 board attacks 8 squares, marked x"
    file = tmp_path / "rook.svg"
    assert rookery("pieces", "show", "R2", "--board", "4", "--from", "0,0", "--svg", str(file)).lines[:4] == [
        "Rxx.",
        "x...",
        "x...",
        "....",
    ]
    (attacked,) = re.findall(r'<path d="([^"]*)"[^>]* class="attacked"', file.read_text(encoding="utf-8"))
    assert attacked.count("z") == 4


def test_backends_are_listed() -> None:
    found = rookery("backends")
    assert found.code == 0
    named = ["backtracking", "cpsat", "sat", "python-constraint"]  # in a table, or in blocks where it is too wide
    assert [word for line in found.lines for word in line.split()[:1] if word in named][:4] == named
    assert "auto, the default" in found.lines
    listed = json.loads(rookery("backends", "--json").out)
    assert {backend["state"] for backend in listed} == {"installed"}
    assert [backend["name"] for backend in listed if backend["default"]] == ["auto"]


def test_backends_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert [line for line in rookery("backends").lines if len(line) > 60] == []


def test_a_backend_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Promising(), alone=True)
    found = rookery("backends")
    assert found.code == 0
    assert "to install it: pip install no-such-distribution" in found.out
    assert json.loads(rookery("backends", "--json").out)[0]["state"] == "missing"


def test_a_broken_backend_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> BruteForce:
        if name == "sat":
            raise ImportError("cannot import name Sat")
        return BruteForce()

    monkeypatch.setattr(registry, "backend", broken)
    found = rookery("backends")
    assert found.code == 0
    assert "ImportError: cannot import name Sat" in found.out
    assert found.out.count("tries every assignment") == len(registry.names()) - 1


@pytest.mark.full
def test_the_demonstration_by_two_backends(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, registry.backend("backtracking"), registry.backend("python-constraint"), alone=True)
    found = rookery("demo")
    assert (found.code, found.err) == (0, "")
    assert found.lines[-1] == "all answers agree: 8 of them, 8 complete, all refereed"
    assert "8 non-attacking queens   5 dominating queens   8 dominating bishops" in found.lines  # 80 columns are full
    assert "14 dominating knights" in found.lines
    values = [line.split()[2] for line in found.lines if line.startswith("backtracking  ") and "optimal" in line]
    assert values == ["5", "8", "14"]


@pytest.mark.full
def test_libraries_that_do_not_get_on_are_shown_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """OR-Tools is in this process; the demonstration has one for each backend."""
    import ortools  # noqa: F401

    lend(monkeypatch, registry.backend("cpsat"), Quarrelsome(), alone=True)
    found = rookery("demo")
    assert (found.code, found.err) == (0, "")
    assert found.lines[-1] == "all answers agree: 8 of them, 8 complete, all refereed"


class OutOfTimeAtOnce(BruteForce):
    """Its limit is there before its search."""

    def run(self, program: Assignments, request: Request) -> Stream:
        yield Outcome(proven=False, end=End.TIME)


@pytest.mark.full
def test_a_limit_is_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, registry.backend("backtracking"), OutOfTimeAtOnce(), alone=True)
    monkeypatch.setattr(demo, "SMALL", Board(2))
    found = rookery("demo")
    assert found.code == 0
    assert "all answers agree: 8 of them, 4 complete, all refereed" in found.lines
    assert found.out.count("time limit") == 4


def test_disagreeing_backends_end_with_4(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, registry.backend("backtracking"), Despairing(), alone=True)
    found = rookery("demo")
    assert found.code == 4
    assert found.lines[-1] == "4 contradictions among 8 answers"
    message = "8 queens on an 8x8 board: wrong says that there is no solution, backtracking has one"
    assert found.lines[found.lines.index(message) + 1] == "Q......."


def test_a_wrong_answer_ends_the_demonstration_with_4(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, registry.backend("backtracking"), Careless(), alone=True)
    found = rookery("demo")
    assert found.code == 4
    assert "wrong answer: the referee of chess refuses a placement" in found.out
    assert found.lines[-1] == "4 contradictions among 8 answers"
