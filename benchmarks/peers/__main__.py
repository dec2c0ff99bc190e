"""Rookery beside other ways to ask the same questions: runs `peers.toml` and keeps the results in `results.json`.

    pip install cpmpy nucs          and MiniZinc with Gecode, as Debian has it: apt install minizinc
    python -m benchmarks.peers [--fresh] [--keep FOLDER ...]

The page of the comparison is made from `results.json` by `make docs`. A second run goes on where the first one ended;
`--fresh` starts over, and `--keep` only writes `results.json` from the runs of some campaigns with these questions.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = HERE.parent / "results" / "peers"
RESULTS = HERE / "results.json"
LIBRARIES = ("rookery-cp", "ortools", "python-sat", "python-constraint2", "cpmpy", "nucs", "numba")
KEPT = ("instance", "family", "size", "want", "backend", "ended", "said", "complete", "count", "objective", "cpu")


def processor() -> str:
    """The name of the processor."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def versions() -> Iterator[tuple[str, str]]:
    """The libraries with their versions, and what MiniZinc says of itself."""
    yield "Python", platform.python_version()
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
    for solver in subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=False).stdout.split(
        "\n"
    ):
        if "org.gecode.gecode" in solver:
            yield "Gecode", solver.split()[1]
    shown = subprocess.run(["minizinc", "--version"], capture_output=True, text=True, check=False).stdout
    yield from [
        ("MiniZinc", line.split("version ")[1].split(",")[0]) for line in shown.splitlines() if "version " in line
    ][:1]


def small(run: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a run; the question as a command reproduces it."""
    return {key: run[key] for key in KEPT} | {"limits": run["limits"]}


def keep(folders: Sequence[Path]) -> None:
    """Write the results of campaigns with the same questions, with their conditions; of a run twice, the later one."""
    runs: dict[tuple[str, str], dict[str, Any]] = {}
    for folder in folders:
        exported = folder / "runs.jsonl"
        rookery("report", str(folder), "--export", str(exported), "--html", str(folder / "report.html"))
        for line in exported.read_text(encoding="utf-8").splitlines():
            run = json.loads(line)
            runs[run["instance"], run["backend"]] = run
    conditions = {
        "day": min(run["started"] for run in runs.values())[:10],
        "campaigns": len(folders),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": [load(folder) for folder in folders],
        "versions": dict(versions()),
    }
    lines = ",\n  ".join(json.dumps(small(runs[key])) for key in sorted(runs))
    RESULTS.write_text(f'{{"conditions": {json.dumps(conditions)},\n "runs": [\n  {lines}\n]}}\n', encoding="utf-8")
    print(f"wrote {RESULTS}: {len(runs)} runs")


def load(folder: Path) -> float | None:
    """The load of the machine before a campaign, as its report says; None where it says nothing of it."""
    found = re.search(r"load (\d+\.\d+) on", (folder / "report.html").read_text(encoding="utf-8"))
    return float(found[1]) if found else None


def rookery(*words: str) -> None:
    """Run a command of Rookery; exit code 3 says that some runs had not enough time, which is expected here."""
    ended = subprocess.run([sys.executable, "-P", "-m", "rookery", *words], stdout=subprocess.DEVNULL, check=False)
    if ended.returncode not in (0, 3):
        sys.exit(ended.returncode)


def main() -> None:
    """Run what has not run yet, and keep the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fresh", action="store_true", help="start over")
    parser.add_argument("--keep", nargs="+", type=Path, metavar="FOLDER", help="run nothing; keep these campaigns")
    given = parser.parse_args()
    if not given.keep:
        rookery("compare", str(HERE / "peers.toml"), "--out", str(FOLDER), *(["--fresh"] if given.fresh else []))
    keep(given.keep or [FOLDER])


if __name__ == "__main__":
    main()
