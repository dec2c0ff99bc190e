"""Exports with foreign readers: random models, written in each format, and solved by programs that are not ours.

`python -m fuzz.exports [--seconds S] [--seed N] [--models K]` compares what each finds with trying everything, puts its
output to `check`, and reads back the formats that we read. Programs that are not installed are left out and named.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain, combinations
from pathlib import Path
from shutil import which
from time import monotonic
from typing import Any

from rookery_tests.small_models import best_of, random_models, solutions_of

import rookery as rk
from rookery.backends.formats import export, read_model
from rookery.backends.running.solve import as_problem
from rookery.models import Maximize, Model, Satisfy

PATIENCE = 60
BATCH = 25  # models that a reader gets at a time: some take a second to start
ENDINGS = {
    "wcnf": ".wcnf", "opb": ".opb", "json": ".json", "dimacs": ".cnf",
    "mps": ".mps",
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """The best solution that a reader found: its value, as the file has the objective, and its true variables.

    `said` is the output that `check` reads; empty where the reader prints in no form that is read.
    """

    value: int | None
    chosen: frozenset[int]
    said: str = ""


Reader = Callable[[Sequence[Path]], Iterable[Found | None]]  # None: no solution


@dataclass(frozen=True)
class Way:
    """A format, who reads it, and whether the objective in the file is the negation of one to be made large."""

    form: str
    read: Reader
    negated: bool = False


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout


def by_cadical(files: Sequence[Path]) -> Iterator[Found | None]:
    """CaDiCaL's reader of DIMACS."""
    for file in files:
        said = _run("cadical", "-q", str(file))
        assert "s SATISFIABLE" in said or "s UNSATISFIABLE" in said, said
        numbers = [int(word) for line in re.findall(r"^v (.*)$", said, re.M) for word in line.split()]
        chosen = frozenset(number - 1 for number in numbers if number > 0)
        yield None if "UNSAT" in said else Found(None, chosen, said)


def by_rc2(files: Sequence[Path]) -> Iterator[Found | None]:
    """PySAT's reader of WCNF; the objective is read from the comment that says how it follows from the cost."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    for file in files:
        with RC2(WCNF(from_file=str(file))) as solver:
            model = solver.compute()
            shown = re.search(r"^c objective = (-?)\((-?\d+) \+ the weight", file.read_text(), re.M)
            value = (int(shown[2]) + solver.cost) * (-1 if shown[1] else 1) if shown else None
        said = f"s OPTIMUM FOUND\nv {' '.join(map(str, [*(model or ()), 0]))}\n"
        yield None if model is None else Found(value, frozenset(v - 1 for v in model if v > 0), said)


HIGHS = """
import sys, highspy
for file in sys.argv[1:]:
    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(file) == highspy.HighsStatus.kOk
    solver.run()
    if solver.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        names = [solver.getColName(at)[1] for at in range(solver.getNumCol())]
        values = solver.getSolution().col_value
        true = [name[1:] for name, value in zip(names, values) if value > 0.5]
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
    status = solver.solve(model)
    assert status in (model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.INFEASIBLE), status
    if status == model_builder.SolveStatus.OPTIMAL:
        print(round(solver.objective_value), *(v.name[1:] for v in model.get_variables() if solver.value(v) > 0.5))
    else:
        print("none")
"""


def by_script(script: str) -> Reader:
    """Readers in processes of their own: HiGHS cannot be imported beside OR-Tools."""

    def read(files: Sequence[Path]) -> Iterator[Found | None]:
        lines = _run(sys.executable, "-P", "-c", script, *map(str, files)).splitlines()
        assert len(lines) == len(files), lines
        for line in lines:
            yield None if line == "none" else _numbered(line.split()[0], line.split()[1:])

    return read


def _numbered(value: str, names: Iterable[str]) -> Found:
    return Found(round(float(value)), frozenset(int(name) - 1 for name in names))


def by_cbc(files: Sequence[Path]) -> Iterator[Found | None]:
    """CBC's readers of LP and MPS."""
    for file in files:
        found = file.with_suffix(".found")
        said = _run("cbc", str(file), "solve", "solution", str(found))
        assert not re.search(r"[1-9]\d* errors|ERROR", said), said
        status, *columns = found.read_text().splitlines()
        if status.startswith(("Infeasible", "Integer infeasible")):
            yield None
            continue
        assert status.startswith("Optimal"), status
        values = dict(line.split()[1:3] for line in columns)
        # CBC prints the objective of a maximum with either sign, by its release; what is in it is summed in the test.
        yield Found(None, frozenset(int(name[1:]) - 1 for name, value in values.items() if float(value) > 0.5))


def by_glpk(kind: str) -> Reader:
    """GLPK's readers of LP, of fixed and of free MPS."""

    def read(files: Sequence[Path]) -> Iterator[Found | None]:
        for file in files:
            found = file.with_suffix(".found")
            said = _run("glpsol", f"--{kind}", str(file), "-o", str(found))
            assert "error" not in said, said
            text = found.read_text()
            status = re.findall(r"^Status: *(.*)$", text, re.M)
            assert status in (["INTEGER OPTIMAL"], ["INTEGER EMPTY"]), status
            value = re.search(r"^Objective: .* = (\S+) \(", text, re.M)
            assert value
            names = re.findall(r"^ *\d+ x(\d+)\s+\* +1 ", text, re.M)
            yield None if "EMPTY" in status[0] else _numbered(value[1], names)

    return read


def by_trying_opb(files: Sequence[Path]) -> Iterator[Found | None]:
    """OPB as the competitions describe it, by trying everything: nothing that is installed reads it."""
    for file in files:
        lines = [line for line in file.read_text().splitlines() if line[0] != "*"]
        assert all(re.fullmatch(r"(min: )?([+-]\d+ x\d+ )+((>=|=) -?\d+ )?;", line) for line in lines), lines
        rows = [(_terms(line), line.split()[-3:-1]) for line in lines if line[0] != "m"]
        cost = _terms(lines[0]) if lines and lines[0][0] == "m" else None
        size = max(v for terms, _ in [*rows, (cost or [(0, 1)], [])] for _, v in terms)
        yield _best(size, rows, cost or [], least=True, goal=cost is not None)


def _terms(line: str) -> list[tuple[int, int]]:
    return [(int(weight), int(v)) for weight, v in re.findall(r"([+-]\d+) x(\d+)", line)]


def _best(size: int, rows: Sequence[Any], cost: Sequence[tuple[int, int]], least: bool, goal: bool) -> Found | None:
    def total(terms: Iterable[tuple[int, int]], chosen: frozenset[int]) -> int:
        return sum(weight for weight, v in terms if v in chosen)

    def holds(chosen: frozenset[int]) -> bool:
        sums = ((total(terms, chosen), sign, int(side)) for terms, (sign, side) in rows)
        return all({">=": sum_ >= side, "<=": sum_ <= side, "=": sum_ == side}[sign] for sum_, sign, side in sums)

    every = chain.from_iterable(combinations(range(1, size + 1), number) for number in range(size + 1))
    right = [chosen for chosen in map(frozenset, every) if holds(chosen)]
    if not right:
        return None
    found = (min if least else max)(right, key=lambda chosen: total(cost, chosen))
    values = " ".join(f"x{v}" if v in found else f"-x{v}" for v in range(1, size + 1))
    said = f"s SATISFIABLE\nv {values}\n"
    return Found(total(cost, found) if goal else None, frozenset(v - 1 for v in found), said)


WAYS: Mapping[str, tuple[str, Way]] = {
    "DIMACS by CaDiCaL": ("cadical", Way("dimacs", by_cadical)),
    "WCNF by RC2": ("pysat", Way("wcnf", by_rc2)),
    "LP by HiGHS": ("highspy", Way("lp", by_script(HIGHS))),
    "MPS by HiGHS": ("highspy", Way("mps", by_script(HIGHS), negated=True)),
    "MPS by SCIP": ("ortools", Way("mps", by_script(SCIP), negated=True)),
    "LP by CBC": ("cbc", Way("lp", by_cbc)),
    "MPS by CBC": ("cbc", Way("mps", by_cbc, negated=True)),
    "LP by GLPK": ("glpsol", Way("lp", by_glpk("lp"))),
    "MPS by GLPK": ("glpsol", Way("mps", by_glpk("mps"), negated=True)),
    "free MPS by GLPK": ("glpsol", Way("mps", by_glpk("freemps"), negated=True)),
    "OPB by trying": ("sys", Way("opb", by_trying_opb, negated=True)),
}


def is_there(way: str) -> bool:
    """Whether the program or the library of a way is installed."""
    tool = WAYS[way][0]
    return which(tool) is not None or find_spec(tool) is not None


def models(count: int, seed: int) -> list[Model]:
    """Random models with something to be written, each second one with a goal that has negations and weights."""
    return [model for model in random_models(count, seed) if model.variables]


def written(model: Model, form: str) -> tuple[str, Model]:
    """A model in a format, and the model that the text means: for DIMACS, of what is as good as the best."""
    if form == "dimacs" and not isinstance(model.goal, Satisfy):
        best = best_of(model)
        bound = 0 if best is None else best
        return export(model, form, bound), model.at_optimum(bound)
    return export(model, form), model


def judge_all(way: str, drawn: Sequence[Model], folder: Path) -> list[str]:
    """What is wrong with each of some models, by one way; empty texts for what is right."""
    form, files, meant = WAYS[way][1].form, list[Path](), list[Model]()
    for number, model in enumerate(drawn):
        text, means = written(model, form)
        files.append(folder / f"{number}.{form}")
        files[-1].write_text(text)
        meant.append(means)
    found = list(WAYS[way][1].read(files))
    return [_judge(WAYS[way][1], *each) for each in zip(drawn, meant, found, strict=True)]


def _judge(way: Way, model: Model, meant: Model, found: Found | None) -> str:
    right, best = solutions_of(meant), best_of(model)
    if found is None or not right:
        return "" if found is None and not right else f"{'solved' if found else 'no solution'}: {len(right)} there are"
    chosen = frozenset(v for v in found.chosen if v < model.variables)
    if chosen not in right or model.value(chosen) != best:
        return f"{sorted(chosen)} is worth {model.value(chosen)}; the best is {best}"
    sign = -1 if way.negated and isinstance(model.goal, Maximize) else 1
    if found.value is not None and sign * found.value != (best or 0):
        return f"its objective is {found.value}, ours is {best}"
    if found.said:
        judged = rk.check(as_problem(model, "a model"), found.said)
        if not judged.accepted or judged.value != best:
            return f"check says {list(judged.sentences())} and {judged.value}; the best is {best}"
    return ""


def judge_again(model: Model, form: str, folder: Path) -> str:
    """What is wrong with a model that is written and read by us, and solved by a backend."""
    text, meant = written(model, form)
    file = folder / f"again{ENDINGS[form]}"
    file.write_text(text)
    answer, best = rk.solve_model(read_model(file), "sat"), best_of(meant)
    if not solutions_of(meant):
        return "" if answer.status == "infeasible" else f"{answer.status}: there is no solution"
    ours = answer.objective
    if form == "wcnf" and (shown := re.search(r"^c objective = (-?)\((-?\d+) \+", text, re.M)):
        ours = (int(shown[2]) + (ours or 0)) * (-1 if shown[1] else 1)
    if form in ("opb", "mps") and isinstance(meant.goal, Maximize):
        ours = None if ours is None else -ours
    return "" if (ours or 0) == (best or 0) else f"read again, its objective is {ours}, ours is {best}"


def main() -> int:
    """Try models until the time is over; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="fuzz.exports", description="Exports, solved by foreign readers.")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", type=int, default=1_000_000)
    options = parser.parse_args()
    absent = [way for way in WAYS if not is_there(way)]
    if absent:
        print(f"not installed: {', '.join(absent)}")
    tried, found, start = Counter[str](), 0, monotonic()
    with tempfile.TemporaryDirectory(prefix="rookery-exports-") as folder:
        for batch in range(options.models // BATCH + 1):
            if monotonic() - start > options.seconds or sum(tried.values()) // len(WAYS) >= options.models:
                break
            drawn = models(BATCH, options.seed * 1_000_003 + batch)
            shown = [(way, judge_all(way, drawn, Path(folder))) for way in WAYS if way not in absent]
            shown += [(f"{form}, again", [judge_again(each, form, Path(folder)) for each in drawn]) for form in ENDINGS]
            for way, each in shown:
                tried[way] += len(each)
                for wrong, model in zip(each, drawn, strict=True):
                    if wrong:
                        found += 1
                        print(f"{way}: {wrong}\n  {model!r}", flush=True)
    print(f"seed {options.seed}: {sum(tried.values()):,} files ({dict(tried)}), {found or 'nothing'} wrong")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
