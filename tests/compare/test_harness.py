"""The harness and its queues."""

import signal
import subprocess
import sys

import pytest

WAITS = """
import signal
from rookery.compare import harness

class Waiting(harness.Harness):
    looks = 0
    def _is_working(self):
        self.looks += 1
        return self.looks < 200

harness.LOOK_SECONDS = 0.004
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.000503)
Waiting([])._listen(print)
signal.setitimer(signal.ITIMER_REAL, 0)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timers")
def test_signal_at_the_end_of_a_wait_does_not_make_it_endless() -> None:
    """Ctrl-C that came in the last microsecond of a wait for news hung the harness until the next one."""
    subprocess.run([sys.executable, "-P", "-c", WAITS], check=True, timeout=600)
