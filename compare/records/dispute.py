"""Disputes, two statements about one problem that cannot both be right, and what a verified certificate proves."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from rookery.compare.records.record import Record, Said, Solution

Form = TypeVar("Form", bound=Hashable)
REFEREES, KNOWN, CERTIFIED = "the referees", "the known value", "a verified certificate"
SMALLER = "; on the smallest board that shows it, "  # what comes before it in a message is about the instance itself


class KnownValue(NamedTuple):
    """A number that was published or computed elsewhere, with its source; `what` is an optimum, a count or orbits."""

    value: int
    what: str
    source: str


class Matter(StrEnum):
    """The matter of a dispute, the weightiest first; an answer that a referee refuses is disputed by the referees."""

    FEASIBILITY = "feasibility"
    OPTIMUM = "optimum"
    SOLUTIONS = "solutions"
    COUNT = "count"
    ORBITS = "orbits"
    REFUSED = "invalid answer"


@dataclass(frozen=True)
class Dispute(Generic[Form]):
    """Two statements about one problem that cannot both be right: of two backends, or of one and a source beyond doubt.

    `one` and `other` name whose statements they are: `other` may be the known value, the referees, or a certificate
    that a checker has verified. `witness` is a solution that shows the dispute, where one does. `instance` names what
    was asked, `problem` is the plain data of the smallest problem that shows the dispute, `command` asks it again.
    `records` are the runs behind it, `known` is the known value where one takes part. `refuted` names whose claim is
    proven false: by a certificate, or by `evidence`, a solution of the instance itself that both referees accept, and
    that cannot be if the claim holds.
    """

    one: str
    other: str
    matter: Matter
    message: str
    witness: Form | None = None
    instance: str = ""
    command: str = ""
    problem: Mapping[str, Any] = field(default_factory=dict)
    records: tuple[Record, ...] = field(default=(), compare=False, repr=False)
    known: KnownValue | None = None
    refuted: str = ""
    evidence: Form | None = None

    def __str__(self) -> str:
        return f"{self.instance}: {self.message}"

    @property
    def key(self) -> tuple[str, str, str]:
        """The key that distinguishes it from the other disputes of a campaign."""
        return self.instance, self.one, self.other


@dataclass(frozen=True)
class Certified:
    """A claim about a problem, the same for all of its instances, with the file whose check has just proven it.

    `want` is what was asked. `objective`, `count` and `orbits` are None if nothing is claimed of them; no solution is a
    count of 0. `shown` is one solution, if there is one.
    """

    problem: str  # the plain data in their one form
    want: str
    sentence: str
    path: str
    objective: int | None = None
    count: int | None = None
    orbits: int | None = None
    shown: Solution | None = None

    def says(self, record: Record) -> bool:
        """Return whether a run gives the answer that is proven, all of it."""
        if not record.complete or record.said is Said.UNKNOWN or record.want != self.want:
            return False
        if record.said is Said.INFEASIBLE or self.count == 0:
            return record.count in (None, 0) and self.count == 0 and record.objective is None
        several: tuple[Any, ...] = (record.count, record.orbits) if record.want != "one" else (None, None)
        return (record.objective, *several) == (self.objective, self.count, self.orbits)
