"""What is wrong with Rookery's answer to a case."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oracle.rules import aim, wanted
from oracle.trying import Placed, Truth, canonical, orbit_count, truth

import rookery as rk
from fuzz.asked import answer
from fuzz.case import Case
from rookery.backends import Backend, End, WrongAnswer

RIGHT, REFUSED, UNANSWERED = "right", "refused", "unanswered"
FINE = (RIGHT, REFUSED, UNANSWERED)
BIG = 2**31
EARLY = 1.0  # seconds before which no clock has run out


class Verdict(NamedTuple):
    """One of `FINE`, or in a word what is wrong; and the same at length."""

    kind: str
    shown: str = ""

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return self.kind in FINE


def judge(case: Case, backend: Backend[Any] | None = None, seconds: float = 60.0) -> Verdict:
    """Ask Rookery and the oracle."""
    try:
        found = answer(case, backend, seconds)
    except WrongAnswer as error:  # which is a refusal, too
        return Verdict("refuted by a referee", str(error))
    except rk.RookeryError as error:
        return Verdict(REFUSED if refusable(case) else "refused wrongly", str(error))
    except Exception as error:  # whatever it is, it is a finding
        return Verdict(f"error {type(error).__name__}", f"{error}")
    if overfull(case):
        return Verdict("accepted wrongly", "more pieces than squares")
    unanswered = not found.complete and found.end is not End.SOLUTIONS
    faults = list((_premature if unanswered else _faults)(case, found, truth(case)))
    if faults:
        return Verdict(faults[0][0], "; ".join(shown for _, shown in faults))
    return Verdict(UNANSWERED, found.end.value) if unanswered else Verdict(RIGHT)


def overfull(case: Case) -> bool:
    """Whether a case asks for more pieces than there are squares, which is refused."""
    counts = [] if case.family == "armies" else wanted(case)
    return sum(number or 0 for number in counts) > len(case.cells)


def refusable(case: Case) -> bool:
    """Whether a refusal is a right answer: for searches of some models only, and large numbers."""
    strategic = any(name in ("strategy", "search") for name, _ in case.options)
    return strategic or overfull(case) or any((number or 0) >= BIG for number in case.each)


def _premature(case: Case, found: rk.Answer, right: Truth) -> Iterator[tuple[str, str]]:
    """What is wrong with an answer that a limit cut short: it is no end before its time, and its bound holds."""
    if found.end is End.DONE or (found.end is End.TIME and found.times.total < EARLY):
        yield "gave up", f"{found.end.value} after {found.times.total:.2f} s"
    better = aim(case)
    if better and None not in (found.bound, right.best) and better(found.bound, right.best) != found.bound:
        yield "wrong bound", f"bound {found.bound}, though {right.best} is reached"


def _faults(case: Case, found: rk.Answer, right: Truth) -> Iterator[tuple[str, str]]:
    """Each fault in a word and at length."""
    for what, there, expected in _numbers(case, found, right):
        if there != expected:
            yield f"{'no' if there is None else 'wrong'} {what}", f"{what} {there}, expected {expected}"
    placements = [_placed(placement, found.problem) for placement in found.solutions]
    if len(set(placements)) < len(placements):
        yield "repeated solutions", f"{len(placements)} solutions of which {len(set(placements))} differ"
    if not right.placements.issuperset(placements):
        yield "wrong solutions", f"{len(set(placements) - right.placements)} solutions that are none"
    if case.want == "all" and case.symmetry and right.placements.issuperset(placements):
        orbits = len(set(canonical(case, frozenset(placements))))
        if orbits < len(placements):
            yield "wrong orbits", f"{len(placements)} solutions of {orbits} orbits"


def _numbers(case: Case, found: rk.Answer, right: Truth) -> Iterator[tuple[str, Any, Any]]:
    """A number: its meaning, what Rookery says, and what is right."""
    ways = len(right.placements)
    most = min(ways, 1 if case.want == "one" else ways if case.limit is None else case.limit)
    yield "status", found.status.value, _status(case, right)
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
            yield "orbits", len(found.solutions), orbits
    if not found.complete:
        yield "limit", case.limit is not None and ways >= case.limit, True


def _status(case: Case, right: Truth) -> str:
    if not right.placements:
        return "infeasible"
    return "optimal" if right.goal else "satisfied"


def _placed(placement: rk.Placement, problem: rk.Problem) -> Placed:
    """A placement in numbers of pieces and squares, as the oracle numbers them."""
    board = problem.board
    assert isinstance(board, rk.Board)
    inside = [(row, column) for row in range(board.rows) for column in range(board.columns)]
    cells = [cell for cell in inside if cell not in board.holes]
    layers = list(problem.pieces)
    there = (((square.row, square.column), piece) for square, piece in placement.items())
    return frozenset((layers.index(piece), cells.index(cell)) for cell, piece in there)
