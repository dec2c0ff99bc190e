"""A search begins as plain Python and goes on compiled: the same nodes, the same solutions in the same order."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from rookery_tests.forced import begin_plainly
from rookery_tests.yardstick import within

import rookery as rk
from rookery import domination, placement
from rookery.backends import Question, start
from rookery.backends.contract import WantLike
from rookery.backends.engine.choose import samples
from rookery.backends.engine.kernels import size
from rookery.backends.registry import backend
from rookery.core.kernels import kernel as kernels
from rookery.models import Board
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN

OWN = backend("backtracking")
KERNELS = [sample.kernel for sample in samples()]


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled in this process, though all are on disk; each is loaded after the first slice."""
    begin_plainly(monkeypatch)


def list_arrays(state: Any) -> list[Any]:
    """Return the arrays of a state, also of those within it."""
    parts = state._asdict().values()
    return [array for each in parts for array in ([each] if isinstance(each, np.ndarray) else list_arrays(each))]


@pytest.mark.slow
def test_each_kernel_compiled_and_plain_leaves_the_same_state() -> None:
    for one, other in zip(samples(), samples(), strict=True):
        kernel = one.kernel
        assert kernel.compiled is not None
        for array, same in zip(list_arrays(one.state), list_arrays(other.state), strict=True):
            same[...] = array  # buffers are not initialised
        for steps in (1, 2, 3, 7, 100, 2000):
            plain = np.errstate(over="ignore")(kernel.function)(one.tables, one.state, steps)
            assert plain == kernel.compiled(other.tables, other.state, steps)
            pairs = zip(list_arrays(one.state), list_arrays(other.state), strict=True)
            assert all(np.array_equal(array, same) for array, same in pairs), steps


QUESTIONS: dict[str, tuple[rk.Problem, WantLike]] = {
    "rows, all": (placement(QUEEN, Board(7), 7), "all"),
    "rows, count": (placement(QUEEN, Board(8), 8), "count"),
    "cover, the fewest": (domination(QUEEN, Board(7)), "one"),
    "cover, all": (domination(QUEEN, Board(5)), "all"),
    "cover, restarts": (placement(QUEEN, Board(32), 32, forbidden=[(0, 0)]), "one"),
    "cover, the most": (placement(KING, Board(6, 7)), "one"),
    "components": (rk.domination(rk.BISHOP, Board(5)), "count"),
    "general": (rk.guards([QUEEN, KNIGHT], Board(3), costs=[9, 3]), "one"),
}


def answer_of(problem: rk.Problem, want: WantLike, workers: int = 1) -> tuple[list[rk.Placement], rk.Answer]:
    run = start(problem, OWN, Question(want=want, workers=workers, options={"count": "search"}))
    return list(run), run.answer()


@pytest.mark.parametrize("name", QUESTIONS)
def test_search_that_changes_to_compiled_answers_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, want = QUESTIONS[name]
    given, answer = answer_of(problem, want)
    begin_plainly(monkeypatch)
    changed = answer_of(problem, want)
    assert any(kernel.compiled for kernel in KERNELS), "no search was long enough to change over"
    assert changed[0] == given
    assert (changed[1].count, changed[1].objective) == (answer.count, answer.objective)
    assert changed[1].statistics == answer.statistics
    begin_plainly(monkeypatch)
    shared = answer_of(problem, want, workers=3)
    assert (shared[1].count, shared[1].objective) == (answer.count, answer.objective)
    assert want != "all" or sorted(map(list, shared[0])) == sorted(map(list, given))


def test_large_program_begins_compiled(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "MAX_BYTES", 1000)
    assert answer_of(domination(QUEEN, Board(5)), "one")[1].objective == 3
    assert [kernel.spent for kernel in KERNELS] == [0.0] * len(KERNELS)


def test_deadline_holds_for_plain_python(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "WORTH_LOADING", 1e9)
    with within(5):
        answer = rk.solve(domination(QUEEN, Board(14)), seconds=0.3, options={"without": "exchange"})
    assert not answer.complete
    assert not any(kernel.compiled for kernel in KERNELS)


def test_small_question_imports_no_library() -> None:
    code = """
import sys
from rookery.core.kernels import kernel
kernel.WORTH_LOADING = 1e9  # on a busy machine even a small question takes long
from rookery.cli import run
assert run("solve domination --piece queen --board 8".split()) == 0
print([name for name in ("numba", "llvmlite", "ortools", "pysat", "constraint", "pandas") if name in sys.modules])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.endswith("\n[]\n")
