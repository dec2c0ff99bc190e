"""`rookery backends check`: the conformance suite without pytest, on the levels that a backend has."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from rookery_tests import highs
from rookery_tests.command_line import lend, rookery
from rookery_tests.wrong_backends import Despairing

HIGHS = f"{highs.__file__}:Highs"


def test_a_sound_backend_passes_on_the_levels_that_are_asked_for() -> None:
    code, out, err = rookery("backends", "check", "python-constraint", "--level", "optimum", "--level", "one")
    header, one, optimum, _, message = out.splitlines()
    assert (code, err, header.split()) == (0, "", ["level", "passed", "failed", "seconds"])
    assert [row.split()[0] for row in (one, optimum)] == ["one", "optimum"]
    assert min(int(row.split()[1]) for row in (one, optimum)) > 30
    assert message.startswith("python-constraint conforms: ")


def test_json() -> None:
    report = json.loads(rookery("backends", "check", "sat", "--level", "one", "--json").out)
    (level,) = report["levels"]
    assert (report["backend"], report["ok"], level["level"], level["failures"]) == ("sat", True, "one", [])


def test_a_wrong_backend_ends_with_4_and_its_first_failure_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Despairing())
    code, out, err = rookery("backends", "check", "wrong", "--level", "one")
    assert code == 4
    assert err.startswith("one: wrong, ")
    assert err.count("\n") == 1
    assert " more failures)" in err
    assert out.splitlines()[-1].startswith("wrong fails ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nosuch",), "unknown backend 'nosuch'"),
        (("no_such_file.py:Mine",), "there is no file"),
        ((HIGHS, "--level", "list"), "backend highs says that it cannot do this; its levels are one, optimum"),
    ],
)
def test_what_cannot_be_checked_is_one_line(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = rookery("backends", "check", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_a_listed_backend_says_what_it_can_be_asked() -> None:
    listed = {entry["name"]: entry for entry in json.loads(rookery("backends", "--json").out)}
    assert listed["sat"]["levels"] == ["one", "optimum", "list", "count"]


@pytest.mark.skipif(find_spec("highspy") is None, reason="HiGHS is not installed")
@pytest.mark.full
def test_a_solver_of_mixed_integer_programs_passes_the_levels_that_it_has(tmp_path: Path) -> None:
    """In a process of its own: highspy and OR-Tools, which may be loaded here, hold the same symbols."""
    command = [sys.executable, "-P", "-m", "rookery", "backends", "check", HIGHS, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [level["level"] for level in json.loads(done.stdout)["levels"]] == ["one", "optimum"]
