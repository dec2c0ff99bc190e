"""What we write, solved by tools of others: CaDiCaL, CBC, GLPK, HiGHS, and the readers of OR-Tools and PySAT.

Those that are not installed are skipped: `apt-get install cadical coinor-cbc glpk-utils`, `pip install
highspy`. With `ROOKERY_SOLVERS=required` a program that is missing fails its tests.
"""

import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from rookery_tests.foreign_tools import asked, run

import rookery as rk
from rookery.models import Problem, Satisfy

pytestmark = pytest.mark.slow

HERE = {
    "8 queens": rk.placement(rk.QUEEN, rk.Board(8), count=8),
    "5 queens on a torus": rk.placement(rk.QUEEN, rk.Board(5, torus=True), count=5),
    "3 queens on a torus": rk.placement(rk.QUEEN, rk.Board(3, torus=True), count=3),
    "gamma(Q_5)": rk.domination(rk.QUEEN, rk.Board(5)),
    "i(N_4)": rk.domination(rk.KNIGHT, rk.Board(4), kind="independent"),
    "most kings": rk.placement(rk.KING, rk.Board(5)),
    "worth": rk.weighted_placement({rk.QUEEN: 9, rk.KNIGHT: 3}, rk.Board(4)),
    "peaceable queens": rk.peaceable_queens(4),
}  # fmt: skip
SATISFY = {name: problem for name, problem in HERE.items() if isinstance(problem.model.goal, Satisfy)}
GOALS = {name: problem for name, problem in HERE.items() if name not in SATISFY}


def written(problem: Problem, form: str, file: Path, bound: int | None = None) -> str:
    file.write_text(rk.export(problem, form, bound))
    return str(file)


def refereed(problem: Problem, chosen: frozenset[int]) -> int | None:
    """The objective of a foreign solution that both referees accept."""
    placed = frozenset(v for v in chosen if v < problem.model.variables)
    assert problem.model.accepts(placed)
    assert not problem.faults(problem.read(placed))
    return problem.model.value(placed)


@pytest.mark.parametrize("name", HERE)
def test_cadical_agrees(name: str, tmp_path: Path) -> None:
    """CaDiCaL finds what is as good as our optimum, and nothing better."""
    problem, cadical = HERE[name], asked("cadical")
    ours = rk.solve(problem)
    step = -1 if problem.model.better(0, 1) else 1
    for bound in (None,) if ours.objective is None else (ours.objective, ours.objective + step):
        said = run(cadical, "-q", written(problem, "dimacs", tmp_path / "a.cnf", bound))
        feasible = ours.status != "infeasible" and bound == ours.objective
        assert ("s SATISFIABLE" in said) is feasible
        if feasible:
            numbers = [int(word) for line in re.findall(r"^v (.*)$", said, re.M) for word in line.split()]
            assert refereed(problem, frozenset(number - 1 for number in numbers if number > 0)) == ours.objective


HIGHS = """
import sys, highspy
solver = highspy.Highs()
solver.silent()
assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
solver.run()
if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
    names = [solver.getColName(at)[1] for at in range(solver.getNumCol())]
    print(*(int(name[1:]) - 1 for name, value in zip(names, solver.getSolution().col_value) if value > 0.5))
"""

SCIP = """
import sys
from ortools.linear_solver.python import model_builder
model = model_builder.Model()
assert model.import_from_mps_file(sys.argv[1])
solver = model_builder.Solver("SCIP")
if solver.solve(model) == model_builder.SolveStatus.OPTIMAL:
    print(*(int(v.name[1:]) - 1 for v in model.get_variables() if solver.value(v) > 0.5))
"""


GLPK_COLUMN = r"^ *\d+ x(\d+) +\* +1 "  # a column that is 1: its number, its name, a star for integers, its value


def agreed(problem: Problem, said: str) -> None:
    ours = rk.solve(problem)
    if ours.status == "infeasible":
        assert not said.strip()
    else:
        assert refereed(problem, frozenset(map(int, said.split()))) == ours.objective


@pytest.mark.parametrize("form", ["lp", "mps"])
@pytest.mark.parametrize("name", HERE)
@pytest.mark.part(4)
def test_cbc_agrees(name: str, form: str, tmp_path: Path) -> None:
    """CBC takes no notice of what asks for a maximum in MPS: there the objective has to be negated."""
    cbc, problem, found = asked("cbc"), HERE[name], tmp_path / "found"
    said = run(cbc, written(problem, form, tmp_path / f"a.{form}"), "solve", "solution", str(found))
    status, *columns = found.read_text().splitlines()
    assert not re.search(r"[1-9]\d* errors|ERROR", said)
    assert status.startswith(("Optimal", "Infeasible", "Integer infeasible"))
    values = dict(line.split()[1:3] for line in columns) if status.startswith("Optimal") else {}
    agreed(problem, " ".join(str(int(column[1:]) - 1) for column, value in values.items() if float(value) > 0.5))


@pytest.mark.parametrize("form", ["lp", "mps", "freemps"])
@pytest.mark.parametrize("name", HERE)
def test_glpk_agrees(name: str, form: str, tmp_path: Path) -> None:
    """GLPK reads fixed MPS by its columns alone, and free MPS by its words."""
    glpsol, problem, found = asked("glpsol"), HERE[name], tmp_path / "found"
    file = written(problem, form.removeprefix("free"), tmp_path / "a")
    said = run(glpsol, f"--{form}", file, "-o", str(found))
    assert "error" not in said
    status, columns = (re.findall(pattern, found.read_text(), re.M) for pattern in (r"^Status: *(.*)$", GLPK_COLUMN))
    assert status in (["INTEGER OPTIMAL"], ["INTEGER EMPTY"])
    agreed(problem, " ".join(str(int(v) - 1) for v in columns if status == ["INTEGER OPTIMAL"]))


@pytest.mark.parametrize("form", ["lp", "mps"])
@pytest.mark.parametrize("name", HERE)
@pytest.mark.full
def test_highs_agrees(name: str, form: str, tmp_path: Path) -> None:
    """In a process of its own: HiGHS cannot be imported beside OR-Tools."""
    if find_spec("highspy") is None:
        pytest.skip("highspy is not installed")
    problem = HERE[name]
    agreed(problem, run(sys.executable, "-c", HIGHS, written(problem, form, tmp_path / f"a.{form}")))


@pytest.mark.full
def test_or_tools_reads_mps(tmp_path: Path) -> None:
    """SCIP through the reader of OR-Tools, where a goal is a maximum too; its LP is another dialect."""
    for name in ("gamma(Q_5)", "worth"):
        file = written(HERE[name], "mps", tmp_path / "a.mps")
        agreed(HERE[name], run(sys.executable, "-c", SCIP, file))


@pytest.mark.parametrize("name", GOALS)
def test_rc2_agrees(name: str, tmp_path: Path) -> None:
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    problem = GOALS[name]
    with RC2(WCNF(from_file=written(problem, "wcnf", tmp_path / "a.wcnf"))) as solver:
        found = solver.compute()
    agreed(problem, " ".join(str(number - 1) for number in found if number > 0))


WRITE_HIGHS = """
import sys, highspy
solver = highspy.Highs()
solver.silent()
solver.readModel(sys.argv[1]), solver.run()
solver.writeSolution(sys.argv[2], 0)
"""


def highs(form: str, file: str, solution: str) -> None:
    """HiGHS in a process of its own: where OR-Tools is loaded, whose HiGHS is another, `highspy` cannot be."""
    if find_spec("highspy") is None:
        pytest.skip("highspy is not installed")
    run(sys.executable, "-c", WRITE_HIGHS, file, solution)


WRITERS: dict[str, Callable[[str, str, str], object]] = {
    "highs": highs,
    "cbc": lambda form, file, out: run(asked("cbc"), file, "solve", "solu", out),
    "glpsol -o": lambda form, file, out: run(asked("glpsol"), f"--{form}", file, "-o", out),
    "glpsol -w": lambda form, file, out: run(asked("glpsol"), "--freemps", file, "-w", out),
    "scip": lambda form, file, out: run(asked("scip"), "-c", f"read {file} optimize write solution {out} quit"),
}


@pytest.mark.parametrize(
    ("solver", "form"),
    [*((s, f) for s in ("highs", "cbc", "glpsol -o", "scip") for f in ("mps", "lp")), ("glpsol -w", "mps")],
)
@pytest.mark.parametrize("name", sorted(set(HERE) - {"3 queens on a torus"}))
@pytest.mark.share(2)
@pytest.mark.part(7)
def test_its_answer_comes_back(name: str, solver: str, form: str, tmp_path: Path) -> None:
    """What others answer is read, and both referees accept it with our optimum."""
    problem, answer = HERE[name], tmp_path / "answer.sol"
    WRITERS[solver](form, written(problem, form, tmp_path / f"a.{form}"), str(answer))
    judged = rk.check(problem, answer.read_text())
    assert judged, str(judged)
    assert judged.value == rk.solve(problem).objective
