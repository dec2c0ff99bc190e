"""The modules that a command imports before it answers."""

import os
import subprocess
import sys

import pytest

HEAVY = {"numba", "llvmlite", "ortools", "pysat", "constraint", "pandas", "jinja2", "rich", "rookery.compare.verdict",
         "rookery.certificates"}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "solve placement --piece queen --board 8 --count 8",
        "solve domination --piece queen --board 8 --kind plain --workers 1",
        "solve placement --piece rook --board 3 --workers many",
        "export placement --piece queen --board 4 --count 4 --format dimacs",
        "pieces show queen --board 5",
        "--version",
    ],
)
def test_command_imports_nothing_heavy(line: str) -> None:
    """As plain Python: numba is imported where kernels have to be compiled."""
    code = f"import sys; from rookery.cli import run; run({line.split()}); print(*sys.modules, file=sys.stderr)"
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, env=plain)
    modules = set(done.stderr.splitlines()[-1].split())
    assert not HEAVY & modules
    assert line != "--version" or not {"numpy", "rookery.backends"} & modules
