"""Records as a campaign might make them, from a seeded generator: counts, optima, time-outs, crashes."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from rookery.compare.problems import measure_size, name_instance
from rookery.compare.record import Ended, Limits, Record, Said
from rookery.compare.store import Store
from rookery.models import Problem

QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}  # OEIS A000170
GUARDS = {4: 2, 5: 3, 6: 3, 7: 4, 8: 5, 9: 5, 10: 5}  # OEIS A075458
BACKENDS = ("backtracking", "cpsat", "python-constraint", "sat")
SPEED = {"backtracking": (0.002, 2.6), "cpsat": (0.02, 3.1), "python-constraint": (0.004, 5.5), "sat": (0.006, 3.6)}
LIMIT = 10.0
ENVIRONMENT = {
    "processor": "Example 3000", "cores": "2", "memory": "8.0 GiB", "kernel": "Linux 6.1", "python": "3.11.9",
    "rookery": "0.1.0", "ortools": "9.15", "load at start": "0.10", "jobs": "1 run at a time",
}  # fmt: skip


def record(backend: str = "sat", size: int = 8, seed: int = 0, seconds: float | None = 1.0, **changes: Any) -> Record:
    """A count of queens that took some seconds, or that ran into the limit (None)."""
    timed_out = seconds is None
    took = LIMIT if seconds is None else seconds
    made = Record(
        key=f"{backend}-{size}-{seed}",
        instance=f"{size} queens on {size}x{size}, number of solutions",
        family="n queens",
        size=size,
        problem=problem(size),
        want="count",
        up_to_symmetry=False,
        backend=backend,
        options={},
        workers=1,
        seed=seed,
        limits=Limits(seconds=LIMIT, memory=2 << 30),
        versions={"rookery": "0.1.0", backend: "1.0"},
        said=Said.PARTIAL_COUNT if timed_out else Said.COUNT,
        ended=Ended.TIME if timed_out else Ended.OK,
        complete=not timed_out,
        count=QUEENS.get(size, 0) // (2 if timed_out else 1),
        solutions=(QUEENS_8,) if size == 8 else (),
        times={"load": 0.0, "compile": took * 0.2, "search": took * 0.7, "check": took * 0.1, "total": took},
        first=took * 0.3,
        last=took * 0.9,
        wall=took + 0.02,
        cpu=took,
        memory=90 << 20,
        statistics={"variables": size * size, "constraints": 6 * size - 10},
        note="OPTIMAL",
        log=f"searched {size} rows\nclosed",
        command=f"rookery solve placement --piece queen --board {size} --count {size} --count-solutions "
        f"--backend {backend} --seconds 10 --seed {seed}",
        started="2026-01-05T12:00:00Z",
        preloaded=0.4 if backend == "cpsat" else 0.1,
    )
    return replace(made, **changes)


QUEENS_8 = tuple(("queen", row, column) for row, column in enumerate((0, 4, 7, 5, 2, 6, 1, 3)))


def problem(size: int, family: str = "placement") -> dict[str, Any]:
    """A problem of queens as plain data."""
    pieces = {"piece": "queen"} if family == "domination" else {"pieces": [["queen", size]]}
    return {"family": family, "board": str(size), **pieces}


def crashed(backend: str = "sat", size: int = 8, seed: int = 0, ended: Ended = Ended.CRASH, **changes: Any) -> Record:
    """A run that ended without an answer."""
    gone: dict[str, Any] = {"said": Said.UNKNOWN, "ended": ended, "complete": False, "count": None, "solutions": ()}
    gone |= {"message": "signal 11 (SIGSEGV)", "times": {}, "first": None, "last": None}
    return replace(record(backend, size, seed, 0.3), **{**gone, **changes})


def campaign(
    sizes: Sequence[int] = range(4, 12), seeds: int = 3, backends: Sequence[str] = BACKENDS, salt: int = 1
) -> list[Record]:
    """Counts of queens and fewest guards by several backends, with time-outs where it takes long, and one crash."""
    dice = Random(salt)
    made = [_run(dice, backend, size, seed) for size in sizes for backend in backends for seed in range(seeds)]
    made += [
        _guard(dice, who, size, seed) for size in sizes if size in GUARDS for who in backends for seed in range(seeds)
    ]
    made[-1] = replace(crashed(made[-1].backend, made[-1].size, made[-1].seed), **_of(made[-1]))
    return made


def _of(like: Record) -> dict[str, Any]:
    names = "instance", "family", "size", "problem", "want", "key", "goal", "command"
    return {name: getattr(like, name) for name in names}


def _seconds(dice: Random, backend: str, size: int) -> float | None:
    start, factor = SPEED.get(backend, (0.01, 3.0))
    took = start * factor ** (size - 4) * dice.lognormvariate(0, 0.15)
    return took if took < LIMIT else None


def _run(dice: Random, backend: str, size: int, seed: int) -> Record:
    columns = dice.sample(range(size), size)
    board = tuple(("queen", row, column) for row, column in enumerate(columns))
    return record(backend, size, seed, _seconds(dice, backend, size), solutions=(board, tuple(reversed(board))))


def _guard(dice: Random, backend: str, size: int, seed: int) -> Record:
    seconds = _seconds(dice, backend, size)
    squares = sorted(dice.sample(range(size * size), GUARDS[size]))
    return record(
        backend,
        size,
        seed,
        seconds,
        key=f"guard-{backend}-{size}-{seed}",
        instance=f"domination by queens on {size}x{size}",
        family="domination by queens",
        problem=problem(size, "domination"),
        want="one",
        said=Said.FEASIBLE if seconds is None else Said.OPTIMAL,
        count=1,
        objective=GUARDS[size] + (seconds is None),
        bound=GUARDS[size] - (seconds is None),
        goal=-1,
        solutions=(tuple(("queen", square // size, square % size) for square in squares),),
        command=f"rookery solve domination --piece queen --board {size} --backend {backend} --seconds 10 --seed {seed}",
    )


def said(backend: str, problem: Problem, want: str = "one", **more: Any) -> Record:
    """What a backend said of a problem: no solution yet, unless `more` has one."""
    data = problem.asked
    assert data is not None
    made = replace(
        record(backend, measure_size(data)),
        key=f"{backend}-{data['board']}-{more}",
        instance=name_instance(data, want, more.get("up_to_symmetry", False)),
        problem=dict(data),
        want=want,
        limits=Limits(5.0),
        goal=problem.goal,
        count=None,
        solutions=(),
    )
    return replace(made, **{"said": Said.SATISFIED, "ended": Ended.OK, "complete": True, **more})


def stored(folder: Path, records: Iterable[Record], environment: dict[str, str] | None = None) -> Path:
    """Put records into the store of a folder."""
    with Store(folder) as store:
        store.begin(environment or {})
        for each in records:
            store.add(each)
    return folder
