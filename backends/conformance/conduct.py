"""The required conduct of every backend: limits, streams, deadlines, seeds, workers, options."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice
from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any

from rookery.backends.answer import Answer, Status
from rookery.backends.contract import Ask, Backend, End, Item, Question, Reason, Unsupported, Want
from rookery.backends.run import Run
from rookery.backends.solve import solve
from rookery.core.deadline import Deadline
from rookery.models import BadInput, Problem
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

Check = Callable[[Backend, float], None]  # of a backend, which may take so many seconds for a question


class NotConforming(AssertionError):
    """A backend gave a wrong answer, or a right one too late."""


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


def solve_completely(backend: Backend, problem: Problem, want: Want, seconds: float, **more: Any) -> Answer:
    """Return a complete answer; raises `NotConforming` for one that is cut or contradicts itself."""
    answer = solve(problem, backend, want, seconds=seconds, **more)
    expect((answer.complete, answer.end), (True, Reason.DONE), f"{problem}, {want}: (complete, end)")
    expect(min(answer.statistics.values(), default=0) >= 0, True, "each statistic at least 0")
    return answer


def _queens(n: int, **givens: Any) -> Problem:
    return placement("queen", n, n, **givens)


def _expect_by(deadline: float, what: str) -> None:
    expect(monotonic() < deadline, True, what)


def _check_limits(backend: Backend, seconds: float) -> None:
    for want, limit in ((Want.ALL, 1), (Want.ALL, 3), (Want.COUNT, 3), (Want.ALL, 11)):
        answer = solve(_queens(5), backend, want, limit=limit, seconds=seconds)
        end = Reason.SOLUTIONS if limit < 10 else Reason.DONE
        expect((answer.count, answer.end), (min(limit, 10), end), f"{want}, limit {limit} of 10: (count, end)")
        expect(answer.complete, limit > 10, f"{want}, limit {limit} of 10: complete")


def _check_ends(backend: Backend, seconds: float) -> None:
    model = _queens(5).model
    for want, limit, most in ((Want.ONE, None, 1), (Want.ALL, 3, 3)):
        if want.value in backend.can:
            ask = Ask(want, limit, Deadline(seconds))
            *items, end = backend.run(backend.compile(model, ask), ask)
            given = {each for each in items if isinstance(each, frozenset)}
            expect(len(given), most, f"{want}, limit {limit} of 10: the number of solutions in the stream")
            said = (end.proven, end.reason) if isinstance(end, End) else end
            expect(said, (False, Reason.DONE), f"{want}, limit {limit} of 10: (proven, reason) of the end")


def _check_limited_optima(backend: Backend, seconds: float) -> None:
    answer = solve(domination("queen", 4), backend, Want.ALL, limit=5, seconds=seconds)
    expect((answer.status, answer.objective, answer.bound), (Status.OPTIMAL, 2, 2), "(status, objective, bound)")
    expect((answer.count, len(set(answer.solutions)), answer.complete), (5, 5, False), "(count, different, complete)")


def _check_orbits(n: int, orbits: int) -> Check:
    """Return a check of solutions up to symmetry, which are listed, or counted by what symmetries keep."""

    def check(backend: Backend, seconds: float) -> None:
        for want in (Want.ALL, Want.COUNT):
            if want.value in backend.can:
                answer = solve_completely(backend, _queens(n), want, seconds, up_to_symmetry=True)
                expect(answer.orbits, orbits, f"{want}: the orbits")
        limited = solve(_queens(n), backend, Want.ALL, up_to_symmetry=True, limit=1, seconds=seconds)
        expect((limited.orbits, limited.complete), (1, False), "limit 1: (orbits, complete)")

    return check


def _check_streams(backend: Backend, seconds: float) -> None:
    # 10! placements: a backend that collects all of them first never gives one
    before, began = set(threads()), monotonic()
    run = Run(placement("rook", 10, 10), backend, Question(Want.ALL, seconds=2 * seconds))
    with closing(iter(run)) as stream:
        first = list(islice(stream, 3))
        _expect_by(began + seconds, "the first solutions long before the end")
    _expect_by(began + seconds, "a closed stream ends at once")
    answer = run.answer()
    expect((len(set(first)), answer.count, answer.complete), (3, 3, False), "(different, count, complete)")
    expect(answer.end, Reason.INTERRUPTED, "the end of a closed stream")
    deadline = monotonic() + seconds
    while left := set(threads()) - before:
        _expect_by(deadline, f"no thread left behind ({left})")
        sleep(0.01)
    expect(solve_completely(backend, _queens(4), Want.ALL, seconds).count, 2, "the next count after a closed stream")


def _check_long_list(backend: Backend, seconds: float) -> None:
    model, ask = placement("rook", 9, 9).model, Ask(Want.ALL, deadline=Deadline(seconds))

    def stream() -> Generator[Item, None, None]:  # a generator can be closed
        yield from backend.run(backend.compile(model, ask), ask)

    with closing(stream()) as items:
        found = set(islice((item for item in items if isinstance(item, frozenset)), 5_000))
    expect(len(found), 5_000, "the different ones of the first 5,000 solutions")


def _check_side_by_side(backend: Backend, seconds: float) -> None:
    problems = _queens(5), _queens(5, fixed=[(0, 0)])
    pairs = list(zip(*(Run(each, backend, Question(Want.ALL, seconds=seconds)) for each in problems), strict=False))
    expect(len(pairs), 2, "two runs in turns, the shorter with 2 solutions: the length")
    expected = list(solve(_queens(5), backend, "all", limit=2, seconds=seconds).solutions)
    expect([first for first, _ in pairs], expected, "the first run")


def _check_compile(backend: Backend, seconds: float) -> None:
    ask = Ask(deadline=Deadline(seconds))
    texts = [backend.describe(backend.compile(domination("queen", 4).model, ask)) for _ in range(2)]
    expect(texts[0], texts[1], "the description of a program compiled again")


def _check_deadline(problem: Problem, want: Want) -> Check:
    """Return a check of a question too hard for half a second: the answer comes in time and claims nothing wrong."""

    def check(backend: Backend, seconds: float) -> None:
        small = _queens(4) if want is not Want.ONE else domination("queen", 4)
        solve(small, backend, want, seconds=seconds)  # load the backend
        began = monotonic()
        answer = solve(problem, backend, want, seconds=0.5)
        _expect_by(began + 0.5 + seconds, "an end within the deadline")
        expect((answer.complete, answer.end), (False, Reason.TIME), "(complete, end)")
        expect(answer.status, Status.SATISFIED if answer.count else Status.UNKNOWN, "the status")
        expect(len(answer.solutions), 0 if want is Want.COUNT else answer.count, "the solutions kept")
        if answer.bound is not None:
            expect(answer.bound <= 11, True, f"the lower bound {answer.bound}; 11 queens guard 20x20 (A075458)")

    return check


def _check_seeds(backend: Backend, seconds: float) -> None:
    for seed in (0, 7):
        for want, limit in ((Want.ONE, None), (Want.ALL, 3)):
            if want.value not in backend.can:
                continue
            asked: dict[str, Any] = {"seed": seed, "limit": limit, "seconds": seconds}
            try:
                first, again = (solve(_queens(6), backend, want, **asked).solutions for _ in range(2))
            except Unsupported:
                expect("seed" in backend.can, False, f"seed {seed} refused; `can` takes seeds:")
                continue
            expect(seed == 0 or "seed" in backend.can, True, f"seed {seed} taken; as `can` says:")
            expect(first, again, f"the first solutions with seed {seed}, asked again")
            found = solve_completely(backend, _queens(5), want, seconds, seed=seed)
            expect(found.count, 10 if want is Want.ALL else 1, f"the count with seed {seed}")


def _check_workers(backend: Backend, seconds: float) -> None:
    for want in list_wants(backend, goal=False):
        try:
            found = solve_completely(backend, _queens(5), want, seconds, workers=2)
        except Unsupported:
            expect("workers" in backend.can, False, f"{want}, 2 workers: refused; `can` takes them:")
            continue
        right = 1 if want is Want.ONE else 10
        expect((found.count, "workers" in backend.can), (right, True), f"{want}, 2 workers: (count, as `can` says)")


def _check_options(backend: Backend, seconds: float) -> None:
    expect(all(backend.options.values()), True, "a help for each option")
    try:
        solve(_queens(4), backend, options={"no-such-option": "1"}, seconds=seconds)
    except BadInput:
        return
    raise NotConforming("an option that does not exist is taken")


def _check_names(backend: Backend, seconds: float) -> None:
    expect(bool(backend.name and backend.summary), True, "a name and a summary")
    expect("missing" in backend.versions().values(), False, "a package is missing:")


CONDUCT: tuple[tuple[str, Check, set[str]], ...] = (  # a case, and what a backend must be able to do
    ("introduces itself", _check_names, set()),
    ("compiles purely", _check_compile, {"best"}),
    ("refuses unknown options", _check_options, {"one"}),
    ("limits", _check_limits, {"all"}),
    ("ends after the solutions asked for", _check_ends, set()),
    ("limits on optimal solutions", _check_limited_optima, {"best", "all"}),
    ("4 queens up to symmetry", _check_orbits(4, 1), {"all"}),  # OEIS A002562, as the next
    ("8 queens up to symmetry", _check_orbits(8, 12), {"all"}),
    ("streams", _check_streams, {"all"}),
    ("a long list", _check_long_list, {"all"}),
    ("two runs side by side", _check_side_by_side, {"all"}),
    ("deadline while listing", _check_deadline(_queens(24), Want.ALL), {"all"}),
    ("deadline while counting", _check_deadline(_queens(27), Want.COUNT), {"count"}),
    ("deadline while proving", _check_deadline(domination("queen", 20), Want.ONE), {"best"}),
    ("seeds", _check_seeds, {"one"}),
    ("workers", _check_workers, set()),
)
