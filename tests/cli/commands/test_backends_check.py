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


def test_check_passes_a_sound_backend_on_the_levels_asked_for() -> None:
    code, out, err = rookery("backends", "check", "python-constraint", "--level", "one", "--level", "optimum")
    header, one, optimum, _, message = out.splitlines()
    assert (code, err, header.split()) == (0, "", ["level", "passed", "failed", "seconds"])
    assert [row.split()[0] for row in (one, optimum)] == ["one", "optimum"]
    assert message.startswith("python-constraint conforms: ")
    report = json.loads(rookery("backends", "check", "sat", "--level", "one", "--json").out)
    (level,) = report["levels"]
    assert (report["backend"], report["ok"], level["level"], level["failures"]) == ("sat", True, "one", [])


def test_check_of_a_wrong_backend_ends_with_4_and_its_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Despairing())
    code, out, err = rookery("backends", "check", "wrong", "--level", "one")
    assert (code, err.count("\n")) == (4, 1)
    assert err.startswith("one: wrong, ")
    assert out.splitlines()[-1].startswith("wrong fails ")


def test_check_refuses_a_level_that_a_backend_lacks() -> None:
    code, out, err = rookery("backends", "check", HIGHS, "--level", "list")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "one, optimum" in err


@pytest.mark.slow
@pytest.mark.skipif(find_spec("highspy") is None, reason="HiGHS is not installed")
def test_check_passes_highs_on_its_levels(tmp_path: Path) -> None:
    """In a process of its own: highspy and OR-Tools, which may be loaded here, hold the same symbols."""
    command = [sys.executable, "-P", "-m", "rookery", "backends", "check", HIGHS, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [level["level"] for level in json.loads(done.stdout)["levels"]] == ["one", "optimum"]
