"""What every backend must answer: the suite that ours pass, for the backend of somebody else.

Three lines of a test module put it to a backend of your own:

    @pytest.mark.parametrize("case", conformance.CASES, ids=str)
    def test_conforms(case):
        case.check(MyBackend())

A case raises `NotConforming`, an `AssertionError`, with one sentence that says what is wrong. `case.medium` marks those
that take a backend which merely tries all assignments too long; a case that yours cannot pass yet is best marked as
a strict xfail with its reason. Nothing here needs pytest: `report(backend)` gives the failures as text.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any, cast

from rookery.backends.answer import Answer, End, Status, Want
from rookery.backends.backend import Backend, Deadline, Request, Unsupported
from rookery.backends.conformance_tables import MODELS, PROBLEMS, Row, as_problem, best_of, random_models
from rookery.backends.question import Question
from rookery.backends.run import Run
from rookery.backends.solve import solve
from rookery.models import BadInput, Board, Placement, Problem, RookeryError, Satisfy, domination, placement
from rookery.models.pieces import QUEEN, ROOK

PATIENCE = 60.0  # seconds that a question may take; a small one takes milliseconds
SLACK = 5.0  # seconds by which a deadline may be missed on a busy machine


class NotConforming(AssertionError):
    """A backend answered what it must not."""


@dataclass(frozen=True)
class Case:
    """One thing that every backend must do."""

    name: str
    ask: Callable[[Backend[Any]], None]
    medium: bool = False

    def check(self, backend: Backend[Any]) -> None:
        """Put the case to a backend; raises `NotConforming` with what is wrong."""
        try:
            self.ask(backend)
        except RookeryError as error:
            raise NotConforming(f"{backend.name}, {self.name}: {type(error).__name__}: {error}") from error
        except NotConforming as error:
            raise NotConforming(f"{backend.name}, {self.name}: {error}") from None

    def __str__(self) -> str:
        return self.name


def report(backend: Backend[Any], cases: Iterable[Case] = ()) -> Iterator[str]:
    """The cases (all, if none are named) that a backend fails, a sentence each."""
    for case in cases or CASES:
        try:
            case.check(backend)
        except NotConforming as error:
            yield str(error)


def expect(given: object, right: object, what: str) -> None:
    """Raise `NotConforming` unless the two are equal."""
    if given != right:
        raise NotConforming(f"{what} is {given!r}, {right!r} is right")


def answered(backend: Backend[Any], problem: Problem, want: Want, **limits: Any) -> Answer:
    """A complete answer to one question; raises `NotConforming` for one that is cut or contradicts itself."""
    answer = solve(problem, backend, want, **{"seconds": PATIENCE, **limits})
    expect((answer.complete, answer.end), (True, End.DONE), f"{problem}, {want}: (complete, end)")
    expect(min(answer.times.as_dict().values()) >= 0, True, "each time at least 0")
    expect(bool(answer.program) and min(answer.program.values()) >= 0, True, "a size of the program")
    return answer


def _asks(row: Row) -> Callable[[Backend[Any]], None]:
    """The check of one row of a table: one, all and how many."""

    def ask(backend: Backend[Any]) -> None:
        problem = row.problem()
        goal = not isinstance(problem.model.goal, Satisfy)
        status = (Status.OPTIMAL if goal else Status.SATISFIED) if row.count else Status.INFEASIBLE
        for want in Want:
            answer = answered(backend, problem, want)
            expect(answer.status, status, f"{want}: the status")
            expect((answer.objective, answer.bound if goal else None), (row.objective,) * 2, f"{want}: the optimum")
            expect(answer.count, min(row.count, 1) if want is Want.ONE else row.count, f"{want}: the count")
            kept = 0 if want is Want.COUNT else answer.count
            expect((len(answer.solutions), len(set(answer.solutions))), (kept, kept), f"{want}: different solutions")

    return ask


def _random_models(backend: Backend[Any]) -> None:
    for model in random_models(40):
        best, optimal = best_of(model)
        answer = answered(backend, as_problem(model), Want.ALL)
        expect(answer.objective, best, f"the optimum of {model}")
        expect({frozenset(square.column for square in found) for found in answer.solutions}, optimal, f"all of {model}")


def _queens(n: int, **givens: Any) -> Problem:
    return placement(QUEEN, Board(n), count=n, **givens)


def _limited(backend: Backend[Any]) -> None:
    for want, limit in ((Want.ALL, 1), (Want.ALL, 3), (Want.COUNT, 3), (Want.ALL, 11)):
        answer = solve(_queens(5), backend, want, limit=limit)
        end = End.SOLUTIONS if limit < 10 else End.DONE
        expect((answer.count, answer.end), (min(limit, 10), end), f"{want}, limit {limit} of 10: (count, end)")
        expect(answer.complete, limit > 10, f"{want}, limit {limit} of 10: complete")


def _limited_optima(backend: Backend[Any]) -> None:
    answer = solve(domination(QUEEN, Board(4)), backend, Want.ALL, limit=5)
    expect((answer.status, answer.objective, answer.bound), (Status.OPTIMAL, 2, 2), "(status, objective, bound)")
    expect((answer.count, len(set(answer.solutions)), answer.complete), (5, 5, False), "(count, different, complete)")


def _orbits(n: int, orbits: int) -> Callable[[Backend[Any]], None]:
    def ask(backend: Backend[Any]) -> None:
        for want in (Want.ALL, Want.COUNT):
            answer = answered(backend, _queens(n), want, up_to_symmetry=True)
            expect(answer.orbits, orbits, f"{want}: the orbits")
        limited = solve(_queens(n), backend, Want.ALL, up_to_symmetry=True, limit=1)
        expect((limited.orbits, limited.complete), (1, False), "limit 1: (orbits, complete)")

    return ask


def _streams(backend: Backend[Any]) -> None:
    """10! placements: whoever collects them all before giving the first never gets there."""
    before, began = set(threads()), monotonic()
    run = Run(placement(ROOK, Board(10), count=10), backend, Question(Want.ALL, seconds=PATIENCE))
    with closing(cast("Generator[Placement]", iter(run))) as stream:
        first = list(islice(stream, 3))
        expect(monotonic() - began < PATIENCE / 2, True, "the first solutions long before the end")
    expect(monotonic() - began < PATIENCE / 2 + SLACK, True, "a closed stream ends at once")
    answer = run.answer()
    expect((len(set(first)), answer.count, answer.complete), (3, 3, False), "(different, count, complete)")
    expect(answer.end, End.INTERRUPTED, "the end of a closed stream")
    _none_left_since(before)
    expect(answered(backend, _queens(4), Want.COUNT).count, 2, "the next count after a closed stream")


def _lists_long(backend: Backend[Any]) -> None:
    """20,000 of 9! placements, straight from the backend."""
    backend.load()
    model, request = placement(ROOK, Board(9), count=9).model, Request(Want.ALL, deadline=Deadline(PATIENCE))
    with closing(backend.run(backend.compile(model, request), request)) as stream:
        expect(len(set(islice(stream, 20_000))), 20_000, "the different ones of the first 20,000 solutions")


def _none_left_since(before: set[Any]) -> None:
    began = monotonic()
    while left := set(threads()) - before:
        expect(monotonic() - began < SLACK, True, f"no thread left behind ({left})")
        sleep(0.01)


def _side_by_side(backend: Backend[Any]) -> None:
    runs = [Run(problem, backend, Question(Want.ALL)) for problem in (_queens(5), _queens(5, fixed=[(0, 0)]))]
    pairs = list(zip(*runs, strict=False))
    expect(len(pairs), 2, "two runs in turns, the shorter with 2 solutions: the length")
    expect([first for first, _ in pairs], list(solve(_queens(5), backend, "all", limit=2).solutions), "the first run")


def _compiles_purely(backend: Backend[Any]) -> None:
    backend.load()
    model = domination(QUEEN, Board(4)).model
    sizes = [backend.compile(model, Request()).size for _ in range(2)]
    expect(sizes[0], sizes[1], "the size of a program compiled again")


def _in_time(problem: Problem, want: Want) -> Callable[[Backend[Any]], None]:
    """A question too hard for half a second: what is said by then is true, and said in time."""

    def ask(backend: Backend[Any]) -> None:
        backend.load()
        began = monotonic()
        answer = solve(problem, backend, want, seconds=0.5)
        expect(monotonic() - began < 0.5 + SLACK, True, "an end within the deadline")
        expect((answer.complete, answer.end), (False, End.TIME), "(complete, end)")
        expect(answer.status, Status.SATISFIED if answer.count else Status.UNKNOWN, "the status")
        expect(len(answer.solutions), 0 if want is Want.COUNT else answer.count, "the solutions kept")
        if answer.bound is not None:
            expect(answer.bound <= 9, True, f"the lower bound {answer.bound}; 9 queens guard 18x18 (A075458)")

    return ask


def _seeded(backend: Backend[Any]) -> None:
    for seed in (0, 7):
        try:
            first, again = (solve(_queens(6), backend, "all", limit=3, seed=seed).solutions for _ in range(2))
        except Unsupported:
            expect(backend.capabilities.seeds, False, f"seed {seed} refused; the capabilities take seeds:")
        else:
            expect(seed == 0 or backend.capabilities.seeds, True, f"seed {seed} taken; as the capabilities say:")
            expect(first, again, f"the first solutions with seed {seed}, asked again")
            expect(answered(backend, _queens(5), Want.COUNT, seed=seed).count, 10, f"the count with seed {seed}")


def _worked(backend: Backend[Any]) -> None:
    for want, right in ((Want.ONE, 1), (Want.ALL, 10), (Want.COUNT, 10)):
        able = want in backend.capabilities.workers
        try:
            expect(answered(backend, _queens(5), want, workers=2).count, right, f"{want}, 2 workers: the count")
        except Unsupported:
            expect(able, False, f"{want}, 2 workers: refused; the capabilities take them:")
        else:
            expect(able, True, f"{want}, 2 workers: taken; as the capabilities say:")


def _refuses_options(backend: Backend[Any]) -> None:
    expect(all(backend.capabilities.options.values()), True, "a help for each option")
    try:
        solve(_queens(4), backend, options={"no-such-option": "1"})
    except BadInput:
        return
    raise NotConforming("an option that does not exist is taken")


def _introduces_itself(backend: Backend[Any]) -> None:
    expect(bool(backend.name and backend.summary), True, "a name and a summary")
    expect(set(backend.distributions) <= set(backend.versions()), True, "a version of each distribution")
    expect("missing" in backend.versions().values(), False, "a distribution is missing:")


CASES: tuple[Case, ...] = (
    Case("introduces itself", _introduces_itself),
    *(Case(row.name, _asks(row), row.medium) for row in (*PROBLEMS, *MODELS)),
    Case("random models", _random_models),
    Case("limits", _limited, medium=True),
    Case("limits on optimal solutions", _limited_optima, medium=True),
    Case("4 queens up to symmetry", _orbits(4, 1), medium=True),  # OEIS A002562, as the next
    Case("8 queens up to symmetry", _orbits(8, 12), medium=True),
    Case("streams", _streams, medium=True),
    Case("a long list", _lists_long, medium=True),
    Case("two runs side by side", _side_by_side, medium=True),
    Case("compiles purely", _compiles_purely),
    Case("deadline while listing", _in_time(_queens(24), Want.ALL), medium=True),
    Case("deadline while counting", _in_time(_queens(27), Want.COUNT), medium=True),
    Case("deadline while proving", _in_time(domination(QUEEN, Board(18)), Want.ONE), medium=True),
    Case("seeds", _seeded, medium=True),
    Case("workers", _worked, medium=True),
    Case("refuses unknown options", _refuses_options),
)
"""All cases, cheap ones first."""
