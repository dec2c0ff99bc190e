"""Runs the PACE challenge 2025, dominating set and hitting set, exact tracks, on a folder that holds its files.

Each instance is read, solved and checked by the referee in a separate process. What is known is appended to a file,
and a run that was cut goes on where it was. See README.md.
"""

import argparse
import json
import resource
import signal
import subprocess
import sys
import time
from _thread import interrupt_main
from itertools import product
from pathlib import Path
from typing import Any

import rookery as rk
from rookery.backends.contract.backend import Request
from rookery.backends.contract.reductions import Switches
from rookery.backends.presolve.reductions.reduce import reduce_model
from rookery.models import AtLeast, Model

KEY = "name", "backend", "limit"
YARDSTICKS = "rc2", "evalmaxsat"
MEMORY = 6 << 30
SLOWEST = 30  # times as many seconds by the clock as processor seconds, on a machine with other work
PAIRS, SOME_PAIRS = 1.0, 0.35  # shares of rows of two
COLUMNS = "name", "vertices", "edges", "kind", "left", "backend", "answer", "seconds", "processor", "answered by"


def declare(file: Path) -> rk.Problem:
    """The question of a file: a smallest dominating set of a graph, a smallest hitting set of a hypergraph."""
    ground = rk.read_graph(file)
    return rk.hitting_set("guard", ground) if file.suffix == ".hgr" else rk.domination("guard", ground)


def describe(model: Model) -> dict[str, str]:
    """The kind of a covering by what the reductions leave of it: its columns, its rows, the share of rows of two."""
    left = reduce_model(model, Request(), Switches()).model
    rows = [len(each.literals) for each in left.constraints if isinstance(each, AtLeast)]
    return {"kind": name_kind(rows, left.variables), "left": f"{left.variables} x {len(rows)}"}


def name_kind(rows: list[int], columns: int) -> str:
    """Sparse, pairs (dense, random or of 3-SAT), 3-SAT, or a mixture, by the sizes of rows."""
    if not rows:
        return "nothing left"
    pairs = sum(size == 2 for size in rows) / len(rows)
    if pairs == PAIRS:
        return "dense pairs" if len(rows) > columns * columns / 20 else "pairs"
    if max(rows) == 3 and abs(sum(size == 2 for size in rows) - columns / 2) < 1:
        return "3-SAT"
    return "mixture" if pairs > SOME_PAIRS else "sparse"


def solve(file: Path, backend: str, seconds: float) -> dict[str, Any]:
    """What is known of one file: the answer is checked by the referee, and a wrong one raises an error."""
    start, problem = time.perf_counter(), declare(file)
    signal.signal(signal.SIGPROF, lambda *_: interrupt_main())
    signal.setitimer(signal.ITIMER_PROF, max(1.0, seconds - time.process_time()))
    answer = rk.solve(problem, backend)
    wall, used = time.perf_counter() - start, time.process_time()
    ground = problem.board
    edges = ground.sets if file.suffix == ".hgr" else ground.edges
    return {
        "name": f"{file.parent.name}/{file.stem}", "vertices": len(ground.vertices), "edges": len(edges),
        **describe(problem.model), "answer": tell(answer), "seconds": round(wall, 2), "processor": round(used, 2),
        "answered by": name_solver(answer.raw_status, backend),
    }  # fmt: skip


def tell(answer: rk.Answer) -> str:
    """The optimum, or what is proven and found of it."""
    if answer.status == "optimal":
        return str(answer.objective)
    return f"{'?' if answer.bound is None else answer.bound}..{'?' if answer.objective is None else answer.objective}"


def name_solver(raw_status: str, backend: str) -> str:
    """Who answered, of `auto` the one that it chose; of several independent parts who answered the last."""
    chosen = raw_status.removeprefix("auto: ").split()[0] if raw_status.startswith("auto: ") else backend
    return f"{chosen}, frontier" if "pareto:" in raw_status else chosen


def run_apart(file: Path, backend: str, seconds: float) -> dict[str, Any]:
    """The same in a separate process, with its memory held; an error in its last line."""
    name = f"{file.parent.name}/{file.stem}"
    script = Path(__file__).with_name("maxsat.py") if backend in YARDSTICKS else __file__
    command = [sys.executable, "-P", script, file, "--backend", backend, "--seconds", str(seconds), "--one"]
    started = time.perf_counter()
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SLOWEST * seconds, preexec_fn=hold_memory
        )
    except subprocess.TimeoutExpired:
        return {"name": name, "answer": "overran", "seconds": round(time.perf_counter() - started, 2)}
    if done.returncode:
        return {"name": name, "answer": "failed", "answered by": done.stderr.strip().splitlines()[-1][:200]}
    return dict(json.loads(done.stdout))


def hold_memory() -> None:
    """A process may take so much."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def table(records: list[dict[str, Any]]) -> str:
    """The records as a table in Markdown."""
    lines = [COLUMNS, tuple("-" for _ in COLUMNS), *([str(each.get(name, "")) for name in COLUMNS] for each in records)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Run what the file of results does not contain yet, and print all that it contains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the challenge's .gr and .hgr files, in folders or not")
    said = "Rookery's, and as yardsticks rc2 and evalmaxsat; of several each takes its turn at a file"
    parser.add_argument("--backend", nargs="+", default=["auto"], help=said)
    parser.add_argument("--seconds", type=float, default=60.0, help="of the processor, for each instance")
    parser.add_argument("--only", nargs="*", default=[], help="names such as exact_017 or ds/exact_017")
    parser.add_argument("--results", type=Path, default=Path("pace-results.jsonl"))
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(solve(given.folder, *given.backend, given.seconds)))
        return
    records = [json.loads(line) for line in given.results.read_text().splitlines()] if given.results.exists() else []
    known = [tuple(each[name] for name in KEY) for each in records]
    for file, backend in product(list_files(given.folder, given.only), given.backend):
        if (f"{file.parent.name}/{file.stem}", backend, given.seconds) not in known:
            record = run_apart(file, backend, given.seconds) | {"backend": backend, "limit": given.seconds}
            records.append(record)
            with given.results.open("a") as results:
                results.write(json.dumps(record) + "\n")
            print(table([record]).splitlines()[-1], flush=True)
    asked = [each for each in records if each["backend"] in given.backend and each["limit"] == given.seconds]
    print(table(sorted(asked, key=lambda each: each["name"])))


def list_files(folder: Path, only: list[str]) -> list[Path]:
    """The instances of a folder, all of them or in the order in which they are named."""
    files = sorted(each for each in folder.rglob("*") if each.suffix in (".gr", ".hgr"))
    named = [each for name in only for each in files if name in (each.stem, f"{each.parent.name}/{each.stem}")]
    return named if only else files


if __name__ == "__main__":
    main()
