"""Changes: what became slower or faster since a baseline."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

from rookery.compare.analysis.cells import Cell
from rookery.compare.analysis.findings import Findings, read_number
from rookery.compare.analysis.scores import PairScore, compare_times
from rookery.compare.analysis.statistics import Ratio, ratio_of_medians
from rookery.compare.records.record import Record

THRESHOLD = 1.1  # a change by less is none
NOTICEABLE = 0.01  # seconds; a change by less is the clock's


@dataclass(frozen=True)
class Change:
    """The runs of one contestant on one instance, before and after; `ratio` says how many times as long they take."""

    before: Cell
    after: Cell
    ratio: Ratio | None

    @property
    def name(self) -> str:
        """The contestant and the instance of a time."""
        return f"{self.after.contestant} on {self.after.instance}"


@dataclass(frozen=True)
class Changes:
    """A campaign (`after`) and a baseline (`before`); cells that only one of them has are not compared."""

    before: Findings
    after: Findings

    @cached_property
    def pairs(self) -> tuple[Change, ...]:
        """The cells that both have."""
        found = ((self.before.grid.cell(*place), cell) for place, cell in self.after.grid.cells.items())
        return tuple(Change(old, new, ratio_of_medians(new.total, old.total)) for old, new in found if old is not None)

    @cached_property
    def slower(self) -> tuple[Change, ...]:
        """The changes to clearly longer times, the largest first."""
        found = (change for change in self._clear() if change.ratio and change.ratio.value > THRESHOLD)
        return tuple(sorted(found, key=lambda change: -_value(change)))

    @cached_property
    def faster(self) -> tuple[Change, ...]:
        """The changes to clearly shorter times, the largest first."""
        found = (change for change in self._clear() if change.ratio and change.ratio.value < 1 / THRESHOLD)
        return tuple(sorted(found, key=_value))

    def _clear(self) -> Iterator[Change]:
        """The changes whose interval leaves no doubt, and that are large enough to be noticed."""
        for change in self.pairs:
            apart = abs(change.after.total.median - change.before.total.median)
            if change.ratio and change.ratio.clear and apart >= NOTICEABLE:
                yield change

    @cached_property
    def lost(self) -> tuple[Change, ...]:
        """The cells that lost their median."""
        return tuple(pair for pair in self.pairs if pair.after.total.censored and not pair.before.total.censored)

    @cached_property
    def gained(self) -> tuple[Change, ...]:
        """The cells that gained a median."""
        return tuple(pair for pair in self.pairs if pair.before.total.censored and not pair.after.total.censored)

    @cached_property
    def contradictions(self) -> tuple[Change, ...]:
        """Whole answers that are no longer the same."""
        both = (pair for pair in self._raw_pairs if pair.before.solved and pair.after.solved)
        return tuple(pair for pair in both if _answer(pair.before.solved[0]) != _answer(pair.after.solved[0]))

    @property
    def _raw_pairs(self) -> Iterator[Change]:
        """The cells that both have, wrong answers among them."""
        old = self.before.raw_grid.cells
        return (Change(old[at], new, None) for at, new in self.after.raw_grid.cells.items() if at in old)

    @cached_property
    def overall(self) -> Mapping[str, PairScore]:
        """The score of each common contestant against itself: `one` is now, `other` before."""
        both = [who for who in self.after.grid.contestants if who in self.before.grid.contestants]
        return {who: self._overall(who) for who in both}

    def _overall(self, who: str) -> PairScore:
        mine = [(pair.after.total, pair.before.total) for pair in self.pairs if pair.after.contestant == who]
        return compare_times(f"{who} now", f"{who} before", mine)

    @cached_property
    def alone(self) -> tuple[int, int]:
        """The number of cells that only the baseline has, and of those that only the campaign has."""
        return len(self.before.grid.cells) - len(self.pairs), len(self.after.grid.cells) - len(self.pairs)

    @cached_property
    def conditions(self) -> list[tuple[str, str, str]]:
        """The facts, versions and limits that differ: name, before, after."""
        before, after = list_conditions(self.before), list_conditions(self.after)
        loads = [read_number(each.environment, "load") or 0.0 for each in (self.before, self.after)]
        if abs(loads[0] - loads[1]) > LOADED:
            before["load at start"], after["load at start"] = (f"{load:g}" for load in loads)
        names = dict.fromkeys([*before, *after])
        rows = ((name, before.get(name, ""), after.get(name, "")) for name in names)
        return [(name, old, new) for name, old, new in rows if old != new]

    @property
    def chance(self) -> float:
        """The probability that an unchanged cell looks changed: all runs of one campaign precede the other's."""
        runs = [min(len(pair.before.total), len(pair.after.total)) for pair in self.pairs]
        return max([0.05, *(2 / comb(2 * count, count) for count in runs if count > 1)])

    @property
    def repeated(self) -> bool:
        """Return whether there are runs enough for intervals, without which nothing is called slower."""
        return any(len(pair.before.total) > 1 and len(pair.after.total) > 1 for pair in self.pairs)


def _value(change: Change) -> float:
    return change.ratio.value if change.ratio else 1.0


def _answer(record: Record) -> tuple[object, ...]:
    hashed = record.solutions_hash if record.want == "all" else None
    return record.said, record.count if record.want != "one" else None, record.orbits, record.objective, hashed


PASSING = ("started", "load")
LOADED = 0.5  # a change of load by more may explain a change of time


def list_conditions(found: Findings) -> dict[str, str]:
    """The conditions that may explain a change: the environment without facts that always differ, limits, versions."""
    facts = {name: text for name, text in found.environment.facts.items() if not name.startswith(PASSING)}
    limits = ", ".join(sorted({f"{record.limits.seconds:g} s" for record in found.records if record.limits.seconds}))
    versions = {name: version for record in found.records for name, version in record.versions.items()}
    return {"time limit": limits} | versions | facts
