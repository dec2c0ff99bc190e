"""A run turns the stream of a backend into an answer: limits, kept solutions, statuses, partial answers."""

import json

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

from rookery import domination, placement
from rookery.backends import Ask, End, Question, Reason, Run, Status, Want, solve
from rookery.backends.contract import Stream, WantLike
from rookery.models import Board, Problem
from rookery.models.pieces.piece import KNIGHT, QUEEN, ROOK

ROOKS = placement(ROOK, Board(3), 3)  # 6 ways
GUARDS = domination(ROOK, Board(2))  # 2 rooks, 6 ways (2 n^n - n!)
NONE = placement(QUEEN, Board(3), 3)
BACKEND = BruteForce()


@pytest.mark.parametrize("problem", [ROOKS, GUARDS], ids=str)
@pytest.mark.parametrize(
    ("want", "limit", "count", "kept", "complete"),
    [("all", 2, 2, 2, False), ("all", 7, 6, 6, True), ("count", 2, 2, 0, False), ("count", 7, 6, 0, True)],
)
def test_limit_ends_a_run(problem: Problem, want: WantLike, limit: int, count: int, kept: int, complete: bool) -> None:
    answer = solve(problem, BACKEND, want, limit=limit)
    assert (answer.count, len(answer.solutions)) == (count, kept)
    assert (answer.complete, answer.end) == (complete, Reason.DONE if complete else Reason.SOLUTIONS)
    assert answer.status is (Status.OPTIMAL if problem is GUARDS else Status.SATISFIED)


def test_statistics_of_a_limited_run_have_its_nodes() -> None:
    queens = placement(QUEEN, Board(8), 8)
    some, every = (solve(queens, "backtracking", "all", limit=limit).statistics["nodes"] for limit in (5, None))
    assert 0 < some < every


def test_one_solution_of_each_orbit_is_kept() -> None:
    answer = solve(ROOKS, BACKEND, "all", up_to_symmetry=True)
    assert (answer.count, answer.orbits, len(answer.solutions)) == (6, 2, 2)  # OEIS A000903
    assert all(ROOKS.canonical(found) == found for found in answer.solutions)
    guards = solve(GUARDS, BACKEND, "count", up_to_symmetry=True)
    assert (guards.count, guards.orbits, guards.solutions) == (6, 2, ())  # two in a line, two on a diagonal


class Slow(BruteForce):
    """A backend that runs out of time after `after` solutions."""

    def __init__(self, after: int, bound: int | None = None) -> None:
        self.after, self.bound = after, bound

    def run(self, program: Assignments, ask: Ask) -> Stream:
        found = super().run(program, ask)
        for _ in range(self.after):
            yield next(found)
        yield End(proven=False, reason=Reason.TIME, bound=self.bound)


@pytest.mark.parametrize(
    ("problem", "backend", "status", "objective", "bound"),
    [
        (ROOKS, Slow(0), Status.UNKNOWN, None, None),
        (ROOKS, Slow(2), Status.SATISFIED, None, None),
        (placement(KNIGHT, Board(2)), Slow(0, 4), Status.UNKNOWN, None, 4),
        (placement(KNIGHT, Board(2)), Slow(2, 4), Status.SATISFIED, 1, 4),
    ],
    ids=["nothing", "some", "only a bound", "a step and a bound"],
)
@pytest.mark.parametrize("want", ["all", "count"])
def test_time_limit_is_never_infeasible(
    problem: Problem, backend: Slow, status: Status, objective: int | None, bound: int | None, want: WantLike
) -> None:
    answer = solve(problem, backend, want)
    assert (answer.status, answer.complete, answer.end) == (status, False, Reason.TIME)
    assert (answer.objective, answer.bound) == (objective, bound)
    assert answer.count == (min(backend.after, 1) if objective else backend.after)


def test_optimum_is_kept_when_listing_is_cut() -> None:
    class Halting(BruteForce):
        """A backend that has time for the optimum and for two placements that reach it."""

        def run(self, program: Assignments, ask: Ask) -> Stream:
            return super().run(program, ask) if ask.want is Want.ONE else Slow(2).run(program, ask)

    answer = solve(GUARDS, Halting(), "all")
    assert (answer.status, answer.objective, answer.bound) == (Status.OPTIMAL, 2, 2)
    assert (answer.count, len(answer.solutions), answer.complete, answer.end) == (2, 2, False, Reason.TIME)


def test_run_answers_at_any_time() -> None:
    run = Run(ROOKS, BACKEND, Question(Want.ALL))
    assert (run.answer().status, run.answer().complete) == (Status.UNKNOWN, False)
    stream = iter(run)
    first = next(stream)
    early = run.answer()
    assert (early.status, early.solutions, early.complete) == (Status.SATISFIED, (first,), False)
    stream.close()
    assert (run.answer().end, run.answer().count) == (Reason.INTERRUPTED, 1)


@pytest.mark.parametrize("raised", [KeyboardInterrupt, MemoryError])
def test_solutions_are_kept_when_a_search_raises(raised: type[BaseException]) -> None:
    class Broken(BruteForce):
        def run(self, program: Assignments, ask: Ask) -> Stream:
            yield next(super().run(program, ask))
            raise raised

    run = Run(ROOKS, Broken(), Question(Want.ALL))
    with pytest.raises(raised):
        list(run)
    answer = run.answer()
    assert (answer.count, answer.status, answer.complete) == (1, Status.SATISFIED, False)
    assert answer.end is Reason.INTERRUPTED


def test_answer_is_plain_data() -> None:
    problem = placement(ROOK, Board(2, 3), 2, fixed=[(0, 0)], forbidden=[(1, 2)])
    shown = json.loads(solve(problem, BACKEND, "all").to_json())
    assert shown["solutions"] == [[["rook", 0, 0], ["rook", 1, 1]]]
    given = {"board": "2x3", "pieces": [["rook", 2]], "fixed": [[0, 0]], "forbidden": [[1, 2]]}
    assert shown["problem"] == {"family": "placement", **given}
    assert shown["title"] == problem.title
    assert (shown["status"], shown["complete"], shown["end"]) == ("satisfied", True, "done")
    assert set(shown["times"]) == {"declare", "compile", "search", "check", "total"}
    assert set(shown["versions"]) >= {"rookery", "python"}
