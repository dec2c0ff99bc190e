"""Pyright on a user's right and wrong calls, and the stub of the problems; `mypy tests` checks the same programs."""

import ast
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rookery as rk
from rookery.models.problems import catalogue

HERE = Path(__file__).parent
STUB = HERE.parent / "models/problems/catalogue.pyi"
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


def read_parameters(function: ast.FunctionDef) -> dict[str, object]:
    """Return the names of a function's parameters with their defaults; `...` where there is none."""
    names = [each.arg for each in function.args.args]
    defaults = [ast.literal_eval(each) for each in function.args.defaults]
    return dict(zip(names, [*[...] * (len(names) - len(defaults)), *defaults], strict=True))


def test_stub_agrees_with_the_functions() -> None:
    """Names, order and defaults; the types of the stub are wider, since `declares` takes text and numbers."""
    functions = [node for node in ast.parse(STUB.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert [each.name for each in functions] == catalogue.__all__
    for each in functions:
        own = inspect.signature(getattr(rk, each.name)).parameters.values()
        said = {one.name: ... if one.default is one.empty else one.default for one in own}
        said = {name: default.name if isinstance(default, rk.Piece) else default for name, default in said.items()}
        assert read_parameters(each) == said, each.name
        assert list(read_parameters(each)) == list(said), each.name
