"""Our files, solved by the tools of others, whose answers come back through `rk.check`.

A tool that is not installed is skipped (`apt-get install cadical coinor-cbc glpk-utils`, `pip install highspy`); with
`ROOKERY_SOLVERS=required` a missing program fails its test.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from rookery_tests.foreign_tools import asked, run

import rookery as rk
from rookery.models import Problem, Satisfy

pytestmark = pytest.mark.slow

PROBLEMS = {
    "8 queens": rk.placement(rk.QUEEN, rk.Board(8), count=8),
    "5 queens on a torus": rk.placement(rk.QUEEN, rk.Board(5, torus=True), count=5),
    "3 queens on a torus": rk.placement(rk.QUEEN, rk.Board(3, torus=True), count=3),  # there is none
    "gamma(Q_5)": rk.domination(rk.QUEEN, rk.Board(5)),
    "i(N_4)": rk.domination(rk.KNIGHT, rk.Board(4), kind="independent"),
    "most kings": rk.placement(rk.KING, rk.Board(5)),
    "guards by cost": rk.cheapest_domination({rk.QUEEN: 9, rk.KNIGHT: 4}, rk.Board(4)),
    "armies": rk.armies([rk.QUEEN, rk.QUEEN], rk.Board(3)),
}
GOALS = [name for name, problem in PROBLEMS.items() if not isinstance(problem.model.goal, Satisfy)]
FEW = ["3 queens on a torus", "gamma(Q_5)", "most kings", "armies"]  # for tools that take a second to start

HIGHS = """
import sys, highspy
solver = highspy.Highs()
solver.silent()
assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
solver.run()
solver.writeSolution(sys.argv[2], 0)
solver.writeModel(sys.argv[2] + ".mps")
"""
SCIP = """
import sys
from ortools.linear_solver.python import model_builder
model = model_builder.Model()
assert model.import_from_mps_file(sys.argv[1])
solver = model_builder.Solver("SCIP")
if solver.solve(model) == model_builder.SolveStatus.OPTIMAL:
    print("=obj=", solver.objective_value)
    print(*(f"{v.name} {solver.value(v)}" for v in model.get_variables()), sep="\\n")
else:
    print("Infeasible")
"""


def ask_highs(file: str, out: str) -> object:
    """Run HiGHS in another process: it cannot be imported beside OR-Tools, which has another HiGHS."""
    if find_spec("highspy") is None:
        pytest.skip("highspy is not installed")
    return run(sys.executable, "-P", "-c", HIGHS, file, out)


def ask_rc2(file: str, out: str) -> object:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    with RC2(WCNF(from_file=file)) as solver:
        return Path(out).write_text(f"s OPTIMUM FOUND\nv {' '.join(map(str, solver.compute()))} 0\n")


def keep(out: str, said: str) -> object:
    return Path(out).write_text(said)


# CBC takes no notice of what asks for a maximum in MPS, and GLPK reads fixed MPS by its columns and free MPS by words.
WAYS: dict[str, Callable[[str, str], object]] = {
    "highs mps": ask_highs,
    "highs lp": ask_highs,
    "cbc mps": lambda file, out: run(asked("cbc"), file, "solve", "solu", out),
    "cbc lp": lambda file, out: run(asked("cbc"), file, "solve", "solu", out),
    "glpsol mps": lambda file, out: run(asked("glpsol"), "--mps", file, "-o", out),
    "glpsol lp": lambda file, out: run(asked("glpsol"), "--lp", file, "-o", out),
    "glpsol mps by words": lambda file, out: run(asked("glpsol"), "--freemps", file, "-w", out),
    "scip mps": lambda file, out: keep(out, run(sys.executable, "-P", "-c", SCIP, file)),
    "rc2 wcnf": ask_rc2,
}


@pytest.mark.parametrize("way", WAYS)
def test_foreign_solver_finds_our_optimum(way: str, tmp_path: Path) -> None:
    tool, form, *_ = way.split()
    names = {"rc2": GOALS, "highs": FEW, "scip": FEW}.get(tool, PROBLEMS)
    for name in names:
        problem, file, answer = PROBLEMS[name], tmp_path / f"a.{form}", tmp_path / "answer.sol"
        file.write_text(rk.export(problem, form))
        WAYS[way](str(file), str(answer))
        compare(problem, answer.read_text(), name)


def compare(problem: Problem, said: str, name: str) -> None:
    """Require that both referees accept an answer with our optimum, or refuse it where there is no solution."""
    ours = solve(name)
    if ours.status == "infeasible":
        try:
            assert not rk.check(problem, said)
        except rk.BadInput:  # it says so in words
            return
        return
    judged = rk.check(problem, said)
    assert judged, (name, str(judged))
    assert judged.value == ours.objective, name


@cache
def solve(name: str) -> rk.Answer:
    return rk.solve(PROBLEMS[name])


def test_cadical_finds_our_optimum_and_nothing_better(tmp_path: Path) -> None:
    cadical, file = asked("cadical"), tmp_path / "a.cnf"
    for name, problem in PROBLEMS.items():
        ours = solve(name).objective
        file.write_text(rk.export(problem, "dimacs", ours))
        compare(problem, run(cadical, "-q", str(file)), name)
        if ours is not None:
            file.write_text(rk.export(problem, "dimacs", ours - 1 if problem.model.better(0, 1) else ours + 1))
            assert "s UNSATISFIABLE" in run(cadical, "-q", str(file))


@pytest.mark.parametrize("tool", ["highs", "glpsol", "cbc"])
def test_mps_of_linear_solvers_is_read(tool: str, tmp_path: Path) -> None:
    """Two queens dominate 4x4 in 12 ways: OEIS A002564."""
    ours, theirs = tmp_path / "a.mps", tmp_path / "b.mps"
    ours.write_text(rk.export(rk.domination("queen", 4), "mps"))
    if tool == "highs":
        ask_highs(str(ours), str(tmp_path / "b"))
    elif tool == "cbc":
        run(asked(tool), str(ours), "export", str(theirs), "quit")
    else:
        run(asked(tool), "--mps", str(ours), "--check", "--wmps", str(theirs))
    assert theirs.read_text() != ours.read_text()
    answer = rk.solve_model(rk.read_model(theirs), "sat", "count")
    assert (answer.count, answer.objective) == (12, 2)
