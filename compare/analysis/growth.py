"""Growth: how time and effort rise with the size of the board, and what the next size is expected to take.

An effort is what one solver counts, which depends on no machine. A node of one is no node of another: numbers are
compared within a backend, over its options, sizes and versions; only the memory is the same thing for all. The series
of numbers that figures show, on the page, in matplotlib and in a paper, are made here, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import exp, inf, isinf, log, sqrt

from rookery.backends.contract.answer_data import PEAKS, VOCABULARY
from rookery.compare.analysis.cells import Grid, Measure, effort_of, sample_times
from rookery.compare.analysis.statistics import BRIEF, Interval, Sample
from rookery.compare.records.record import Record
from rookery.core.values import dataclass

FEWEST, TAIL = 3, 4  # points of a line at all, and of one through the last sizes alone
OPEN = 1000.0  # times from the low end of an interval to the high one: beyond, it says nothing
# Start-up hides how the search grows: in times below these seconds, and below this multiple of the least of a series.
NOISE, HEARD = 0.005, 2.0
# The 97.5 % points of Student's t for 1 to 30 degrees of freedom; above, the normal one is at most 4 % short.
STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
NORMAL = 1.960
COMPARABLE = frozenset({"memory"})  # over all backends
Both = tuple[float, float]  # across and up


@dataclass(frozen=True)
class Line:
    """The least-squares line `log(seconds) = start + slope * size` through `points` with what a prediction needs."""

    start: float
    slope: float
    error: float  # the residual standard error of log(seconds)
    mean: float  # of the sizes
    spread: float  # the sum of their squared distances from the mean
    points: int

    def at(self, size: float) -> float:
        """The seconds on the line."""
        return _exp(self._log_at(size))

    def _log_at(self, size: float) -> float:
        return self.start + self.slope * size

    def interval_at(self, size: float) -> Interval:
        """The 95 % interval in which one more time at this size is expected."""
        scatter = sqrt(1 + 1 / self.points + (size - self.mean) ** 2 / self.spread)
        width = student_quantile(self.points - 2) * self.error * scatter
        return Interval(_exp(self._log_at(size) - width), _exp(self._log_at(size) + width))

    @property
    def factor(self) -> float:
        """The factor of time per further row."""
        return _exp(self.slope)

    @property
    def factors(self) -> Interval:
        """The 95 % interval of the factor."""
        width = student_quantile(self.points - 2) * self.error / sqrt(self.spread)
        return Interval(_exp(self.slope - width), _exp(self.slope + width))


def _exp(power: float) -> float:
    """The exponential; infinite if no number is as large."""
    try:
        return exp(power)
    except OverflowError:
        return inf


def student_quantile(freedom: int) -> float:
    """The half width of a 95 % interval, in standard errors."""
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else NORMAL


def fit_line(points: Sequence[tuple[float, float]]) -> Line | None:
    """The line through sizes and seconds; None for fewer than three points or a single size."""
    if len(points) < FEWEST:
        return None
    sizes, logs = [size for size, _ in points], [log(seconds) for _, seconds in points]
    mean, middle = sum(sizes) / len(sizes), sum(logs) / len(logs)
    spread = sum((size - mean) ** 2 for size in sizes)
    if not spread:
        return None
    slope = sum((size - mean) * (value - middle) for size, value in zip(sizes, logs, strict=True)) / spread
    start = middle - slope * mean
    rest = sum((value - start - slope * size) ** 2 for size, value in zip(sizes, logs, strict=True))
    return Line(start, slope, sqrt(rest / (len(points) - 2)), mean, spread, len(points))


@dataclass(frozen=True)
class Growth:
    """The growth of a contestant's time in one series; sizes without a median (`censored`) are not part of the line."""

    series: str
    contestant: str
    medians: tuple[tuple[int, float], ...]
    censored: tuple[int, ...]
    line: Line | None
    noisy: bool  # the line goes through the last sizes alone, where start-up may hide the growth

    @property
    def open(self) -> bool:
        """Return whether the line says too little of the next size to give an interval."""
        if self.line is None:
            return True
        low, high = self.line.interval_at(self.next_size)
        return isinf(high) or high > OPEN * low

    @property
    def expected(self) -> Line | None:
        """The line if it says something beyond its points; None for noise and for an interval without bounds."""
        return None if self.noisy or self.open else self.line

    @property
    def next_size(self) -> int:
        """The first size that was not answered: beyond the line, whether or not it was tried."""
        sizes = [size for size, _ in self.medians]
        step = min((after - before for before, after in pairwise(sizes)), default=1)
        beyond = [size for size in self.censored if size > max(sizes, default=0)]
        return min(beyond) if beyond else max(sizes, default=0) + step


def fit_growths(grid: Grid) -> list[Growth]:
    """The growth of each contestant in each series that has several sizes."""
    return [
        fit_growth(grid, name, who) for name, sizes in grid.series.items() if len(sizes) > 1 for who in grid.contestants
    ]


def fit_growth(grid: Grid, name: str, who: str) -> Growth:
    """The growth of one contestant in one series."""
    samples = {size: sample for size, found in grid.series[name].items() if len(sample := grid.at(found, who))}
    medians = tuple((size, sample.median) for size, sample in samples.items() if not sample.censored)
    censored = tuple(size for size, sample in samples.items() if sample.censored)
    points = [(float(size), seconds) for size, seconds in medians if seconds > 0]
    quiet = max(NOISE, HEARD * min((seconds for _, seconds in points), default=0.0))
    heard = [(size, seconds) for size, seconds in points if seconds >= quiet]
    noisy = len(heard) < FEWEST
    return Growth(name, who, medians, censored, fit_line(points[-TAIL:] if noisy else heard), noisy)


def list_measures(records: Iterable[Record]) -> list[str]:
    """The names of the measures that any run reports, in the order of the vocabulary."""
    there = {name for record in records for name in effort_of(record)}
    return [name for name in VOCABULARY if name in there]


def total_effort(records: Iterable[Record]) -> Mapping[str, int]:
    """The total cost of some runs: sums, and for peaks the largest."""
    total: dict[str, int] = {}
    for record in records:
        for name, number in effort_of(record).items():
            total[name] = max(total.get(name, 0), number) if name in PEAKS else total.get(name, 0) + number
    return {name: total[name] for name in VOCABULARY if name in total}


@dataclass(frozen=True)
class EffortGrowth:
    """The growth of a contestant's effort with the size in one series; `line` needs three sizes and numbers above 0."""

    series: str
    contestant: str
    samples: Mapping[int, Sample]
    line: Line | None


def fit_effort(grid: Grid, series: str, measure: str) -> list[EffortGrowth]:
    """The growth of a measure in one series, of each contestant that reports it."""
    found = (_fit(grid, series, who, measure) for who in grid.contestants)
    return [growth for growth in found if any(sample.times for sample in growth.samples.values())]


def _fit(grid: Grid, series: str, who: str, measure: str) -> EffortGrowth:
    sizes = grid.series[series].items()
    samples = {size: grid.at(instances, who, measure) for size, instances in sizes}
    medians = [(float(size), each.median) for size, each in samples.items() if len(each) and not each.censored]
    return EffortGrowth(series, who, samples, fit_line([(size, median) for size, median in medians if median > 0]))


def list_curves(grid: Grid) -> list[str]:
    """List the families with boards of several sizes: they have a curve."""
    return [name for name, sizes in grid.series.items() if len(sizes) > 1]


def sample_sizes(grid: Grid, family: str, measure: str = Measure.TOTAL) -> Mapping[str, Mapping[int, Sample]]:
    """Sample a measure of each contestant at each size of a family."""
    sizes = grid.series[family].items()
    return {who: {size: grid.at(names, who, measure) for size, names in sizes} for who in grid.contestants}


def rank_medians(grid: Grid, measure: str = Measure.TOTAL) -> Mapping[str, list[float]]:
    """Sort the medians of each contestant, one an instance that it answered: a cactus plot."""
    return {who: _sort_finite(cell.median(measure) for cell in grid.of(who)) for who in grid.contestants}


def rank_ratios(grid: Grid) -> Mapping[str, list[float]]:
    """Sort by how many times each contestant's medians are those of the fastest, an instance that it answered each.

    Medians below `BRIEF` count as that: shorter ones tell more of the machine than of a backend.
    """
    found: dict[str, list[float]] = {who: [] for who in grid.contestants}
    for instance in grid.instances:
        medians = {cell.contestant: max(cell.median(Measure.TOTAL), BRIEF) for cell in grid.row(instance)}
        for who, value in medians.items():
            found[who].append(value / min(medians.values()) if not isinf(value) else inf)
    return {who: _sort_finite(values) for who, values in found.items()}


def rank_best(grid: Grid, measure: str = Measure.TOTAL) -> list[float]:
    """Sort the medians of the virtual best, one an instance that any contestant answered."""
    rows = (grid.row(instance) for instance in grid.instances)
    return _sort_finite(min((cell.median(measure) for cell in row), default=inf) for row in rows)


def _sort_finite(values: Iterable[float]) -> list[float]:
    return sorted(value for value in values if not isinf(value))


def list_phases(grid: Grid) -> Mapping[str, list[Both]]:
    """List the medians of compile and search time of each contestant, an instance each, over the runs that answered."""
    found: dict[str, list[Both]] = {}
    for who in grid.contestants:
        cells = (cell.solved for cell in grid.of(who))
        both = (
            (sample_times(runs, Measure.COMPILE).median, sample_times(runs, Measure.SEARCH).median) for runs in cells
        )
        found[who] = [pair for pair in both if inf not in pair]
    return found


def list_pairs(grid: Grid, one: str, other: str, measure: str = Measure.TOTAL) -> list[Both]:
    """The medians of two contestants on each instance that both have runs of; infinite without an answer.

    An answer that does not report the measure has no point.
    """
    cells = ((ours, theirs) for ours in grid.of(one) if (theirs := grid.cell(ours.instance, other)))
    both = [(cell.median(measure), other.median(measure), cell, other) for cell, other in cells]
    return [
        (x, y) for x, y, ours, theirs in both if (x < inf or ours.total.censored) and (y < inf or theirs.total.censored)
    ]
