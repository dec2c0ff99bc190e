"""Solutions known before a search, from a declaration or a hint: refereed, given first, and kept when time runs out."""

from dataclasses import replace

import pytest
from rookery_tests.brute_force import Scripted

import rookery as rk
from rookery.backends import End, Question, Reason, Status, start
from rookery.backends.contract import Solution, WantLike
from rookery.backends.run import KNOWN

ROOKS = rk.domination("rook", 3)  # 3 are the fewest: with two, a row and a column are free
FOUR = replace(ROOKS, known=frozenset({0, 1, 2, 8}))
QUEENS = rk.placement("queen", 40, 40)  # declared with a known solution


PROOF = End(True)


def place_rooks(*squares: tuple[int, int]) -> rk.Placement:
    return rk.Placement.of("rook", squares, 3)


FOUR_ROOKS = place_rooks((0, 0), (1, 0), (2, 0), (2, 2))


@pytest.mark.parametrize("want", ["one", "all", "count"])
def test_declared_solution_is_given_when_time_runs_out(want: WantLike) -> None:
    answer = rk.solve(FOUR, Scripted(), want)
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, Reason.TIME)
    assert (answer.count, len(answer.solutions), answer.objective) == (1, 1, 4)
    assert FOUR.write(answer.solutions[0]) == FOUR.known


def test_only_better_solutions_follow_a_declared_one() -> None:
    assert FOUR.known is not None
    run = start(FOUR, Scripted((FOUR.known, frozenset({0, 1, 2}), PROOF)), Question())
    assert [len(placement) for placement in run] == [4, 3]
    assert run.answer().objective == 3


def test_hint_is_an_incumbent_if_it_keeps_the_rules() -> None:
    answer = rk.solve(ROOKS, Scripted(), hint=FOUR_ROOKS)
    assert (answer.objective, answer.end) == (4, Reason.TIME)
    better = rk.solve(ROOKS, Scripted((frozenset({0, 1, 2}), PROOF)), hint=FOUR_ROOKS)
    assert (better.objective, better.status) == (3, Status.OPTIMAL)
    run = start(ROOKS, Scripted(), Question(hint=rk.Placement(ROOKS.board, place_rooks((0, 0))), assist=False))
    assert list(run) == []
    assert (run.answer().status, run.answer().solutions) == (Status.UNKNOWN, ())


@pytest.mark.parametrize(("given", "shown"), [((), "no solution"), ((frozenset({0, 1, 2, 8}),), "an optimum of 4")])
def test_proof_that_an_incumbent_contradicts_is_a_wrong_answer(given: tuple[Solution, ...], shown: str) -> None:
    with pytest.raises(rk.WrongAnswer, match=shown):
        rk.solve(ROOKS, Scripted((*given, PROOF)), hint=place_rooks((0, 0), (1, 0), (2, 0)))


def test_declared_solution_is_refereed() -> None:
    with pytest.raises(rk.WrongAnswer, match="referee"):
        rk.solve(replace(ROOKS, known=frozenset({0})), Scripted())
    with pytest.raises(rk.WrongAnswer, match="referee"):
        rk.solve(replace(QUEENS, known=frozenset(range(40))), "sat")


@pytest.mark.parametrize("backend", ["auto", "backtracking", "cpsat", "sat", "mip", "python-constraint"])
def test_known_solution_answers_for_every_backend(backend: str) -> None:
    answer = rk.solve(QUEENS, backend)
    assert (answer.status, answer.complete, answer.note) == (Status.SATISFIED, True, KNOWN)
    assert [QUEENS.write(placement) for placement in answer.solutions] == [QUEENS.known]
    assert answer.statistics == {}


def test_known_solution_does_not_replace_a_compared_search_or_a_list() -> None:
    run = start(QUEENS, "sat", Question(assist=False))
    assert list(run)
    assert run.answer().note != KNOWN
    answer = rk.solve(QUEENS, "sat", "all", limit=2)
    assert (answer.count, answer.note == KNOWN) == (2, False)
