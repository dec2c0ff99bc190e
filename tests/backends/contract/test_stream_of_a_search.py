"""The stream of a search: solutions and interim reports, then the outcome."""

from collections.abc import Iterator

import pytest
from rookery_tests.brute_force import Assignments, BruteForce
from rookery_tests.streams import Split, run_program

import rookery as rk
from rookery.backends import Ask, Bound, End, Question, Reason, Want, solve, start
from rookery.backends.contract import Solution, Stream

ROOKS = rk.placement("rook", 3, 3)


class Closable(BruteForce):
    """A backend that notes that its search was closed."""

    closed = False

    def run(self, program: Assignments, ask: Ask) -> Stream:
        try:
            yield from super().run(program, ask)
        finally:
            self.closed = True


def test_closing_a_stream_closes_the_search() -> None:
    backend, ask = Closable(), Ask(Want.ALL)
    stream = run_program(backend, backend.compile(ROOKS.model, ask), ask)
    assert isinstance(next(stream), frozenset)
    assert not backend.closed
    stream.close()
    assert backend.closed


class Silent(BruteForce):
    """A backend that ends without an outcome."""

    def run(self, program: Assignments, ask: Ask) -> Iterator[Solution]:
        return iter(Split(super().run(program, ask)))


def test_search_without_an_outcome_is_an_error() -> None:
    with pytest.raises(rk.RookeryError, match="without an End"):
        solve(ROOKS, Silent(), "all")


class Leading(BruteForce):
    """A backend that reports a bound before its first solution."""

    def run(self, program: Assignments, ask: Ask) -> Stream:
        yield Bound(5)
        yield from super().run(program, ask)


def test_interim_report_holds_for_a_stream_that_is_left() -> None:
    run = start(ROOKS, Leading(), Question(Want.ALL))
    stream = iter(run)
    next(stream)
    stream.close()
    answer = run.answer()
    assert (answer.bound, answer.end, answer.complete) == (5, Reason.INTERRUPTED, False)
    whole = solve(ROOKS, Leading(), "all")
    assert (whole.complete, whole.bound, whole.end) == (True, None, Reason.DONE)


def test_ctrl_c_in_a_count_keeps_what_was_counted() -> None:
    class Counting(BruteForce):
        def run(self, program: Assignments, ask: Ask) -> Stream:
            return iter((End(proven=False, reason=Reason.INTERRUPTED, count=4),))

    run = start(ROOKS, Counting(), Question(Want.COUNT))
    with pytest.raises(KeyboardInterrupt):
        list(run)
    assert (run.answer().count, run.answer().end, run.answer().complete) == (4, Reason.INTERRUPTED, False)
