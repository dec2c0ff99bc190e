"""Random models, exported in each format, have the same optimum for the readers of others and for our own."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest
from rookery_tests.small_models import best_of, random_models, solutions_of

import rookery as rk
from rookery.models import AtLeast, Linear, Maximize, Minimize, Model, Satisfy

NEGATED = ("opb", "mps", "lp")  # always minimised
Found = tuple[int | None, frozenset[int]] | None  # the objective in the file and the true variables; None: no solution
GOALS = (Maximize((~0, 1), (3, 2)), Minimize((~0, ~1), (3, -2)), Maximize((0, 1), (-3, -2)))
MODELS = [model for model in random_models(25, seed=24) if model.variables]
MODELS += [Model(2, (AtLeast(1, (0, 1)),), goal) for goal in GOALS]

HIGHS = """
import sys, highspy
for file in sys.argv[1:]:
    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(file) == highspy.HighsStatus.kOk
    solver.run()
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        names = [solver.getColName(at)[1] for at in range(solver.getNumCol())]
        true = [name[1:] for name, value in zip(names, solver.getSolution().col_value) if value > 0.5]
        print(round(solver.getInfo().objective_function_value), *true)
    else:
        assert solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible, solver.getModelStatus()
        print("none")
"""
SCIP = """
import sys
from ortools.linear_solver.python import model_builder
for file in sys.argv[1:]:
    model = model_builder.Model()
    assert model.import_from_mps_file(file)
    solver = model_builder.Solver("SCIP")
    if solver.solve(model) == model_builder.SolveStatus.OPTIMAL:
        print(round(solver.objective_value), *(v.name[1:] for v in model.get_variables() if solver.value(v) > 0.5))
    else:
        print("none")
"""


def run_script(script: str) -> Callable[[Sequence[Path]], list[Found]]:
    """Return a reader in another process: HiGHS cannot be imported beside OR-Tools."""

    def read(files: Sequence[Path]) -> list[Found]:
        command = [sys.executable, "-P", "-c", script, *map(str, files)]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        words = [line.split() for line in lines]
        return [None if each == ["none"] else (int(each[0]), frozenset(int(v) - 1 for v in each[1:])) for each in words]

    return read


def read_dimacs(files: Sequence[Path]) -> list[Found]:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    found: list[Found] = []
    for file in files:
        with Solver("cadical195", bootstrap_with=CNF(from_file=str(file))) as solver:
            model = solver.get_model() if solver.solve() else None
        found.append(None if model is None else (None, frozenset(v - 1 for v in model if v > 0)))
    return found


def read_wcnf(files: Sequence[Path]) -> list[Found]:
    """RC2 gives the cost; a comment of ours says how the objective follows from it."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    found: list[Found] = []
    for file in files:
        with RC2(WCNF(from_file=str(file))) as solver:
            model = solver.compute()
            shown = re.search(r"^c objective = (-?)\((-?\d+) \+ the weight", file.read_text(), re.M)
            value = (int(shown[2]) + solver.cost) * (-1 if shown[1] else 1) if shown else None
        found.append(None if model is None else (value, frozenset(v - 1 for v in model if v > 0)))
    return found


def read_opb(files: Sequence[Path]) -> list[Found]:
    """Read OPB as the competitions describe it, and try everything: nothing that is installed reads it."""
    return [_try_opb([line for line in file.read_text().splitlines() if line[0] != "*"]) for file in files]


def _try_opb(lines: Sequence[str]) -> Found:
    assert all(re.fullmatch(r"(min: )?([+-]\d+ x\d+ )+((>=|=) -?\d+ )?;", line) for line in lines), lines
    sums = [[(int(weight), int(v)) for weight, v in re.findall(r"([+-]\d+) x(\d+)", line)] for line in lines]
    best: Found = None
    for values in product((0, 1), repeat=max((v for terms in sums for _, v in terms), default=0)):
        totals = [sum(weight * values[v - 1] for weight, v in terms) for terms in sums]
        sides = [(total, line.split()[-3:-1]) for total, line in zip(totals, lines, strict=True) if line[0] != "m"]
        if all(total == int(side) if sign == "=" else total >= int(side) for total, (sign, side) in sides):
            cost = totals[0] if lines and lines[0][0] == "m" else None
            if best is None or (cost is not None and best[0] is not None and cost < best[0]):
                best = cost, frozenset(at for at, value in enumerate(values) if value)
    return best


READERS: dict[str, tuple[str, str, Callable[[Sequence[Path]], list[Found]]]] = {  # library, format, reader
    "DIMACS by CaDiCaL": ("pysat", "dimacs", read_dimacs),
    "WCNF by RC2": ("pysat", "wcnf", read_wcnf),
    "OPB by trying": ("sys", "opb", read_opb),
    "LP by HiGHS": ("highspy", "lp", run_script(HIGHS)),
    "MPS by HiGHS": ("highspy", "mps", run_script(HIGHS)),
    "MPS by SCIP": ("ortools", "mps", run_script(SCIP)),
}


def write_model(model: Model, form: str, file: Path) -> Model:
    """Write a model, and return what the file means: DIMACS asks for solutions as good as the best."""
    if form == "dimacs" and not isinstance(model.goal, Satisfy):
        best = best_of(model) or 0
        file.write_text(rk.export(model, form, best))
        return model.at_optimum(best)
    file.write_text(rk.export(model, form))
    return model


@pytest.mark.parametrize("name", READERS)
def test_foreign_readers_find_the_same_optimum(name: str, tmp_path: Path) -> None:
    library, form, read = READERS[name]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    files = [tmp_path / f"{number}.{form}" for number in range(len(MODELS))]
    meant = [write_model(model, form, file) for model, file in zip(MODELS, files, strict=True)]
    for model, means, found in zip(MODELS, meant, read(files), strict=True):
        right, best = solutions_of(means), best_of(model)
        assert (found is None) == (not right), model
        if found is not None:
            chosen = frozenset(v for v in found[1] if v < model.variables)
            assert chosen in right, model
            assert model.value(chosen) == best, model
            negated = form in NEGATED and isinstance(model.goal, Maximize)
            assert found[0] is None or found[0] * (-1 if negated else 1) == (best or 0), model


@pytest.mark.parametrize("form", ["wcnf", "opb", "json", "dimacs", "mps"])
def test_our_readers_find_the_same_solutions(form: str, tmp_path: Path) -> None:
    for model in MODELS:
        file = tmp_path / f"model.{'cnf' if form == 'dimacs' else form}"
        means = write_model(model, form, file)
        again, best = rk.read_model(file), best_of(means)
        answer = rk.solve_model(again, "sat", "all")
        right = {chosen for chosen in solutions_of(means) if means.value(chosen) == best}
        projected = [frozenset(v for v in chosen if v < model.variables) for chosen in answer.solutions]
        assert sorted(projected, key=sorted) == sorted(right, key=sorted), model
        found = answer.objective or 0
        if form == "wcnf" and (shown := re.search(r"^c objective = (-?)\((-?\d+) \+", file.read_text(), re.M)):
            found = (int(shown[2]) + found) * (-1 if shown[1] else 1)
        if form in NEGATED and isinstance(means.goal, Maximize):
            found = -found
        assert not right or found == (best or 0), model
        if form == "json":
            assert (again.variables, again.goal, again.name(0)) == (model.variables, model.goal, model.name(0))


def test_rows_without_sides_are_left_out() -> None:
    bare = Model(2, (AtLeast(1, (0, 1)),), Minimize((0, 1)))
    model = Model(2, (Linear((1, 2), (0, 1), None, None), *bare.constraints), bare.goal)
    for form in ("lp", "mps", "opb"):
        assert rk.export(model, form).replace("2 constraints", "1 constraint") == rk.export(bare, form)
