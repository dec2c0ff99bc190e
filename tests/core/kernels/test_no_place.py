"""Without any folder in which kernels could be kept a search goes on, and `rookery doctor` says it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rookery

QUEENS = ("solve", "placement", "--piece", "queen", "--board", "8", "--count", "8", "--count-solutions")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the installation with a file in the place of each folder in which anything is kept."""
    folder = tmp_path_factory.mktemp("installed") / "rookery"
    shutil.copytree(Path(str(rookery.__file__)).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for each in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        (each / "__pycache__").touch()
    return folder.parent


def call(installed: Path, *command: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(installed), "HOME": "/proc/1/none", "XDG_CACHE_HOME": "/proc/1/none"}
    environment = {name: value for name, value in (os.environ | own).items() if not name.startswith("NUMBA_")}
    return subprocess.run([sys.executable, "-P", *command], env=environment, capture_output=True, text=True)


@pytest.mark.full
def test_a_search_goes_on(installed: Path) -> None:
    ended = call(installed, "-m", "rookery", *QUEENS, "--backend", "backtracking")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "92 solutions" in ended.stdout


@pytest.mark.full
def test_a_kernel_is_compiled_in_memory_and_doctor_knows(installed: Path) -> None:
    code = """
from rookery.backends.engine.kernels import native_bits, native_blocks
from rookery.cli.commands.doctor import _kernels
from rookery_tests.started_kinds import add
from rookery.core.kernels.compiler import wait_until_ready
import numpy as np
wait_until_ready(add, add.types(np.arange(3)), tell=print)
print(add(np.arange(3)), add.folder)
for finding in _kernels(False):
    print(finding)
"""
    support = Path(__file__).parents[2] / "support"
    copied = installed / "rookery_tests"
    shutil.copytree(support / "rookery_tests", copied, ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "__pycache__").touch()
    ended = call(installed, "-c", code)
    assert ended.returncode == 0, ended.stderr
    first, second, third = ended.stdout.splitlines()
    assert "compiling a sum" in first
    assert "name one in NUMBA_CACHE_DIR" in first
    assert second == "3 None"
    assert "no folder to keep them can be written; name one in NUMBA_CACHE_DIR" in third
