"""What type checkers say of a user's program: mypy in strict mode, and pyright, on calls that are right and wrong."""

import ast
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

import rookery as rk
from rookery.models.problems import catalogue

HERE = Path(__file__).parent
STUB = HERE.parent / "models/problems/catalogue.pyi"
PROGRAMS = tuple(sorted((HERE / "typing").glob("*.py")))
PYRIGHT = '{"typeCheckingMode": "standard", "reportUnnecessaryTypeIgnoreComment": "error"}'


def _missing(what: str) -> NoReturn:
    """Skip where a checker is not there; fail where it is required, as in CI."""
    if os.environ.get("ROOKERY_TYPES") == "required":
        pytest.fail(what)
    pytest.skip(what)


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-P", "-m", *command], capture_output=True, text=True, check=False)


@pytest.mark.full
def test_mypy_takes_the_right_calls_and_refuses_the_wrong_ones(tmp_path: Path) -> None:
    if _run("mypy", "--version").returncode:
        _missing("mypy is not installed: pip install 'rookery-cp[test]'")
    checked = _run("mypy", "--strict", "--config-file", os.devnull, "--cache-dir", str(tmp_path), *map(str, PROGRAMS))
    assert checked.stdout.splitlines()[-1] == f"Success: no issues found in {len(PROGRAMS)} source files", (
        checked.stdout
    )


@pytest.mark.full
def test_pyright_takes_the_right_calls_and_refuses_the_wrong_ones(tmp_path: Path) -> None:
    if _run("pyright", "--version").returncode:
        _missing("pyright does not run: pip install 'rookery-cp[test]', and a network the first time")
    for program in PROGRAMS:
        shutil.copy(program, tmp_path)
    runs = "import rookery as rk\n\nreveal_type(rk.compare(rk.placement('queen', 4)).runs)\n"
    (tmp_path / "revealed.py").write_text(runs, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(PYRIGHT, encoding="utf-8")
    checked = _run("pyright", "-p", str(tmp_path), "--pythonpath", sys.executable)
    assert checked.stdout.splitlines()[-1].startswith("0 errors, 0 warnings"), checked.stdout
    assert 'Type of "rk.compare(rk.placement(\'queen\', 4)).runs" is "DataFrame"' in checked.stdout


def _parameters(function: ast.FunctionDef) -> dict[str, object]:
    """The names of a function's parameters with their defaults; `...` where there is none."""
    names = [each.arg for each in function.args.args]
    defaults = [ast.literal_eval(each) for each in function.args.defaults]
    return dict(zip(names, [*[...] * (len(names) - len(defaults)), *defaults], strict=True))


def test_the_stub_says_what_the_functions_say() -> None:
    """Names, order and defaults; types are wider in the stub, since `declares` takes what people write."""
    functions = [node for node in ast.parse(STUB.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert [each.name for each in functions] == catalogue.__all__
    for each in functions:
        own = inspect.signature(getattr(rk, each.name)).parameters.values()
        said = {one.name: ... if one.default is one.empty else one.default for one in own}
        said = {name: default.name if isinstance(default, rk.Piece) else default for name, default in said.items()}
        assert _parameters(each) == said, each.name
        assert list(_parameters(each)) == list(said), each.name
