"""Asks RC2 of PySAT, as a yardstick, for what is asked of Rookery: `python -m benchmarks.pace --backend rc2` runs it.

It gets the covering after the same reductions: Glucose 4, intrinsic at-most-one constraints, cores exhausted and
minimised.
"""

import argparse
import json
import time
from pathlib import Path
from threading import Timer
from typing import Any

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

import rookery as rk
from rookery.backends.contract.backend import Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.models import Minimize, Model


def solve(file: Path, seconds: float) -> dict[str, Any]:
    """The optimum, or what is proven when the time is up; RC2 knows no solution before the best one."""
    start = time.perf_counter()
    ground = rk.read_graph(file)
    problem = rk.hitting_set("guard", ground) if file.suffix == ".hgr" else rk.domination("guard", ground)
    reduced = reduce_model(problem.model, Request(), Switches())
    left, worth = (problem.model, 0) if reduced is None else (reduced.model, reduced.worth)
    with RC2(encode(left), solver="g4", adapt=True, exhaust=True, minz=True) as search:
        timer = Timer(max(0.1, seconds - (time.perf_counter() - start)), search.interrupt)
        timer.daemon = True
        timer.start()
        found = search.compute(expect_interrupt=True)
        timer.cancel()
        answer = f"{search.cost + worth}" if found is not None else f"{search.cost + worth}..?"
    wall, used = time.perf_counter() - start, time.process_time()
    return {
        "name": f"{file.parent.name}/{file.stem}", "answer": answer, "seconds": round(wall, 2),
        "processor": round(used, 2), "answered by": "rc2",
    }  # fmt: skip


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
    parser.add_argument("--seconds", type=float, default=60.0)
    given, _ = parser.parse_known_args()
    print(json.dumps(solve(given.file, given.seconds)))
