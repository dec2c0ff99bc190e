"""Effort: what runs have cost in nodes, conflicts and the like, which depends on no machine, and how it grows.

Such a number is what one solver counts. A node of one is no node of another: numbers are compared within a backend,
over its options, sizes and versions. Only what is measured from outside, the memory, is the same thing for all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rookery.backends.contract.statistics import PEAKS, VOCABULARY
from rookery.compare.analysis.cells import Grid, is_solved
from rookery.compare.analysis.growth import Line, fit_line
from rookery.compare.analysis.statistics import Sample
from rookery.compare.records.record import Record

COMPARABLE = frozenset({"memory"})  # over all backends


def effort_of(record: Record) -> dict[str, int]:
    """What a run has cost by name: what its backend tells, and the memory that was measured from outside."""
    memory = {} if record.memory is None else {"memory": record.memory}
    return {**record.statistics, **memory}


def list_measures(records: Iterable[Record]) -> list[str]:
    """The names that any run tells, in the order of the vocabulary."""
    there = {name for record in records for name in effort_of(record)}
    return [name for name in VOCABULARY if name in there]


def total_effort(records: Iterable[Record]) -> Mapping[str, int]:
    """What some runs have cost together: sums, and of peaks the largest."""
    total: dict[str, int] = {}
    for record in records:
        for name, number in effort_of(record).items():
            total[name] = max(total.get(name, 0), number) if name in PEAKS else total.get(name, 0) + number
    return {name: total[name] for name in VOCABULARY if name in total}


def sample_effort(records: Iterable[Record], measure: str) -> Sample:
    """The effort of some runs; one without an answer counts with what it had spent by then, as times do."""
    told = [(record, effort_of(record)) for record in records]
    solved = tuple(float(effort[measure]) for record, effort in told if is_solved(record) and measure in effort)
    return Sample(solved, tuple(float(effort.get(measure, 0)) for record, effort in told if not is_solved(record)))


@dataclass(frozen=True)
class EffortGrowth:
    """How one contestant's effort grows with the size in one series; `line` needs three sizes and numbers above 0."""

    series: str
    contestant: str
    samples: Mapping[int, Sample]
    line: Line | None


def fit_effort(grid: Grid, series: str, measure: str) -> list[EffortGrowth]:
    """The growth of a measure in one series, of each contestant that tells it."""
    found = (_fit(grid, series, who, measure) for who in grid.contestants)
    return [growth for growth in found if any(sample.times for sample in growth.samples.values())]


def _fit(grid: Grid, series: str, who: str, measure: str) -> EffortGrowth:
    sizes = grid.series[series].items()
    samples = {size: sample_effort(_records(grid, instances, who), measure) for size, instances in sizes}
    medians = [(float(size), each.median) for size, each in samples.items() if len(each) and not each.censored]
    return EffortGrowth(series, who, samples, fit_line([(size, median) for size, median in medians if median > 0]))


def _records(grid: Grid, instances: Sequence[str], who: str) -> Iterable[Record]:
    cells = (grid.cell(instance, who) for instance in instances)
    return (record for cell in cells if cell for record in cell.records)
