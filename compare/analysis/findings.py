"""Findings: everything that a report shows, computed from the records once and shown in several ways."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rookery.compare.analysis.caveats import caveats
from rookery.compare.analysis.cells import Grid, contestant, is_solved, reason
from rookery.compare.analysis.contested import BackendStanding, Contested, Reason, find_contested, judge_contestants
from rookery.compare.analysis.growth import Growth, fit_growths
from rookery.compare.analysis.scores import Scores
from rookery.compare.records.dispute import Certified, Dispute, Matter
from rookery.compare.records.record import Ended, Environment, Record, Solution

NO_ANSWER = frozenset({Reason.REFUTED, Reason.INCONSISTENT, Reason.KNOWN})


class CampaignOutcome(StrEnum):
    """The overall outcome of a campaign, the worst first."""

    WRONG = "wrong"  # an answer is wrong, or two contradict each other
    CRASHED = "crashed"  # no two answers contradict each other, and a backend crashed
    UNCOMPARED = "uncompared"  # no instance was answered by two
    AGREED = "agreed"


class Agreement(NamedTuple):
    """The numbers of instances on which two contestants agree, disagree, or say too little to compare."""

    agree: int
    unknown: int
    disagree: int


@dataclass(frozen=True)
class Findings:
    """A campaign's records with all that follows from them; `verdict` holds every dispute, the weightiest first.

    `folder` says where the campaign was read, where it was. `proofs` are the verified certificates by instance.
    """

    title: str
    records: tuple[Record, ...]
    environment: Environment = field(default_factory=Environment)
    verdict: tuple[Dispute[Solution], ...] = ()
    folder: str = ""
    proofs: Mapping[str, Certified] = field(default_factory=dict)

    @cached_property
    def raw_grid(self) -> Grid:
        """The runs by instance and contestant, as they are."""
        return Grid(self.records)

    @cached_property
    def grid(self) -> Grid:
        """The runs by instance and contestant; one whose answer is wrong counts like one that a referee refused."""
        grounds = {(each.instance, who): ground for each in self.contested for who, ground in each.grounds.items()}
        wrong = {place: ground for place, ground in grounds.items() if ground in NO_ANSWER}
        return Grid(tuple(_strike(record, wrong.get((record.instance, contestant(record)))) for record in self.records))

    def part(self, family: str | None, contestants: Sequence[str]) -> "Findings":
        """Give the findings of one series (None: of all) and of some contestants; judged as in the whole campaign."""
        grid = self.grid.part(family, contestants)
        found = replace(self, records=grid.records)
        vars(found).update(grid=grid, contested=self.contested)
        return found

    @cached_property
    def scores(self) -> Scores:
        """The scores of the contestants: answers and speed; an answer that is in doubt never counts as faster."""
        return Scores(self.grid, frozenset((each.instance, who) for each in self.contested for who in each.grounds))

    @cached_property
    def contested(self) -> tuple[Contested, ...]:
        """The instances whose answers cannot all be right, with the claims."""
        return find_contested(self.raw_grid, self.verdict, self.proofs)

    @cached_property
    def standings(self) -> tuple[BackendStanding, ...]:
        """The charges against each contestant, the worst first."""
        return judge_contestants(self.raw_grid, self.contested)

    @property
    def outcome(self) -> CampaignOutcome:
        """The overall outcome of the campaign."""
        if not self.sound:
            return CampaignOutcome.WRONG
        if any(each.crashes for each in self.standings):
            return CampaignOutcome.CRASHED
        return CampaignOutcome.AGREED if self.compared else CampaignOutcome.UNCOMPARED

    @cached_property
    def growths(self) -> list[Growth]:
        """The growth of time with the board."""
        return fit_growths(self.grid)

    @cached_property
    def caveats(self) -> list[str]:
        """The caveats of the findings."""
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

    def certifies(self, record: Record) -> bool:
        """Return whether a verified certificate proves the answer of a run."""
        proof = self.proofs.get(record.instance)
        return proof is not None and proof.says(record)

    @cached_property
    def certified(self) -> frozenset[str]:
        """The instances of which some run gives the answer that a verified certificate proves."""
        return frozenset(record.instance for record in self.records if self.certifies(record))

    @property
    def sound(self) -> bool:
        """Return whether no answer is contradicted by another, or by the referees."""
        return not (self.disputes or self.refused)

    @cached_property
    def unsolved(self) -> Counter[str]:
        """The number of unsolved runs, by reason."""
        return Counter(reason(record) for record in self.grid.records if not is_solved(record))

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that were run."""
        return tuple(sorted({record.seed for record in self.records}))

    @cached_property
    def started(self) -> str:
        """The day of the first run; empty if no run says it."""
        return min((record.started[:10] for record in self.records if record.started), default="")

    @cached_property
    def compared(self) -> int:
        """The number of instances that two or more contestants answered."""
        return sum(sum(1 for cell in self.grid.row(instance) if cell.solved) > 1 for instance in self.grid.instances)

    @cached_property
    def agreement(self) -> Mapping[tuple[str, str], Agreement]:
        """The agreement of each two contestants."""
        names = self.grid.contestants
        return {(one, other): self._agreement(one, other) for one in names for other in names}

    @cached_property
    def _disagreeing(self) -> frozenset[tuple[str, str, str]]:
        pairs = ((dispute.instance, dispute.one, dispute.other) for dispute in self.disputes)
        return frozenset(chain.from_iterable(((at, one, other), (at, other, one)) for at, one, other in pairs))

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


def _strike(record: Record, ground: Reason | None) -> Record:
    """A run as one without an answer, where there is a ground."""
    if ground is None or not is_solved(record):
        return record
    return replace(record, ended=Ended.INVALID, message=record.message or f"wrong: {ground.value}")


def findings(
    title: str,
    records: Sequence[Record],
    environment: Environment,
    disputes: Sequence[Dispute[Solution]] = (),
    folder: str = "",
    proofs: Mapping[str, Certified] | None = None,
) -> Findings:
    """The findings of a campaign from its records and all disputes, those with the referees among them."""
    return Findings(title, tuple(records), environment, tuple(disputes), folder, proofs or {})
