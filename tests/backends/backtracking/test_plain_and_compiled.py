"""A search begins as plain Python and goes on compiled: the same nodes, the same solutions in the same order."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from rookery_tests.small_models import random_models
from rookery_tests.states import name_arrays
from rookery_tests.yardstick import slowness, within

import rookery as rk
from rookery.backends import Question, Request, Run, Want, start
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.compile import compile_model, samples
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.search import search_all, search_larger
from rookery.backends.engine.rivals.tables import LISTING
from rookery.backends.engine.rows import kernel as row_kernel
from rookery.backends.engine.tree import slices as readiness
from rookery.backends.registry import backend
from rookery.core.kernels import compiler, jit
from rookery.core.kernels.jit import PLAIN, Kernel, KernelSample
from rookery.models import Board, Model, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

pytestmark = pytest.mark.skipif(PLAIN, reason="there are no compiled kernels to go on with")

OWN = backend("backtracking")
KERNELS = [sample.kernel for sample in samples()]


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled in this process, though all are on disk."""
    for kernel in KERNELS:
        monkeypatch.setattr(kernel, "compiled", None)
        monkeypatch.setattr(kernel, "spent", 0.0)


@pytest.fixture
def eager(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are loaded after the first slice."""
    monkeypatch.setattr(readiness, "WORTH_LOADING", 0.0)


def sample_of(model: Model, want: Want, **options: str) -> KernelSample:
    found = compile_model(model, Request(want, options=options)).kernel(want)
    assert found is not None
    return found


def cover_of(model: Model, want: Want, find: Callable[..., Any] = search_all) -> KernelSample:
    request = Request(want, options={"without": "components"})
    program = compile_model(model, request)
    assert isinstance(program, CoverProgram)
    (tree,) = find(program, request).trees
    return KernelSample(tree.kernel, tree.program.tables, tree.state)


def listing(sample: KernelSample) -> KernelSample:
    """A search of rivals for any solution, which it writes down."""
    sample.state.registers[LISTING] = 1
    return sample


def searches() -> Iterator[Any]:
    """A sample of each search: what its kernel is given by a real question."""
    queens = placement(QUEEN, Board(7), 7).model
    yield pytest.param(lambda: sample_of(queens, Want.ALL), id="rows, listed")
    yield pytest.param(lambda: sample_of(queens, Want.COUNT), id="rows, counted")
    large = lambda: sample_of(queens, Want.COUNT)._replace(kernel=row_kernel.count_rows)  # noqa: E731
    yield pytest.param(large, id="rows of large boards, counted")
    for want in (Want.ALL, Want.COUNT):
        for problem in (domination(QUEEN, Board(6)), rk.k_fold_domination(QUEEN, Board(5), 2)):
            model = problem.model.at_optimum(4 if problem.family == "k-fold domination" else 3)
            yield pytest.param(lambda m=model, w=want: cover_of(m, w), id=f"{problem.title}, {want}")
    most = placement(KNIGHT, Board(5)).model
    yield pytest.param(lambda: cover_of(most, Want.ONE, search_larger), id="the most knights")
    armies = rk.armies([QUEEN, QUEEN], Board(5)).model
    yield pytest.param(lambda: listing(sample_of(armies, Want.ONE)), id="armies")
    for at, model in enumerate(random_models(12, 3)):
        program = compile_model(model, Request(Want.ALL))
        if type(program).__name__ == "GeneralProgram":
            yield pytest.param(lambda m=model: sample_of(m, Want.ALL), id=f"general {at}")


@pytest.mark.parametrize("steps", [0, 1, 7, 200])
@pytest.mark.parametrize("make", list(searches()))
def test_both_leave_the_same_state(make: Callable[[], KernelSample], steps: int) -> None:
    """All arrays, after any number of steps: so a search may change over anywhere."""
    one, other = make(), make()
    kernel = one.kernel
    assert kernel.compiled is not None
    plain = np.errstate(over="ignore")(kernel.function)(one.tables, one.state, steps)
    assert plain == kernel.compiled(other.tables, other.state, steps)
    for (name, array), (_, same) in zip(name_arrays(one.state), name_arrays(other.state), strict=True):
        assert np.array_equal(array, same), name


QUESTIONS: dict[str, tuple[rk.Problem, WantLike]] = {
    "rows, all": (placement(QUEEN, Board(7), 7), "all"),
    "rows, the first": (placement(QUEEN, Board(9), 9), "one"),
    "rows, count": (placement(QUEEN, Board(8), 8), "count"),
    "cover, the fewest": (domination(QUEEN, Board(7)), "one"),
    "cover, all of them": (domination(QUEEN, Board(5)), "all"),
    "cover, count": (domination(QUEEN, Board(5)), "count"),
    "cover, restarts": (placement(QUEEN, Board(32), 32, forbidden=[(0, 0)]), "one"),
    "cover, the most": (placement(KNIGHT, Board(4, 5)), "one"),
    "components": (rk.domination(rk.BISHOP, Board(5)), "count"),
    "general": (rk.weighted_placement({QUEEN: 9, KNIGHT: 3}, Board(3)), "one"),
}


def answer_of(problem: rk.Problem, want: WantLike, workers: int = 1) -> tuple[list[rk.Placement], rk.Answer]:
    run = start(problem, OWN, Question.of(want=want, workers=workers, options={"count": "search"}))
    return list(run), run.answer()


@pytest.mark.parametrize("name", list(QUESTIONS))
@pytest.mark.part(2)
def test_a_search_that_changes_over_answers_the_same(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem, want = QUESTIONS[name]
    given, answer = answer_of(problem, want)
    request.getfixturevalue("eager")
    changed = answer_of(problem, want)
    assert any(kernel.compiled for kernel in KERNELS), "no search was long enough to change over"
    assert changed[0] == given
    assert (changed[1].count, changed[1].objective) == (answer.count, answer.objective)
    assert changed[1].statistics == answer.statistics
    monkeypatch.setattr(readiness, "WORTH_LOADING", 1e9)
    for kernel in KERNELS:
        monkeypatch.setattr(kernel, "compiled", None)
    plain = answer_of(problem, want)
    assert not any(kernel.compiled for kernel in KERNELS)
    assert (plain[0], plain[1].statistics) == (given, answer.statistics)


@pytest.mark.parametrize("name", ["rows, all", "rows, count", "cover, all of them", "cover, count", "general"])
def test_workers_change_over_too(name: str, request: pytest.FixtureRequest) -> None:
    problem, want = QUESTIONS[name]
    given, answer = answer_of(problem, want)
    request.getfixturevalue("eager")
    changed, after = answer_of(problem, want, workers=3)
    assert (after.count, after.objective) == (answer.count, answer.objective)
    if want == "all":
        assert set(changed) == set(given)
        assert len(changed) == len(given)


def test_a_measured_run_never_begins_as_plain_python(cold: None) -> None:
    run = start(domination(QUEEN, Board(5)), OWN, Question())
    run.measured = True
    assert list(run)
    assert [kernel.spent for kernel in KERNELS] == [0.0] * len(KERNELS)
    assert any(kernel.compiled for kernel in KERNELS)


def test_a_large_program_never_begins_as_plain_python(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "MAX_BYTES", 1000)
    assert answer_of(domination(QUEEN, Board(5)), "one")[1].objective == 3
    assert [kernel.spent for kernel in KERNELS] == [0.0] * len(KERNELS)


def test_a_deadline_holds_for_plain_python(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "WORTH_LOADING", 1e9)
    with within(5):
        answer = rk.solve(domination(QUEEN, Board(14)), seconds=0.3, options={"without": "exchange"})
    assert not answer.complete
    assert not any(kernel.compiled for kernel in KERNELS)


@pytest.fixture
def nothing_kept(cold: None, monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """No kernel is on disk, and the process that compiles takes its time."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*_: object) -> "subprocess.Popen[bytes]":
        started.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]))
        return started[-1]

    monkeypatch.setattr(Kernel, "is_kept", lambda *_: False)
    monkeypatch.setattr(compiler, "start", begin)
    monkeypatch.setattr(readiness, "WORTH_LOADING", 0.0)
    monkeypatch.setattr(readiness, "WORTH_COMPILING", 0.0)
    return started


@pytest.mark.full
def test_compiling_counts_against_no_limit_and_is_announced(
    nothing_kept: list["subprocess.Popen[bytes]"], caplog: pytest.LogCaptureFixture
) -> None:
    """The search goes on as plain Python meanwhile, and is here answered so; the kernel comes too late."""
    with caplog.at_level(logging.WARNING, "rookery"):
        answer = rk.solve(domination(QUEEN, Board(12)), seconds=0.3 * slowness())
    compiler.stop()
    assert (answer.complete, answer.objective) == (True, 6)  # OEIS A075458
    assert answer.times.search < answer.times.load
    assert len(nothing_kept) == 1
    (line,) = caplog.messages
    assert "compiling the covering search, once on this machine" in line
    assert "\n" not in line


def test_what_was_compiled_meanwhile_is_taken(
    nothing_kept: list["subprocess.Popen[bytes]"], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_soon() -> None:
        while not nothing_kept:
            sleep(0.01)
        nothing_kept[0].kill()

    threading.Thread(target=end_soon).start()
    answer = rk.solve(domination(QUEEN, Board(14)), options={"without": "exchange"})
    assert answer.objective == 8  # OEIS A075458
    assert any(kernel.compiled for kernel in KERNELS)


def test_ctrl_c_ends_the_compiler_too(nothing_kept: list["subprocess.Popen[bytes]"]) -> None:
    class Interrupted(Run):
        """A run whose reader presses Ctrl-C."""

    def press(*_: object) -> None:
        if nothing_kept:
            raise KeyboardInterrupt

    run = Interrupted(domination(QUEEN, Board(14)), OWN, Question())
    run.observed = press
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert [process.returncode for process in nothing_kept] == [-9]


def printed(code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | environment
    )


@pytest.mark.parametrize(
    "question", ["placement --piece queen --board 8 --count 8", "domination --piece queen --board 8"]
)
def test_a_small_question_is_answered_without_numba(question: str) -> None:
    code = f"""
import sys
from rookery.backends.engine.tree import slices as readiness
readiness.WORTH_LOADING = 1e9  # on a busy machine even a small question takes long
from rookery.cli import run
assert run(["solve", *{question.split()}]) == 0
print([name for name in ("numba", "llvmlite", "ortools", "pysat", "constraint", "pandas") if name in sys.modules])
"""
    assert printed(code).stdout.endswith("\n[]\n")


@pytest.mark.long
def test_the_first_search_on_a_machine(tmp_path: Path) -> None:
    """Nothing is kept: the process that compiles keeps the kernel of this one search, and it is taken."""
    code = """
import rookery as rk
from rookery.backends.engine.rows import kernel
from rookery.backends.engine.tree import slices as readiness
readiness.WORTH_LOADING = readiness.WORTH_COMPILING = 0.0
answer = rk.solve(rk.placement(rk.QUEEN, rk.Board(14), 14), want="count", seconds=600, options={"count": "search"})
print(answer.count, answer.complete, kernel.count_block.compiled is not None)
"""
    made = printed(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert made.stdout == "365596 True True\n"  # OEIS A000170
    assert made.stderr.count("\n") == 1
    assert "compiling the counting row by row" in made.stderr
    assert list(tmp_path.rglob("*kernel.count_block-*.*"))
    assert not list(tmp_path.rglob("*kernel.advance-*.*"))
    assert printed(code, NUMBA_CACHE_DIR=str(tmp_path)).stderr == ""
