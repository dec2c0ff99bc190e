"""`rookery backends check`: the conformance suite without pytest, on the levels that a backend has."""

import json
from dataclasses import replace

import pytest
from rookery_tests.brute_force import BruteForce
from rookery_tests.command_line import lend, rookery
from rookery_tests.wrong_backends import Despairing

from rookery.backends import Level


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


class Single(BruteForce):
    name = "single"
    capabilities = replace(BruteForce.capabilities, levels=frozenset({Level.ONE, Level.OPTIMUM}))


def test_check_refuses_a_level_that_a_backend_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Single())
    code, out, err = rookery("backends", "check", "single", "--level", "list")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "one, optimum" in err
