"""Scores: the answers and the speed of each contestant, each pair of them, and the leader."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import inf, log
from typing import NamedTuple

from rookery.compare.analysis.cells import Cell, Grid, sample_times
from rookery.compare.analysis.statistics import (
    BRIEF,
    Ratio,
    Sample,
    geometric_ratio,
    invert,
    ratio_of_medians,
)

ENOUGH = 6  # instances: by chance alone the same one is faster on six of six in 3 % of all cases
HAIR = 1.05  # a smaller ratio is not worth mentioning

Timed = tuple[Sample, Sample]


class PairScore(NamedTuple):
    """Two contestants on the instances that both have runs of; `ratio` is of the medians if both have one.

    `compared` instances are part of the ratio; on the `brief` ones both took too little time to compare them. `decided`
    says that there are instances enough, or that the same one is faster on each of them beyond doubt. If only one of
    them ran out of time, `bound` is the ratio with its limits among the medians: the true one is larger (`at_least`) or
    smaller.
    """

    one: str
    other: str
    ratio: Ratio | None
    compared: int
    only_one: int
    only_other: int
    neither: int
    brief: int = 0
    decided: bool = False
    bound: Ratio | None = None
    at_least: bool = False

    @property
    def best_ratio(self) -> Ratio | None:
        """The ratio that says the most: the bound if it goes further than the ratio itself."""
        return self.bound or self.ratio

    @property
    def clear(self) -> bool:
        """Return whether one of them is faster."""
        found = self.best_ratio
        if found is None or not found.clear or not self.decided or 1 / HAIR < found.value < HAIR:
            return False
        return self.bound is None or self.at_least == (found.value > 1)

    def turn(self) -> "PairScore":
        """The pair with the other one first."""
        alone = self.only_other, self.only_one
        counts = self.compared, *alone, self.neither, self.brief, self.decided
        return PairScore(self.other, self.one, invert(self.ratio), *counts, invert(self.bound), not self.at_least)


class Lead(NamedTuple):
    """The leader; each pair has it as `other`, so that ratios are the rival's time over the leader's.

    `rivals` begin with the closest one.
    """

    leader: str
    rivals: tuple[PairScore, ...]

    @property
    def clear(self) -> bool:
        """Return whether the leader is faster than each rival."""
        return all(pair.clear and (found := pair.best_ratio) is not None and found.value > 1 for pair in self.rivals)


def score_pair(grid: Grid, one: str, other: str, doubtful: Collection[tuple[str, str]] = frozenset()) -> PairScore:
    """Compare two contestants instance by instance, except those on which the answer of either is in doubt."""
    excluded = set(doubtful)
    cells = ((ours, grid.cell(ours.instance, other)) for ours in grid.of(one))
    pairs = [
        (ours.total, theirs.total)
        for ours, theirs in cells
        if theirs and not {(ours.instance, one), (ours.instance, other)} & excluded
    ]
    return compare_times(one, other, pairs)


def compare_times(one: str, other: str, pairs: Sequence[Timed]) -> PairScore:
    """Compare pairs of times: two contestants by instance, or one of them in two campaigns."""
    both = [pair for pair in pairs if not any(sample.censored for sample in pair)]
    heard = [pair for pair in both if max(sample.median for sample in pair) >= BRIEF]
    only_one = [pair for pair in pairs if pair[1].censored and not pair[0].censored]
    only_other = [pair for pair in pairs if pair[0].censored and not pair[1].censored]
    counts = len(heard), len(only_one), len(only_other), len(pairs) - len(both) - len(only_one) - len(only_other)
    limited = [pair for pair in (*only_one, *only_other) if all(sample.at_least for sample in pair)]
    bound = None if (only_one and only_other) or not limited else _measure([*heard, *limited])
    pairs = [*heard, *limited]
    ours, theirs = (all(pair[at].beats(pair[1 - at]) for pair in pairs) for at in (0, 1))
    decided = len(pairs) >= ENOUGH or (bool(pairs) and (ours or theirs))
    return PairScore(one, other, _measure(heard), *counts, len(both) - len(heard), decided, bound, bool(only_other))


def _measure(pairs: Sequence[Timed]) -> Ratio | None:
    """The geometric mean of the ratios; of a single instance that of its medians, with the interval over seeds."""
    if len(pairs) == 1 and not any(sample.censored for sample in pairs[0]):
        return ratio_of_medians(*pairs[0])
    return geometric_ratio([(_floor(one), _floor(other)) for one, other in pairs])


def _floor(sample: Sample) -> float:
    """The median, or the least that a censored one may be."""
    return sample.at_least if sample.censored else sample.median


def find_lead(pairs: Sequence[PairScore]) -> Lead | None:
    """The contestant that the fewest are faster than, then the one with the least time on average."""
    rivals: dict[str, list[PairScore]] = defaultdict(list)
    for pair in pairs:
        if pair.best_ratio:
            rivals[pair.other].append(pair)
            rivals[pair.one].append(pair.turn())
    if not rivals:
        return None
    leader = min(sorted(rivals), key=lambda who: _rank(rivals[who]))
    return Lead(leader, tuple(sorted(rivals[leader], key=_distance)))


def _rank(rivals: Sequence[PairScore]) -> tuple[int, float]:
    """The number of clearly faster rivals, and the average ratio to all rivals."""
    faster = sum(pair.clear and _distance(pair) < 0 for pair in rivals)
    return faster, -sum(map(_distance, rivals)) / len(rivals)


def _distance(pair: PairScore) -> float:
    """The distance of a rival behind the leader, as a logarithm."""
    return log(pair.best_ratio.value) if pair.best_ratio and pair.best_ratio.value > 0 else 0.0


@dataclass(frozen=True)
class Score:
    """The result of one contestant; `total` are the times of its runs, `reasons` why the others are unsolved.

    `wins` is the number of instances on which it is faster than all others beyond doubt.
    """

    contestant: str
    runs: int
    solved: int
    reasons: Mapping[str, int]
    total: Sample
    par2: float | None
    wins: int

    @property
    def share(self) -> float:
        """The share of its runs that it answered: a backend without seeds has fewer runs."""
        return self.solved / self.runs if self.runs else 0.0


@dataclass(frozen=True)
class Scores:
    """The scores of a grid of runs; the answers of some contestants to some instances may be `doubtful`.

    Contestants with a `wrong` answer are not ranked: they win nothing, and are part of no lead.
    """

    grid: Grid
    doubtful: Collection[tuple[str, str]] = frozenset()
    wrong: Collection[str] = frozenset()

    @cached_property
    def table(self) -> tuple[Score, ...]:
        """A score for each contestant, those that answered the largest share first, then the fastest."""
        scores = map(self._score, self.grid.contestants)
        return tuple(
            sorted(
                scores, key=lambda score: (-score.share, (inf if score.par2 is None else score.par2), score.contestant)
            )
        )

    @cached_property
    def fastest(self) -> Mapping[str, tuple[str, ...]]:
        """The contestants that are clearly fastest on each instance; empty if several are about as fast."""
        return {instance: self._fastest(instance) for instance in self.grid.instances}

    def _fastest(self, instance: str) -> tuple[str, ...]:
        row = [cell for cell in self._ranked_row(instance) if (instance, cell.contestant) not in self.doubtful]
        return tuple(
            cell.contestant
            for cell in row
            if len(row) > 1 and all(cell.total.beats(other.total) for other in row if other is not cell)
        )

    @cached_property
    def pair_scores(self) -> tuple[PairScore, ...]:
        """Each pair of contestants."""
        pairs = combinations(self.grid.contestants, 2)
        return tuple(score_pair(self.grid, one, other, self.doubtful) for one, other in pairs)

    @cached_property
    def ranked_pairs(self) -> tuple[PairScore, ...]:
        """Each pair of contestants without a wrong answer."""
        return tuple(pair for pair in self.pair_scores if not {pair.one, pair.other} & set(self.wrong))

    @cached_property
    def lead(self) -> Lead | None:
        """The leader and its lead; None if no two ranked contestants were timed on the same instance."""
        return find_lead(self.ranked_pairs)

    def _ranked_row(self, instance: str) -> list[Cell]:
        """The cells of an instance without contestants that are not ranked; all of them if none is left."""
        row = self.grid.row(instance)
        return [cell for cell in row if cell.contestant not in self.wrong] or row

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
            sum(who in winners for winners in self.fastest.values()),
        )


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None
