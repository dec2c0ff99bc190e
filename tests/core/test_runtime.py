"""What a process says of the machine and of itself."""

import subprocess
import sys

import pytest

from rookery.backends.engine.cover.tables import memory_of_machine

PEAK = """
import subprocess, sys
from rookery.cli.output.wording import peak_memory_of_run
held = bytearray(200 << 20)
del held
print(peak_memory_of_run())
subprocess.run([sys.executable, "-c", ""], check=True)
print(peak_memory_of_run())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no peak")
def test_peak_memory_is_that_of_a_process_without_children() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", PEAK], capture_output=True, text=True, check=True)
    alone, shared = done.stdout.splitlines()
    assert 200 << 20 < int(alone) < memory_of_machine()
    assert shared == "None"
