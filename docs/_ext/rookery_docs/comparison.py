"""The page that compares Rookery with others, and the table of backends, from benchmarks/peers/results.json."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import exp, inf, log
from typing import Any, NamedTuple

from rookery_docs.examples import DOCS, ROOT
from rookery_docs.markdown import block, code, join, table, title, write

RESULTS = ROOT / "benchmarks" / "peers" / "results.json"
OURS = ("backtracking", "auto", "cpsat", "sat", "python-constraint")
PEERS = {
    "cpmpy-by-hand": "CPMpy: `AllDifferent` for queens, else sums; its default solver (CP-SAT), `solveAll`",
    "ortools-by-hand": "OR-Tools by hand: CP-SAT with `add_all_different` for queens, else sums; it enumerates",
    "naive-pysat": "PySAT by hand: Glucose, pairs and sequential counters",
    "minizinc-gecode": "MiniZinc with Gecode: `alldifferent` for queens, else sums",
    "constraint-by-hand": "python-constraint by hand: a variable a queen, else sums",
    "tutorial": "the program of the tutorials: rows, in plain Python",
    "nucs": "NuCS: the model of queens that it ships",
}
HEAD = """\
The same questions, on the same machine, within the same limits: each run has a separate process, both referees look
at each solution, and all answers are compared. A peer is what one writes with a library after its tutorial: it has no
symmetry breaking, no lowering and no bound of ours. Who knows a library well writes better models; a peer is one file
of about a hundred lines, and a better one is welcome.
"""
HOW = """\
Times are processor seconds of the whole run, with declaration, translation, search and referees; libraries were loaded
before. `>` stands for a run without a full answer within its limit. The fastest time of a line is bold; times that
differ by less than a third, or by less than 20 ms, are as good as equal, and all of them are bold.
"""
LOST = """\
A line is here where a peer answers in less than two thirds of the time of Rookery's default backend, and saves more
than 20 ms.
"""
MEANS = """\
Geometric mean, over the instances that both answer, of the time of each by that of Rookery's own search. Runs that
ended at their limit are not in it, so a backend that answers fewer looks better than it is. Most of these questions
take some hundredths of a second, and much of that is spent on the start and on checks.
"""
NEAR, FLOOR = 1.5, 0.02


class Run(NamedTuple):
    """A run: `seconds` is infinite where the question was not answered in full."""

    backend: str
    seconds: float
    limit: float
    value: int | None


Lines = dict[str, dict[str, Run]]


@cache
def stored() -> Mapping[str, Any]:
    """The stored results with their conditions."""
    found: Mapping[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def lines() -> Lines:
    """The runs of each instance by their backends; instances in the order of families and sizes."""
    found: Lines = {}
    for run in sorted(stored()["runs"], key=lambda run: (run["family"], run["want"], run["size"], run["instance"])):
        answered = run["ended"] == "ok" and (run["complete"] or (run["want"] == "one" and run["said"] == "satisfied"))
        value = run["count"] if run["want"] != "one" else run["objective"]
        limit = run["limits"]["cpu_seconds"] or run["limits"]["seconds"]
        seconds = run["cpu"] if answered else inf
        found.setdefault(run["instance"], {})[run["backend"]] = Run(run["backend"], seconds, limit, value)
    return found


def make() -> None:
    """Write the page, and the table that the guide to backends includes."""
    write(DOCS / "results" / "comparison.md", page())
    write(DOCS / "results" / "backends.inc", f"{times(lines(), OURS)}\n{HOW}")


def page() -> str:
    """The whole page: who they are, the conditions, where we lose, means, and all times."""
    found = lines()
    named = {name: summary for name, summary in PEERS.items() if any(name in each for each in found.values())}
    return join(
        title("Compared with other libraries"),
        HEAD,
        table(("peer", "what it is"), [(code(name), summary) for name, summary in named.items()]),
        f"{conditions()}\n",
        title("Where Rookery loses", 2),
        LOST,
        losses(found),
        title("How much longer they take", 2),
        MEANS,
        means(found, [*named, *OURS[1:]]),
        title("All times", 2),
        HOW,
        title("Rookery's backends", 3),
        times(found, OURS),
        title("Peers", 3),
        times(found, list(named)),
        title("Repeat it", 2),
        block("text", "pip install cpmpy nucs\napt install minizinc\npython -m benchmarks.peers --fresh"),
    )


def conditions() -> str:
    """On what machine, with which libraries, and how busy it was."""
    said = stored()["conditions"]
    limits = stored()["runs"][0]["limits"]
    libraries = ", ".join(f"{name} {version}" for name, version in said["versions"].items())
    return (
        f"Measured on {said['day']}: {said['processor']}, {said['cores']} cores, a worker per run, a run per instance,"
        f" at most {limits['cpu_seconds']:g} processor seconds, {limits['seconds']:g} s by the clock and"
        f" {limits['memory'] // 2**30} GiB. The runs are those of {said['campaigns']} campaigns; load before them:"
        f" {', '.join('low' if each is None else f'{each:g}' for each in said['load'])}. {libraries}."
    )


def losses(found: Lines) -> str:
    """Each instance on which a peer is clearly faster than the default backend."""
    rows = []
    for instance, runs in found.items():
        ours = runs["backtracking"].seconds
        best = min((runs[name] for name in PEERS if name in runs), key=lambda run: run.seconds)
        if best.seconds * NEAR < ours and ours - best.seconds > FLOOR:
            rows.append(
                (instance, code(best.backend), seconds(best), seconds(runs["backtracking"]), _rescue(runs, best))
            )
    if not rows:
        return "There is no such line in this set of questions.\n"
    return table(("question", "faster", "its seconds", "Rookery's default", "Rookery's best other backend"), rows)


def _rescue(runs: Mapping[str, Run], best: Run) -> str:
    other = min((runs[name] for name in OURS[1:] if name in runs), key=lambda run: run.seconds)
    return f"{code(other.backend)} {seconds(other)}" if other.seconds < inf else "none"


def means(found: Lines, names: Iterable[str]) -> str:
    """How many instances each answers, and the mean ratio to our own search."""
    rows: list[tuple[str, str, str, int | str]] = []
    for name in names:
        asked = [runs for runs in found.values() if name in runs]
        both = [log(runs[name].seconds / runs["backtracking"].seconds) for runs in asked if _both(runs, name)]
        faster = sum(each < -log(NEAR) for each in both)
        answered = sum(runs[name].seconds < inf for runs in asked)
        ratio = f"{exp(sum(both) / len(both)):.1f}" if both else "-"
        rows.append((code(name), f"{answered} of {len(asked)}", ratio, faster))
    own = sum(runs["backtracking"].seconds < inf for runs in found.values())
    rows.insert(0, (code("backtracking"), f"{own} of {len(found)}", "1", ""))
    return table(("backend", "answered", "times as long", "1.5 times as fast on"), rows)


def _both(runs: Mapping[str, Run], name: str) -> bool:
    return max(runs[name].seconds, runs["backtracking"].seconds) < inf


def times(found: Lines, names: Sequence[str]) -> str:
    """A line an instance, a column a backend."""
    rows = [(instance, _value(runs), *_cells(runs, names)) for instance, runs in found.items()]
    return table(("question", "answer", *map(code, names)), rows)


def _value(runs: Mapping[str, Run]) -> str:
    values = {run.value for run in runs.values() if run.seconds < inf and run.value is not None}
    return ", ".join(map(str, sorted(values))) or "found"


def _cells(runs: Mapping[str, Run], names: Sequence[str]) -> Iterator[str]:
    """The times of some backends; bold what is as good as the fastest of all, peers and ours."""
    least = min(run.seconds for run in runs.values())
    for name in names:
        run = runs.get(name)
        good = run and run.seconds < inf and (run.seconds < least * 4 / 3 or run.seconds < least + FLOOR)
        yield "" if run is None else f"**{seconds(run)}**" if good else seconds(run)


def seconds(run: Run) -> str:
    """The seconds of a run, or its limit."""
    if run.seconds == inf:
        return f"> {run.limit:g}"
    return f"{run.seconds:.3f}" if run.seconds < 1 else f"{run.seconds:.1f}"
