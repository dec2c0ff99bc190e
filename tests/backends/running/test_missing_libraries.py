"""A library that is not there, as after `pip install --no-deps`: one line that says what to install, no traceback."""

import subprocess
import sys

import pytest

# What an import meets where a module is not installed.
BLOCKED = """
import sys
from importlib.machinery import ModuleSpec
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
"""
ASK = """
import rookery as rk
try:
    rk.solve(rk.domination("queen", 5), {backend!r})
except rk.RookeryError as error:
    print(type(error).__name__, error)
"""
NEEDED = {
    "backtracking": ({"numba", "llvmlite"}, "pip install numba"),
    "cpsat": ({"ortools"}, "pip install ortools"),
    "sat": ({"pysat"}, "pip install python-sat"),
    "python-constraint": ({"constraint"}, "pip install python-constraint2"),
}


def run(code: str, modules: set[str]) -> subprocess.CompletedProcess[str]:
    program = BLOCKED.format(modules=modules) + code
    return subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_library_is_named_in_one_line(name: str) -> None:
    modules, remedy = NEEDED[name]
    done = run(ASK.format(backend=name), modules)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Unsupported backend {name} needs ")
    assert done.stdout.count("\n") == 1
    assert remedy in done.stdout


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.part(2)
def test_the_other_backends_answer(name: str) -> None:
    other = "sat" if name != "sat" else "cpsat"
    done = run(f"import rookery as rk; print(rk.solve(rk.placement('queen', 5, 5), {other!r}).status)", NEEDED[name][0])
    assert (done.stdout, done.stderr) == ("satisfied\n", "")
