"""The public names, what importing them costs, and the examples in docstrings."""

import doctest
import importlib
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import rookery as rk
from rookery.models.pieces import piece
from rookery.models.problems.registry import families

ROOT = Path(__file__).parents[1]
FOLDERS = {
    "src/rookery": "rookery",
    **{name: f"rookery.{name}" for name in ("core", "models", "certificates", "backends", "compare")},
}
MODULES = [
    ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts]).removesuffix(".__init__")
    for folder, package in FOLDERS.items()
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.stem != "__main__"
]
HEAVY = ("ortools", "pysat", "constraint", "numba", "numpy", "pandas", "click", "rich")
PARTS = ("core", "models", "backends", "compare", "cli")


def print_in_a_process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_every_public_name_is_there_and_is_listed() -> None:
    assert all(hasattr(rk, name) for name in rk.__all__)
    assert set(dir(rk)) >= set(rk.__all__)
    assert {each.name.upper() for each in piece.STANDARD} <= set(rk.__all__)
    assert not hasattr(rk, "svg")
    assert rk.list_families() == list(families())
    assert rk.__version__ == version("rookery-cp")


def test_errors_have_a_common_base() -> None:
    assert issubclass(rk.BadInput, (rk.RookeryError, ValueError))
    assert issubclass(rk.Unsupported, rk.RookeryError)
    assert issubclass(rk.WrongAnswer, rk.RookeryError)
    assert not issubclass(rk.WrongAnswer, ValueError)


@pytest.mark.parametrize(
    ("code", "names"),
    [("rookery.solve", HEAVY), ("rookery", tuple(f"rookery.{part}" for part in PARTS))],
    ids=["a name", "the package"],
)
def test_import_loads_nothing_heavy(code: str, names: tuple[str, ...]) -> None:
    assert print_in_a_process(f"import sys, rookery; {code}; print([n for n in {names} if n in sys.modules])") == "[]\n"


def test_compare_stays_a_function_once_its_package_is_imported() -> None:
    first = "import rookery; from rookery.compare import call; import rookery.compare, rookery.backends.registry as r"
    assert print_in_a_process(f"{first}; print(rookery.compare is call.compare, r.__name__)") == (
        "True rookery.backends.registry\n"
    )


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.failed == 0
    assert name != "rookery" or tried.attempted >= 2
