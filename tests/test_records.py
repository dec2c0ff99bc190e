"""The values of `benchmarks/records` agree with published ones, and small ones are found again by their commands."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from rookery_tests import known_values
from rookery_tests.command_line import rookery

import rookery as rk

FOLDER = Path(__file__).parents[1] / "benchmarks" / "records"
SERIES: list[dict[str, Any]] = json.loads((FOLDER / "values.json").read_text(encoding="utf-8"))
FIELDS = {"optimum": "objective", "sets": "count", "orbits": "orbits"}
WHAT = {"optimum": "optimum", "sets": "count", "orbits": "orbits"}


def test_no_value_contradicts_a_published_one() -> None:
    held = 0
    for known in known_values.tables().values():
        for series in SERIES:
            alike = (known.get("piece"), known.get("kind"), known.get("what")) == (
                series["piece"], series["kind"], WHAT[series["what"]]
            )  # fmt: skip
            whole = known.get("family") == "domination" and "allowed" not in known
            if alike and whole and known.get("torus", False) == series["torus"]:
                common = known["values"].keys() & series["values"].keys()
                held += len(common)
                assert {n: known["values"][n] for n in common} == {n: series["values"][n] for n in common}
    assert held > 300


@pytest.mark.slow
def test_command_of_a_small_value_finds_it() -> None:
    """Armies against a given number are of version 0.2.0, connected domination is a family of an example."""
    for series in [each for each in SERIES if "--against" not in each["command"] and each["kind"] != "connected"]:
        side = "3" if "3" in series["values"] else min(series["values"], key=int)
        words = [side if word == "N" else word.replace("N:", f"{side}:") for word in shlex.split(series["command"])]
        found = json.loads(rookery(*words[1:], "--json").out)[FIELDS[series["what"]]]
        if "minus the optimum" in series.get("note", ""):
            found = int(words[-1]) ** 2 - found
        assert found == series["values"][side], series["command"]


def test_largest_armies_are_refereed() -> None:
    """37 and 37 queens on 16x16."""
    problem = rk.armies(("queen", "queen"), 16, 37)
    lines = (FOLDER / "armies-16-37.txt").read_text(encoding="utf-8").split()
    named = {piece.symbol: piece for piece in problem.pieces}
    squares = ((row, column, sign) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != ".")
    placement = rk.Placement(problem.board, {rk.Square(row, column): named[sign] for row, column, sign in squares})
    assert not list(problem.faults(placement))
    assert len(placement) == 74
