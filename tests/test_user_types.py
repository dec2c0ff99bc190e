"""Pyright on a user's right and wrong calls; `mypy tests` checks the same programs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = tuple(sorted((HERE / "typing").glob("*.py")))
PYRIGHT = '{"typeCheckingMode": "standard", "reportUnnecessaryTypeIgnoreComment": "error"}'


def run_module(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-P", "-m", *command], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_pyright_accepts_right_calls_and_refuses_wrong_ones(tmp_path: Path) -> None:
    if run_module("pyright", "--version").returncode:
        leave = pytest.fail if os.environ.get("ROOKERY_TYPES") == "required" else pytest.skip
        leave("pyright does not run: it needs a network the first time")
    for program in PROGRAMS:
        shutil.copy(program, tmp_path)
    runs = "import rookery as rk\n\nreveal_type(rk.compare(rk.placement('queen', 4)).runs)\n"
    (tmp_path / "revealed.py").write_text(runs, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(PYRIGHT, encoding="utf-8")
    checked = run_module("pyright", "-p", str(tmp_path), "--pythonpath", sys.executable)
    assert checked.stdout.splitlines()[-1].startswith("0 errors, 0 warnings"), checked.stdout
    assert 'Type of "rk.compare(rk.placement(\'queen\', 4)).runs" is "DataFrame"' in checked.stdout
