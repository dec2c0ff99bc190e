"""Ctrl-C while a library is imported waits for the end of the import; SIGTERM is as Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

from rookery.core.interrupts import postpone_ctrl_c, take_sigterm

# Ctrl-C comes in the middle of numba's import, when a submodule is looked for; then the search goes on compiled.
SCRIPT = """
import signal, sys
import rookery as rk

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "numba.core.typing.templates":
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Presses())
problem = rk.placement(rk.QUEEN, rk.Board(15), 15)
cut = rk.solve(problem, want="count")
print(cut.interrupted, "numba" in sys.modules)
print(rk.solve(problem, want="count").count)
"""


@pytest.mark.slow
def test_numba_is_whole_after_ctrl_c_in_its_import() -> None:
    """Where no kernel can be kept, the process that searches compiles it."""
    nowhere = {**os.environ, "NUMBA_CACHE_DIR": "/proc/1/none"}
    command = [sys.executable, "-P", "-c", SCRIPT]
    ended = subprocess.run(command, env=nowhere, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stdout) == (0, "True True\n2279184\n")  # OEIS A000170


def test_postponed_ctrl_c_comes_after_the_block() -> None:
    done: list[bool] = []

    def press() -> None:
        with postpone_ctrl_c(), postpone_ctrl_c():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        press()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_threads_change_no_handler() -> None:
    seen: list[object] = []

    def look() -> None:
        with postpone_ctrl_c():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.parametrize("of_ctrl_c", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
def test_sigterm_is_as_ctrl_c(of_ctrl_c: Any) -> None:
    before, ended = signal.signal(signal.SIGINT, of_ctrl_c), signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(KeyboardInterrupt), take_sigterm():
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGINT, before)
    assert signal.getsignal(signal.SIGTERM) is ended
