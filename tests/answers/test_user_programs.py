"""Rookery inside a user's program: threads, processes that fork, pickles, and the example without chess."""

import multiprocessing
import pickle
import runpy
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import rookery as rk

BACKENDS = ("backtracking", "sat", "cpsat", "python-constraint", "auto")
PROBLEMS = {  # with the number of solutions
    rk.placement("queen", 6, count=6): 4,
    rk.placement("queen", 7, count=7): 40,
    rk.domination("king", 5): 79,
    rk.placement("queen", 3, count=3): 0,
    rk.placement({"queen": 1, "knight": 2}, 4): 40,
}


def count(problem: rk.Problem, backend: str) -> int:
    return rk.solve(problem, backend, "count").count


def ask_all(_: int) -> list[int]:
    return [count(problem, "backtracking") for problem in PROBLEMS]


def test_threads_share_rookery() -> None:
    asked = [(problem, backend) for _ in range(3) for problem in PROBLEMS for backend in BACKENDS]
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda each: count(*each), asked))
    assert found == [PROBLEMS[problem] for problem, _ in asked]


def test_a_time_limit_holds_for_its_thread_alone() -> None:
    def ask(seconds: float | None) -> bool:
        return rk.solve(rk.placement("queen", 11, count=11), "sat", "count", seconds=seconds).complete

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, [0.001, None, 0.001, None])) == [False, True, False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_forked_processes_solve() -> None:
    expected = ask_all(0)
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as processes:
        assert list(processes.map(ask_all, range(2))) == [expected] * 2


def test_values_survive_pickle() -> None:
    problem = rk.domination("queen", 5)
    answer = rk.solve(problem, want="all")
    explanation = rk.explain(rk.placement("queen", 3, count=3))
    values = [problem, answer.best, problem.model, rk.Graph([("a", "b"), ("b", "c")]), rk.Board(4, holes=[(0, 0)])]
    for value in values:
        assert pickle.loads(pickle.dumps(value)) == value
    again = pickle.loads(pickle.dumps(answer))
    assert (again.objective, again.count, again.solutions) == (answer.objective, answer.count, answer.solutions)
    assert str(pickle.loads(pickle.dumps(explanation))) == str(explanation)


def test_example_prints_the_same_for_each_backend(capsys: pytest.CaptureFixture[str]) -> None:
    """The Petersen graph in three colours."""
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "colouring.py"), run_name="__main__")
    out = capsys.readouterr().out
    for backend in BACKENDS[:4]:
        assert f"{backend}: 120 colourings, 20 up to exchanging colours, " in out
