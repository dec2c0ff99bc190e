"""Small graphs of the kinds that the challenge's instances are of: each able backend proves the optimum of each."""

import runpy
import tomllib
from pathlib import Path

import pytest

import rookery as rk

PACE = Path(__file__).parents[2] / "benchmarks" / "pace"
OPTIMA = tomllib.loads((PACE / "small" / "optima.toml").read_text())
SLOW = {"formula-cover.gr", "formula.hgr", "roads.gr"}  # for a backend that tries everything
REDUCED = tuple(f"lowering.{name}" for name in ("forced", "rows", "columns"))


def declare(name: str) -> rk.Problem:
    ground = rk.read_graph(PACE / "small" / name)
    return rk.hitting_set("guard", ground) if name.endswith(".hgr") else rk.domination("guard", ground)


@pytest.mark.parametrize("name", OPTIMA)
@pytest.mark.parametrize("backend", ["backtracking", "auto", "sat", "cpsat", "mip", "python-constraint"])
@pytest.mark.share(2)
@pytest.mark.part(7)
def test_each_backend_proves_the_optimum(name: str, backend: str) -> None:
    if backend == "python-constraint" and name in SLOW:
        pytest.skip("it tries everything, for more than a second")
    answer = rk.solve(declare(name), backend)
    assert (answer.status, answer.objective, answer.bound) == ("optimal", OPTIMA[name], OPTIMA[name])


@pytest.mark.parametrize("name", OPTIMA)
def test_an_optimum_needs_no_reductions(name: str) -> None:
    answer = rk.solve(declare(name), "sat", options=dict.fromkeys(REDUCED, "off"))
    assert (answer.status, answer.objective) == ("optimal", OPTIMA[name])


def test_the_files_are_those_that_are_made(tmp_path: Path) -> None:
    """The generator writes the same files on every machine, and there is an optimum for each."""
    made = runpy.run_path(str(PACE / "make.py"))
    made["write"](tmp_path)
    files = {each.name: each.read_text() for each in tmp_path.iterdir()}
    assert files == {name: (PACE / "small" / name).read_text() for name in OPTIMA}
    assert all(len(text) < 8_000 for text in files.values())
