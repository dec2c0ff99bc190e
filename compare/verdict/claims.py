"""Claims: what an answer says, and whether two of them contradict each other.

They are compared only as far as both say something, and never put to the vote: what came before a limit is a bound.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from rookery.backends import Status, Want

Form = TypeVar("Form", bound=Hashable)
FIGURES = ("complete", "count", "orbits", "objective", "bound", "solutions")


class Matter(StrEnum):
    """What two answers disagree about, the weightiest first."""

    FEASIBILITY = "feasibility"
    OPTIMUM = "optimum"
    SOLUTIONS = "solutions"
    COUNT = "count"
    ORBITS = "orbits"


@dataclass(frozen=True)
class Claim(Generic[Form]):
    """What somebody says of a problem; `goal` is -1 to minimise, 1 to maximise, 0 to satisfy.

    `solutions` are those that were kept, `listed` says that these are all, and `digest` stands for the whole set;
    `canonical` turns a solution into the form in which the list holds it.
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

    @property
    def exact(self) -> bool:
        """Whether it says how many solutions there are."""
        return self.complete and self.want is not Want.ONE

    @property
    def counts(self) -> bool:
        """Whether its solutions are those that are counted: with a goal only proven optimal ones are."""
        return self.count is not None and (self.status is not Status.SATISFIED or not self.goal)

    @property
    def range(self) -> tuple[float, float]:
        """Where it says that the optimum lies."""
        if not self.goal:
            return -inf, inf
        low, high = (self.bound, self.objective) if self.goal < 0 else (self.objective, self.bound)
        return -inf if low is None else low, inf if high is None else high

    def missing(self, solutions: Iterable[Form]) -> list[Form]:
        """The solutions that are not in the list, in the form in which it would hold them."""
        held = frozenset(self.solutions)
        return [each for each in solutions if (self.canonical(each) if self.canonical else each) not in held]


def figures(told: object) -> dict[str, Any]:
    """What answers and records both tell, by the names that claims have for it."""
    return {name: getattr(told, name) for name in FIGURES}


class Contradiction(NamedTuple, Generic[Form]):
    """Why two claims cannot both be right; `witness` is a solution that shows it, where one does."""

    matter: Matter
    told: str
    witness: Form | None = None


Found = Iterator[Contradiction[Form]]


def contradictions(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    """Every contradiction of two claims about one problem, the weightiest first."""
    yield from _feasibility(one, other)
    yield from _optimum(one, other)
    yield from _solutions(one, other)
    yield from _count(one, other)
    yield from _digest(one, other)
    yield from _orbits(one, other)


def _feasibility(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    for no, yes in ((one, other), (other, one)):
        if no.status is Status.INFEASIBLE and yes.status in (Status.SATISFIED, Status.OPTIMAL):
            told = f"{no.who} says that there is no solution, {yes.who} has one"
            yield Contradiction(Matter.FEASIBILITY, told, next(iter(yes.solutions), None))


def _optimum(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    """Each says that the optimum lies in a range; two ranges that do not meet contradict each other."""
    (low, high), (lower, higher) = one.range, other.range
    if low > higher or lower > high:
        above, below = (one, other) if low > higher else (other, one)
        finder = below if one.goal < 0 else above
        told = f"{one.who} says {_told(one)}, {other.who} says {_told(other)}"
        yield Contradiction(Matter.OPTIMUM, told, next(iter(finder.solutions), None))


def _told(claim: Claim[Form]) -> str:
    if claim.status is Status.OPTIMAL:
        return f"that the optimum is {claim.objective}"
    claims = [] if claim.objective is None else [f"that it found {claim.objective}"]
    if claim.bound is not None:
        claims.append(f"that no solution is {'below' if claim.goal < 0 else 'above'} {claim.bound}")
    return " and ".join(claims)


def _solutions(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    """A complete list holds every solution that anybody found."""
    for whole, part in ((one, other), (other, one)):
        if whole.listed and part.counts and (extra := whole.missing(part.solutions)):
            told = f"{part.who} has {len(extra)} of {len(part.solutions)} that {whole.who} does not list"
            yield Contradiction(Matter.SOLUTIONS, told, extra[0])


def _count(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    """A complete count is no less than what anybody found, and equal to any other complete count."""
    if not (one.counts and other.counts) or one.count is None or other.count is None:
        return
    for whole, part, most, found in ((one, other, one.count, other.count), (other, one, other.count, one.count)):
        if whole.exact and (found > most or (part.exact and found != most)):
            told = f"{whole.who} counts {most:,}, {part.who} {'counts' if part.exact else 'found'} {found:,}"
            yield Contradiction(Matter.COUNT, told)


def _digest(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    """Two complete lists in the same form are the same set."""
    alike = (one.orbits is None) == (other.orbits is None)
    if alike and None not in (one.digest, other.digest) and one.digest != other.digest:
        yield Contradiction(Matter.SOLUTIONS, f"{one.who} and {other.who} list different solutions")


def _orbits(one: Claim[Form], other: Claim[Form]) -> Found[Form]:
    if one.exact and other.exact and None not in (one.orbits, other.orbits) and one.orbits != other.orbits:
        told = f"{one.who} counts {one.orbits} orbits, {other.who} {other.orbits}"
        yield Contradiction(Matter.ORBITS, told)
