"""Pairs of contestants: how many times as long one takes as the other, and who leads them all."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import log
from typing import NamedTuple

from rookery.compare.analysis.cells import Grid
from rookery.compare.analysis.statistics import BRIEF, Ratio, Sample, geometric_ratio, invert, ratio_of_medians

ENOUGH = 6  # instances: by chance alone the same one is faster on six of six in 3 % of all cases
HAIR = 1.05  # a smaller ratio is no difference that anybody speaks of

Timed = tuple[Sample, Sample]


class PairScore(NamedTuple):
    """Two contestants on the instances that both have runs of; `ratio` is of the medians where both have one.

    `compared` instances are part of the ratio; on the `brief` ones both took too little time to say who is faster.
    `decided` says that there are instances enough, or that the same one is faster on each of them beyond doubt. Where
    only one of them ran out of time, `bound` is the ratio with its limits among the medians: the true one is larger
    (`at_least`) or smaller.
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
        """The ratio that says the most: the bound where it goes further than the ratio itself."""
        return self.bound or self.ratio

    @property
    def clear(self) -> bool:
        """Whether one of them is faster."""
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
    """Who leads; each pair has the leader as `other`, so that ratios say how many times as long the rival takes.

    `rivals` begin with the closest one.
    """

    leader: str
    rivals: tuple[PairScore, ...]

    @property
    def clear(self) -> bool:
        """Whether the leader is faster than each rival."""
        return all(pair.clear and (found := pair.best_ratio) is not None and found.value > 1 for pair in self.rivals)


def score_pair(grid: Grid, one: str, other: str, doubtful: Collection[tuple[str, str]] = frozenset()) -> PairScore:
    """Compare two contestants instance by instance, but where the answer of either is in doubt."""
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
    decided = _is_decided([*heard, *limited])
    return PairScore(one, other, _measure(heard), *counts, len(both) - len(heard), decided, bound, bool(only_other))


def _measure(pairs: Sequence[Timed]) -> Ratio | None:
    """The geometric mean of the ratios; of a single instance that of its medians, with the interval over seeds."""
    if len(pairs) == 1 and not any(sample.censored for sample in pairs[0]):
        return ratio_of_medians(*pairs[0])
    return geometric_ratio([(_floor(one), _floor(other)) for one, other in pairs])


def _floor(sample: Sample) -> float:
    """The median, or the least that a censored one may be."""
    return sample.at_least if sample.censored else sample.median


def _is_decided(pairs: Sequence[Timed]) -> bool:
    ours, theirs = (all(pair[at].beats(pair[1 - at]) for pair in pairs) for at in (0, 1))
    return len(pairs) >= ENOUGH or (bool(pairs) and (ours or theirs))


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
    """How many are clearly faster, and how much longer it takes than its rivals on average."""
    faster = sum(pair.clear and _distance(pair) < 0 for pair in rivals)
    return faster, -sum(map(_distance, rivals)) / len(rivals)


def _distance(pair: PairScore) -> float:
    """How far a rival lies behind, as a logarithm."""
    return log(pair.best_ratio.value) if pair.best_ratio and pair.best_ratio.value > 0 else 0.0
