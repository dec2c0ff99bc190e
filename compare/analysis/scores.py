"""Scores: how many runs each contestant answered, how fast, and what the others would miss without it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import inf
from typing import NamedTuple

from rookery.compare.analysis.cells import Cell, Grid, Measure, is_solved, sample_times, seconds_of
from rookery.compare.analysis.pairs import Lead, PairScore, find_lead, score_pair
from rookery.compare.analysis.statistics import Sample, shifted_geometric_mean
from rookery.compare.records.record import Record


class Mean(NamedTuple):
    """A mean of times; a floor where runs without an answer went into it with their limits alone."""

    value: float
    floor: bool


@dataclass(frozen=True)
class Score:
    """What one contestant achieved; `total` are the times of its runs, `reasons` why the others are unsolved, `phases`
    the times of those that answered, by what was timed.

    `wins` are the instances on which it is faster than all others beyond doubt, `unique` those that nobody else
    answered, `contribution` the seconds of PAR-2 an instance that the virtual best would lose without it.
    """

    contestant: str
    runs: int
    solved: int
    reasons: Mapping[str, int]
    total: Sample
    par2: float | None
    mean: Mean | None
    wins: int
    unique: int
    contribution: float | None
    phases: Mapping[Measure, Sample]

    @property
    def share(self) -> float:
        """Which part of its runs it answered: who takes no seeds has fewer of them."""
        return self.solved / self.runs if self.runs else 0.0


@dataclass(frozen=True)
class Virtual:
    """The virtual best: on each instance whoever is fastest."""

    instances: int
    solved: int
    par2: float | None
    mean: Mean | None


@dataclass(frozen=True)
class Scores:
    """The scores of a grid of runs; the answers of some contestants to some instances may be `doubtful`."""

    grid: Grid
    doubtful: Collection[tuple[str, str]] = frozenset()

    @cached_property
    def table(self) -> tuple[Score, ...]:
        """A score for each contestant, those that answered the largest share first, then the fastest."""
        scores = map(self._score, self.grid.contestants)
        return tuple(sorted(scores, key=lambda score: (-score.share, _or_inf(score.par2), score.contestant)))

    @cached_property
    def fastest(self) -> Mapping[str, tuple[str, ...]]:
        """Who is faster than all others on each instance beyond doubt; nobody where several are about as fast."""
        return {instance: self._fastest(instance) for instance in self.grid.instances}

    def _fastest(self, instance: str) -> tuple[str, ...]:
        row = [cell for cell in self._row(instance) if (instance, cell.contestant) not in self.doubtful]
        return tuple(
            cell.contestant
            for cell in row
            if len(row) > 1 and all(cell.total.beats(other.total) for other in row if other is not cell)
        )

    @cached_property
    def virtual(self) -> Virtual:
        """What somebody would reach who knew whom to ask."""
        best = [self._least(instance) for instance in self.grid.instances]
        solved = sum(any(cell.solved for cell in self._row(instance)) for instance in self.grid.instances)
        return Virtual(len(best), solved, _mean(best), _shifted_mean(map(self._quickest, self.grid.instances)))

    @cached_property
    def pair_scores(self) -> tuple[PairScore, ...]:
        """Each pair of contestants."""
        pairs = combinations(self.grid.contestants, 2)
        return tuple(score_pair(self.grid, one, other, self.doubtful) for one, other in pairs)

    @cached_property
    def lead(self) -> Lead | None:
        """Who leads, and how far; None where no two were timed on the same instance."""
        return find_lead(self.pair_scores)

    def _score(self, who: str) -> Score:
        cells = self.grid.of(who)
        records = [record for cell in cells for record in cell.records]
        total = sample_times(records)
        reasons: Counter[str] = sum((cell.reasons for cell in cells), Counter())
        return Score(
            who,
            len(records),
            sum(len(cell.solved) for cell in cells),
            reasons,
            total,
            _mean([cell.penalised for cell in cells]),
            _shifted_mean(map(_seconds_taken, records)),
            sum(who in winners for winners in self.fastest.values()),
            sum(self._is_unique(cell) for cell in cells),
            self._contribution(who),
            {measure: sample_times(filter(is_solved, records), measure) for measure in Measure},
        )

    def _row(self, instance: str) -> list[Cell]:
        found = (self.grid.cell(instance, who) for who in self.grid.contestants)
        return [cell for cell in found if cell is not None]

    def _is_unique(self, cell: Cell) -> bool:
        return bool(cell.solved) and not any(
            other.solved for other in self._row(cell.instance) if other.contestant != cell.contestant
        )

    def _least(self, instance: str, without: str | None = None) -> float | None:
        """The least PAR-2 on an instance; without anybody left it is that of a time-out, twice the limit."""
        row = self._row(instance)
        charged = [cell.penalised for cell in row if cell.contestant != without]
        if None in charged:
            known = [seconds for seconds in charged if seconds is not None]
            return min(known) if known else None
        limit = row[0].records[0].limits.seconds
        left_over = inf if limit is None else 2 * limit
        least = min((seconds for seconds in charged if seconds is not None), default=left_over)
        return None if least == inf else least

    def _contribution(self, who: str) -> float | None:
        both = [(self._least(instance, without=who), self._least(instance)) for instance in self.grid.instances]
        return _mean([None if None in pair else pair[0] - pair[1] for pair in both])  # type: ignore[operator]

    def _quickest(self, instance: str) -> tuple[float, bool]:
        """The least median on an instance; where nobody has one the limit, and False."""
        row = self._row(instance)
        least = min((cell.total.median for cell in row), default=inf)
        return (row[0].records[0].limits.seconds or 0.0, False) if least == inf else (least, True)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None


def _shifted_mean(taken: Iterable[tuple[float, bool]]) -> Mean | None:
    """The mean of seconds, a floor where some of them (False) brought no answer."""
    runs = list(taken)
    value = shifted_geometric_mean([seconds for seconds, _ in runs])
    return None if value is None else Mean(value, not all(answered for _, answered in runs))


def _seconds_taken(record: Record) -> tuple[float, bool]:
    """The seconds of a run; one without an answer took its limit, whatever ended it: a crash is no quick answer."""
    if is_solved(record):
        return seconds_of(record) or 0.0, True
    return record.limits.seconds or record.wall or 0.0, False


def _or_inf(value: float | None) -> float:
    return inf if value is None else value
