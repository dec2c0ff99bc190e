"""The stream of a search: solutions, then the outcome; generators that return the outcome are taken as well."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

import rookery as rk
from rookery.backends import End, Outcome, Question, Request, Status, Want, solve, start
from rookery.backends.contract.backend import Solution, Solutions, Stream
from rookery.backends.contract.streams import Split, run_program
from rookery.models import RookeryError

ROOKS = rk.placement(rk.ROOK, rk.Board(3), 3)
KNIGHTS = rk.placement(rk.KNIGHT, rk.Board(2))


class Older(BruteForce):
    """Returns its outcome in place of giving it, and says who answers under an older name."""

    closed = False

    def run(self, program: Assignments, request: Request) -> Solutions:
        solutions = Split(super().run(program, request))
        try:
            yield from solutions
        finally:
            self.closed = True
        return replace(solutions.outcome, raw_status="as of old" if request.want is Want.ALL else "")

    def told(self, program: Assignments) -> str:
        return "an elder"


def test_a_generator_that_returns_its_outcome_is_a_stream() -> None:
    for want, count in ((Want.ONE, 1), (Want.ALL, 6), (Want.COUNT, 6)):
        answer = solve(ROOKS, Older(), want)
        assert (answer.complete, answer.count, answer.status) == (True, count, Status.SATISFIED)
        assert answer.raw_status == ("as of old" if want is Want.ALL else "an elder")
    best = solve(KNIGHTS, Older(), "all")
    assert (best.status, best.objective, best.count) == (Status.OPTIMAL, 4, 1)


def test_both_forms_are_the_same_stream() -> None:
    request = Request(Want.ALL)
    program = Older().compile(ROOKS.model, request)
    older, newer = (list(run_program(each, program, request)) for each in (Older(), BruteForce()))
    assert older[:-1] == newer[:-1]
    assert (older[-1], newer[-1]) == (Outcome(proven=True, raw_status="as of old"), Outcome(proven=True))


def test_closing_a_stream_closes_the_search() -> None:
    backend, request = Older(), Request(Want.ALL)
    stream = run_program(backend, backend.compile(ROOKS.model, request), request)
    assert isinstance(next(stream), frozenset)
    assert not backend.closed
    stream.close()
    assert backend.closed


class Silent(BruteForce):
    """Forgets to say how it ended."""

    def run(self, program: Assignments, request: Request) -> Iterator[Solution]:
        return iter(Split(super().run(program, request)))


def test_a_search_without_an_outcome_is_told_in_a_line() -> None:
    with pytest.raises(RookeryError, match="backend brute-force ends a search without an outcome"):
        solve(ROOKS, Silent(), "all")
    with pytest.raises(RookeryError, match="without an outcome"):
        _ = Split([frozenset({1})]).outcome


class Leading(BruteForce):
    """Says before its first solution what holds if it is left."""

    def run(self, program: Assignments, request: Request) -> Stream:
        yield Outcome(proven=False, end=End.INTERRUPTED, raw_status="so far", bound=5, answered_by="a")
        yield from super().run(program, request)


def test_an_earlier_outcome_holds_for_a_stream_that_is_left() -> None:
    run = start(ROOKS, Leading(), Question(Want.ALL))
    stream = iter(run)
    next(stream)
    stream.close()
    answer = run.answer()
    assert (answer.raw_status, answer.bound, answer.end, answer.complete) == ("so far", 5, End.INTERRUPTED, False)
    assert solve(ROOKS, Leading(), "one").raw_status == "so far"
    assert solve(ROOKS, Leading(), "all", limit=2).raw_status == "so far"
    whole = solve(ROOKS, Leading(), "all")
    assert (whole.complete, whole.raw_status, whole.bound, whole.end) == (True, "", None, End.DONE)


@pytest.mark.parametrize("older", [True, False])
def test_ctrl_c_in_a_count_keeps_what_was_counted(older: bool) -> None:
    interrupted = Outcome(proven=False, end=End.INTERRUPTED, count=4)

    class Counting(BruteForce):
        def run(self, program: Assignments, request: Request) -> Solutions | Stream:
            return returning() if older else iter((interrupted,))

    def returning() -> Solutions:
        yield from ()
        return interrupted

    run = start(ROOKS, Counting(), Question(Want.COUNT))
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert (run.answer().count, run.answer().end, run.answer().complete) == (4, End.INTERRUPTED, False)
