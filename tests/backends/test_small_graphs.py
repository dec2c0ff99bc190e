"""Graphs of some hundred vertices: each able backend proves the domination number of each."""

from pathlib import Path

import pytest

import rookery as rk

GRAPHS = Path(__file__).with_name("small_graphs")
# Each was proven by `sat` (PySAT, CaDiCaL) and by `cpsat` (OR-Tools) with all reductions off.
OPTIMA = {"disconnected.gr": 36, "roads.gr": 87, "sparse.gr": 41}
REDUCED = tuple(f"lowering.{name}" for name in ("forced", "rows", "columns"))


def declare(name: str) -> rk.Problem:
    return rk.domination("guard", rk.read_graph(GRAPHS / name))


@pytest.mark.parametrize("name", OPTIMA)
@pytest.mark.parametrize("backend", ["backtracking", "auto", "sat", "cpsat", "mip", "python-constraint"])
def test_each_backend_proves_the_optimum(name: str, backend: str) -> None:
    if backend == "python-constraint" and name == "roads.gr":
        pytest.skip("it tries everything, for more than a second")
    answer = rk.solve(declare(name), backend)
    assert (answer.status, answer.objective, answer.bound) == ("optimal", OPTIMA[name], OPTIMA[name])


@pytest.mark.parametrize("name", OPTIMA)
def test_an_optimum_needs_no_reductions(name: str) -> None:
    answer = rk.solve(declare(name), "sat", options=dict.fromkeys(REDUCED, "off"))
    assert (answer.status, answer.objective) == ("optimal", OPTIMA[name])
