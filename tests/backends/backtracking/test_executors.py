"""One search on many machines: the same answers as here, whichever workers are lost on the way."""

import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.isolated import killing_dask_workers
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Unsupported
from rookery.backends.contract import WantLike
from rookery.backends.distribute import open_executor
from rookery.backends.engine.tree import runner, slices
from rookery.backends.worker import WorkerLost

SEARCHES: dict[str, tuple[rk.Problem, WantLike]] = {
    "counting rows": (rk.placement("queen", 8, 8), "count"),
    "listing rows": (rk.placement("queen", 7, 7), "all"),
    "the fewest": (rk.domination("queen", 6), "one"),
    "all of the fewest": (rk.domination("queen", 6), "all"),
    "counting the fewest": (rk.domination("knight", 5), "count"),
    "the most": (rk.placement("knight", 5), "all"),
    "within bounds": (rk.placement("king", "4x5", 4), "count"),
    "general": (rk.placement({"queen": 2, "knight": 2}, 4), "all"),
    "armies": (rk.armies(["queen", "queen"], 5), "one"),
    "all armies": (rk.armies(["queen", "queen"], 4), "all"),
    "components": (rk.domination("bishop", 5), "count"),
    "the best, in general": (rk.k_fold("king", 4, 2), "count"),
    "none": (rk.placement("queen", 3, 3), "one"),
}


class Lossy(Executor):
    """Calls functions on copies of their arguments, as another machine does; loses some calls, up to three times."""

    def __init__(self, random: Random) -> None:
        self.random, self.calls = random, 0
        self.lost = Counter[bytes]()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        call = pickle.dumps((function, arguments, named))
        self.calls += 1
        lost = self.random.random() < 0.3 and self.lost[call] < 3
        if not lost or self.random.random() < 0.5:  # some are lost when their work is done
            function, arguments, named = pickle.loads(call)
            result = pickle.loads(pickle.dumps(function(*arguments, **named)))
        if lost:
            self.lost[call] += 1
            future.set_exception(WorkerLost("struck by lightning"))
        else:
            future.set_result(result)
        return future


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send each search away at once, a few nodes at a time."""
    monkeypatch.setattr(runner, "NEAR_SECONDS", 0.0)
    monkeypatch.setattr(runner, "NEAR_NODES", 0)
    monkeypatch.setattr(runner, "FAR_SECONDS", 0.0)
    monkeypatch.setattr(slices, "THREAD_SECONDS", 1e-9)
    monkeypatch.setattr(slices, "FIRST_STEPS", 2)


def essence(answer: rk.Answer) -> tuple[Any, ...]:
    solutions = set(answer.solutions) if answer.want != "one" else None
    return answer.status, answer.complete, answer.count, answer.objective, answer.bound, solutions


@pytest.mark.usefixtures("far")
@pytest.mark.parametrize(("problem", "want"), SEARCHES.values(), ids=SEARCHES)
def test_lost_parts_change_no_answer(problem: rk.Problem, want: WantLike) -> None:
    right, searched = essence(rk.solve(problem, "backtracking", want)), 0
    for seed in range(2):
        lossy = Lossy(Random(seed))
        answer = rk.solve(problem, want=want, executor=lossy, workers=3)
        assert (answer.backend, essence(answer)) == ("backtracking", right)
        searched += lossy.lost.total()
    assert searched


@pytest.mark.usefixtures("far")
def test_first_solution_is_that_of_one_thread() -> None:
    queens = rk.placement("queen", 9, 9)
    found = rk.solve(queens, "backtracking", executor=Lossy(Random(0)), workers=4).solutions
    assert found == rk.solve(queens, "backtracking").solutions


@pytest.mark.usefixtures("far")
def test_checkpoint_takes_the_parts_that_are_away(tmp_path: Path) -> None:
    class Interrupting(Lossy):
        """Ctrl-C comes while parts are away."""

        def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
            if self.calls > self.random.randint(20, 60):
                raise KeyboardInterrupt
            return super().submit(function, *arguments, **named)

    queens = rk.placement("queen", 8, 8)
    counts = []
    for seed in range(1_000):
        lossy = Interrupting(Random(seed))
        answer = rk.solve(queens, want="count", executor=lossy, workers=3, checkpoint=tmp_path / "kept")
        counts.append(answer.count)
        if answer.complete:
            break
        assert answer.interrupted
    assert counts == sorted(counts)
    assert (counts[-1], len(counts) > 2) == (92, True)


def test_part_that_is_always_lost_ends_the_search(far: None) -> None:
    class Losing(Lossy):
        """Loses everything."""

        def submit(self, _function: Callable[..., Any], /, *_arguments: Any, **_named: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.set_exception(WorkerLost("struck by lightning"))
            return future

    with pytest.raises(WorkerLost, match="lost its worker 4 times: struck by lightning"):
        rk.solve(rk.placement("queen", 8, 8), want="count", executor=Losing(Random(0)))


def test_other_backends_refuse_an_executor() -> None:
    with pytest.raises(Unsupported, match=r"backend sat searches on one machine; use backtracking, or leave out"):
        rk.solve(rk.placement("queen", 5, 5), "sat", executor=Lossy(Random(0)))
    for way in ("optimum", "pareto"), ("count", "frontier"):
        with pytest.raises(Unsupported, match=f"{'='.join(way)} runs on one machine"):
            rk.solve(rk.domination("king", 4), want="count", options=dict([way]), executor=Lossy(Random(0)))


def test_auto_takes_an_executor() -> None:
    answer = rk.solve(rk.placement("queen", 6, 6), "auto", "count", executor=Lossy(Random(0)), workers=2)
    assert (answer.count, answer.complete) == (4, True)


def test_limits_and_ctrl_c_hold_on_other_machines() -> None:
    queens = rk.placement("queen", 20, 20)
    with open_executor("local:2") as executor:
        with within(4):
            late = rk.solve(queens, want="count", executor=executor, seconds=2)
        assert (late.end, late.complete) == ("time limit", False)
        with ctrl_c_after(2), within(4):
            stopped = rk.solve(queens, want="count", executor=executor)
        assert stopped.interrupted


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("problem", "want", "right"),
    [
        (rk.placement("queen", 16, 16), "count", 14772512),  # OEIS A000170
        (rk.domination("queen", 13), "count", 288),  # OEIS A002564
    ],
    ids=["rows", "minimum sets"],
)
def test_counts_are_exact_while_dask_workers_are_killed(
    problem: rk.Problem, want: WantLike, right: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(runner, "FAR_SECONDS", 0.1)  # many parts, and one is lost with each worker
    monkeypatch.setattr(runner, "NEAR_SECONDS", 0.05)
    cluster = distributed.LocalCluster(
        3, threads_per_worker=1, processes=True, dashboard_address=":0", local_directory=str(tmp_path)
    )
    with (
        cluster as made,
        open_executor(made.scheduler_address) as executor,
        killing_dask_workers(made, Random(1), most=5) as killed,
    ):
        answer = rk.solve(problem, want=want, executor=executor, workers=4)
    assert killed
    assert (answer.count, answer.complete) == (right, True)
