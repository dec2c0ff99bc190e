"""Curves: the series of numbers that every figure shows, on the page, in matplotlib and in a paper."""

from collections.abc import Iterable, Mapping
from math import inf, isinf

from rookery.compare.analysis.cells import Grid, Measure, sample_times
from rookery.compare.analysis.statistics import Sample

Both = tuple[float, float]  # across and up


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
