"""What a search has cost, on the command line: `--statistics`, `--json`, and `report --measure`."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery
from rookery_tests.synthetic_records import ENVIRONMENT, campaign

import rookery as rk
from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.records.store import Store

QUEENS = ("solve", "placement", "--piece", "queen", "--board", "6", "--count", "6", "--count-solutions")


def test_one_line_tells_them_after_the_times() -> None:
    message = rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), "sat", "count").statistics
    code, out, err = rookery(*QUEENS, "--backend", "sat", "--statistics")
    *_, times, statistics = out.splitlines()
    assert (code, err) == (0, "")
    assert times.startswith("sat: ")
    assert statistics.startswith(f"statistics: {message['calls']} calls, {message['decisions']} decisions, ")
    assert "statistics" not in rookery(*QUEENS).out


def test_json_always_holds_them() -> None:
    data = json.loads(rookery(*QUEENS, "--backend", "python-constraint", "--json").out)["statistics"]
    data.pop("memory", None)
    assert data == dict(rk.solve(rk.placement(rk.QUEEN, rk.Board(6), 6), "python-constraint", "count").statistics)


def test_boards_alone_stay_alone() -> None:
    one = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4", "--backend", "python-constraint")
    code, out, err = rookery(*one, "--format", "board", "--statistics")
    assert (code, len(out.splitlines()), set(out)) == (0, 4, {"Q", ".", "\n"})
    assert err.startswith("statistics: 1 call, ")


def test_other_commands_tell_them_too(tmp_path: Path) -> None:
    model = tmp_path / "model.cnf"
    model.write_text("p cnf 2 1\n1 2 0\n", encoding="utf-8")
    message = rookery("solve", "model", str(model), "--backend", "sat", "--count-solutions", "--statistics").lines[-1]
    assert message.startswith("statistics: 4 calls, ")
    first = ("solve", "first", "--piece", "queen", "--board", "4", "--count", "4", "--backend", "sat", "--statistics")
    assert rookery(*first).lines[-1].startswith("statistics: ")


CHILD = """
import sys
from rookery.core.runtime import peak_memory_of_run
before, held = peak_memory_of_run(), bytearray(64 << 20)
held[::4096] = b"x" * len(held[::4096])
print(peak_memory_of_run() - before, before)
import subprocess
subprocess.run([sys.executable, "-c", ""], check=True)
print(peak_memory_of_run())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count what a process was before")
def test_the_peak_is_that_of_this_process_alone() -> None:
    """It rises with what is held, is not that of the process before it, and is not told where others help."""
    ours = bytearray(200 << 20)
    ours[::4096] = b"x" * len(ours[::4096])
    said = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=True).stdout.split()
    more, before = int(said[0]), int(said[1])
    assert 60 << 20 <= more <= 80 << 20
    assert before < 150 << 20
    assert said[2] == "None"


def test_solving_in_a_process_that_does_more_tells_no_memory() -> None:
    assert "memory" not in rk.solve(rk.placement(rk.QUEEN, rk.Board(4), 4), "python-constraint").statistics


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Store(tmp_path) as store:
        store.begin(ENVIRONMENT)
        for number, run in enumerate(campaign(range(4, 8))):
            message = {"conflicts": 3**run.size} if run.backend == "sat" else {}
            store.add(replace(run, key=str(number), solutions=(), statistics=message))
    return tmp_path


def test_a_report_sums_them_and_shows_one_by_size(folder: Path) -> None:
    result = rookery("report", str(folder), "--measure", "conflicts")
    assert (result.code, result.err) == (0, "")
    assert "Search statistics of all runs that answered" in result.lines
    assert "conflicts by size: n queens, number of solutions, sat" in result.lines
    rows = [line.split()[-1] for line in result.lines if line.startswith("per extra row")]
    assert rows[-1] == "×3.0"
    assert "conflicts by size" not in rookery("report", str(folder)).out


def test_a_measure_that_no_run_tells_is_refused(folder: Path) -> None:
    result = rookery("report", str(folder), "--measure", "nodes")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "rookery: measure 'nodes': this campaign has none of it; those that its runs tell are conflicts, memory\n"
    )
    beside = rookery("report", str(folder), "--measure", "nodes", "--markdown", str(folder / "r.md"))
    assert (beside.code, (folder / "r.md").exists()) == (2, False)
    assert set(VOCABULARY) >= {"conflicts", "memory"}
