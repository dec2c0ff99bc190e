"""Cases judged in a process of its own, so that a crash or a hang there is found and ends nothing here."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from fuzz.case import Case, dumped, loaded
from fuzz.judge import Verdict, judge

HOME = Path(__file__).parents[1]
COMMAND = (sys.executable, "-P", "-m", "fuzz", "--child")
SECONDS = 600.0  # for one case; the first of a machine may have to compile kernels
LENGTH = 1 << 16


class Child:
    """A process that judges one case after the other; a new one is started when it has died.

    `plain` processes run kernels without the compiler, where each index is checked. `history` has the cases that the
    present process, or else the last one, was given.
    """

    def __init__(self, command: Sequence[str] = COMMAND, seconds: float = SECONDS, plain: bool = False) -> None:
        self._command, self._seconds, self._plain = command, seconds, plain
        self.history: list[Case] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def judge(self, case: Case) -> Verdict:
        """The verdict on a case; the end of the process is one."""
        process = self._process = self._process or self._started()
        self.history.append(case)
        assert process.stdin
        try:
            process.stdin.write(dumped(case).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self._ended(process)
        line = self._line(process)
        if line is None:
            return self._hung(process)
        return Verdict(*json.loads(line)) if line else self._ended(process)

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._forget(self._process)

    def _started(self) -> subprocess.Popen[bytes]:
        self._rest, self.history = b"", []
        path = os.pathsep.join(filter(None, (str(HOME), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "PYTHONPATH": path, **({"NUMBA_DISABLE_JIT": "1"} if self._plain else {})}
        pipe = subprocess.PIPE
        return subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment)

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """What the process says; nothing where it has ended, None where it takes too long."""
        assert process.stdout
        end = monotonic() + self._seconds
        while b"\n" not in self._rest:
            if not select.select([process.stdout], [], [], max(0.0, end - monotonic()))[0]:
                return None
            more = os.read(process.stdout.fileno(), LENGTH)
            if not more:
                return b""
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _ended(self, process: subprocess.Popen[bytes]) -> Verdict:
        code = process.wait()
        self._forget(process)
        return Verdict("crash", f"the process ended with {f'signal {-code}' if code < 0 else f'exit code {code}'}")

    def _hung(self, process: subprocess.Popen[bytes]) -> Verdict:
        process.kill()
        process.wait()
        self._forget(process)
        return Verdict("hang", f"no answer within {self._seconds:g} s, though a limit was set")

    def _forget(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(BrokenPipeError):  # what was not written yet
                    pipe.close()


def serve() -> None:
    """Judge the cases of standard input; the verdicts go where nothing else is printed."""
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)
        for line in sys.stdin:
            out.write(json.dumps(judge(loaded(line))) + "\n")
            out.flush()
