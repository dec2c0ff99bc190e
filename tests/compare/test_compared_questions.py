"""What can be compared: each family of problems, and models of the user from files and from Python."""

from html import unescape
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.isolated import PLACE

import rookery as rk
from rookery.compare.store import read_store
from rookery.models.problems.registry import list_families

CNF = "p cnf 3 2\n1 -2 0\n2 3 0\n"
OPB = "* #variable= 3 #constraint= 1\nmin: +1 x1 +1 x2 +1 x3;\n+1 x1 +1 x2 +1 x3 >= 2;\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cnf").write_text(CNF, encoding="utf-8")
    (tmp_path / "b.opb").write_text(OPB, encoding="utf-8")
    return tmp_path


def test_models_of_files_are_compared_and_kept(files: Path) -> None:
    words = ("compare", "model", "a.cnf", "b.opb", "--backend", "sat,backtracking", "--seconds", "20")
    result = rookery(*words)
    assert (result.code, "All answers agree" in result.out) == (0, True), result.out + result.err
    records, _ = read_store(files / "models")
    assert {(record.instance, record.said.value, record.objective) for record in records} == {
        ("a.cnf", "satisfied", None),
        ("b.opb", "optimal", 2),
    }
    assert records[0].command == "rookery solve model a.cnf --backend sat --seconds 20"
    assert "4 earlier runs are reused, 0 runs to make" in rookery(*words).err
    assert (files / "models" / "report.html").exists()


def test_false_optimum_of_a_model_is_refuted_by_the_variables_of_a_solution(files: Path) -> None:
    lie = ("--backend", f"sat,{PLACE}", "--option", "faulty.fault=lose")
    result = rookery("compare", "model", "b.opb", *lie, "--seconds", "20")
    assert result.code == 4
    assert "faulty fault=lose: refuted" in result.out
    assert "Counterexample: true: x" in result.out
    assert f"rookery compare model b.opb --backend {PLACE}" in result.out.replace("sat,", "")


def test_models_of_python_are_compared(files: Path) -> None:
    model = rk.read_model("a.cnf")
    found = rk.compare([model, rk.placement("queen", 4, 4)], ["sat", "backtracking"], "count", seconds=20)
    assert found.verdict
    assert {(record.instance, record.count) for record in found.records} == {
        ("model 1 (3 variables), number of solutions", 4),
        ("4 queens on a 4x4 board, number of solutions", 2),
    }
    assert found.records[0].command.startswith("# model 1")
    twice = rookery("compare", "model", "a.cnf", "a.cnf")
    assert (twice.code, "named twice" in twice.err) == (2, True)


LINES = [
    "placement --piece NC --board 3 --kind maximal",
    "n-queens --board 6 --blocked 3",
    "domination --piece fR --board 3 --kind total --allow border",
    "sighted --piece queen=2 --piece rook --pawns 1 --board 3",
    "k-fold --piece king --board 3 --times 2 --closed",
    "guards --piece queen=1 --piece NC --board 3",
    "guards --piece queen --piece fR --cost 9 --cost 2 --board 3 --through",
    "coverage --piece NC=2 --board 3 --kind independent --goal fewest",
    "regions --piece king --board 3",
    "armies --piece queen --piece queen --board 3",
]


@pytest.mark.slow
def test_every_family_is_run_agreed_upon_reported_and_kept(tmp_path: Path) -> None:
    assert {line.split()[0] for line in LINES} == set(list_families())
    path, folder = tmp_path / "family.toml", tmp_path / "out"
    path.write_text(f'backends = ["backtracking", "sat"]\nseconds = 20\nproblems = {LINES}\n', encoding="utf-8")
    first = rookery("compare", str(path), "--out", str(folder))
    assert first.code == 0, first.out + first.err
    assert "All answers agree" in first.out
    records, _ = read_store(folder)
    assert len(records) == 2 * len(LINES)
    assert all(record.complete for record in records), [r.message for r in records if not r.complete]
    page = unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert [record.instance for record in records if record.instance not in page] == []
    again = rookery("compare", str(folder))
    assert f"{len(records)} earlier runs are reused, 0 runs to make" in again.err
