"""No process that we start runs a file of the current folder in place of one of Python's modules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rookery_tests import started_kinds

from rookery.core.runtime import import_path

SUPPORT = Path(__file__).parents[1] / "support"
HIDDEN = ("pickle", "json", "html", "numpy", "socket", "numba", "ortools", "typing_extensions")
MARK = "import os\nos.close(os.open(os.path.join({folder!r}, {name!r}), os.O_CREAT))\nraise ImportError({name!r})\n"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with files named like modules; each leaves a mark when it is run."""
    for folder in ("here", "marks", "cache"):
        (tmp_path / folder).mkdir()
    for name in HIDDEN:
        (tmp_path / "here" / f"{name}.py").write_text(MARK.format(folder=str(tmp_path / "marks"), name=name))
    return tmp_path


def call(hostile: Path, *command: str, path: str = "") -> None:
    own = {"NUMBA_CACHE_DIR": str(hostile / "cache"), "PYTHONPATH": path}
    environment = {name: value for name, value in (os.environ | own).items() if value and name != "PYTHONSAFEPATH"}
    ended = subprocess.run(command, cwd=hostile / "here", env=environment, capture_output=True, text=True)
    assert os.listdir(hostile / "marks") == []
    assert ended.returncode == 0, ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", started_kinds.KINDS)
def test_started_process_imports_nothing_from_the_current_folder(kind: str, hostile: Path) -> None:
    code = f"from {started_kinds.__name__} import main; main({kind!r})"
    call(hostile, sys.executable, "-P", "-c", code, path=str(SUPPORT))


def test_command_imports_nothing_from_the_current_folder(hostile: Path) -> None:
    """With `-m` Python itself imports a little from the current folder before any line of ours; nothing of these."""
    words = ["solve", "placement", "--piece", "queen", "--board", "4", "--backend", "cpsat"]
    call(hostile, sys.executable, "-m", "rookery", *words)


def test_import_path_has_the_current_folder_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for here in ("", ".", str(tmp_path)):
        monkeypatch.setattr(sys, "path", [here, "/a", "/b"])
        assert import_path() == ["/a", "/b", here]
    tmp_path.rmdir()
    monkeypatch.setattr(sys, "path", ["", "/a"])
    assert import_path() == ["/a"]
