"""Several workers on one search: the same answers for any number of them, and for any way to cut a search in pieces."""

import threading
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import pytest
from rookery_tests.alarm import ctrl_c_after
from rookery_tests.shattering import hurry, shatter
from rookery_tests.small_models import asked, best_of, random_models, solutions_of
from rookery_tests.strategies import examples
from rookery_tests.yardstick import with_time_enough, within

import rookery as rk
from rookery.backends import Deadline, Question, Request, Run, Want, backend
from rookery.backends.engine.compile import compile_model
from rookery.backends.engine.cover import kernel as cover_kernel
from rookery.backends.engine.cover.program import CoverProgram
from rookery.backends.engine.cover.search import list_orbits, search_all
from rookery.backends.engine.tree import runner
from rookery.backends.engine.tree import slices as readiness
from rookery.backends.engine.tree.forest import Forest
from rookery.backends.engine.tree.runner import Runner
from rookery.core.kernels.jit import PLAIN, Kernel
from rookery.models import Board, Model, domination, placement
from rookery.models.pieces.piece import BISHOP, KING, KNIGHT, QUEEN, ROOK

OWN = backend("backtracking")
SEARCHES = {
    "rows": placement(QUEEN, Board(7), 7),
    "a forced row": placement(QUEEN, Board(8), 8, fixed=[(2, 2)]),
    "long rows": placement(QUEEN, Board(4, 9), 4),
    "a covering within bounds": placement(KING, Board(4, 5), 4),
    "the fewest": domination(QUEEN, Board(6)),
    "the fewest, with orbits of 8": domination(KNIGHT, Board(5), "total"),
    "the fewest, none attacked": domination(KNIGHT, Board(5, 4), "independent"),
    "the most": placement(KNIGHT, Board(5)),
    "the most bishops": placement(BISHOP, Board(4)),
    "armies": rk.armies([QUEEN, QUEEN], Board(4)),
    "armies of a size": rk.armies([KING, KNIGHT], Board(3), 2),
    "general": placement({QUEEN: 2, KNIGHT: 2}, Board(4)),
    "the best, in general": rk.k_fold_domination(KING, Board(4), 2),
    "none": placement(QUEEN, Board(3), 3),
}
every_search = pytest.mark.parametrize("problem", SEARCHES.values(), ids=SEARCHES)


def said(model: Model, want: Want, **limits: Any) -> tuple[Any, ...]:
    """The set of solutions (the best value where there is a goal) and what is proven."""
    found, outcome = asked(OWN, model, want, **limits)
    assert len(found) == len(set(found))
    what = frozenset(found) if want is not Want.ONE else model.value(found[-1]) if found else None
    return what, outcome.count, outcome.bound, outcome.proven


def questions(problem: rk.Problem) -> list[tuple[Model, Want]]:
    """All that a run may ask a backend about a problem."""
    model, best = problem.model, rk.solve(problem).objective
    if best is None:
        return [(model, want) for want in Want]
    return [(model, Want.ONE), (model.at_optimum(best), Want.ALL), (model.at_optimum(best), Want.COUNT)]


def right(model: Model, **limits: Any) -> None:
    """Compare one, all and how many of a model, and its best value, with what trying everything says."""
    best = best_of(model)
    value, _, _, proven = said(model, Want.ONE, **limits)
    if best is not None:
        assert (value, proven) == (best, True)
        model = model.at_optimum(best)
    every = solutions_of(model)
    assert said(model, Want.ALL, **limits)[0] == every
    listed, outcome = asked(OWN, model, Want.COUNT, **limits)
    assert (len(listed) if outcome.count is None else outcome.count, outcome.proven) == (len(every), True)


@every_search
@pytest.mark.parametrize("seed", range(3))
def test_a_search_may_be_cut_in_pieces_anyhow(problem: rk.Problem, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = questions(problem)
    alone = [said(*question) for question in asked_for]
    shatter(monkeypatch, Random(seed))
    assert [said(*question) for question in asked_for] == alone


def test_pieces_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = shatter(monkeypatch, Random(0))
    for problem in (SEARCHES["rows"], domination(KNIGHT, Board(6)), placement({QUEEN: 3, KNIGHT: 2}, Board(5))):
        sizes.clear()
        rk.solve(problem, want="all")
        assert max(sizes) > 3


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (domination(KNIGHT, Board(6)), 127),  # OEIS A103315
        (domination(QUEEN, Board(7)), 86),  # OEIS A002564
        (placement(QUEEN, Board(8), 8), 92),  # OEIS A000170
    ],
    ids=str,
)
@pytest.mark.full
def test_pieces_count_what_is_published(problem: rk.Problem, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(2):
        shatter(monkeypatch, Random(seed))
        assert [rk.solve(problem, want=want).count for want in ("count", "all")] == [count, count]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.drawn
def test_any_model_may_be_cut_in_pieces(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shatter(monkeypatch, Random(seed))
    for model in random_models(examples(60), seed):
        right(model)


@every_search
@pytest.mark.parametrize("workers", [2, 5])
@pytest.mark.share(2)
@pytest.mark.part(6)
def test_workers_say_what_one_says(problem: rk.Problem, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = questions(problem)
    alone = [said(*question) for question in asked_for]
    hurry(monkeypatch)
    assert [said(*question, workers=workers) for question in asked_for] == alone


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.drawn
def test_workers_answer_any_model(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for model in random_models(examples(50), seed):
        right(model, workers=3)


@pytest.mark.parametrize("workers", [2, 5])
def test_workers_end_together_near_the_end_of_a_budget(workers: int) -> None:
    """The last slices are short, no worker waits for nodes that nobody makes, and turns find what one run finds."""
    request = Request(Want.ALL, workers=workers, options={"optimum": "search"})
    program = compile_model(domination(QUEEN, Board(9)).model.at_optimum(5), request)
    assert isinstance(program, CoverProgram)
    forest, found = search_all(program, request), list[Any]()
    while not forest.over:
        before = forest.counted().nodes
        found += Runner(request).run(forest, "a turn", budget=before + 2000)
        assert forest.counted().nodes - before <= 2000 + workers * runner.LEAST_STEPS
    assert len(set(list_orbits(found, program.group) if program.group else found)) == 114  # OEIS A002564


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (placement(QUEEN, Board(11), 11), 2680),  # OEIS A000170
        (domination(QUEEN, Board(9)), 114),  # OEIS A002564
        (domination(KNIGHT, Board(9)), 2),  # OEIS A103315
        (placement(KNIGHT, Board(6)), 2),  # OEIS A289203
    ],
    ids=str,
)
def test_workers_count_what_is_published(problem: rk.Problem, count: int) -> None:
    answers = [rk.solve(problem, want="count", workers=workers) for workers in (1, 2, 3)]
    assert [(answer.count, answer.complete) for answer in answers] == [(count, True)] * 3


@pytest.mark.parametrize(
    "problem",
    [placement(QUEEN, Board(9), 9), placement(KING, Board(4, 5), 4), placement({QUEEN: 2, KNIGHT: 2}, Board(5))],
    ids=str,
)
def test_the_first_solution_is_the_same_for_any_number_of_workers(
    problem: rk.Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = rk.solve(problem, "backtracking").solutions
    hurry(monkeypatch)
    assert all(
        rk.solve(problem, "backtracking", workers=workers).solutions == first for workers in (2, 3, 4) for _ in range(5)
    )
    shatter(monkeypatch, Random(1))
    assert rk.solve(problem, "backtracking").solutions == first


QUEENS_20 = placement(QUEEN, Board(20), 20)


@pytest.mark.slow
@pytest.mark.full
def test_ends_in_time_and_leaves_no_thread() -> None:
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
@pytest.mark.full
def test_ctrl_c_keeps_what_was_counted(workers: int) -> None:
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


def test_a_worker_that_fails_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(cover_kernel, "advance", Kernel(broken, "a search that fails"))
    request = Request(Want.COUNT, deadline=Deadline(60), workers=2)
    program = compile_model(domination(QUEEN, Board(5)).model.at_optimum(3), request)
    with pytest.raises(MemoryError):
        list(program.search(request))


@pytest.mark.parametrize("strategy", ["rows", "dp", "exhaustive"])
def test_a_named_strategy_refuses_workers(strategy: str) -> None:
    with pytest.raises(rk.Unsupported, match="one worker"):
        rk.solve(placement(QUEEN, Board(5), 5), want="all", workers=2, options={"strategy": strategy})


def test_says_where_one_worker_was_of_use() -> None:
    answer = rk.solve(placement(KING, Board(12), 36), want="count", workers=2, seconds=60)
    assert answer.complete
    assert (answer.workers, answer.raw_status.split(":")[0]) == (1, "frontier")


@pytest.mark.parametrize("seed", [0, 1])
def test_workers_race_where_the_order_is_random(seed: int) -> None:
    problem = placement(QUEEN, Board(64), 64, forbidden=[(0, 0)])
    answer = rk.solve(problem, workers=3, seed=seed, seconds=60)
    assert (answer.complete, answer.count, answer.workers) == (True, 1, 3)
    narrow = [(row, column) for row in range(3) for column in range(2, 30)]
    none = rk.solve(placement(ROOK, Board(30), 30, forbidden=narrow), workers=2, seconds=60)
    assert (none.status, none.complete) == ("infeasible", True)


class Looked(Exception):
    """The main thread has begun to load a kernel."""


@pytest.mark.skipif(PLAIN, reason="no kernel is ever loaded")
def test_workers_wait_while_a_kernel_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python in other threads makes the import of numba take ten times as long."""
    crews: list[runner.Threads] = []

    class SeenThreads(runner.Threads):
        def __init__(self, forest: Forest, workers: int) -> None:
            super().__init__(forest, workers)
            crews.append(self)

    free: list[bool] = []

    def try_lock() -> None:
        lock: Any = crews[-1].lock
        free.append(lock.acquire(blocking=False))
        if free[-1]:
            lock.release()

    def load(*_: Any) -> bool:
        other = threading.Thread(target=try_lock)
        other.start()
        other.join()
        raise Looked(free)

    monkeypatch.setattr(Kernel, "ready", property(lambda _: False))
    monkeypatch.setattr(readiness, "WORTH_LOADING", 0.0)
    monkeypatch.setattr(readiness, "WORTH_COMPILING", 0.0)
    monkeypatch.setattr(readiness, "go_on", load)
    monkeypatch.setattr(runner, "Threads", SeenThreads)
    with pytest.raises(Looked) as shown:
        rk.solve(placement(QUEEN, Board(18), 18), "backtracking", want="count", workers=2)
    assert shown.value.args == ([False],)
