"""Statistics of times, in which runs without an answer stay visible: quartiles, intervals, ratios."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, exp, floor, inf, isinf, log
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from rookery.core.runtime import has_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Bits = NDArray[np.uint32]

RESAMPLES, SEED, COVERAGE = 1000, 1, 0.95
ASSUMED = 1.41  # a single run is taken to be uncertain by this factor: a formula shuffled takes 25 % more or less
BRIEF = 0.01  # seconds; the clock and the scheduler are part of anything shorter
PENALTY = 2  # PAR-2 charges a run without an answer twice its limit


class Interval(NamedTuple):
    """The ends of a 95 % interval; `inf` if it is open."""

    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside."""
        return value < self.low or value > self.high


@dataclass(frozen=True)
class Sample:
    """Seconds of runs that answered, and for each run without an answer how long it was given (0 if it crashed).

    Runs without an answer rank behind all others: a quantile that falls among them is infinite, never an average.
    """

    times: tuple[float, ...]
    cut: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.times) + len(self.cut)

    @cached_property
    def ranked(self) -> tuple[float, ...]:
        """All runs in order, those without an answer as infinite."""
        return (*sorted(self.times), *(inf for _ in self.cut))

    @cached_property
    def median(self) -> float:
        """The median; infinite if it is censored."""
        return quantile(self.ranked, 0.5)

    @property
    def censored(self) -> bool:
        """Return whether too few runs answered to know the median."""
        return isinf(self.median)

    @property
    def at_least(self) -> float:
        """A lower bound of the median, known from the limits of the runs without an answer."""
        return quantile(sorted((*self.times, *self.cut)), 0.5)

    @property
    def quartiles(self) -> Interval:
        """The first and the third quartile."""
        return Interval(quantile(self.ranked, 0.25), quantile(self.ranked, 0.75))

    @property
    def variation(self) -> float:
        """The interquartile range as a share of the median; 0 if there is no median or no spread to see."""
        low, high = self.quartiles
        return 0.0 if self.censored or isinf(high) or not self.median else (high - low) / self.median

    @cached_property
    def interval(self) -> Interval | None:
        """The bootstrap interval of the median over seeds; None for fewer than two runs, and without numpy."""
        return _between(resampled_medians(self)) if _can_resample(len(self)) else None

    @property
    def likely(self) -> Interval:
        """The likely range of the median: its interval, and for a single run an assumed factor."""
        return self.interval or Interval(self.median / ASSUMED, self.median * ASSUMED)

    def beats(self, other: "Sample") -> bool:
        """Return whether it is faster beyond doubt: by more than the noise of the clock, and the intervals do not
        overlap.

        A contestant with an answer beats one without, except a time-out within the noise of the median.
        """
        if self.censored:
            return False
        if other.censored:
            return not other.at_least or self.likely.high < other.at_least
        return other.median - self.median >= BRIEF and self.likely.high < other.likely.low


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of ordered values, interpolated; infinite when one of the two that it lies between is."""
    if not ordered:
        return inf
    place = share * (len(ordered) - 1)
    low, high = ordered[floor(place)], ordered[ceil(place)]
    return low if low == high else low + (high - low) * (place - floor(place))


def _can_resample(runs: int) -> bool:
    """Return whether there is an interval: of several runs, and where numpy is there to draw of them."""
    return runs > 1 and has_numpy()


def _mix(bits: "Bits") -> "Bits":
    """Numbers of 32 bits, mixed: `lowbias32` of Chris Wellons' hash prospector."""
    import numpy as np

    for shift, factor in ((16, 0x21F0AAAD), (15, 0xD35A2D97)):
        bits = np.bitwise_xor(bits, np.right_shift(bits, shift)) * np.uint32(factor)
    return np.bitwise_xor(bits, np.right_shift(bits, 15))


@lru_cache(maxsize=256)
def _draws(size: int, seed: int) -> "NDArray[np.int64]":
    """The same resamples for all samples of one size, drawn once."""
    import numpy as np

    start = _mix(np.array([seed], np.uint32))
    bits = _mix(np.arange(RESAMPLES * size, dtype=np.uint32) + start)
    return ((bits.astype(np.uint64) * np.uint64(size)) >> np.uint64(32)).astype(np.int64).reshape(RESAMPLES, size)


def resampled_medians(sample: Sample, seed: int = SEED) -> "Numbers":
    """The medians of bootstrap resamples, of shape `(RESAMPLES,)`."""
    import numpy as np

    size = len(sample)
    drawn = np.sort(np.asarray(sample.ranked)[_draws(size, seed)], axis=1)
    middle: Numbers = (drawn[:, (size - 1) // 2] + drawn[:, size // 2]) / 2
    return middle


def _between(values: "Numbers", unknown: tuple[float, float] = (0.0, inf)) -> Interval:
    """The interval that holds the middle share of the values; what is not a number widens it on both sides."""
    import numpy as np

    tail = (1 - COVERAGE) / 2
    low, high = (np.sort(np.where(np.isnan(values), other, values)).tolist() for other in unknown)
    return Interval(quantile(low, tail), quantile(high, 1 - tail))


class Ratio(NamedTuple):
    """A ratio of times, with its interval if there are several runs."""

    value: float
    interval: Interval | None

    @property
    def clear(self) -> bool:
        """Return whether the interval leaves no doubt about the faster one."""
        return self.interval is not None and self.interval.excludes(1.0)


def ratio_of_medians(one: Sample, other: Sample) -> Ratio | None:
    """The median time of the runs of `one` over that of `other`; None if a median is censored."""
    if one.censored or other.censored or not other.median:
        return None
    if not _can_resample(min(len(one), len(other))):
        return Ratio(one.median / other.median, None)
    import numpy as np

    above, below = resampled_medians(one, SEED), resampled_medians(other, SEED + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return Ratio(one.median / other.median, _between(above / below))


def invert(ratio: Ratio | None) -> Ratio | None:
    """The ratio the other way round."""
    if ratio is None:
        return None
    value = 1 / ratio.value if ratio.value else inf
    if ratio.interval is None:
        return Ratio(value, None)
    low, high = ratio.interval
    return Ratio(value, Interval(1 / high if high else inf, 1 / low if low else inf))


def geometric_ratio(pairs: Sequence[tuple[float, float]]) -> Ratio | None:
    """The geometric mean of ratios pair by pair, with a bootstrap interval over the pairs; None without any."""
    logs = [log(one / other) for one, other in pairs if one > 0 and other > 0]
    if not logs:
        return None
    value = exp(fmean(logs))
    if not _can_resample(len(logs)):
        return Ratio(value, None)
    import numpy as np

    return Ratio(value, _between(np.exp(np.array(logs)[_draws(len(logs), SEED)].mean(axis=1))))


def par2(times: Sequence[float | None], limit: float | None) -> float | None:
    """The mean seconds, each run without an answer (None) charged twice the limit; None if it had no limit."""
    if not times or (limit is None and None in times):
        return None
    return sum(PENALTY * (limit or 0.0) if seconds is None else seconds for seconds in times) / len(times)
