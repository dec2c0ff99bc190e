"""Ctrl-C at any moment of a command ends it without a traceback: what it has found, or no word, and exit code 130.

The moments are numbers of calls, counted from the line on after which the command heeds Ctrl-C: so a test neither waits
nor depends on the speed of a machine. Many are those in which Python makes a class, where `KeyboardInterrupt` becomes
another error.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from rookery_tests.command_line import start

pytestmark = pytest.mark.slow

# Runs a command once to count its calls, or once for each number in a process forked for it, interrupted at that call.
SCRIPT = """
import json, os, signal, sys, tempfile

numbers, *words = json.loads(sys.argv[1])
MAKING = {"__set_name__", "__init_subclass__", "__prepare__", "_removeweakref", "__del__"}

def run(number):
    sys.argv = ["rookery", *words]
    calls, making, ready = 0, [], False

    def count(frame, event, argument):
        nonlocal calls, ready
        if event == "return" and frame.f_code.co_filename.endswith("starting.py") and not frame.f_locals.get("kind"):
            ready = ready or frame.f_code.co_name == "<module>"
        if ready and event == "call":
            calls += 1
            if frame.f_code.co_name in MAKING:
                making.append(calls)
            if calls == number:
                signal.raise_signal(signal.SIGINT)

    sys.setprofile(count)
    try:
        from rookery.cli import main
        main()
    finally:
        sys.setprofile(None)
        if number is None:
            print(json.dumps([calls, making]), file=sys.stderr)

if numbers is None:
    run(None)
ended = []
for number in numbers:
    with tempfile.TemporaryFile() as told:
        if (child := os.fork()) == 0:
            os.dup2(told.fileno(), 1)
            os.dup2(told.fileno(), 2)
            run(number)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        told.seek(0)
        ended.append([number, code, told.read().decode()])
print(json.dumps(ended))
"""
COMMANDS = {
    "solve": "solve placement --piece queen --board 5 --count 5 --backend python-constraint",
    "cpsat": "solve placement --piece queen --board 4 --count 4 --backend cpsat --all",
    "backends": "backends",
    "help": "solve placement --help",
}


def _call(numbers: list[int] | None, words: list[str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P", "-c", SCRIPT, json.dumps([numbers, *words])]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})


def _interrupt(name: str, many: int) -> list[tuple[int, int, str]]:
    """How a command ends that is interrupted at drawn calls: number, exit code, and what it wrote."""
    words = COMMANDS[name].split()
    calls, making = json.loads(_call(None, words).stderr.splitlines()[-1])
    assert calls > 10_000
    random = Random(name)
    drawn = [random.choice(making) if making and each % 2 else random.randint(1, calls) for each in range(many)]
    ended: list[tuple[int, int, str]] = json.loads(_call(drawn, words).stdout.splitlines()[-1])
    return ended


def _is_quiet(code: int, message: str) -> bool:
    return code in (0, 130) and not any(
        word in message for word in ("Traceback", "Error", "Exception", "bug", "rookery:")
    )


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.part(4)
@pytest.mark.share(2)
def test_ctrl_c_at_any_call_leaves_no_traceback(name: str) -> None:
    ended = _interrupt(name, 6)
    assert [each for each in ended if not _is_quiet(*each[1:])] == []
    assert any(code == 130 for _, code, _ in ended)


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_at_many_calls_leaves_no_traceback(name: str) -> None:
    assert [each for each in _interrupt(name, 100) if not _is_quiet(*each[1:])] == []


@pytest.mark.full
def test_signals_at_drawn_moments_leave_no_traceback(tmp_path: Path) -> None:
    """Real signals, from the moment on at which the package is imported, which a module before it tells."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Told:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        "            print('begun', file=sys.stderr, flush=True)\n"
        "sys.meta_path.insert(0, Told())\n"
    )
    random, environment = Random(18), {**os.environ, "PYTHONPATH": str(tmp_path)}
    for _ in range(8):
        with start(*COMMANDS["cpsat"].split(), env=environment) as process:
            assert process.stderr is not None
            assert process.stderr.readline() == "begun\n"
            time.sleep(random.uniform(0, 1))
            process.send_signal(signal.SIGINT)
            _, message = process.communicate()
        # Python gives the signal back to the system as it ends, which then ends the process: 130 in a shell as well
        code = 130 if process.returncode == -signal.SIGINT else process.returncode
        assert _is_quiet(code, message), message
