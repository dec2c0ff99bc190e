"""Changes of a campaign since a baseline: times, answers and conditions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf

from rookery.compare.analysis import RUNS_FOR_A_WIN, Cell, Pair, compare_cells
from rookery.compare.caveats import LOAD, read_number
from rookery.compare.findings import Findings
from rookery.compare.record import Record

THRESHOLD = 1.1  # a change of time by less is not worth mentioning
LOADED = 0.5  # a change of load by more may explain a change of time
PASSING = {"runs"}  # the time of the runs differs in any two campaigns


@dataclass(frozen=True)
class Change:
    """The runs of one contestant on one instance, before and after."""

    before: Cell
    after: Cell

    @property
    def ratio(self) -> float:
        """How many times as long the runs take after."""
        return self.after.median / self.before.median if self.before.median else inf


@dataclass(frozen=True)
class Changes:
    """A baseline (`before`) and a campaign (`after`), compared in the cells that both have.

    A time has changed where no runs of the two overlap, and both have four.
    """

    before: Findings
    after: Findings

    @cached_property
    def pairs(self) -> tuple[Change, ...]:
        """The common cells."""
        old = self.before.analysis.cells
        return tuple(Change(old[at], cell) for at, cell in self.after.analysis.cells.items() if at in old)

    @cached_property
    def kinds(self) -> Mapping[str, list[Change]]:
        """The changed cells by kind; the largest changes of time first."""
        both = [pair for pair in self.pairs if not pair.before.censored and not pair.after.censored]
        slower = (each for each in both if each.before.beats(each.after) and each.ratio > THRESHOLD)
        faster = (each for each in both if each.after.beats(each.before) and each.ratio < 1 / THRESHOLD)
        return {
            "with another answer": self._contradictions(),
            "slower": sorted(slower, key=lambda each: -each.ratio),
            "no longer answered": [pair for pair in self.pairs if pair.after.censored and not pair.before.censored],
            "faster": sorted(faster, key=lambda each: each.ratio),
            "newly answered": [pair for pair in self.pairs if pair.before.censored and not pair.after.censored],
        }

    def _contradictions(self) -> list[Change]:
        """Return the cells whose whole answers are no longer the same, wrong ones included."""
        old = self.before.raw.cells
        pairs = (Change(old[at], cell) for at, cell in self.after.raw.cells.items() if at in old)
        both = (pair for pair in pairs if pair.before.solved and pair.after.solved)
        return [pair for pair in both if _answer(pair.before.solved[0]) != _answer(pair.after.solved[0])]

    @cached_property
    def overall(self) -> Mapping[str, Pair]:
        """Each common contestant now (`one`) against itself before (`other`)."""
        mine: dict[str, list[tuple[Cell, Cell]]] = {}
        for pair in self.pairs:
            mine.setdefault(pair.after.contestant, []).append((pair.after, pair.before))
        return {who: compare_cells(f"{who} now", f"{who} before", cells) for who, cells in sorted(mine.items())}

    @property
    def alone(self) -> tuple[int, int]:
        """The number of cells that only the baseline has, and of those that only the campaign has."""
        return len(self.before.analysis.cells) - len(self.pairs), len(self.after.analysis.cells) - len(self.pairs)

    @property
    def repeated(self) -> bool:
        """Whether any cell has enough runs in both for its time to have changed."""
        fewest = (min(len(pair.before.times), len(pair.after.times)) for pair in self.pairs)
        return max(fewest, default=0) >= RUNS_FOR_A_WIN

    @property
    def conditions(self) -> list[tuple[str, str, str]]:
        """The conditions that differ: name, before, after."""
        old, new = self.before.conditions, self.after.conditions
        loads = [read_number(each.environment, LOAD) or 0.0 for each in (self.before, self.after)]
        passing = PASSING if abs(loads[0] - loads[1]) > LOADED else PASSING | {LOAD}
        rows = ((name, old.get(name, ""), new.get(name, "")) for name in {**old, **new} if name not in passing)
        return [(name, before, after) for name, before, after in rows if before != after]


def _answer(record: Record) -> tuple[object, ...]:
    digest = record.solutions_hash if record.want == "all" else None
    return record.said, record.count if record.want != "one" else None, record.orbits, record.objective, digest
