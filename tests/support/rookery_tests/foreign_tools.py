"""Programs of others that a test asks for and calls."""

import os
import subprocess
from shutil import which

import pytest

NOT_PACKAGED = frozenset(("scip",))  # by Debian: nobody is required to have it


def asked(tool: str) -> str:
    """The path of a program; without it the test is skipped, or fails with `ROOKERY_SOLVERS=required`."""
    found = which(tool)
    if found is None and os.environ.get("ROOKERY_SOLVERS") == "required" and tool not in NOT_PACKAGED:
        pytest.fail(f"{tool} is not installed")
    if found is None:
        pytest.skip(f"{tool} is not installed")
    return found


def run(*command: str) -> str:
    """What a program prints."""
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False).stdout
