"""Claims: what an answer says for certain, when two of them cannot both hold, and whether answers agree."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any, Generic, TypedDict

from rookery.backends import Answer, Status, Want
from rookery.compare.records.record import KNOWN, Dispute, Form, KnownValue, Matter, Record, Solution
from rookery.models import Placement
from rookery.models.problems.registry import find_family

Disputes = Iterator[Dispute[Form]]
FILE = Path(__file__).with_name("known_values.toml")
WHO = KNOWN


class Figures(TypedDict):
    """The figures that answers and records share."""

    complete: bool
    count: int | None
    orbits: int | None
    objective: int | None
    bound: int | None


@dataclass(frozen=True)
class Claim(Generic[Form]):
    """A statement about a problem; `goal` is -1 to minimise, 1 to maximise, 0 to satisfy.

    `solutions` are those that were kept, `listed` says that these are all, and `digest` stands for the whole set;
    `canonical` turns a solution into the form in which the list holds it. `source` is its publication.
    """

    who: str
    goal: int
    status: Status
    want: Want = Want.ONE
    complete: bool = False
    count: int | None = None
    orbits: int | None = None
    objective: int | None = None
    bound: int | None = None
    solutions: tuple[Form, ...] = ()
    listed: bool = False
    digest: str | None = None
    canonical: Callable[[Form], Form] | None = None
    source: str = ""

    @property
    def name(self) -> str:
        """The claimant, with the source of a value that was published."""
        return f"{self.who} ({self.source})" if self.source else self.who

    @property
    def exact(self) -> bool:
        """Return whether it says how many solutions there are."""
        return self.complete and self.want is not Want.ONE

    @property
    def counts(self) -> bool:
        """Return whether its solutions are those that are counted: with a goal only proven optimal ones are."""
        return self.count is not None and (self.status is not Status.SATISFIED or not self.goal)

    @property
    def range(self) -> tuple[float, float]:
        """The claimed range of the optimum."""
        if not self.goal:
            return -inf, inf
        low, high = (self.bound, self.objective) if self.goal < 0 else (self.objective, self.bound)
        return -inf if low is None else low, inf if high is None else high

    def missing(self, solutions: Iterable[Form]) -> list[Form]:
        """The solutions that are not in the list, in the form in which it would hold them."""
        held = frozenset(self.solutions)
        return [each for each in solutions if (self.canonical(each) if self.canonical else each) not in held]


def figures(source: Answer | Record) -> Figures:
    """The common figures of answers and records, by the field names of claims."""
    return {
        "complete": source.complete,
        "count": source.count,
        "orbits": source.orbits,
        "objective": source.objective,
        "bound": source.bound,
    }


def disputes_between(one: Claim[Form], other: Claim[Form]) -> Disputes[Form]:
    """Every dispute between two claims about one problem, the weightiest first."""
    for no, yes in ((one, other), (other, one)):
        if no.status is Status.INFEASIBLE and yes.status in (Status.SATISFIED, Status.OPTIMAL):
            message = f"{no.name} says that there is no solution, {yes.name} has one"
            yield Dispute(one.who, other.who, Matter.FEASIBILITY, message, next(iter(yes.solutions), None))
    # Each says that the optimum lies in a range; two ranges that do not meet contradict each other
    (low, high), (lower, higher) = one.range, other.range
    if low > higher or lower > high:
        above, below = (one, other) if low > higher else (other, one)
        finder = below if one.goal < 0 else above
        message = f"{one.name} says {_describe_range(one)}, {other.name} says {_describe_range(other)}"
        yield Dispute(one.who, other.who, Matter.OPTIMUM, message, next(iter(finder.solutions), None))
    # A complete list holds every solution that any claim found
    for whole, part in ((one, other), (other, one)):
        if whole.listed and part.counts and (extra := whole.missing(part.solutions)):
            message = f"{part.name} has {len(extra)} of {len(part.solutions)} that {whole.name} does not list"
            yield Dispute(one.who, other.who, Matter.SOLUTIONS, message, extra[0])
    yield from _count(one, other)
    # Two complete lists in the same form are the same set
    alike = (one.orbits is None) == (other.orbits is None)
    if alike and None not in (one.digest, other.digest) and one.digest != other.digest:
        message = f"{one.name} and {other.name} list different solutions"
        yield Dispute(one.who, other.who, Matter.SOLUTIONS, message)
    if one.exact and other.exact and None not in (one.orbits, other.orbits) and one.orbits != other.orbits:
        message = f"{one.name} counts {one.orbits} orbits, {other.name} {other.orbits}"
        yield Dispute(one.who, other.who, Matter.ORBITS, message)


def _describe_range(claim: Claim[Form]) -> str:
    if claim.status is Status.OPTIMAL:
        return f"that the optimum is {claim.objective}"
    parts = [] if claim.objective is None else [f"that it found {claim.objective}"]
    if claim.bound is not None:
        parts.append(f"that no solution is {'below' if claim.goal < 0 else 'above'} {claim.bound}")
    return " and ".join(parts)


def _count(one: Claim[Form], other: Claim[Form]) -> Disputes[Form]:
    """A complete count is at least the number of solutions found by any claim, and equals any other complete count."""
    if not (one.counts and other.counts) or one.count is None or other.count is None:
        return
    for whole, part, most, found in ((one, other, one.count, other.count), (other, one, other.count, one.count)):
        if whole.exact and (found > most or (part.exact and found != most)):
            message = f"{whole.name} counts {most:,}, {part.name} {'counts' if part.exact else 'found'} {found:,}"
            yield Dispute(one.who, other.who, Matter.COUNT, message)


def compare_answers(answers: Sequence[Answer]) -> list[Dispute[Placement]]:
    """The disputes between answers to one problem, each pair of them with the weightiest.

    An answer at a limit is not a dispute: it claims only its solutions and its proofs. Raises `ValueError` for answers
    to different problems.
    """
    if any(answer.problem != answers[0].problem for answer in answers[1:]):
        raise ValueError("answers to different problems cannot be compared")
    claims = [claim_of_answer(answer) for answer in answers]
    pairs = (next(disputes_between(one, other), None) for one, other in combinations(claims, 2))
    return [replace(found, instance=answers[0].problem.title) for found in pairs if found is not None]


def claim_of_answer(answer: Answer) -> Claim[Placement]:
    """The claim of an answer."""
    return Claim(
        who=answer.backend,
        goal=answer.problem.goal,
        status=answer.status,
        want=answer.want,
        **figures(answer),
        solutions=answer.solutions,
        listed=answer.complete and answer.want is Want.ALL,
        canonical=None if answer.orbits is None else answer.problem.canonical,
    )


@cache
def series() -> tuple[Mapping[str, Any], ...]:
    """The series of known values that answer a problem; others of the file are for tests."""
    return tuple(each for each in tomllib.loads(FILE.read_text(encoding="utf-8"))["series"] if "family" in each)


def known_value(claim: Claim[Solution]) -> KnownValue:
    """The number that a claim of `known_claims` is about."""
    values = {"optimum": claim.objective, "orbits": claim.orbits, "count": claim.count}
    return next(KnownValue(value, what, claim.source) for what, value in values.items() if value is not None)


def known_claims(record: Record) -> Iterator[Claim[Solution]]:
    """Yield the known values of a record's problem: a question about a square board or torus without givens."""
    board = record.problem.get("board")
    found = re.fullmatch(r"([0-9]+)(:torus)?", board) if isinstance(board, str) else None
    if not found:
        return
    side, is_torus = int(found[1]), bool(found[2])
    count = _count_of_one_piece(record.problem)
    for each in series():
        if each.get("torus", False) == is_torus and record.problem == _expect(each, side, count) | {"board": board}:
            value = _value(each, side, count)
            if value is not None:
                yield _claim(each["what"], value, record.goal, each["source"])


def _count_of_one_piece(problem: Mapping[str, Any]) -> int | None:
    match problem.get("pieces"):
        case [[str(), int(count)]]:
            return count
    return None


def _expect(each: Mapping[str, Any], side: int, count: int | None) -> dict[str, Any]:
    """Return the plain data of the problem that a series is about on a board, without the board.

    A series with `rows` has a value for each count, so it is about any count.
    """
    parameters = find_family(each["family"]).parameters
    given = {name: each[name] for name in parameters if name in each and name not in ("piece", "count")}
    given = {name: value for name, value in given.items() if value != parameters[name].default}
    if "armies" in each:
        given["pieces"] = [each["piece"]] * each["armies"]
    elif "piece" in parameters:
        given["piece"] = each["piece"]
    else:
        counts = {"n": side, "n+1": side + 1, "n+2": side + 2, "max": None}
        wanted = count if "rows" in each else counts[each.get("count", "max")]
        given["pieces"] = [each["piece"]] if wanted is None else [[each["piece"], wanted]]
    return {"family": each["family"], **given}


def _value(each: Mapping[str, Any], side: int, count: int | None) -> int | None:
    if "rows" in each:
        row = each["rows"].get(str(side))
        value = None if row is None or count is None else row[count] if count < len(row) else 0
    else:
        value = each["values"].get(str(side))
    return side * side - value if each.get("complement") and value is not None else value


def _claim(what: str, value: int, goal: int, source: str) -> Claim[Solution]:
    if what == "optimum":
        return Claim(WHO, goal, Status.OPTIMAL, objective=value, bound=value, source=source)
    status = Status.OPTIMAL if goal else Status.SATISFIED if value else Status.INFEASIBLE
    if what == "orbits":
        return Claim(WHO, goal, status, Want.COUNT, complete=True, orbits=value, source=source)
    return Claim(WHO, goal, status, Want.COUNT, complete=True, count=value, source=source)
