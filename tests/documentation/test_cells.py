"""A cell of a notebook has a limit in processor time, each cell its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rookery_docs.cells import write_profile

CELLS = (
    "from time import process_time as t\nb = t()\nwhile t() < b + 0.7: pass",
    "b = t()\nwhile t() < b + 0.7: pass",
    "print('two', flush=True)",
    "while True: pass",
)


@pytest.mark.full
def test_a_cell_ends_at_its_limit(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    write_profile(tmp_path, 1)
    run = f"from IPython import get_ipython\nfor cell in {CELLS!r}: get_ipython().run_cell(cell)"
    command = [sys.executable, "-m", "IPython", "--no-banner", "-c", run]
    settings = {**os.environ, "IPYTHONDIR": str(tmp_path)}
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.endswith("two\n")) == (-signal.SIGXCPU, True)
