"""Compare Rookery's answer to a case with the oracle's."""

from collections.abc import Iterator
from typing import Any

from oracle.rules import aim, wanted
from oracle.trying import Placed, Truth, canonical, orbit_count, truth

import rookery as rk
from rookery.backends import Backend, Reason, WrongAnswer
from rookery_tests.cases import Case
from rookery_tests.questions import ask

LARGE = 2**31  # a backend may refuse costs from here on
EARLY = 1.0  # seconds before which no time limit was reached


def judge(case: Case, backend: Backend | None = None, seconds: float = 60.0) -> list[str]:
    """Return what is wrong with the answer to a case; a refusal is right where `may_refuse` says so."""
    try:
        found = ask(case, backend, seconds)
    except WrongAnswer:  # also a RookeryError
        raise
    except rk.RookeryError as error:
        return [] if may_refuse(case) else [f"refused: {error}"]
    if found.end is Reason.INTERRUPTED:
        raise KeyboardInterrupt  # the search kept its results: here Ctrl-C ends the tests
    if is_overfull(case):
        return ["accepted more pieces than squares"]
    limited = not found.complete and found.end is not Reason.SOLUTIONS
    return list((_judge_limited if limited else _judge_complete)(case, found, truth(case)))


def is_overfull(case: Case) -> bool:
    """Return whether a case asks for more pieces than there are squares, or than rows and columns hold: refused."""
    if case.family == "regions":
        return len({row for row, _ in case.cells}) != len({column for _, column in case.cells})
    counts = [] if case.family == "armies" else wanted(case)
    return sum(number or 0 for number in counts) > len(case.cells)


def may_refuse(case: Case) -> bool:
    """Return whether a refusal is right: strategies take some models only, and some backends no large numbers."""
    special = any(name in ("strategy", "search") for name, _ in case.options)
    return special or is_overfull(case) or any(cost >= LARGE for cost in case.costs)


def number_placement(placement: rk.Placement, problem: rk.Problem) -> Placed:
    """Return a placement as the oracle writes it: pairs of the numbers of piece and square."""
    pieces = list(problem.pieces)
    return frozenset((pieces.index(piece), problem.board.index(square)) for square, piece in placement.items())


def name_placement(placed: Placed, problem: rk.Problem) -> rk.Placement:
    """Return a placement of the oracle as one of Rookery."""
    squares, pieces = list(problem.board), list(problem.pieces)
    return rk.Placement(problem.board, {squares[at]: pieces[piece] for piece, at in placed})


def _judge_limited(case: Case, found: rk.Answer, right: Truth) -> Iterator[str]:
    if found.end is Reason.DONE or (found.end is Reason.TIME and found.times.total < EARLY):
        yield f"gave up ({found.end.value}) after {found.times.total:.2f} s"
    better = aim(case)
    if better and None not in (found.bound, right.best) and better(found.bound, right.best) != found.bound:
        yield f"bound {found.bound}, though {right.best} is reached"


def _judge_complete(case: Case, found: rk.Answer, right: Truth) -> Iterator[str]:
    for what, given, expected in _list_numbers(case, found, right):
        if given != expected:
            yield f"{what} {given}, expected {expected}"
    placements = [number_placement(placement, found.problem) for placement in found.solutions]
    if len(set(placements)) < len(placements):
        yield f"{len(placements)} solutions of which {len(set(placements))} differ"
    if not right.placements.issuperset(placements):
        yield f"{len(set(placements) - right.placements)} wrong solutions"
    elif case.want == "all" and case.symmetry:
        orbits = len(set(canonical(case, frozenset(placements))))
        if orbits < len(placements):
            yield f"{len(placements)} solutions of {orbits} orbits"


def _list_numbers(case: Case, found: rk.Answer, right: Truth) -> Iterator[tuple[str, Any, Any]]:
    """Yield what a number means, the answer's value and the right one."""
    ways = len(right.placements)
    most = min(ways, 1 if case.want == "one" else ways if case.limit is None else case.limit)
    yield "status", found.status.value, "infeasible" if not ways else "optimal" if right.goal else "satisfied"
    yield "objective", found.objective, right.best
    if ways and aim(case):
        yield "bound", found.bound, right.best
    yield "count", found.count, most
    if case.want == "all" and not case.symmetry:
        yield "number of solutions", len(found.solutions), most
    if case.symmetry and case.want != "one":
        orbits = orbit_count(case, right.placements)
        yield "orbits", found.orbits, orbits
        if case.want == "all":
            yield "solutions up to symmetry", len(found.solutions), orbits
    if not found.complete:
        yield "limit reached", case.limit is not None and ways >= case.limit, True
