"""The required conduct of every backend: limits, streams, deadlines, seeds, workers, options."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice
from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any

from rookery.backends.answer import Answer, Status
from rookery.backends.contract import Ask, Backend, Item, Question, Reason, Unsupported, Want
from rookery.backends.running.run import Run
from rookery.backends.running.solve import solve
from rookery.core.deadline import Deadline
from rookery.models import BadInput, Board, Model, Problem
from rookery.models.pieces.piece import QUEEN, ROOK
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

PATIENCE = 60.0  # seconds that a question may take; a small one takes milliseconds
SLACK = 20.0  # seconds by which a deadline may be missed on a busy machine


class NotConforming(AssertionError):
    """A backend answered what it must not."""


def expect(given: object, right: object, what: str) -> None:
    """Raise `NotConforming` unless the two are equal."""
    if given != right:
        raise NotConforming(f"{what} is {given!r}, {right!r} is right")


def list_wants(backend: Backend, goal: bool) -> Iterator[Want]:
    """Yield what a backend can be asked about a problem, with a goal or without."""
    for want in Want:
        words = ({"best"} if goal else set()) | ({want.value} if want is not Want.ONE or not goal else set())
        if words <= backend.can:
            yield want


def solve_completely(backend: Backend, problem: Problem, want: Want, **limits: Any) -> Answer:
    """Return a complete answer; raises `NotConforming` for one that is cut or contradicts itself."""
    answer = solve(problem, backend, want, **{"seconds": PATIENCE, **limits})
    expect((answer.complete, answer.end), (True, Reason.DONE), f"{problem}, {want}: (complete, end)")
    expect(min(answer.statistics.values(), default=0) >= 0, True, "each statistic at least 0")
    return answer


def _queens(n: int, **givens: Any) -> Problem:
    return placement(QUEEN, Board(n), count=n, **givens)


def _expect_end(began: float, seconds: float, what: str) -> None:
    """Raise `NotConforming` if more than some seconds have passed."""
    expect(monotonic() - began - seconds < SLACK, True, what)


def _check_limits(backend: Backend) -> None:
    for want, limit in ((Want.ALL, 1), (Want.ALL, 3), (Want.COUNT, 3), (Want.ALL, 11)):
        answer = solve(_queens(5), backend, want, limit=limit)
        end = Reason.SOLUTIONS if limit < 10 else Reason.DONE
        expect((answer.count, answer.end), (min(limit, 10), end), f"{want}, limit {limit} of 10: (count, end)")
        expect(answer.complete, limit > 10, f"{want}, limit {limit} of 10: complete")


def _limited_optima(backend: Backend) -> None:
    answer = solve(domination(QUEEN, Board(4)), backend, Want.ALL, limit=5)
    expect((answer.status, answer.objective, answer.bound), (Status.OPTIMAL, 2, 2), "(status, objective, bound)")
    expect((answer.count, len(set(answer.solutions)), answer.complete), (5, 5, False), "(count, different, complete)")


def _orbits(n: int, orbits: int) -> Callable[[Backend], None]:
    def ask(backend: Backend) -> None:
        for want in (Want.ALL, Want.COUNT):  # a count of orbits lists them, or counts what symmetries keep
            if want.value not in backend.can:
                continue
            answer = solve_completely(backend, _queens(n), want, up_to_symmetry=True)
            expect(answer.orbits, orbits, f"{want}: the orbits")
        limited = solve(_queens(n), backend, Want.ALL, up_to_symmetry=True, limit=1)
        expect((limited.orbits, limited.complete), (1, False), "limit 1: (orbits, complete)")

    return ask


def _streams(backend: Backend) -> None:
    """Check that 10! placements are streamed: a backend that collects all of them first never gives one."""
    before, began = set(threads()), monotonic()
    run = Run(placement(ROOK, Board(10), count=10), backend, Question(Want.ALL, seconds=PATIENCE))
    with closing(iter(run)) as stream:
        first = list(islice(stream, 3))
        expect(monotonic() - began < PATIENCE / 2, True, "the first solutions long before the end")
    _expect_end(began, PATIENCE / 2, "a closed stream ends at once")
    answer = run.answer()
    expect((len(set(first)), answer.count, answer.complete), (3, 3, False), "(different, count, complete)")
    expect(answer.end, Reason.INTERRUPTED, "the end of a closed stream")
    began = monotonic()
    while left := set(threads()) - before:
        _expect_end(began, 0, f"no thread left behind ({left})")
        sleep(0.01)
    expect(solve_completely(backend, _queens(4), Want.ALL).count, 2, "the next count after a closed stream")


def _lists_long(backend: Backend) -> None:
    """20,000 of 9! placements, straight from the backend."""
    model, ask = placement(ROOK, Board(9), count=9).model, Ask(Want.ALL, deadline=Deadline(PATIENCE))
    with closing(_stream(backend, model, ask)) as stream:
        expect(len(set(islice(stream, 20_000))), 20_000, "the different ones of the first 20,000 solutions")


def _side_by_side(backend: Backend) -> None:
    runs = [Run(problem, backend, Question(Want.ALL)) for problem in (_queens(5), _queens(5, fixed=[(0, 0)]))]
    pairs = list(zip(*runs, strict=False))
    expect(len(pairs), 2, "two runs in turns, the shorter with 2 solutions: the length")
    expect([first for first, _ in pairs], list(solve(_queens(5), backend, "all", limit=2).solutions), "the first run")


def _stream(backend: Backend, model: Model, ask: Ask) -> Generator[Item, None, None]:
    """The stream of a backend, as a generator that can be closed."""
    yield from backend.run(backend.compile(model, ask), ask)


def _compiles_purely(backend: Backend) -> None:
    ask = Ask(seed=0)
    texts = [backend.describe(backend.compile(domination(QUEEN, Board(4)).model, ask)) for _ in range(2)]
    expect(texts[0], texts[1], "the description of a program compiled again")


def _in_time(problem: Problem, want: Want) -> Callable[[Backend], None]:
    """A question too hard for half a second: what is said by then is true, and said in time."""

    def ask(backend: Backend) -> None:
        small = _queens(4) if want is not Want.ONE else domination(QUEEN, Board(4))
        solve(small, backend, want)  # what is loaded once is loaded now
        began = monotonic()
        answer = solve(problem, backend, want, seconds=0.5)
        _expect_end(began, 0.5, "an end within the deadline")
        expect((answer.complete, answer.end), (False, Reason.TIME), "(complete, end)")
        expect(answer.status, Status.SATISFIED if answer.count else Status.UNKNOWN, "the status")
        expect(len(answer.solutions), 0 if want is Want.COUNT else answer.count, "the solutions kept")
        if answer.bound is not None:
            expect(answer.bound <= 11, True, f"the lower bound {answer.bound}; 11 queens guard 20x20 (A075458)")

    return ask


def _check_seeds(backend: Backend) -> None:
    for seed in (0, 7):
        for want, limit in ((Want.ONE, None), (Want.ALL, 3)):
            if want.value not in backend.can:
                continue
            try:
                first, again = (solve(_queens(6), backend, want, seed=seed, limit=limit).solutions for _ in range(2))
            except Unsupported:
                expect("seed" in backend.can, False, f"seed {seed} refused; `can` takes seeds:")
            else:
                expect(seed == 0 or "seed" in backend.can, True, f"seed {seed} taken; as `can` says:")
                expect(first, again, f"the first solutions with seed {seed}, asked again")
                found = solve_completely(backend, _queens(5), want, seed=seed)
                expect(found.count, 10 if want is Want.ALL else 1, f"the count with seed {seed}")


def _check_workers(backend: Backend) -> None:
    for want in list_wants(backend, goal=False):
        right = 1 if want is Want.ONE else 10
        try:
            found = solve_completely(backend, _queens(5), want, workers=2)
        except Unsupported:
            expect("workers" in backend.can, False, f"{want}, 2 workers: refused; `can` takes them:")
        else:
            expect((found.count, "workers" in backend.can), (right, True), f"{want}, 2 workers: (count, as `can` says)")


def _refuses_options(backend: Backend) -> None:
    expect(all(backend.options.values()), True, "a help for each option")
    try:
        solve(_queens(4), backend, options={"no-such-option": "1"})
    except BadInput:
        return
    raise NotConforming("an option that does not exist is taken")


def _introduces_itself(backend: Backend) -> None:
    expect(bool(backend.name and backend.summary), True, "a name and a summary")
    expect("missing" in backend.versions().values(), False, "a package is missing:")


# name, check, what the backend must be able to do, whether trying all assignments takes too long
CONDUCT: tuple[tuple[str, Callable[[Backend], None], set[str], bool], ...] = (
    ("introduces itself", _introduces_itself, set(), False),
    ("compiles purely", _compiles_purely, {"best"}, False),
    ("refuses unknown options", _refuses_options, {"one"}, False),
    ("limits", _check_limits, {"all"}, True),
    ("limits on optimal solutions", _limited_optima, {"best", "all"}, True),
    ("4 queens up to symmetry", _orbits(4, 1), {"all"}, True),  # OEIS A002562, as the next
    ("8 queens up to symmetry", _orbits(8, 12), {"all"}, True),
    ("streams", _streams, {"all"}, True),
    ("a long list", _lists_long, {"all"}, True),
    ("two runs side by side", _side_by_side, {"all"}, True),
    ("deadline while listing", _in_time(_queens(24), Want.ALL), {"all"}, True),
    ("deadline while counting", _in_time(_queens(27), Want.COUNT), {"count"}, True),
    ("deadline while proving", _in_time(domination(QUEEN, Board(20)), Want.ONE), {"best"}, True),
    ("seeds", _check_seeds, {"one"}, True),
    ("workers", _check_workers, set(), True),
)
