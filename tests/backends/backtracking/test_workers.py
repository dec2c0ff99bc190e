"""Several workers on one search: the same answers for any number of them, and for any way to cut a search in pieces."""

import threading
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.shattering import hurry, shatter
from rookery_tests.small_models import asked
from rookery_tests.yardstick import with_time_enough, within

import rookery as rk
from rookery import domination, placement
from rookery.backends import Deadline, Question, Run, Want, backend
from rookery.backends.engine.choose import choose
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.tree.records import SearchAsk
from rookery.core.kernels.kernel import Kernel
from rookery.models import Board, Model
from rookery.models.pieces.piece import KING, KNIGHT, QUEEN, ROOK

OWN = backend("backtracking")
SEARCHES = {
    "rows": placement(QUEEN, Board(7), 7),
    "a forced row": placement(QUEEN, Board(8), 8, fixed=[(2, 2)]),
    "long rows": placement(QUEEN, Board(4, 9), 4),
    "a covering within bounds": placement(KING, Board(4), 3),
    "the fewest": domination(QUEEN, Board(6)),
    "the fewest, with orbits of 8": domination(KNIGHT, Board(5), "total"),
    "the fewest, none attacked": domination(KNIGHT, Board(5, 4), "independent"),
    "the most": placement(KING, Board(5)),
    "the most queens": placement(QUEEN, Board(5)),
    "armies": rk.armies([QUEEN, QUEEN], Board(4)),
    "general": placement({QUEEN: 2, KNIGHT: 2}, Board(4)),
    "the best, in general": rk.k_fold(KING, Board(4), 2),
    "none": placement(QUEEN, Board(3), 3),
}
every_search = pytest.mark.parametrize("problem", SEARCHES.values(), ids=SEARCHES)


def ask(model: Model, want: Want, **limits: Any) -> tuple[Any, ...]:
    """The solutions, or the optimum where one solution is wanted; the count, the bound, and whether that is proven."""
    found, outcome = asked(OWN, model, want, **limits)
    assert len(found) == len(set(found))
    what = frozenset(found) if want is not Want.ONE else model.value(found[-1]) if found else None
    return what, outcome.count, outcome.bound, outcome.proven


def list_questions(problem: rk.Problem) -> list[tuple[Model, Want]]:
    """All that a run may ask a backend about a problem."""
    model, best = problem.model, rk.solve(problem).objective
    if best is None:
        return [(model, want) for want in Want]
    return [(model, Want.ONE), (model.at_optimum(best), Want.ALL), (model.at_optimum(best), Want.COUNT)]


@every_search
def test_search_in_pieces_answers_the_same(problem: rk.Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this thread, cut at random, and by several workers."""
    asked_for = list_questions(problem)
    alone = [ask(*question) for question in asked_for]
    with monkeypatch.context() as patch:
        hurry(patch)
        assert [ask(*question, workers=3) for question in asked_for] == alone
    for seed in range(2):
        sizes = shatter(monkeypatch, Random(seed))
        assert [ask(*question) for question in asked_for] == alone
        assert max(sizes) > 1 or problem.title == SEARCHES["none"].title


@pytest.mark.parametrize(
    "problem",
    [placement(QUEEN, Board(9), 9), placement(KING, Board(4, 5), 4), placement({QUEEN: 2, KNIGHT: 2}, Board(5))],
    ids=str,
)
def test_first_solution_is_the_same_for_any_workers(problem: rk.Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    first = rk.solve(problem, "backtracking").solutions
    hurry(monkeypatch)
    assert all(
        rk.solve(problem, "backtracking", workers=workers).solutions == first for workers in (2, 4) for _ in range(2)
    )
    shatter(monkeypatch, Random(1))
    assert rk.solve(problem, "backtracking").solutions == first


QUEENS_20 = placement(QUEEN, Board(20), 20)


@pytest.mark.slow
def test_workers_keep_a_deadline_and_leave_no_thread() -> None:
    before = threading.active_count()
    for want in ("count", "all"):
        with within(4):  # beside the search, starting it and its referees
            answer = with_time_enough(
                lambda seconds, want=want: rk.solve(QUEENS_20, want=want, workers=2, seconds=seconds),  # type: ignore[misc]
                lambda found: found.count,
                0.3,
            )
        assert (answer.complete, answer.end) == (False, "time limit")
        assert answer.count > 0
    run = Run(placement(ROOK, Board(10), 10), OWN, Question(Want.ALL, workers=2))
    with ExitStack() as ending, closing(iter(run)) as stream:
        assert len({next(stream) for _ in range(6_000)}) == 6_000  # more than the workers may have in store
        ending.enter_context(within(2))
    assert threading.active_count() == before


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_count_so_far(workers: int) -> None:
    problem = placement(QUEEN, Board(19), 19)
    rk.solve(placement(QUEEN, Board(5), 5), want="count", workers=workers)

    def interrupt(seconds: float) -> rk.Answer:
        run = Run(problem, OWN, Question(Want.COUNT, workers=workers))
        with ctrl_c_after(seconds), pytest.raises(KeyboardInterrupt):
            list(run)
        return run.answer()

    answer = with_time_enough(interrupt, lambda found: found.count, 0.3)
    assert (answer.end, answer.complete) == ("interrupted", False)
    assert answer.count > 0


def test_failing_worker_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(cover_kernel, "search_nodes", Kernel(broken, "a search that fails"))
    ask = SearchAsk(Want.COUNT, deadline=Deadline(60), workers=2)
    program = choose(domination(QUEEN, Board(5)).model.at_optimum(3), ask)
    with pytest.raises(MemoryError):
        list(program.search(ask))
