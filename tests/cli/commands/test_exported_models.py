"""`rookery export` and `rookery solve model`."""

import json
import re
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

from rookery.models.problems.registry import families

GUARDS = ("domination", "--piece", "queen", "--board", "5")


def list_commands(group: str) -> set[str]:
    """Return the commands that the help of a group lists."""
    _, _, commands = rookery(group, "--help").out.partition("\nCommands:\n")
    return set(re.findall(r"^  ([a-z-]+) ", commands, re.MULTILINE))


def test_every_problem_of_solve_can_be_exported() -> None:
    solved, exported = list_commands("solve"), list_commands("export")
    assert solved - exported == {"first"}
    assert set(families()) <= exported


@pytest.mark.parametrize("name", sorted(families()))
def test_example_of_the_help_runs(name: str) -> None:
    found = rookery("export", name, "--help")
    _, example = " ".join(found.out.split()).split("Example: rookery ")
    written = rookery(*example.split())
    assert (written.code, written.err) == (0, "")
    assert written.lines[0].startswith("* #variable= ")


def test_optimum_of_a_model_is_its_true_variables(tmp_path: Path) -> None:
    file = str(tmp_path / "guards.opb")
    rookery("export", *GUARDS, "--format", "opb", "--out", file)
    found = rookery("solve", "model", file)
    assert found.code == 0
    assert len(re.findall(r"\bx\d+\b", found.lines[0])) == 3
    assert found.lines[1] == f"{file}: 3 (optimal)"
    answer = json.loads(rookery("solve", "model", file, "--all", "--json").out)
    assert answer["title"] == answer["file"] == file
    assert (answer["objective"], answer["count"], len(answer["solutions"])) == (3, 186, 186)
    assert answer["problem"] == {"variables": 25, "constraints": 25}


def test_model_with_auxiliary_variables_and_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.wcnf"
    file.write_text("h 1 2 0\n3 -1 -2 0\n1 1 0\n1 2 0\n")
    assert sorted(rookery("solve", "model", str(file), "--all").lines[:2]) == ["x1", "x2"]
    counted = rookery("solve", "model", str(file), "--count-solutions", "--statistics")
    assert counted.lines[-1].startswith("statistics: ")
    file = tmp_path / "a.cnf"
    file.write_text("p cnf 4 1\n1 2 0\n")
    found = rookery("solve", "model", str(file), "--limit", "2", "--explain")
    assert (found.code, found.err != "") == (3, True)


def test_model_is_exported_in_the_format_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 3 1\n1 -2 0\n")
    model, out = str(tmp_path / "a.cnf"), str(tmp_path / "a.mps")
    assert rookery("export", "model", model, "--out", out).code == 0
    assert json.loads(rookery("solve", "model", out, "--count-solutions", "--json").out)["count"] == 6
    refused = rookery("export", "model", model)
    assert (refused.code, "give --format" in refused.err) == (2, True)


def test_bound_of_an_exported_goal_is_a_constraint(tmp_path: Path) -> None:
    file = str(tmp_path / "a.cnf")
    assert rookery("export", *GUARDS, "--format", "dimacs", "--bound", "2", "--out", file).code == 0
    assert "no solution" in rookery("solve", "model", file, "--backend", "sat").out
    refused = rookery("export", *GUARDS, "--format", "opb", "--out", "/no/such/folder/a.opb")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
