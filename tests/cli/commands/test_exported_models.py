"""`rookery export` and `rookery solve model`."""

import json
import re
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

from rookery.models.problems.registry import families

QUEENS = ("placement", "--piece", "queen", "--board", "5", "--count", "5")
GUARDS = ("domination", "--piece", "queen", "--board", "5")


def listed(command: str) -> set[str]:
    """The commands that the help of a command lists."""
    _, _, commands = rookery(command, "--help").out.partition("\nCommands:\n")
    return set(re.findall(r"^  ([a-z-]+) ", commands, re.MULTILINE))


def test_every_problem_of_solve_can_be_exported() -> None:
    offered, named = listed("export"), listed("solve")
    assert named - offered <= {"first", "model", "n-queens"}  # the same placements, asked for otherwise
    assert {"placement", "domination", "armies", "superqueens"} <= offered


@pytest.mark.parametrize("name", sorted(families()))
def test_the_examples_run(name: str) -> None:
    found = rookery("export", name, "--help")
    _, example = " ".join(found.out.split()).split("Example: rookery ")
    written = rookery(*example.split())
    assert (written.code, written.err) == (0, "")
    assert written.lines[0].startswith("* #variable= ")


@pytest.mark.parametrize("ending", ["cnf", "wcnf", "opb", "mps", "json"])
def test_there_and_back(ending: str, tmp_path: Path) -> None:
    file = str(tmp_path / f"queens.{ending}")
    form = {"cnf": "dimacs"}.get(ending, ending)
    found = rookery("export", *QUEENS, "--format", form, "--out", file)
    assert (found.code, found.out) == (0, "")
    assert found.err.startswith(f"wrote {file} (")
    message = json.loads(rookery("solve", "model", file, "--count-solutions", "--json", "--backend", "sat").out)
    assert (message["status"], message["complete"], message["count"]) == ("satisfied", True, 10)


def test_an_optimum_is_told_by_its_true_variables(tmp_path: Path) -> None:
    file = str(tmp_path / "guards.opb")
    rookery("export", *GUARDS, "--format", "opb", "--out", file)
    found = rookery("solve", "model", file)
    assert found.code == 0
    assert len(found.lines[0].split()) == 3
    assert all(word.startswith("x") for word in found.lines[0].split())
    assert found.lines[1] == f"{file}: 3 (optimal)"
    message = json.loads(rookery("solve", "model", file, "--all", "--json").out)
    assert (message["objective"], message["count"], len(message["solutions"])) == (3, 186, 186)
    assert message["problem"] == {"variables": 25, "constraints": 25}


def test_auxiliary_variables_are_not_told(tmp_path: Path) -> None:
    file = tmp_path / "a.wcnf"
    file.write_text("h 1 2 0\n3 -1 -2 0\n1 1 0\n1 2 0\n")
    found = rookery("solve", "model", str(file), "--all")
    assert sorted(found.lines[:2]) == ["x1", "x2"]


def test_a_limit_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "a.cnf"
    file.write_text("p cnf 4 1\n1 2 0\n")
    found = rookery("solve", "model", str(file), "--limit", "2", "--explain")
    assert found.code == 3
    assert found.err


def test_a_bound_for_dimacs(tmp_path: Path) -> None:
    file = str(tmp_path / "a.cnf")
    assert rookery("export", *GUARDS, "--format", "dimacs", "--bound", "2", "--out", file).code == 0
    assert "no solution" in rookery("solve", "model", file, "--backend", "sat").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", *GUARDS, "--format", "dimacs"), "dimacs has no goal: give a bound"),
        (("export", *GUARDS, "--format", "cnf"), "unknown format 'cnf'"),
        (("export", *GUARDS), "Missing option '--format'"),
        (
            ("export", *GUARDS, "--format", "opb", "--out", "/no/such/folder/a.opb"),
            "cannot write /no/such/folder/a.opb",
        ),
        (("export", *QUEENS, "--format", "opb", "--bound", "3"), "a bound of 3 on a problem without a goal"),
        (("solve", "model", "/no/such/file.cnf"), "cannot read /no/such/file.cnf: No such file"),
        (("solve", "model", "file.txt"), "unknown ending '.txt'"),
        (
            ("solve", "model", "file.cnf", "--all", "--count-solutions"),
            "--all and --count-solutions exclude each other",
        ),
    ],
)
def test_bad_input_is_told_in_a_line(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "file.cnf").write_text("p cnf 1 0\n")
    found = rookery(*(str(tmp_path / word) if word == "file.cnf" else word for word in arguments))
    assert found.code == 2
    assert said in found.err
    assert len(found.err.splitlines()) == 1


def test_a_broken_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.cnf"
    file.write_text("c a comment\np cnf 2 1\n1 7 0\n")
    found = rookery("solve", "model", str(file))
    assert found.code == 2
    assert found.err == f"rookery: {file}, line 3: literal 7; the header says 2 variables\n"
