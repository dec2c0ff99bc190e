"""The findings of a campaign: its records with the verdict, the analysis and the caveats that follow from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from msgspec.structs import replace

from rookery.compare.analysis import Analysis
from rookery.compare.caveats import list_caveats
from rookery.compare.record import CRASHES, Ended, Record
from rookery.compare.verdict import (
    REFUSED,
    BackendStanding,
    Contested,
    Dispute,
    Reason,
    find_contested,
    judge_contestants,
)

NO_ANSWER = frozenset({Reason.REFUTED, Reason.INCONSISTENT, Reason.KNOWN})


class CampaignOutcome(StrEnum):
    """The outcome of a campaign, the worst first."""

    WRONG = "wrong"  # an answer is wrong, or two contradict each other
    CRASHED = "crashed"  # no two answers contradict each other, and a backend crashed
    UNCOMPARED = "uncompared"  # no instance was answered by two
    AGREED = "agreed"


@dataclass(frozen=True)
class Findings:
    """What reports show of a campaign; `folder` is the folder that keeps it, empty if none does."""

    title: str
    records: Sequence[Record]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""

    @cached_property
    def raw(self) -> Analysis:
        """The runs with all answers, wrong ones too."""
        return Analysis(self.records)

    @cached_property
    def analysis(self) -> Analysis:
        """The runs in which a wrong answer counts as none, and no answer in doubt counts as faster."""
        grounds = {(each.instance, who): ground for each in self.contested for who, ground in each.grounds.items()}
        records = [_strike(record, grounds.get((record.instance, record.contestant))) for record in self.records]
        return Analysis(records, grounds.keys(), frozenset(self.wrong))

    @cached_property
    def contested(self) -> tuple[Contested, ...]:
        """The instances whose answers cannot all be right."""
        return tuple(find_contested(self.records))

    @cached_property
    def standings(self) -> tuple[BackendStanding, ...]:
        """What is held against each contestant, the worst first."""
        return judge_contestants(self.raw, self.contested)

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        """The contestants with a wrong answer."""
        return tuple(each.contestant for each in self.standings if each.wrong)

    @property
    def outcome(self) -> CampaignOutcome:
        """The outcome of the campaign."""
        if not self.sound:
            return CampaignOutcome.WRONG
        if any(each.crashes for each in self.standings):
            return CampaignOutcome.CRASHED
        return CampaignOutcome.AGREED if self.compared else CampaignOutcome.UNCOMPARED

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputes between answers, with published values and with checked solutions."""
        return tuple(each for contested in self.contested for each in contested.disputes if each.about != REFUSED)

    @cached_property
    def refused(self) -> tuple[Record, ...]:
        """The runs whose answer a referee refused."""
        return tuple(record for record in self.records if record.ended is Ended.INVALID)

    @property
    def sound(self) -> bool:
        """Whether no answer is contradicted by another one, a known value or the referees."""
        return not (self.disputes or self.refused)

    @property
    def failed(self) -> bool:
        """Whether an answer does not stand, or every run crashed."""
        return not self.sound or (bool(self.records) and all(record.ended in CRASHES for record in self.records))

    @cached_property
    def unsolved(self) -> Counter[str]:
        """The number of unsolved runs, by how they ended."""
        return Counter(record.reason for record in self.analysis.records if not record.solved)

    @cached_property
    def compared(self) -> int:
        """The number of instances that two or more contestants answered."""
        rows = map(self.analysis.row, self.analysis.instances)
        return sum(sum(bool(cell.solved) for cell in row) > 1 for row in rows)

    @cached_property
    def conditions(self) -> dict[str, str]:
        """The limits, seeds, facts of the machine, and versions of the libraries."""
        limits = dict.fromkeys(record.limits for record in self.records)
        seconds = [f"{limit.seconds:g} s" for limit in limits if limit.seconds is not None]
        memory = [f"{limit.memory / 2**20:,.0f} MiB" for limit in limits if limit.memory is not None]
        starts = sorted(record.started[:16].replace("T", " ") for record in self.records if record.started)
        versions: dict[str, list[str]] = {}
        for name, version in dict.fromkeys(item for record in self.records for item in record.versions.items()):
            versions.setdefault(name, []).append(version)
        rows = {
            "time limit": ", ".join(dict.fromkeys(seconds)) or "none",
            "memory limit": ", ".join(dict.fromkeys(memory)) or "none",
            "seeds": ", ".join(map(str, sorted({record.seed for record in self.records}))),
            "runs": " to ".join(dict.fromkeys([starts[0], starts[-1]])) if starts else "",
            **self.environment,
            **{name: " or ".join(many) for name, many in sorted(versions.items())},
        }
        return {name: text for name, text in rows.items() if text}

    @cached_property
    def caveats(self) -> list[str]:
        """The reasons to doubt the findings, the weightiest first."""
        return list_caveats(self.analysis, self.environment, len({each.instance for each in self.disputes}))


def _strike(record: Record, ground: Reason | None) -> Record:
    """Return a run whose answer is wrong as one that the referees refused."""
    if ground not in NO_ANSWER or not record.solved:
        return record
    return replace(record, ended=Ended.INVALID, message=record.message or f"wrong: {ground}")
