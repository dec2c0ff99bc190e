"""Exit codes: answers that are cut, wrong or interrupted, errors that nobody foresaw, and streams that are closed."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.command_line import lend, rookery, start
from rookery_tests.wrong_backends import Careless, Omitting
from rookery_tests.yardstick import PATIENCE, comes_true, with_time_enough, within

from rookery.backends import Ask
from rookery.backends.contract import Stream

FOUR = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4")


class Cut(BruteForce):
    """Ctrl-C comes after the first solution."""

    name = "cut"

    def run(self, program: Assignments, ask: Ask) -> Stream:
        yield next(super().run(program, ask))
        raise KeyboardInterrupt


class Failing(BruteForce):
    """Raises an error."""

    name = "failing"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def run(self, program: Assignments, ask: Ask) -> Stream:
        raise self.error


def test_time_limit_without_an_answer_ends_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    slow = ("solve", "placement", "--piece", "queen", "--board", "6", "--count", "6", "--backend", "brute-force")
    code, out, err = rookery(*slow, "--seconds", "0.1")
    assert (code, err) == (3, "")
    assert "unknown, nothing found or proven (stopped by the time limit)" in out
    code, out, _ = rookery(*slow, "--seconds", "0.1", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["complete"], answer["end"]) == (3, "unknown", False, "time limit")
    code, out, err = rookery(*slow, "--seconds", "0.1", "--format", "board")
    assert (code, out, err) == (3, "", "rookery: stopped by the time limit\n")


def test_time_limit_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    kings = ("solve", "placement", "--piece", "king", "--board", "5", "--backend", "brute-force")
    code, out, err = with_time_enough(
        lambda seconds: rookery(*kings, "--seconds", str(seconds)),
        lambda ended: " (not proven optimal" in ended.out,
        0.1,
    )
    assert (code, err) == (3, "")
    found = re.search(r"as possible on a 5x5 board: (\d) \(not proven optimal; stopped by the time limit\)\n", out)
    assert found is not None
    assert out.split("\n\n")[0].count("K") == int(found[1]) > 0


def test_ctrl_c_while_the_command_line_is_imported_prints_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(60)")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "rookery", "--version"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_interrupt_keeps_the_answer_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Cut())
    code, out, err = rookery(*FOUR, "--all", "--backend", "cut")
    assert (code, err) == (130, "")
    assert out.startswith("..Q.\nQ...\n...Q\n.Q..\n\n4 queens on a 4x4 board: 1 solution found, interrupted\n")
    code, out, err = rookery(*FOUR, "--all", "--backend", "cut", "--json")
    answer = json.loads(out)
    assert (code, err, answer["end"], answer["complete"], answer["count"]) == (130, "", "interrupted", False, 1)
    code, out, _ = rookery("solve", "placement", "--piece", "king", "--board", "3", "--backend", "cut")
    assert (code, "(not proven optimal; interrupted)" in out) == (130, True)


def test_wrong_answer_ends_with_4_and_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Careless())
    picture = tmp_path / "refused.svg"
    code, out, err = rookery(*FOUR, "--backend", "wrong", "--json", "--svg", str(picture))
    assert (code, out, picture.read_text(encoding="utf-8")[:5]) == (4, "", "<svg ")
    wrote, message, *board = err.splitlines()
    assert wrote == f"wrote {picture}"
    assert message.startswith("rookery: wrong answer: ")
    assert board == ["...."] * 4
    lend(monkeypatch, Omitting())  # no referee sees a solution that is missing, the published number does
    assert rookery(*FOUR, "--all", "--backend", "wrong").code == 4


@pytest.mark.parametrize(
    ("error", "code", "keyword"),
    [
        (MemoryError(), 1, "memory"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (OSError(5, "Input/output error"), 1, "Input/output error"),
    ],
)
def test_unforeseen_error_is_one_line(
    error: BaseException, code: int, keyword: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(monkeypatch, Failing(error))
    ended = rookery(*FOUR, "--backend", "failing")
    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
    assert keyword in ended.err
    monkeypatch.setenv("ROOKERY_TRACEBACK", "1")
    assert "Traceback (most recent call last)" in rookery(*FOUR, "--backend", "failing").err


@pytest.mark.parametrize("error", [RuntimeError("no luck\nat all"), TypeError("run() got an unexpected argument")])
def test_fault_of_a_backend_of_a_user_is_named_with_its_traceback(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(monkeypatch, Failing(error))
    ended = rookery(*FOUR, "--backend", "failing")
    assert (ended.code, ended.out) == (4, "")
    traceback, _, line = ended.err.rstrip("\n").rpartition("\n")
    assert traceback.startswith("Traceback (most recent call last)")
    assert re.match(rf"rookery: Failing\.\w+ \(\w+\.py, line \d+\) raised {type(error).__name__}: \w+", line)


start_unbuffered = partial(start, env={**os.environ, "PYTHONUNBUFFERED": "1"})


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
def test_sigint_ends_a_list_with_130(backend: str) -> None:
    queens = ("solve", "placement", "--piece", "queen", "--board", "16", "--count", "16", "--all")
    with start_unbuffered(*queens, "--backend", backend) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with within(10):
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert re.fullmatch(r"16 queens on a 16x16 board: .* found, interrupted", out.splitlines()[-2])


def read_processor_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time of another process is read in /proc")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_a_deep_search_with_its_answer_so_far(sent: signal.Signals) -> None:
    with start_unbuffered("solve", "domination", "--piece", "queen", "--board", "20", "--json") as process:
        # its processor time, as no file or line says that a search for one answer has begun
        assert comes_true(lambda: read_processor_seconds(process.pid) >= 1.0)
        with within(3):
            process.send_signal(sent)
            out, err = process.communicate(timeout=PATIENCE)
    lines = [line for line in err.splitlines() if ": compiling " not in line]  # as on a machine that is new
    assert (process.returncode, lines) == (130, [])
    answer = json.loads(out)
    assert (answer["end"], answer["complete"]) == ("interrupted", False)


def test_table_prints_its_lines_as_they_come_and_sigterm_keeps_them() -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "10"}  # too narrow for a line of all boards
    words = ("table", "placement", "--piece", "queen", "--board", "4,30", "--count", "n", "--want", "count")
    with start(*words, env=environment) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().split() for _ in range(4)]  # the second board is never counted
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=PATIENCE)
    assert (lines[2:], process.returncode) == ([["board", "queen"], ["4", "2"]], 130)
    assert "1 of 2 entries proven, 0 not, 1 not reached" in out.splitlines()


def test_boards_stream_until_the_reader_leaves() -> None:
    with start_unbuffered(
        "solve", "placement", "--piece", "queen", "--board", "16", "--count", "16", "--all"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline().strip() for _ in range(33)]
        assert [len(line) for line in lines] == [*[16] * 16, 0, *[16] * 16]
        process.stdout.close()
        with within(10):
            assert (process.wait(PATIENCE), process.stderr.read()) == (141, "")


@pytest.mark.parametrize(
    "command", ["report FOLDER", "", "solve", "solve placement --help", "pieces", "table n-queens --board 4"]
)
def test_reader_that_is_gone_ends_a_command_with_141(command: str, tmp_path: Path) -> None:
    """As a shell has it of a program that SIGPIPE ended."""
    queens = ("compare", "placement", "--piece", "queen", "--board", "4", "--backend", "sat", "--out", str(tmp_path))
    assert "FOLDER" not in command or rookery(*queens).code == 0
    reader, writer = os.pipe()
    os.close(reader)
    with start_unbuffered(*command.replace("FOLDER", str(tmp_path)).split(), stdout=writer) as process:
        os.close(writer)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (141, "")


def redirect(arguments: str, how: str) -> "subprocess.CompletedProcess[str]":
    """Call the command in a shell that redirects its streams."""
    line = f'"{sys.executable}" -m rookery {arguments} {how}'
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
@pytest.mark.parametrize(
    "arguments", ["solve placement --piece queen --board 4 --count 4", "", "table n-queens --board 4"]
)
def test_full_disk_behind_standard_output_ends_with_2(arguments: str) -> None:
    ended = redirect(arguments, ">/dev/full")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr == "rookery: cannot write standard output: No space left on device\n"
    closed = redirect(arguments, ">&-")
    assert (closed.returncode, closed.stderr) == (0, "")


def test_closed_streams_change_no_answer() -> None:
    for how in ("2>&-", "<&- 2>&-"):
        ended = redirect("solve placement --piece queen --board 4 --count 4 --format board", how)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, ".Q..\n...Q\nQ...\n..Q.\n", "")
    ended = redirect("solve placement --piece queen --board 4 --fixed-file -", "<&-")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
