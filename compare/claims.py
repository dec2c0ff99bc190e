"""Claims: what an answer or a publication says, as intervals. Disjoint intervals contradict each other."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from math import inf
from typing import TYPE_CHECKING, Any

from rookery.backends import Answer, Status
from rookery.compare.known_values import find_published

if TYPE_CHECKING:
    from rookery.compare.record import Record, Solution

Interval = tuple[float, float]
ANY, COUNTS, SOME, NONE = (-inf, inf), (0, inf), (1, inf), (0, 0)
PUBLISHED = "the published value"
SEQUENCE = re.compile(r"OEIS (A[0-9]{6})")
SUBJECTS = ("solutions", "optimum", "count", "orbits", "list")  # of disputes, the weightiest first


class Trust(IntEnum):
    """How far a claim is trusted: one of more trust beats one of less, and equal ones leave open who is right."""

    BACKEND = 0
    PUBLISHED = 1
    CHECKED = 2  # a solution that both referees accept


@dataclass(frozen=True)
class Claim:
    """A statement about an instance: each interval holds what is claimed, with both ends.

    `solutions` is the number of solutions: none, at least one, or unknown. `count`, `orbits` and `digest` (of a
    complete list) are about the solutions whose objective is `value`; None stands for the best ones, or for all without
    a goal. `shown` are solutions that go with the claim, `source` is a publication, `record` one of the runs behind it.
    """

    who: str
    solutions: Interval = COUNTS
    optimum: Interval = ANY
    count: Interval = COUNTS
    orbits: Interval = COUNTS
    digest: str | None = None
    value: int | None = None
    trust: Trust = Trust.BACKEND
    source: str = ""
    shown: "tuple[Solution, ...]" = field(default=(), compare=False, repr=False)
    record: "Record | None" = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The claimant, with the source of a value that was published."""
        return f"{self.who} ({self.source})" if self.source else self.who

    @property
    def exact(self) -> dict[str, int]:
        """The numbers that it states exactly, by subject."""
        intervals = {name: getattr(self, name) for name in ("optimum", "count", "orbits")}
        return {name: low for name, (low, high) in intervals.items() if low == high}

    def contradiction(self, other: "Claim") -> str:
        """Return what both cannot be right about, the weightiest of `SUBJECTS`; empty if both can be right."""
        same = None in (self.value, other.value) or self.value == other.value
        for name in SUBJECTS[:4] if same else SUBJECTS[:2]:
            (low, high), (lower, higher) = getattr(self, name), getattr(other, name)
            if low > higher or lower > high:
                return name
        return "list" if same and None not in (self.digest, other.digest) and self.digest != other.digest else ""

    def say(self, about: str) -> str:
        """Return what it says about a subject: `the optimum is at most 5`."""
        if about == "list":
            return "the solutions are others"
        low, high = getattr(self, about)
        if about == "solutions":
            return "there is a solution" if low else "there is no solution"
        what = "the optimum" if about == "optimum" else f"the number of {'solutions' if about == 'count' else about}"
        amount = f"{low:,}" if low == high else f"at most {high:,}" if low in (0, -inf) else f"at least {low:,}"
        return f"{what} is {amount if low == high or inf in (high, -low) else f'from {low:,} to {high:,}'}"


def claim_of(said: "Answer | Record", who: str, goal: int, infeasible: bool, digest: str | None = None) -> Claim:
    """Return what an answer says for certain: a partial count, or an optimum that is not proven, is a bound."""
    if infeasible:
        return Claim(who, NONE, count=NONE, orbits=NONE)
    found, bound = said.objective, said.bound
    low, high = (bound, found) if goal < 0 else (found, bound)
    counted = said.count is not None and said.want != "one" and (not goal or (low == high and found is not None))
    many, exact = said.count or 0, counted and said.complete
    return Claim(
        who,
        solutions=SOME if many or (goal and found is not None) else COUNTS,
        optimum=(-inf if low is None else low, inf if high is None else high) if goal else ANY,
        count=(many, many if exact else inf) if counted else COUNTS,
        orbits=(said.orbits, said.orbits) if exact and said.orbits is not None else COUNTS,
        digest=digest if exact else None,
        value=found if counted and goal else None,
    )


def claim_of_answer(answer: Answer) -> Claim:
    """Return the claim of an answer."""
    return claim_of(answer, answer.backend, answer.problem.goal, answer.status is Status.INFEASIBLE)


def published_claims(asked: Mapping[str, Any]) -> Iterator[Claim]:
    """Yield what is published about a problem."""
    for what, value, source in find_published(asked):
        intervals: dict[str, Any] = {what: (value, value)}
        solutions = NONE if value == 0 and what != "optimum" else SOME
        yield Claim(PUBLISHED, solutions, trust=Trust.PUBLISHED, source=source, **intervals)


def published_contradiction(answer: Answer) -> str:
    """Return what contradicts an answer: "the number of solutions is 7, but A000170(4) = 2"; empty if nothing does."""
    claim, asked = claim_of_answer(answer), answer.problem.asked or {}
    for known in published_claims(asked):
        if about := claim.contradiction(known):
            (value,) = known.exact.values()
            found, side = SEQUENCE.match(known.source), re.match("[0-9]+", asked["board"])
            said = f"{found[1]}({side[0]}) = {value:,}" if found and side else f"{known.source} says {value:,}"
            return f"{claim.say(about)}, but {said}"
    return ""
