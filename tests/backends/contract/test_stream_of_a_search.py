"""The stream of a search: solutions and interim reports, then the outcome."""

from collections.abc import Iterator

import pytest
from rookery_tests.brute_force import Assignments, BruteForce

import rookery as rk
from rookery.backends import End, Interim, Outcome, Question, Request, Want, solve, start
from rookery.backends.contract.backend import Solution, Split, Stream, run_program

ROOKS = rk.placement("rook", 3, 3)


class Closable(BruteForce):
    """A backend that notes that its search was closed."""

    closed = False

    def run(self, program: Assignments, request: Request) -> Stream:
        try:
            yield from super().run(program, request)
        finally:
            self.closed = True


def test_closing_a_stream_closes_the_search() -> None:
    backend, request = Closable(), Request(Want.ALL)
    stream = run_program(backend, backend.compile(ROOKS.model, request), request)
    assert isinstance(next(stream), frozenset)
    assert not backend.closed
    stream.close()
    assert backend.closed


class Silent(BruteForce):
    """A backend that ends without an outcome."""

    def run(self, program: Assignments, request: Request) -> Iterator[Solution]:
        return iter(Split(super().run(program, request)))


def test_search_without_an_outcome_is_an_error() -> None:
    with pytest.raises(rk.RookeryError, match="without an outcome"):
        solve(ROOKS, Silent(), "all")
    with pytest.raises(rk.RookeryError, match="without an outcome"):
        _ = Split([frozenset({1})]).outcome


class Leading(BruteForce):
    """A backend that reports a bound before its first solution."""

    def run(self, program: Assignments, request: Request) -> Stream:
        yield Interim(bound=5, raw_status="so far", answered_by="a")
        yield from super().run(program, request)


def test_interim_report_holds_for_a_stream_that_is_left() -> None:
    run = start(ROOKS, Leading(), Question(Want.ALL))
    stream = iter(run)
    next(stream)
    stream.close()
    answer = run.answer()
    assert (answer.raw_status, answer.bound, answer.end, answer.complete) == ("so far", 5, End.INTERRUPTED, False)
    assert solve(ROOKS, Leading(), "all", limit=2).raw_status == "so far"
    whole = solve(ROOKS, Leading(), "all")
    assert (whole.complete, whole.raw_status, whole.bound, whole.end) == (True, "", None, End.DONE)


def test_ctrl_c_in_a_count_keeps_what_was_counted() -> None:
    class Counting(BruteForce):
        def run(self, program: Assignments, request: Request) -> Stream:
            return iter((Outcome(proven=False, end=End.INTERRUPTED, count=4),))

    run = start(ROOKS, Counting(), Question(Want.COUNT))
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert (run.answer().count, run.answer().end, run.answer().complete) == (4, End.INTERRUPTED, False)
