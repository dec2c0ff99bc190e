"""Without any folder in which kernels could be kept a search goes on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rookery

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the installation with a file in the place of each folder in which anything is kept."""
    folder = tmp_path_factory.mktemp("installed") / "rookery"
    shutil.copytree(Path(str(rookery.__file__)).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for each in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        (each / "__pycache__").touch()
    return folder.parent


def call(installed: Path, words: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(installed), "HOME": "/proc/1/none", "XDG_CACHE_HOME": "/proc/1/none"}
    environment = {name: value for name, value in (os.environ | own).items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-P", "-m", "rookery", *words.split()]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_search_goes_on_where_no_kernel_can_be_kept(installed: Path) -> None:
    ended = call(
        installed, "solve placement --piece queen --board 8 --count 8 --count-solutions --backend backtracking"
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "92 solutions" in ended.stdout
