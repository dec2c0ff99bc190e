"""Several campaigns side by side: the first is the baseline of all others, the last is what a report is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rookery.compare.analysis.changes import THRESHOLD, Changes, list_conditions
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.pairs import PairScore


class Condition(NamedTuple):
    """A fact, version or limit with its value in each campaign; empty where a campaign does not say."""

    name: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the campaigns differ in it."""
        return len(set(self.values)) > 1


@dataclass(frozen=True)
class SideBySide:
    """Two or more campaigns, the baseline first."""

    campaigns: tuple[Findings, ...]
    threshold: float = THRESHOLD

    @property
    def baseline(self) -> Findings:
        """What the others are compared with."""
        return self.campaigns[0]

    @property
    def latest(self) -> Findings:
        """What the report is about."""
        return self.campaigns[-1]

    @cached_property
    def changes(self) -> tuple[Changes, ...]:
        """Each later campaign against the baseline."""
        return tuple(Changes(self.baseline, each, self.threshold) for each in self.campaigns[1:])

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """Who takes part in any of them, by name."""
        return tuple(sorted({who for each in self.campaigns for who in each.grid.contestants}))

    @cached_property
    def speeds(self) -> Mapping[str, Sequence[PairScore | None]]:
        """How each contestant compares with the baseline, one for each later campaign; None where one has no such."""
        return {who: [each.overall.get(who) for each in self.changes] for who in self.contestants}

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The facts, versions and limits of all campaigns; those that differ first."""
        given = [list_conditions(each) for each in self.campaigns]
        names = dict.fromkeys(name for each in given for name in each)
        rows = [Condition(name, tuple(each.get(name, "") for each in given)) for name in names]
        return tuple(sorted(rows, key=lambda row: not row.differs))
