"""Searches that go on from a checkpoint give the answer of an uninterrupted search."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.interruptions import check_all
from rookery_tests.shattering import shatter
from rookery_tests.small_models import asked, random_models, solutions_of
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Question, Run, Want, backend
from rookery.backends.checkpoint import Checkpoint, make_identity
from rookery.backends.contract import Ask, End, Item, Reason, WantLike
from rookery.backends.engine import Backtracking
from rookery.backends.engine.general import kernel as general_kernel
from rookery.backends.engine.tree.subtree import Array
from rookery.backends.presolve.program import RunnableProgram
from rookery.backends.solve import as_problem
from rookery.core.kernels import kernel
from rookery.models import Satisfy

SEARCHES = {
    "counting rows": (rk.placement("queen", 8, 8), "count"),
    "listing rows": (rk.placement("queen", 7, 7), "all"),
    "all of the fewest": (rk.domination("queen", 6), "all"),
    "counting the fewest": (rk.domination("knight", 5), "count"),
    "the most": (rk.placement("knight", 5), "all"),
    "within bounds": (rk.placement("king", "4x5", 4), "count"),
    "general": (rk.placement({"queen": 2, "knight": 2}, 4), "all"),
    "armies": (rk.armies(["queen", "queen"], 4), "all"),
    "components": (rk.domination("bishop", 5), "count"),
    "the best, in general": (rk.k_fold("king", 4, 2), "count"),
}
every_search = pytest.mark.parametrize(("problem", "want"), SEARCHES.values(), ids=SEARCHES)


def through_file(path: Path, record: dict[str, Array]) -> dict[str, Array]:
    path.unlink(missing_ok=True)
    with Checkpoint(path, {}) as kept:
        kept.save("search", record)
    with Checkpoint(path, {}) as kept:
        found = kept.load("search")
    assert found is not None
    return dict(found)


def essence(answer: rk.Answer) -> tuple[Any, ...]:
    return answer.status, answer.complete, answer.count, answer.objective, answer.bound, set(answer.solutions)


@every_search
def test_search_goes_on_from_a_file_at_any_point(
    problem: rk.Problem, want: WantLike, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = essence(rk.solve(problem, want=want))
    for seed in range(2):
        shatter(monkeypatch, Random(seed), lambda record: through_file(tmp_path / "kept", record))
        assert essence(rk.solve(problem, want=want)) == right


def test_random_models_go_on_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(0), lambda record: through_file(tmp_path / "kept", record))
    models = [model for model in random_models(30, 5) if isinstance(model.goal, Satisfy)]
    assert len(models) > 5
    for model in models:
        found, _ = asked(backend("backtracking"), model, Want.ALL)
        assert len(found) == len(set(found))
        assert set(found) == solutions_of(model)


def test_random_models_go_on_after_ctrl_c() -> None:
    assert check_all(60) > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "want", "right"),
    [
        (rk.placement("queen", 15, 15), "count", 2279184),  # OEIS A000170
        (rk.domination("queen", 13), "all", 288),  # OEIS A002564
    ],
    ids=["count of rows", "list of minimum sets"],
)
def test_search_cut_by_deadlines_loses_nothing(problem: rk.Problem, want: WantLike, right: int, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    answer, before = rk.solve(problem, want=want, seconds=0.2, checkpoint=path), 0
    for turn in count():
        if answer.complete:
            break
        assert before <= answer.count <= right
        before = answer.count if want == "count" else 0
        # The turns grow, so that few are needed on a busy machine: each one compiles the problem again.
        answer = rk.solve(problem, want=want, seconds=0.2 * 1.5**turn, workers=1 + turn % 3, checkpoint=path)
    assert (answer.count, answer.complete) == (right, True)
    assert answer.objective == (7 if problem.aim else None)


def test_limit_may_be_raised_when_a_list_goes_on(tmp_path: Path) -> None:
    queens = rk.placement("queen", 9, 9)
    some = rk.solve(queens, want="all", limit=100, checkpoint=tmp_path / "kept")
    more = rk.solve(queens, want="all", limit=300, checkpoint=tmp_path / "kept")
    assert (some.count, more.count, set(some.solutions) <= set(more.solutions)) == (100, 300, True)
    assert set(rk.solve(queens, want="all", checkpoint=tmp_path / "kept").solutions) >= set(more.solutions)


WANTED: dict[str, tuple[rk.Problem, dict[str, Any]]] = {
    "count": (rk.placement("queen", 17, 17), {"want": "count"}),
    "orbits": (rk.placement("queen", 17, 17), {"want": "count", "up_to_symmetry": True}),
    "list": (rk.placement("queen", 15, 15), {"want": "all"}),
    "list up to symmetry": (rk.placement("queen", 15, 15), {"want": "all", "up_to_symmetry": True}),
    "best": (rk.k_fold("knight", 14, 2), {}),
}


@pytest.mark.parametrize(("problem", "wanted"), WANTED.values(), ids=WANTED)
def test_run_without_time_reports_what_the_checkpoint_holds(
    problem: rk.Problem, wanted: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "kept"

    def ask(seconds: float) -> rk.Answer:
        return rk.solve(problem, "backtracking", seconds=seconds, checkpoint=path, **wanted)

    found = with_time_enough(ask, lambda answer: answer.count, 0.3)
    assert found.count
    for _ in range(2):
        again = ask(1e-6)
        assert (again.end, again.orbits) == (found.end, found.orbits)
        assert essence(again) == essence(found)


def test_ctrl_c_while_the_file_is_read_reports_what_it_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queens, path, read = rk.placement("queen", 8, 8), tmp_path / "kept", Checkpoint._read
    rk.solve(queens, want="count", checkpoint=path)

    def press_and_read(kept: Checkpoint) -> Any:
        signal.raise_signal(signal.SIGINT)
        return read(kept)

    monkeypatch.setattr(Checkpoint, "_read", press_and_read)
    answer = rk.solve(queens, want="count", checkpoint=path)
    assert (answer.count, answer.interrupted) == (92, True)


def test_run_without_time_is_complete_if_the_checkpoint_is(tmp_path: Path) -> None:
    for at, (problem, want) in enumerate(SEARCHES.values()):
        path, wanted = tmp_path / str(at), Want(want)
        found = rk.solve(problem, want=wanted, checkpoint=path)
        assert essence(rk.solve(problem, want=wanted, seconds=1e-6, checkpoint=path)) == essence(found)


def test_run_without_time_gives_no_more_than_its_limit(tmp_path: Path) -> None:
    queens, path = rk.placement("queen", 8, 8), tmp_path / "kept"
    rk.solve(queens, want="all", checkpoint=path)
    some = rk.solve(queens, want="all", limit=5, seconds=1e-6, checkpoint=path)
    assert (len(some), some.complete, some.end) == (5, False, Reason.SOLUTIONS)


def test_lower_limit_leaves_what_the_checkpoint_holds(tmp_path: Path) -> None:
    queens, path = rk.placement("queen", 8, 8), tmp_path / "kept"
    whole = rk.solve(queens, want="all", checkpoint=path)
    assert rk.solve(queens, want="all", limit=5, checkpoint=path).count == 5
    assert essence(rk.solve(queens, want="all", seconds=1e-6, checkpoint=path)) == essence(whole)


def test_orbits_that_were_listed_stay_known_when_orbits_are_counted(tmp_path: Path) -> None:
    queens, own = rk.placement("queen", 8, 8), Stopped()
    some = rk.solve(queens, own, "count", limit=5, up_to_symmetry=True, checkpoint=tmp_path / "kept")
    assert some.orbits == 5
    own.late = True
    again = rk.solve(queens, own, "count", up_to_symmetry=True, checkpoint=tmp_path / "kept")
    assert (again.count, again.orbits, again.end) == (some.count, 5, Reason.TIME)


class Stopped(Backtracking):
    """A search that has no time if it is `late`."""

    late = False

    def run(self, program: RunnableProgram, ask: Ask) -> Iterator[Item]:
        if self.late:
            yield End(proven=False, reason=Reason.TIME)
        else:
            yield from super().run(program, ask)


class Pressed(Backtracking):
    """Ctrl-C comes as soon as a search has ended."""

    def run(self, program: RunnableProgram, ask: Ask) -> Iterator[Item]:
        for item in super().run(program, ask):
            try:
                yield item
            finally:
                if isinstance(item, End):
                    raise KeyboardInterrupt


@pytest.mark.parametrize("up_to_symmetry", [False, True])
@pytest.mark.parametrize("problem", [rk.domination("queen", 5), rk.placement("queen", 6, 6)], ids=str)
def test_ctrl_c_after_the_first_search_proves_no_count(
    problem: rk.Problem, up_to_symmetry: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count_for(backend: Backtracking, seconds: float | None) -> rk.Answer:
        return rk.solve(
            problem, backend, "count", up_to_symmetry=up_to_symmetry, seconds=seconds, checkpoint=tmp_path / "kept"
        )

    run = Run(problem, Pressed(), Question(Want.COUNT, up_to_symmetry=up_to_symmetry))
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert (run.answer().complete, run.answer().end) == (False, Reason.INTERRUPTED)
    assert count_for(Pressed(), None).interrupted
    assert not count_for(Backtracking(), 1e-6).complete
    right = rk.solve(problem, "backtracking", "count", up_to_symmetry=up_to_symmetry)
    whole = count_for(Backtracking(), None)
    assert (whole.complete, whole.count, whole.orbits) == (True, right.count, right.orbits)


CHILD = """
import sys
from rookery.backends import checkpoint
checkpoint.SECONDS, checkpoint.SHARE = 0.05, 1
from rookery import cli
sys.exit(cli.run(sys.argv[1:]))
"""
KILLED = {
    "rows": ("placement --piece queen --board 16 --count 16 --count-solutions", 14772512, 1),
    "list of minimum sets": ("domination --piece queen --board 13 --all", 288, 2),
}


@pytest.mark.slow
@pytest.mark.parametrize(("line", "right", "workers"), KILLED.values(), ids=KILLED)
def test_search_goes_on_after_kill_9(line: str, right: int, workers: int, tmp_path: Path) -> None:
    path, random = tmp_path / "kept", Random(line)
    command = [sys.executable, "-c", CHILD, "solve", *line.split(), "--json"]
    kills = 0
    while kills < 2:
        ask = [*command, "--workers", str(workers), "--checkpoint", str(path)]
        with subprocess.Popen(ask, stdout=subprocess.PIPE, text=True) as child:
            while not path.exists() and child.poll() is None:
                sleep(0.01)
            sleep(random.uniform(0.1, 0.6))
            child.kill()
            if child.wait() != -signal.SIGKILL:
                break
            kills += 1
    done = subprocess.run([*command, "--workers", "2", "--checkpoint", path], capture_output=True, check=True)
    answer = json.loads(done.stdout)
    assert kills > 0
    assert (answer["count"], answer["complete"], done.stderr) == (right, True, b"")
    assert len({json.dumps(each) for each in answer["solutions"]}) == (right if "--all" in line else 0)


def test_ctrl_c_writes_the_checkpoint(tmp_path: Path) -> None:
    problem, own, path = rk.placement("queen", 18, 18), backend("backtracking"), tmp_path / "kept"
    identity = make_identity(problem, own.name, Question(Want.COUNT))

    def interrupt(seconds: float) -> rk.Answer:
        path.unlink(missing_ok=True)
        run = Run(problem, own, Question(Want.COUNT), checkpoint=Checkpoint(path, identity))
        with ctrl_c_after(seconds), pytest.raises(KeyboardInterrupt):
            list(run)
        return run.answer()

    def resume(seconds: float) -> rk.Answer:
        return rk.solve(problem, want="count", checkpoint=path, seconds=seconds)

    counted = with_time_enough(interrupt, lambda found: found.count, 0.3).count
    assert counted > 0
    assert with_time_enough(resume, lambda found: found.count, 0.1).count >= counted


def test_ctrl_c_within_a_kernel_in_plain_python_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, met = general_kernel.record_solution, count(1)

    def record_and_press(*given: Any) -> None:
        if next(met) % 3 == 0:
            signal.raise_signal(signal.SIGINT)
        record(*given)

    monkeypatch.setattr(kernel, "PLAIN", True)
    monkeypatch.setattr(general_kernel.explore, "compiled", None)
    monkeypatch.setattr(general_kernel, "record_solution", record_and_press)
    model = rk.Model(6, (rk.Linear((1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5), 5, 15),))
    turns = 0
    while not (answer := rk.solve(as_problem(model), "backtracking", "count", checkpoint=tmp_path / "kept")).complete:
        turns += 1
    assert turns > 5
    assert answer.count == len(solutions_of(model))
