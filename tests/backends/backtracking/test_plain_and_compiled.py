"""A search begins as plain Python and goes on compiled: the same nodes, the same solutions in the same order."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from rookery_tests.forced import begin_plainly
from rookery_tests.states import name_arrays
from rookery_tests.yardstick import within

import rookery as rk
from rookery.backends import Question, Request, Want, start
from rookery.backends.contract.question import WantLike
from rookery.backends.engine.compile import compile_model, samples
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.search import search_all, search_larger
from rookery.backends.engine.rivals.tables import LISTING
from rookery.backends.engine.tree import slices as readiness
from rookery.backends.registry import backend
from rookery.core.kernels import jit
from rookery.core.kernels.jit import KernelSample
from rookery.models import Board, Model, domination, placement
from rookery.models.pieces.piece import KNIGHT, QUEEN

OWN = backend("backtracking")
KERNELS = [sample.kernel for sample in samples()]


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No kernel is compiled in this process, though all are on disk; each is loaded after the first slice."""
    begin_plainly(monkeypatch)


def searches() -> Iterator[Any]:
    """A sample of each search, beside the small ones of the package: what its kernel is given by a real question."""
    queens = placement(QUEEN, Board(7), 7).model
    for want in (Want.ALL, Want.COUNT):
        yield pytest.param(lambda w=want: sample_of(queens, w), id=f"rows, {want}")
        model = domination(QUEEN, Board(6)).model.at_optimum(3)
        yield pytest.param(lambda w=want, m=model: cover_of(m, w), id=f"covering, {want}")
    twice = rk.k_fold_domination(QUEEN, Board(5), 2).model.at_optimum(4)
    yield pytest.param(lambda: cover_of(twice, Want.ALL), id="covering twice")
    most = placement(KNIGHT, Board(5)).model
    yield pytest.param(lambda: cover_of(most, Want.ONE, search_larger), id="packing")
    general = rk.cheapest_domination({QUEEN: 9, KNIGHT: 3}, Board(4)).model
    yield pytest.param(lambda: sample_of(general, Want.ONE), id="general")
    armies = rk.armies([QUEEN] * 2, Board(5)).model
    yield pytest.param(lambda: list_solutions(sample_of(armies, Want.ONE)), id="rivals")


def sample_of(model: Model, want: Want) -> KernelSample:
    found = compile_model(model, Request(want)).kernel(want)
    assert found is not None
    return found


def list_solutions(sample: KernelSample) -> KernelSample:
    """A search for rivals that writes down its solutions, as each search does that is not exact."""
    sample.state.registers[LISTING] = 1
    return sample


def cover_of(model: Model, want: Want, find: Callable[..., Any] = search_all) -> KernelSample:
    request = Request(want, options={"without": "components"})
    program = compile_model(model, request)
    assert isinstance(program, CoverProgram)
    (tree,) = find(program, request).trees
    return KernelSample(tree.kernel, tree.program.tables, tree.state)


KERNELS = [sample.kernel for sample in samples()]


@pytest.mark.slow
def test_each_kernel_compiled_and_plain_leaves_the_same_state() -> None:
    for one, other in zip(samples(), samples(), strict=True):
        copy_state(one, other)
        for steps in (1, 2, 3, 7, 100, 2000):
            require_same_states(one, other, steps)


@pytest.mark.parametrize("make", [*searches()])
def test_search_compiled_and_plain_leaves_the_same_state(make: Callable[[], KernelSample]) -> None:
    one, other = make(), make()
    copy_state(one, other)
    for steps in (1, 10, 300):
        require_same_states(one, other, steps)


def copy_state(one: KernelSample, other: KernelSample) -> None:
    """Make states equal: buffers are not initialised."""
    for (_, array), (_, same) in zip(name_arrays(one.state), name_arrays(other.state), strict=True):
        same[...] = array


def require_same_states(one: KernelSample, other: KernelSample, steps: int) -> None:
    kernel = one.kernel
    assert kernel.compiled is not None
    plain = np.errstate(over="ignore")(kernel.function)(one.tables, one.state, steps)
    assert plain == kernel.compiled(other.tables, other.state, steps)
    for (name, array), (_, same) in zip(name_arrays(one.state), name_arrays(other.state), strict=True):
        assert np.array_equal(array, same), (name, steps)


QUESTIONS: dict[str, tuple[rk.Problem, WantLike]] = {
    "rows, all": (placement(QUEEN, Board(7), 7), "all"),
    "rows, count": (placement(QUEEN, Board(8), 8), "count"),
    "cover, the fewest": (domination(QUEEN, Board(7)), "one"),
    "cover, all": (domination(QUEEN, Board(5)), "all"),
    "cover, restarts": (placement(QUEEN, Board(32), 32, forbidden=[(0, 0)]), "one"),
    "cover, the most": (placement(KNIGHT, Board(4, 5)), "one"),
    "components": (rk.domination(rk.BISHOP, Board(5)), "count"),
    "general": (rk.cheapest_domination({QUEEN: 9, KNIGHT: 3}, Board(3)), "one"),
}


def answer_of(problem: rk.Problem, want: WantLike, workers: int = 1) -> tuple[list[rk.Placement], rk.Answer]:
    run = start(problem, OWN, Question.of(want=want, workers=workers, options={"count": "search"}))
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


def test_measured_run_begins_compiled(cold: None) -> None:
    run = start(domination(QUEEN, Board(5)), OWN, Question())
    run.measured = True
    assert list(run)
    assert [kernel.spent for kernel in KERNELS] == [0.0] * len(KERNELS)
    assert any(kernel.compiled for kernel in KERNELS)


def test_large_program_begins_compiled(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "MAX_BYTES", 1000)
    assert answer_of(domination(QUEEN, Board(5)), "one")[1].objective == 3
    assert [kernel.spent for kernel in KERNELS] == [0.0] * len(KERNELS)


def test_deadline_holds_for_plain_python(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "WORTH_LOADING", 1e9)
    with within(5):
        answer = rk.solve(domination(QUEEN, Board(14)), seconds=0.3, options={"without": "exchange"})
    assert not answer.complete
    assert not any(kernel.compiled for kernel in KERNELS)


def test_small_question_imports_no_library() -> None:
    code = """
import sys
from rookery.backends.engine.rivals.tables import LISTING
from rookery.backends.engine.tree import slices as readiness
readiness.WORTH_LOADING = 1e9  # on a busy machine even a small question takes long
from rookery.cli import run
assert run("solve domination --piece queen --board 8".split()) == 0
print([name for name in ("numba", "llvmlite", "ortools", "pysat", "constraint", "pandas") if name in sys.modules])
"""
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.endswith("\n[]\n")
