"""Findings: everything that a report shows, computed from the records once and shown in several ways."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rookery.compare.analysis.caveats import caveats
from rookery.compare.analysis.cells import Grid, contestant, reason, solved
from rookery.compare.analysis.growth import Growth, growths
from rookery.compare.analysis.scores import Scores
from rookery.compare.records.record import Ended, Environment, Record

Pieces = tuple[tuple[str, int, int], ...]
REFUSED, REFEREES = "invalid answer", "the referees"


@dataclass(frozen=True)
class Dispute:
    """Two answers to one instance that cannot both be right; `one` and `other` say whose they are.

    `witness` is a placement that shows it, where one does, `problem` the plain data of the smallest problem that
    shows it, `command` asks it again.
    """

    instance: str
    matter: str
    told: str
    one: str
    other: str
    command: str = ""
    witness: Pieces = ()
    problem: Mapping[str, object] = field(default_factory=dict)


def refusal(record: Record) -> Dispute:
    """What the referees have against an answer, with the placement that they refused where there is one."""
    told = record.message or "a referee refused the answer"
    witness = next(iter(record.solutions), ())
    return Dispute(
        record.instance, REFUSED, told, contestant(record), REFEREES, record.command, witness, record.problem
    )


def refusals(records: Iterable[Record]) -> dict[tuple[str, str], tuple[Dispute, Record]]:
    """The refused answers, one an instance and contestant."""
    found: dict[tuple[str, str], tuple[Dispute, Record]] = {}
    for record in records:
        if record.ended is Ended.INVALID:
            found.setdefault((record.instance, contestant(record)), (refusal(record), record))
    return found


class Concord(NamedTuple):
    """On how many instances two contestants agree, disagree, or say too little to compare."""

    agree: int
    unknown: int
    disagree: int


@dataclass(frozen=True)
class Findings:
    """A campaign's records with all that follows from them; `shrunk` are refusals on smaller boards."""

    title: str
    records: tuple[Record, ...]
    environment: Environment = field(default_factory=Environment)
    disputes: tuple[Dispute, ...] = ()
    shrunk: tuple[Dispute, ...] = ()

    @cached_property
    def grid(self) -> Grid:
        """The runs by instance and contestant."""
        return Grid(self.records)

    @cached_property
    def scores(self) -> Scores:
        """Who answered how much, and how fast."""
        return Scores(self.grid)

    @cached_property
    def growths(self) -> list[Growth]:
        """How time grows with the board."""
        return growths(self.grid)

    @cached_property
    def caveats(self) -> list[str]:
        """What to keep in mind."""
        return caveats(self.grid, self.environment, disputed=len(self.disputed))

    @cached_property
    def disputed(self) -> frozenset[str]:
        """The instances whose answers disagree."""
        return frozenset(dispute.instance for dispute in self.disputes)

    @cached_property
    def refused(self) -> tuple[Record, ...]:
        """The runs whose answer a referee refused."""
        return tuple(record for record in self.records if record.ended is Ended.INVALID)

    @cached_property
    def refusals(self) -> tuple[Dispute, ...]:
        """What the referees refused, one an instance and contestant, on the smallest board that was found."""
        shrunk = {(dispute.instance, dispute.one): dispute for dispute in self.shrunk}
        return tuple(shrunk.get(which, plain) for which, (plain, _) in refusals(self.records).items())

    @property
    def sound(self) -> bool:
        """Whether nobody contradicts another, or the referees."""
        return not (self.disputes or self.refused)

    @cached_property
    def unsolved(self) -> Counter[str]:
        """How many runs are unsolved, by reason."""
        return Counter(reason(record) for record in self.records if not solved(record))

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that were run."""
        return tuple(sorted({record.seed for record in self.records}))

    @cached_property
    def compared(self) -> int:
        """How many instances two or more contestants answered."""
        return sum(self._answered(instance) > 1 for instance in self.grid.instances)

    @cached_property
    def concord(self) -> Mapping[tuple[str, str], Concord]:
        """How each two contestants stand to each other."""
        names = self.grid.contestants
        return {(one, other): self._concord(one, other) for one in names for other in names}

    @cached_property
    def _quarrels(self) -> frozenset[tuple[str, str, str]]:
        pairs = ((dispute.instance, dispute.one, dispute.other) for dispute in self.disputes)
        return frozenset(chain.from_iterable(((at, one, other), (at, other, one)) for at, one, other in pairs))

    def _answered(self, instance: str) -> int:
        cells = (self.grid.cell(instance, who) for who in self.grid.contestants)
        return sum(1 for cell in cells if cell and cell.solved)

    def _concord(self, one: str, other: str) -> Concord:
        stands = Counter(self._stand(instance, one, other) for instance in self.grid.instances)
        return Concord(stands["agree"], stands["unknown"], stands["disagree"])

    def _stand(self, instance: str, one: str, other: str) -> str:
        cells = self.grid.cell(instance, one), self.grid.cell(instance, other)
        if (instance, one, other) in self._quarrels:
            return "disagree"
        if None in cells:
            return "absent"
        return "agree" if all(cell.solved for cell in cells if cell) else "unknown"


def findings(
    title: str, records: Sequence[Record], environment: Environment, disputes: Sequence[Dispute] = ()
) -> Findings:
    """The findings of a campaign from its records and all disputes, those with the referees among them."""
    between = tuple(dispute for dispute in disputes if dispute.other != REFEREES)
    return Findings(
        title, tuple(records), environment, between, tuple(each for each in disputes if each.other == REFEREES)
    )
