"""Findings: everything that a report shows, computed from the records once and shown in several ways."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rookery.compare.analysis.caveats import caveats
from rookery.compare.analysis.cells import Grid, is_solved, reason
from rookery.compare.analysis.growth import Growth, fit_growths
from rookery.compare.analysis.scores import Scores
from rookery.compare.records.dispute import Dispute, Matter
from rookery.compare.records.record import Ended, Environment, Record
from rookery.compare.records.solution import Solution


class Agreement(NamedTuple):
    """On how many instances two contestants agree, disagree, or say too little to compare."""

    agree: int
    unknown: int
    disagree: int


@dataclass(frozen=True)
class Findings:
    """A campaign's records with all that follows from them; `verdict` holds every dispute, the weightiest first."""

    title: str
    records: tuple[Record, ...]
    environment: Environment = field(default_factory=Environment)
    verdict: tuple[Dispute[Solution], ...] = ()

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
        return fit_growths(self.grid)

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
    def disputes(self) -> tuple[Dispute[Solution], ...]:
        """The disputes between answers, and with known values."""
        return tuple(dispute for dispute in self.verdict if dispute.matter is not Matter.REFUSED)

    @cached_property
    def refusals(self) -> tuple[Dispute[Solution], ...]:
        """The disputes with the referees, one an instance and contestant."""
        return tuple(dispute for dispute in self.verdict if dispute.matter is Matter.REFUSED)

    @property
    def sound(self) -> bool:
        """Whether nobody contradicts another, or the referees."""
        return not (self.disputes or self.refused)

    @cached_property
    def unsolved(self) -> Counter[str]:
        """How many runs are unsolved, by reason."""
        return Counter(reason(record) for record in self.records if not is_solved(record))

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that were run."""
        return tuple(sorted({record.seed for record in self.records}))

    @cached_property
    def compared(self) -> int:
        """How many instances two or more contestants answered."""
        return sum(self._count_answers(instance) > 1 for instance in self.grid.instances)

    @cached_property
    def agreement(self) -> Mapping[tuple[str, str], Agreement]:
        """How each two contestants stand to each other."""
        names = self.grid.contestants
        return {(one, other): self._agreement(one, other) for one in names for other in names}

    @cached_property
    def _disagreeing(self) -> frozenset[tuple[str, str, str]]:
        pairs = ((dispute.instance, dispute.one, dispute.other) for dispute in self.disputes)
        return frozenset(chain.from_iterable(((at, one, other), (at, other, one)) for at, one, other in pairs))

    def _count_answers(self, instance: str) -> int:
        cells = (self.grid.cell(instance, who) for who in self.grid.contestants)
        return sum(1 for cell in cells if cell and cell.solved)

    def _agreement(self, one: str, other: str) -> Agreement:
        stands = Counter(self._stand(instance, one, other) for instance in self.grid.instances)
        return Agreement(stands["agree"], stands["unknown"], stands["disagree"])

    def _stand(self, instance: str, one: str, other: str) -> str:
        cells = self.grid.cell(instance, one), self.grid.cell(instance, other)
        if (instance, one, other) in self._disagreeing:
            return "disagree"
        if None in cells:
            return "absent"
        return "agree" if all(cell.solved for cell in cells if cell) else "unknown"


def findings(
    title: str, records: Sequence[Record], environment: Environment, disputes: Sequence[Dispute[Solution]] = ()
) -> Findings:
    """The findings of a campaign from its records and all disputes, those with the referees among them."""
    return Findings(title, tuple(records), environment, tuple(disputes))
