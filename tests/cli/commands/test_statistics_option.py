"""What a search has cost, on the command line: `--statistics` and `--json`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rookery_tests.command_line import rookery

import rookery as rk

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
