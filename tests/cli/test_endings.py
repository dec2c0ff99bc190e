"""How the command line ends when an answer is not entire, wrong, interrupted, or not read."""

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

from rookery.backends import Request
from rookery.backends.contract.backend import Stream

pytestmark = pytest.mark.slow

FOUR = ("solve", "placement", "--piece", "queen", "--board", "4", "--count", "4")
KINGS = ("solve", "placement", "--piece", "king", "--board", "3")


class Cut(BruteForce):
    """Ctrl-C comes after the first solution."""

    name = "cut"

    def run(self, program: Assignments, request: Request) -> Stream:
        yield next(super().run(program, request))
        raise KeyboardInterrupt


class Failing(BruteForce):
    """Raises what it is given."""

    name = "failing"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def run(self, program: Assignments, request: Request) -> Stream:
        raise self.error


def test_a_time_limit_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, BruteForce())
    slow = ("solve", "placement", "--piece", "queen", "--board", "6", "--count", "6", "--backend", "brute-force")
    code, out, err = rookery(*slow, "--seconds", "0.1")
    assert (code, err) == (3, "")
    assert "6 queens on a 6x6 board: unknown, nothing found or proven (stopped by the time limit)" in out
    code, out, _ = rookery(*slow, "--seconds", "0.1", "--json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["complete"], answer["end"]) == (3, "unknown", False, "time limit")
    code, out, err = rookery(*slow, "--seconds", "0.1", "--format", "board")
    assert (code, out, err) == (3, "", "rookery: stopped by the time limit\n")


def test_what_was_found_before_the_time_limit_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_ctrl_c_shows_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Cut())
    code, out, err = rookery(*FOUR, "--all", "--backend", "cut")
    assert (code, err) == (130, "")
    assert out.startswith("..Q.\nQ...\n...Q\n.Q..\n\n4 queens on a 4x4 board: 1 solution found, interrupted\n")
    code, out, err = rookery(*FOUR, "--all", "--backend", "cut", "--json")
    answer = json.loads(out)
    assert (code, err) == (130, "")
    assert (answer["end"], answer["complete"], answer["count"], len(answer["solutions"])) == (
        "interrupted",
        False,
        1,
        1,
    )


def test_ctrl_c_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Cut())
    code, out, _ = rookery(*KINGS, "--backend", "cut")
    assert code == 130
    assert "As many kings as possible on a 3x3 board: 0 (not proven optimal; interrupted)" in out


def test_a_wrong_answer_is_told_with_its_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Careless())
    code, out, err = rookery(*FOUR, "--backend", "wrong", "--json")
    assert (code, out) == (4, "")
    message, *board = err.splitlines()
    assert message.startswith(
        "rookery: wrong answer: the referee of chess refuses a placement: 0 of queen on the board"
    )
    assert board == ["...."] * 4


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (
            RuntimeError("no luck\nat all"),
            1,
            "this is a bug in rookery: RuntimeError: no luck (ROOKERY_TRACEBACK=1 shows",
        ),
        (MemoryError(), 1, "memory ran out"),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
    ],
)
def test_what_nobody_foresaw_is_one_line(
    error: BaseException, code: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lend(monkeypatch, Failing(error))
    ended = rookery(*FOUR, "--backend", "failing")
    assert (ended.code, ended.out) == (code, "")
    assert expected in ended.err
    assert ended.err.count("\n") == 1


def test_a_traceback_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    lend(monkeypatch, Failing(RuntimeError("no luck")))
    monkeypatch.setenv("ROOKERY_TRACEBACK", "1")
    err = rookery(*FOUR, "--backend", "failing").err
    assert "Traceback (most recent call last)" in err
    assert "no luck" in err


def test_an_omission_is_a_complete_answer_to_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """No referee sees a solution that is missing: that is what comparing backends is for."""
    lend(monkeypatch, Omitting())
    assert rookery(*FOUR, "--all", "--backend", "wrong").code == 0


started = partial(start, env={**os.environ, "PYTHONUNBUFFERED": "1"})


@pytest.mark.parametrize("backend", ["backtracking", "cpsat", "sat", "python-constraint"])
@pytest.mark.full
def test_sigint_ends_a_list_with_130(backend: str) -> None:
    queens = ("solve", "placement", "--piece", "queen", "--board", "16", "--count", "16", "--all")
    with started(*queens, "--backend", backend) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with within(10):
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert re.fullmatch(r"16 queens on a 16x16 board: .* found, interrupted", out.splitlines()[-2])


def spent(pid: int) -> float:
    """The processor seconds of a process."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time of another process is read in /proc")
@pytest.mark.full
def test_sigint_ends_a_deep_search_with_130() -> None:
    with started("solve", "domination", "--piece", "queen", "--board", "20", "--json") as process:
        # its processor time, as no file or line tells that a search for one answer is on its way
        assert comes_true(lambda: spent(process.pid) >= 1.0)
        with within(3):
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
    told = [line for line in err.splitlines() if ": compiling " not in line]  # as on a machine that is new
    assert (process.returncode, told) == (130, [])
    answer = json.loads(out)
    assert (answer["end"], answer["complete"]) == ("interrupted", False)


def test_boards_stream_while_the_search_goes_on() -> None:
    """The first boards of a list without a foreseeable end; then the reader leaves."""
    with started("solve", "placement", "--piece", "queen", "--board", "16", "--count", "16", "--all") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline().strip() for _ in range(33)]
        assert [len(line) for line in lines] == [*[16] * 16, 0, *[16] * 16]
        process.stdout.close()
        with within(10):
            assert (process.wait(PATIENCE), process.stderr.read()) == (141, "")


@pytest.mark.parametrize(
    "command", ["report FOLDER", "--help", "report --help", "pieces", "backends", "pieces show queen", "doctor"]
)
def test_a_reader_that_is_gone_ends_every_command_with_141(command: str, tmp_path: Path) -> None:
    """As a shell has it of a program that SIGPIPE ended; what rich prints for us is no exception."""
    queens = ("compare", "placement", "--piece", "queen", "--boards", "4", "--backends", "sat", "--out", str(tmp_path))
    assert "FOLDER" not in command or rookery(*queens).code == 0
    reader, writer = os.pipe()
    os.close(reader)
    with started(*command.replace("FOLDER", str(tmp_path)).split(), stdout=writer) as process:
        os.close(writer)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (141, "")


def test_the_module_and_the_exit_code_of_the_process() -> None:
    with started("solve", "placement", "--piece", "queen", "--board", "0") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (2, "")
    assert err == "rookery: a board of 0x0: both sides must be at least 1\n"


def redirected(arguments: str, how: str) -> "subprocess.CompletedProcess[str]":
    """How the command ends in a shell that redirects its streams."""
    line = f'"{sys.executable}" -m rookery {arguments} {how}'
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True)


WRITING = ("solve placement --piece queen --board 4 --count 4", "pieces", "", "--help", "--version", "backends")
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")


@FULL
@pytest.mark.parametrize("arguments", WRITING)
def test_a_full_disk_behind_standard_output_is_reported(arguments: str) -> None:
    ended = redirected(arguments, ">/dev/full")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "rookery: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("arguments", WRITING)
def test_closed_standard_output_is_no_bug(arguments: str) -> None:
    ended = redirected(arguments, ">&-")
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("how", ["2>&-", "<&-", "<&- 2>&-"])
@pytest.mark.full
def test_other_closed_streams_change_no_answer(how: str) -> None:
    ended = redirected("solve placement --piece queen --board 4 --count 4 --format board", how)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, ".Q..\n...Q\nQ...\n..Q.\n", "")
    ended = redirected("solve placement --piece queen --board 24 --count 24 --count-solutions --seconds 0.3", how)
    assert (ended.returncode, ended.stderr) == (3, "")
    assert (redirected("solve placement --piece quen --board 4", f"2>/dev/null {how}").returncode) == 2


def test_closed_standard_input_is_empty() -> None:
    ended = redirected("solve placement --piece queen --board 4 --fixed-file -", "<&-")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "rookery: standard input, line 1: expected one number, how many squares follow\n"
