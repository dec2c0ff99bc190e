"""Asks MaxSAT solvers, as yardsticks, for what is asked of Rookery: `--backend rc2` and `--backend evalmaxsat` run it.

They get the covering after the same reductions. RC2 is PySAT's, with Glucose 4, intrinsic at-most-one constraints,
cores exhausted and minimised. EvalMaxSAT is the program `EvalMaxSAT_bin` on the PATH, with its defaults.
"""

import argparse
import json
import os
import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

import rookery as rk
from rookery.backends.contract.backend import Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.models import Minimize, Model


def solve(file: Path, backend: str, seconds: float) -> dict[str, Any]:
    """The optimum, or what is known of it when this process has used so many processor seconds."""
    start = time.perf_counter()
    ground = rk.read_graph(file)
    problem = rk.hitting_set("guard", ground) if file.suffix == ".hgr" else rk.domination("guard", ground)
    reduced = reduce_model(problem.model, Request(), Switches())
    ask = ask_rc2 if backend == "rc2" else ask_evalmaxsat
    answer = ask(encode(reduced.model), reduced.worth, seconds)
    wall, used = time.perf_counter() - start, sum(os.times()[:4])  # with the time of processes that it has started
    return {
        "name": f"{file.parent.name}/{file.stem}", "answer": answer, "seconds": round(wall, 2),
        "processor": round(used, 2), "answered by": backend,
    }  # fmt: skip


def call_after(seconds: float, act: Callable[[], None]) -> None:
    """Call a function in a thread once this process has used so many processor seconds in all."""

    def wait() -> None:
        while time.process_time() < seconds:
            time.sleep(0.1)
        act()

    Thread(target=wait, daemon=True).start()


def ask_rc2(formula: WCNF, worth: int, seconds: float) -> str:
    """The optimum or a bound: RC2 knows no solution before the best one."""
    with RC2(formula, solver="g4", adapt=True, exhaust=True, minz=True) as search:
        call_after(seconds, search.interrupt)
        found = search.compute(expect_interrupt=True)
        return f"{search.cost + worth}" if found is not None else f"{search.cost + worth}..?"


def ask_evalmaxsat(formula: WCNF, worth: int, seconds: float) -> str:
    """The optimum, or the best that it has found: EvalMaxSAT tells no bound."""
    used, hard = time.process_time(), resource.getrlimit(resource.RLIMIT_CPU)[1]

    def hold_time() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (max(1, round(seconds - used)), hard))

    with TemporaryDirectory() as folder:
        file = Path(folder, "covering.wcnf")
        formula.to_file(str(file))
        command = ["EvalMaxSAT_bin", file]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, preexec_fn=hold_time).stdout.splitlines()
    best = min((int(line[2:]) + worth for line in said if line.startswith("o ")), default="?")
    return f"{best}" if "s OPTIMUM FOUND" in said else f"?..{best}"


def encode(model: Model) -> WCNF:
    """A covering of single costs: a clause for each row, a soft one for each column."""
    assert isinstance(model.goal, Minimize)
    formula = WCNF()
    for row in model.constraints:
        formula.append([each + 1 for each in row.literals])
    for weight, literal in model.goal.terms():
        formula.append([-literal - 1], weight=weight)
    return formula


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--backend")
    parser.add_argument("--seconds", type=float, default=60.0)
    given, _ = parser.parse_known_args()
    print(json.dumps(solve(given.file, given.backend, given.seconds)))
