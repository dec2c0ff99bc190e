"""The required conduct of every backend: limits, streams, deadlines, seeds, workers, options."""

from collections.abc import Callable
from contextlib import closing
from itertools import islice
from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any

from rookery.backends.conformance.case import (
    PATIENCE,
    WANTS,
    Case,
    NotConforming,
    expect,
    require_askable,
    slowness,
    solve_completely,
)
from rookery.backends.contract.answer import End, Status, Want
from rookery.backends.contract.backend import Backend, Deadline, Level, Request, Unsupported, run_program
from rookery.backends.contract.question import Question
from rookery.backends.running.run import Run
from rookery.backends.running.solve import solve
from rookery.models import BadInput, Board, Model, Problem
from rookery.models.pieces.piece import QUEEN, ROOK
from rookery.models.problems.domination import domination
from rookery.models.problems.placement import placement

SLACK = 5.0  # seconds by which a deadline may be missed, so many times as the machine is slower for other work


def _queens(n: int, **givens: Any) -> Problem:
    return placement(QUEEN, Board(n), count=n, **givens)


def _expect_end(began: float, seconds: float, what: str) -> None:
    """Raise `NotConforming` if more than some seconds have passed, and others who use the machine do not explain it."""
    late = monotonic() - began - seconds
    expect(late < SLACK or late < SLACK * slowness(), True, what)


def _check_limits(backend: Backend[Any]) -> None:
    for want, limit in ((Want.ALL, 1), (Want.ALL, 3), (Want.COUNT, 3), (Want.ALL, 11)):
        answer = solve(_queens(5), backend, want, limit=limit)
        end = End.SOLUTIONS if limit < 10 else End.DONE
        expect((answer.count, answer.end), (min(limit, 10), end), f"{want}, limit {limit} of 10: (count, end)")
        expect(answer.complete, limit > 10, f"{want}, limit {limit} of 10: complete")


def _limited_optima(backend: Backend[Any]) -> None:
    require_askable(backend, True, Level.LIST)
    answer = solve(domination(QUEEN, Board(4)), backend, Want.ALL, limit=5)
    expect((answer.status, answer.objective, answer.bound), (Status.OPTIMAL, 2, 2), "(status, objective, bound)")
    expect((answer.count, len(set(answer.solutions)), answer.complete), (5, 5, False), "(count, different, complete)")


def _orbits(n: int, orbits: int) -> Callable[[Backend[Any]], None]:
    def ask(backend: Backend[Any]) -> None:
        for want in (Want.ALL, Want.COUNT):  # a count of orbits lists them, or counts what symmetries keep
            if want is Want.COUNT and Level.COUNT not in backend.capabilities.levels:
                continue
            answer = solve_completely(backend, _queens(n), want, up_to_symmetry=True)
            expect(answer.orbits, orbits, f"{want}: the orbits")
        limited = solve(_queens(n), backend, Want.ALL, up_to_symmetry=True, limit=1)
        expect((limited.orbits, limited.complete), (1, False), "limit 1: (orbits, complete)")

    return ask


def _streams(backend: Backend[Any]) -> None:
    """Check that 10! placements are streamed: a backend that collects all of them first never gives one."""
    before, began = set(threads()), monotonic()
    run = Run(placement(ROOK, Board(10), count=10), backend, Question(Want.ALL, seconds=PATIENCE))
    with closing(iter(run)) as stream:
        first = list(islice(stream, 3))
        expect(monotonic() - began < PATIENCE / 2, True, "the first solutions long before the end")
    _expect_end(began, PATIENCE / 2, "a closed stream ends at once")
    answer = run.answer()
    expect((len(set(first)), answer.count, answer.complete), (3, 3, False), "(different, count, complete)")
    expect(answer.end, End.INTERRUPTED, "the end of a closed stream")
    began = monotonic()
    while left := set(threads()) - before:
        _expect_end(began, 0, f"no thread left behind ({left})")
        sleep(0.01)
    expect(solve_completely(backend, _queens(4), Want.ALL).count, 2, "the next count after a closed stream")


def _lists_long(backend: Backend[Any]) -> None:
    """20,000 of 9! placements, straight from the backend."""
    model, request = placement(ROOK, Board(9), count=9).model, Request(Want.ALL, deadline=Deadline(PATIENCE))
    with closing(run_program(backend, _compile(backend, model, request), request)) as stream:
        expect(len(set(islice(stream, 20_000))), 20_000, "the different ones of the first 20,000 solutions")


def _side_by_side(backend: Backend[Any]) -> None:
    runs = [Run(problem, backend, Question(Want.ALL)) for problem in (_queens(5), _queens(5, fixed=[(0, 0)]))]
    pairs = list(zip(*runs, strict=False))
    expect(len(pairs), 2, "two runs in turns, the shorter with 2 solutions: the length")
    expect([first for first, _ in pairs], list(solve(_queens(5), backend, "all", limit=2).solutions), "the first run")


def _compiles_purely(backend: Backend[Any]) -> None:
    sizes = [_compile(backend, domination(QUEEN, Board(4)).model, Request()).size for _ in range(2)]
    expect(sizes[0], sizes[1], "the size of a program compiled again")


def _compile(backend: Backend[Any], model: Model, request: Request) -> Any:
    """Compile a program that is ready to run: what is loaded once is loaded now."""
    backend.load()
    program = backend.compile(model, request)
    backend.ready(program, request)
    return program


def _in_time(problem: Problem, want: Want) -> Callable[[Backend[Any]], None]:
    """A question too hard for half a second: what is said by then is true, and said in time."""

    def ask(backend: Backend[Any]) -> None:
        _compile(backend, problem.model, Request(want))
        began = monotonic()
        answer = solve(problem, backend, want, seconds=0.5)
        _expect_end(began, 0.5, "an end within the deadline")
        expect((answer.complete, answer.end), (False, End.TIME), "(complete, end)")
        expect(answer.status, Status.SATISFIED if answer.count else Status.UNKNOWN, "the status")
        expect(len(answer.solutions), 0 if want is Want.COUNT else answer.count, "the solutions kept")
        if answer.bound is not None:
            expect(answer.bound <= 11, True, f"the lower bound {answer.bound}; 11 queens guard 20x20 (A075458)")

    return ask


def _check_seeds(backend: Backend[Any], level: Level) -> None:
    limits: dict[str, Any] = {"want": "all", "limit": 3} if level is Level.LIST else {}
    for seed in (0, 7):
        try:
            first, again = (solve(_queens(6), backend, seed=seed, **limits).solutions for _ in range(2))
        except Unsupported:
            expect(backend.capabilities.seeds, False, f"seed {seed} refused; the capabilities take seeds:")
        else:
            expect(seed == 0 or backend.capabilities.seeds, True, f"seed {seed} taken; as the capabilities say:")
            expect(first, again, f"the first solutions with seed {seed}, asked again")
            right = 10 if level is Level.LIST else 1
            found = solve_completely(backend, _queens(5), WANTS[level], seed=seed)
            expect(found.count, right, f"the count with seed {seed}")


def _check_workers(backend: Backend[Any], level: Level) -> None:
    want, right = WANTS[level], 1 if level is Level.ONE else 10
    able = want in backend.capabilities.workers
    try:
        expect(solve_completely(backend, _queens(5), want, workers=2).count, right, f"{want}, 2 workers: the count")
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


def _on(level: Level, name: str, ask: Callable[[Backend[Any]], None], medium: bool = True) -> Case:
    """A case of one level."""
    return Case(name, lambda backend, _: ask(backend), frozenset({level}), medium)


CONDUCT = (
    _on(Level.ONE, "introduces itself", _introduces_itself, medium=False),
    _on(Level.ONE, "compiles purely", _compiles_purely, medium=False),
    _on(Level.ONE, "refuses unknown options", _refuses_options, medium=False),
    _on(Level.LIST, "limits", _check_limits),
    _on(Level.LIST, "limits on optimal solutions", _limited_optima),
    _on(Level.LIST, "4 queens up to symmetry", _orbits(4, 1)),  # OEIS A002562, as the next
    _on(Level.LIST, "8 queens up to symmetry", _orbits(8, 12)),
    _on(Level.LIST, "streams", _streams),
    _on(Level.LIST, "a long list", _lists_long),
    _on(Level.LIST, "two runs side by side", _side_by_side),
    _on(Level.LIST, "deadline while listing", _in_time(_queens(24), Want.ALL)),
    _on(Level.COUNT, "deadline while counting", _in_time(_queens(27), Want.COUNT)),
    _on(Level.OPTIMUM, "deadline while proving", _in_time(domination(QUEEN, Board(20)), Want.ONE)),
    Case("seeds", _check_seeds, frozenset({Level.ONE, Level.LIST}), medium=True),
    Case("workers", _check_workers, frozenset({Level.ONE, Level.LIST, Level.COUNT}), medium=True),
)
