"""Who is faster: cells, scores and pairs of contestants.

A run without an answer counts as infinite time in medians, and as twice its limit in PAR-2.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb, exp, inf, isinf, log, sqrt
from statistics import NormalDist, fmean, median, median_low, stdev
from typing import NamedTuple

from rookery.compare.problems import WANTED
from rookery.compare.record import Record

BRIEF = 0.01  # seconds: the clock and the scheduler dominate anything shorter
RUNS_FOR_A_WIN = 4  # by chance, four and four runs of equal backends are apart in 2 of comb(8, 4) = 70 cases: 3 %
ENOUGH = 6  # runs or instances: the range of fewer values covers their median with less than 95 %
MISSED = 0.05  # probability that an interval misses what it estimates
HAIR = 1.05  # a smaller ratio is not worth mentioning
PENALTY = 2  # PAR-2 charges a run without an answer twice its limit

Span = tuple[float, float]


def series(record: Record) -> str:
    """Return the family of a record's instance, with what is wanted of it."""
    return f"{record.family}{WANTED[record.want]}{' up to symmetry' if record.up_to_symmetry else ''}"


def median_interval(ordered: Sequence[float]) -> Span | None:
    """Return a 95 % interval of the median, which assumes no distribution; None for fewer than six values.

    The median is missed if fewer than `rank` of the values lie below it, or above it.
    """
    size, rank, missed = len(ordered), 0, 0.0
    if size < ENOUGH:
        return None
    while 2 * (missed + comb(size, rank) / 2**size) <= MISSED:
        missed += comb(size, rank) / 2**size
        rank += 1
    return ordered[rank - 1], ordered[size - rank]


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, within 0.2 % from five degrees of freedom on (Cornish and Fisher)."""
    z = NormalDist().inv_cdf(1 - MISSED / 2)
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


@dataclass(frozen=True)
class Cell:
    """Some runs of one contestant: all seeds on one instance, or on all instances of a size."""

    records: tuple[Record, ...]

    @property
    def instance(self) -> str:
        """The instance of the first run."""
        return self.records[0].instance

    @property
    def contestant(self) -> str:
        """The contestant that made the runs."""
        return self.records[0].contestant

    @property
    def name(self) -> str:
        """The contestant and the instance: `sat (8 queens on an 8x8 board)`."""
        return f"{self.contestant} ({self.instance})"

    @cached_property
    def times(self) -> tuple[float, ...]:
        """Seconds in ascending order; infinite for runs without an answer."""
        return tuple(sorted(record.seconds for record in self.records))

    @cached_property
    def median(self) -> float:
        """Median seconds; infinite if too few runs answered."""
        return median(self.times)

    @property
    def censored(self) -> bool:
        """Whether too few runs answered to know the median."""
        return isinf(self.median)

    @cached_property
    def at_least(self) -> float:
        """A lower bound of the median, from the limits of the runs that timed out; 0 if nothing is known.

        Half of the runs or more without a limit to go by, such as crashes, leave the median unknown.
        """
        least = [record.least_seconds for record in self.records]
        return median(least) if median_low(least) else 0.0

    @cached_property
    def interval(self) -> Span | None:
        """The 95 % interval of the median; None for fewer than six runs."""
        return median_interval(self.times)

    @property
    def spread(self) -> Span:
        """The interval of the median, or the fastest and the slowest of fewer than six runs."""
        return self.interval or (self.times[0], self.times[-1])

    @cached_property
    def solved(self) -> tuple[Record, ...]:
        """The runs that answered."""
        return tuple(record for record in self.records if record.solved)

    @cached_property
    def reasons(self) -> Counter[str]:
        """How the other runs ended."""
        return Counter(record.reason for record in self.records if not record.solved)

    @cached_property
    def par2(self) -> float | None:
        """Mean seconds, with twice the limit for a run without an answer; None if such a run had no limit."""
        penalties = [PENALTY * (record.limits.seconds or inf) for record in self.records]
        charged = [min(record.seconds, limit) for record, limit in zip(self.records, penalties, strict=True)]
        return None if inf in charged else fmean(charged)

    def beats(self, other: "Cell") -> bool:
        """Return whether each run is faster than each of the other's, and the medians are at least 10 ms apart.

        Both need four runs. A run that timed out counts with its limit; one that crashed or was refused never answers.
        """
        if min(len(self.times), len(other.times)) < RUNS_FOR_A_WIN:
            return False
        rival = sorted(record.least_seconds or record.seconds for record in other.records)
        return self.times[-1] < rival[0] and median(rival) - self.median >= BRIEF


class Ratio(NamedTuple):
    """A ratio of times; `exact` says whether `low` and `high` are a 95 % interval, or the range of a few values."""

    value: float
    low: float
    high: float
    exact: bool

    @property
    def clear(self) -> bool:
        """Whether the interval excludes 1."""
        return self.exact and not self.low <= 1 <= self.high


def geometric_mean(ratios: Sequence[float]) -> Ratio | None:
    """Return the geometric mean of positive ratios with Student's interval of the mean logarithm; None without any."""
    logs = [log(ratio) for ratio in ratios if 0 < ratio < inf]
    if not logs:
        return None
    mean = fmean(logs)
    if len(logs) < ENOUGH:
        return Ratio(exp(mean), exp(min(logs)), exp(max(logs)), exact=False)
    half = student(len(logs) - 1) * stdev(logs) / sqrt(len(logs))
    return Ratio(exp(mean), exp(mean - half), exp(mean + half), exact=True)


@dataclass(frozen=True)
class Pair:
    """Two contestants on the instances that both ran; `ratio` is the time of `one` over that of `other`.

    Both answered the `compared` instances, and the `brief` ones in less than 10 ms, which are not part of the ratio.
    If only one of them ran out of time, its limit stands for its median on the `limited` instances, and the true ratio
    is more (`bound` is "≥") or less ("≤"). `clear` says that one is faster: by the interval over six instances or more,
    or by a win on each.
    """

    one: str
    other: str
    ratio: Ratio | None
    compared: int
    only_one: int
    only_other: int
    brief: int
    limited: int
    bound: str
    clear: bool

    @property
    def distance(self) -> float:
        """The logarithm of the ratio; positive if `one` is slower."""
        return log(self.ratio.value) if self.ratio else 0.0


def compare_cells(one: str, other: str, cells: Iterable[tuple[Cell, Cell]]) -> Pair:
    """Compare two contestants by instance, or one of them in two campaigns."""
    cells = list(cells)
    both = [pair for pair in cells if not (pair[0].censored or pair[1].censored)]
    compared = [pair for pair in both if max(pair[0].median, pair[1].median) >= BRIEF]
    only_one = [pair for pair in cells if pair[1].censored and not pair[0].censored]
    only_other = [pair for pair in cells if pair[0].censored and not pair[1].censored]
    one_sided = [] if only_one and only_other else only_one + only_other
    limited = [pair for pair in one_sided if pair[0].at_least and pair[1].at_least]
    bound = "" if not limited else "≥" if only_other else "≤"
    used = compared + limited
    medians = [[each.at_least if each.censored else each.median for each in pair] for pair in used]
    ratio = geometric_mean([ours / theirs for ours, theirs in medians if theirs])
    won = bool(used) and any(all(pair[at].beats(pair[1 - at]) for pair in used) for at in (0, 1))
    clear = ratio is not None and (won or ratio.clear) and not 1 / HAIR < ratio.value < HAIR
    if ratio and bound:  # a bound on the side of 1 leaves open who is faster
        clear = clear and (bound == "≥") == (ratio.value > 1)
    counts = len(compared), len(only_one), len(only_other), len(both) - len(compared), len(limited)
    return Pair(one, other, ratio, *counts, bound, clear)


@dataclass(frozen=True)
class Score:
    """The result of one contestant over all instances.

    `wins` counts the instances on which it beats every other one; None for a contestant with a wrong answer.
    """

    contestant: str
    runs: Cell
    par2: float | None
    wins: int | None

    @property
    def share(self) -> float:
        """The share of the runs that answered; contestants may have different numbers of runs."""
        return len(self.runs.solved) / len(self.runs.records)


@dataclass(frozen=True)
class Analysis:
    """Records by instance and contestant, with the scores and pairs that follow from them.

    No ratio and no win counts a `doubtful` answer, a pair of instance and contestant. Contestants in `wrong` win
    nothing and are not ranked.
    """

    records: Sequence[Record]
    doubtful: Collection[tuple[str, str]] = frozenset()
    wrong: Collection[str] = frozenset()

    @cached_property
    def cells(self) -> Mapping[tuple[str, str], Cell]:
        """The cells that have runs, by instance and contestant."""
        runs: dict[tuple[str, str], list[Record]] = defaultdict(list)
        for record in self.records:
            runs[record.instance, record.contestant].append(record)
        return {place: Cell(tuple(sorted(found, key=lambda record: record.seed))) for place, found in runs.items()}

    @cached_property
    def instances(self) -> Mapping[str, Record]:
        """A record of each instance, ordered by series, size and name."""
        first = {record.instance: record for record in reversed(self.records)}
        return dict(sorted(first.items(), key=lambda item: (series(item[1]), item[1].size, item[0])))

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """The names of the contestants."""
        return tuple(sorted({who for _, who in self.cells}))

    @cached_property
    def by_size(self) -> Mapping[str, Mapping[int, Mapping[str, Cell]]]:
        """Cells of all instances of a size, by series, size and contestant."""
        grouped: dict[tuple[str, int, str], list[Record]] = defaultdict(list)
        for record in self.records:
            grouped[series(record), record.size, record.contestant].append(record)
        found: dict[str, dict[int, dict[str, Cell]]] = {}
        for (name, size, who), records in sorted(grouped.items(), key=lambda item: item[0]):
            found.setdefault(name, {}).setdefault(size, {})[who] = Cell(tuple(records))
        return found

    def row(self, instance: str) -> list[Cell]:
        """Return the cells of one instance, in the order of the contestants."""
        return [cell for who in self.contestants if (cell := self.cells.get((instance, who)))]

    def column(self, who: str) -> list[Cell]:
        """Return the cells of one contestant, in the order of the instances."""
        return [cell for instance in self.instances if (cell := self.cells.get((instance, who)))]

    @cached_property
    def winners(self) -> Mapping[str, str]:
        """The contestant that beats all others on an instance; instances without one are left out."""
        found = {}
        for instance in self.instances:
            rivals = [cell for cell in self.row(instance) if self._counts(cell) and cell.contestant not in self.wrong]
            for cell in rivals:
                if len(rivals) > 1 and all(cell.beats(other) for other in rivals if other is not cell):
                    found[instance] = cell.contestant
        return found

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """A score for each contestant: those that answered the largest share first, then by PAR-2."""
        wins = Counter(self.winners.values())
        found = [self._score(who, None if who in self.wrong else wins[who]) for who in self.contestants]
        return tuple(sorted(found, key=lambda each: (-each.share, inf if each.par2 is None else each.par2)))

    def _score(self, who: str, wins: int | None) -> Score:
        cells = self.column(who)
        charged = [cell.par2 for cell in cells if cell.par2 is not None]
        runs = Cell(tuple(record for cell in cells for record in cell.records))
        return Score(who, runs, fmean(charged) if len(charged) == len(cells) else None, wins)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], Pair]:
        """Each two contestants, in both orders."""
        return {(one, other): self._pair(one, other) for one, other in permutations(self.contestants, 2)}

    def _pair(self, one: str, other: str) -> Pair:
        cells = ((ours, self.cells.get((ours.instance, other))) for ours in self.column(one))
        both = ((ours, theirs) for ours, theirs in cells if theirs and self._counts(ours) and self._counts(theirs))
        return compare_cells(one, other, both)

    def _counts(self, cell: Cell) -> bool:
        return (cell.instance, cell.contestant) not in self.doubtful

    @cached_property
    def ranked(self) -> list[Pair]:
        """The pairs of contestants without a wrong answer, in both orders."""
        return [pair for names, pair in self.pairs.items() if not set(names) & set(self.wrong)]

    @cached_property
    def lead(self) -> Sequence[Pair]:
        """The pairs in which the leader is the other one, the closest rival first; empty if no two can be ranked.

        The fewest beat the leader clearly; of several such contestants it is the fastest on average.
        """
        rivals: dict[str, list[Pair]] = defaultdict(list)
        for pair in self.ranked:
            if pair.ratio:
                rivals[pair.other].append(pair)
        lead = min((rivals[who] for who in sorted(rivals)), key=_rank, default=[])
        return sorted(lead, key=lambda pair: pair.distance)

    @property
    def too_brief(self) -> list[str]:
        """The contestants that take less than 10 ms on each instance that they share with the leader, as it does.

        If there is no leader, those that share such instances with any other one.
        """
        leaders = {pair.other for pair in self.lead} or set(self.contestants)
        return sorted({pair.one for pair in self.ranked if pair.other in leaders and pair.brief and not pair.ratio})


def _rank(rivals: Sequence[Pair]) -> tuple[int, float]:
    """Return the number of clearly faster rivals, and the negative average distance to all of them."""
    faster = sum(pair.clear and pair.distance < 0 for pair in rivals)
    return faster, -fmean(pair.distance for pair in rivals)
