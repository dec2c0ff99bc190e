"""Stream that are known before a search, from a declaration or a hint: shown when a limit comes first, refereed."""

from dataclasses import dataclass, replace

import pytest
from rookery_tests.yardstick import with_time_enough

import rookery as rk
from rookery.backends import Backend, Capabilities, CompiledProgram, End, Outcome, Question, Request, Status, start
from rookery.backends.contract.backend import Solution, Stream
from rookery.backends.contract.question import WantLike
from rookery.backends.running.run import KNOWN
from rookery.models.problems.shared.auxiliary import complete_solution

KINGS = rk.connected_domination(rk.KING, rk.Board(4))
ROOKS = rk.domination(rk.ROOK, rk.Board(3))  # 3 are the fewest: with two, a row and a column are free


@dataclass
class Telling(Backend[CompiledProgram]):
    """Says what it is given, and that the time ran out or that it is proven."""

    given: tuple[Solution, ...] = ()
    proven: bool = False

    name = "telling"
    summary = "says what it is given"
    capabilities = Capabilities(hints=True)

    def compile(self, model: rk.Model, request: Request) -> CompiledProgram:
        return CompiledProgram({})

    def run(self, program: CompiledProgram, request: Request) -> Stream:
        yield from self.given
        yield Outcome(self.proven, End.DONE if self.proven else End.TIME)


def hinted(*squares: tuple[int, int]) -> rk.Placement:
    return rk.Placement(rk.Board(3), {rk.Square(*square): rk.ROOK for square in squares})


@pytest.mark.parametrize("want", ["one", "all", "count"])
def test_a_declared_solution_is_there_when_a_limit_comes_first(want: WantLike) -> None:
    answer = rk.solve(KINGS, Telling(), want)
    assert (answer.status, answer.complete, answer.end) == (Status.SATISFIED, False, End.TIME)
    assert (answer.count, len(answer.solutions)) == (1, 1)
    assert KINGS.faults(answer.solutions[0]) == []
    assert answer.objective == len(answer.solutions[0])


def test_a_declared_solution_is_streamed_first_and_only_what_is_better_after_it() -> None:
    assert KINGS.known is not None
    run = start(KINGS, Telling((whole(KINGS.known),), proven=True), rk.Question())
    assert [KINGS.write(placement) for placement in run] == [KINGS.known]
    large = replace(ROOKS, known=frozenset({0, 1, 2, 8}))
    run = start(large, Telling((frozenset({0, 1, 2}),), proven=True), rk.Question())
    assert [len(placement) for placement in run] == [4, 3]
    assert run.answer().objective == 3


def whole(placed: Solution) -> Solution:
    """The variables of a placement of kings, with the auxiliary ones."""
    return complete_solution(KINGS.model, placed, len(KINGS.board))


def test_a_hint_that_is_a_solution_is_the_first() -> None:
    answer = rk.solve(ROOKS, Telling(), hint=hinted((0, 0), (1, 0), (2, 0), (2, 2)))
    assert (answer.objective, answer.end) == (4, End.TIME)
    better = rk.solve(ROOKS, Telling((frozenset({0, 1, 2}),), proven=True), hint=hinted((0, 0), (1, 0), (2, 0), (2, 2)))
    assert (better.objective, better.status) == (3, Status.OPTIMAL)


def test_a_hint_that_breaks_the_rules_is_no_solution() -> None:
    run = start(ROOKS, Telling(), Question(hint=hinted((0, 0))))
    run.measured = True  # so that no greedy solution follows
    assert list(run) == []
    assert (run.answer().status, run.answer().solutions) == (Status.UNKNOWN, ())


@pytest.mark.parametrize(
    ("given", "expected"),
    [((), "no solution where one of 3 is known"), ((frozenset({0, 1, 2, 8}),), "an optimum of 4 where one of 3 is")],
)
def test_a_backend_that_proves_less_than_is_known_is_refused(given: tuple[Solution, ...], expected: str) -> None:
    with pytest.raises(rk.WrongAnswer, match=expected):
        rk.solve(ROOKS, Telling(given, proven=True), hint=hinted((0, 0), (1, 0), (2, 0)))


def test_a_declared_solution_is_refereed() -> None:
    with pytest.raises(rk.WrongAnswer, match="the referee of chess refuses a placement"):
        rk.solve(replace(KINGS, known=frozenset({0})), Telling())


def test_connected_kings_have_a_solution_in_hand_from_the_start() -> None:
    kings = rk.connected_domination(rk.KING, rk.Board(7))
    answer = with_time_enough(
        lambda seconds: rk.solve(kings, "auto", seconds=seconds), lambda found: found.objective is not None, 0.2
    )
    assert answer.objective is not None
    assert answer.objective <= 13


QUEENS = rk.placement(rk.QUEEN, rk.Board(40), 40)


@pytest.mark.parametrize("backend", ["auto", "backtracking", "cpsat", "sat", "mip", "python-constraint"])
def test_a_known_solution_answers_whichever_backend_is_asked(backend: str) -> None:
    answer = rk.solve(QUEENS, backend)
    assert (answer.status, answer.complete, answer.raw_status) == (Status.SATISFIED, True, KNOWN)
    assert [QUEENS.write(placement) for placement in answer.solutions] == [QUEENS.known]
    assert answer.statistics == {}


def test_a_known_solution_is_refereed() -> None:
    with pytest.raises(rk.WrongAnswer, match="the referee of chess refuses a placement"):
        rk.solve(replace(QUEENS, known=frozenset(range(40))), "sat")


def test_a_backend_that_is_compared_or_takes_the_whole_model_finds_its_own_solution() -> None:
    run = start(QUEENS, "sat", rk.Question())
    run.measured = True
    assert list(run)
    assert run.answer().raw_status != KNOWN
    assert rk.solve(QUEENS, Telling(), seconds=1).solutions == ()


def test_several_solutions_are_searched_for() -> None:
    answer = rk.solve(QUEENS, "sat", "all", limit=2)
    assert answer.count == 2
    assert answer.raw_status != KNOWN
