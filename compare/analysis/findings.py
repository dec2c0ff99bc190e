"""Findings: everything that a report shows, computed from the records once and shown in several ways."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from rookery.compare.analysis.cells import Cell, Grid, contestant, is_solved, reason
from rookery.compare.analysis.contested import BackendStanding, Contested, Reason, find_contested, judge_contestants
from rookery.compare.analysis.scores import Scores
from rookery.compare.analysis.statistics import BRIEF
from rookery.compare.records.record import Dispute, Ended, Environment, Matter, Record, Solution
from rookery.core.words import amount

VARIATION, FEW_INSTANCES, FEW_SEEDS = 0.10, 10, 5
NO_ANSWER = frozenset({Reason.REFUTED, Reason.INCONSISTENT, Reason.KNOWN})


def caveats(grid: Grid, environment: Environment, disputed: int = 0, wrong: Sequence[str] = ()) -> list[str]:
    """One sentence for each reason to doubt, the weightiest first."""
    return [
        *_answers(grid, disputed, wrong),
        *_machine(environment),
        *_loading(grid),
        *_spread(grid),
        *_extent(grid),
    ]


def _answers(grid: Grid, disputed: int, wrong: Sequence[str]) -> Iterator[str]:
    if disputed:
        yield f"Answers to {amount(disputed, 'instance')} disagree: times of wrong answers are left out."
    if wrong:
        yield f"Not ranked, because an answer is wrong: {', '.join(wrong)}."
    censored = sum(cell.total.censored for cell in grid.cells.values())
    if censored:
        yield (
            f"{amount(censored, 'median')} of {len(grid.cells)} {_is(censored)} censored: too few runs answered, so "
            "only a lower bound is known."
        )
    nobody = sum(
        1
        for instance in grid.instances
        if not any(cell.solved for who in grid.contestants if (cell := grid.cell(instance, who)))
    )
    if nobody:
        yield f"{amount(nobody, 'instance')} {'has' if nobody == 1 else 'have'} no answer from any backend."
    for who in grid.contestants:
        runs = [record for record in grid.records if contestant(record) == who]
        if {(record.ended, record.message) for record in runs} == {(Ended.UNSUPPORTED, runs[0].message)}:
            yield f"{who} refused every question: {runs[0].message}"


def _machine(environment: Environment) -> Iterator[str]:
    cores, parallel = (
        read_number(environment, "cores", "cpus", "processors"),
        read_number(environment, "parallel", "jobs"),
    )
    load = read_number(environment, "load")
    if cores and parallel and parallel > cores:
        yield f"{parallel:g} runs shared {cores:g} cores: times include time spent waiting."
    elif cores and parallel and parallel > 1 and 2 * parallel > cores:
        yield f"{parallel:g} runs at a time on {cores:g} cores share caches and memory: times are a little longer."
    if load is not None and load > 0.25 * (cores or 1):
        yield f"The machine was busy before the campaign began: load {load:g} on {cores or 1:g} cores."


def _loading(grid: Grid) -> Iterator[str]:
    """A run by hand loads its library first: which backends were spared that, and how long it took."""
    spared = {record.backend: record.preloaded for record in grid.records if record.preloaded}
    if spared:
        text = ", ".join(f"{name} {seconds:.2g} s" for name, seconds in sorted(spared.items()))
        yield f"Libraries were loaded once, before the runs and not in their times: {text}."


def read_number(environment: Environment, *words: str) -> float | None:
    """The number in the first fact whose name has one of these words; None if there is no such fact."""
    for word in words:
        for name, text in environment.facts.items():
            if word in re.findall(r"[a-z]+", name.lower()) and (number := re.search(r"\d+(\.\d+)?", text)):
                return float(number[0])
    return None


def _spread(grid: Grid) -> Iterator[str]:
    several = [cell for cell in grid.cells.values() if len(cell.records) > 1]
    wide = [cell for cell in several if cell.total.variation > VARIATION]
    if wide:
        worst = max(wide, key=lambda cell: cell.total.variation)
        yield (
            f"In {len(wide)} of {amount(len(several), 'cell')} the quartiles lie more than 10 % of the median apart, "
            f"the furthest {worst.total.variation:.0%}: {_name_cell(worst)}."
        )
    brief = sum(cell.total.median < BRIEF for cell in grid.cells.values())
    if brief:
        yield f"{amount(brief, 'median')} of {len(grid.cells)} {_is(brief)} under 10 ms, where noise dominates."


def _extent(grid: Grid) -> Iterator[str]:
    seeds = max((len(cell.records) for cell in grid.cells.values()), default=0)
    if seeds == 1:
        yield "One run per instance: there are no intervals, and small differences mean nothing."
    elif seeds < FEW_SEEDS:
        yield f"{seeds} runs per cell give rough intervals; use {FEW_SEEDS} or more seeds."
    if len(grid.instances) < FEW_INSTANCES:
        yield f"{amount(len(grid.instances), 'instance')}: too few for reliable wins and means."


def _name_cell(cell: Cell) -> str:
    return f"{cell.contestant} on {cell.instance}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


class CampaignOutcome(StrEnum):
    """The overall outcome of a campaign, the worst first."""

    WRONG = "wrong"  # an answer is wrong, or two contradict each other
    CRASHED = "crashed"  # no two answers contradict each other, and a backend crashed
    UNCOMPARED = "uncompared"  # no instance was answered by two
    AGREED = "agreed"


@dataclass(frozen=True)
class Findings:
    """A campaign's records with all that follows from them; `verdict` holds every dispute, the weightiest first.

    `folder` says where the campaign was read, where it was.
    """

    title: str
    records: tuple[Record, ...]
    environment: Environment = field(default_factory=Environment)
    verdict: tuple[Dispute[Solution], ...] = ()
    folder: str = ""

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

    @cached_property
    def scores(self) -> Scores:
        """The scores of the contestants: answers and speed; an answer that is in doubt never counts as faster."""
        doubtful = {(each.instance, who): ground for each in self.contested for who, ground in each.grounds.items()}
        return Scores(self.grid, doubtful.keys(), {who for (_, who), ground in doubtful.items() if ground.wrong})

    @cached_property
    def contested(self) -> tuple[Contested, ...]:
        """The instances whose answers cannot all be right, with the claims."""
        return find_contested(self.raw_grid, self.verdict)

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
    def caveats(self) -> list[str]:
        """The caveats of the findings."""
        return caveats(self.grid, self.environment, len(self.disputed), sorted(self.scores.wrong))

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


def _strike(record: Record, ground: Reason | None) -> Record:
    """A run as one without an answer, if there is a ground."""
    if ground is None or not is_solved(record):
        return record
    return replace(record, ended=Ended.INVALID, message=record.message or f"wrong: {ground.value}")


def findings(
    title: str,
    records: Sequence[Record],
    environment: Environment,
    disputes: Sequence[Dispute[Solution]] = (),
    folder: str = "",
) -> Findings:
    """The findings of a campaign from its records and all disputes, those with the referees among them."""
    return Findings(title, tuple(records), environment, tuple(disputes), folder)
