"""Caveats: what a reader of the numbers should keep in mind, found in the numbers themselves."""

import re
from collections.abc import Iterator

from rookery.compare.analysis.cells import Cell, Grid
from rookery.compare.analysis.statistics import BRIEF
from rookery.compare.records.record import Environment, kind_of
from rookery.core.words import amount

VARIATION, FEW_INSTANCES, FEW_SEEDS = 0.10, 10, 5


def caveats(grid: Grid, environment: Environment, disputed: int = 0) -> list[str]:
    """One sentence for each reason to doubt, the weightiest first."""
    return [
        *_answers(grid, disputed),
        *_kinds(grid, environment),
        *_machine(environment),
        *_loading(grid),
        *_spread(grid),
        *_extent(grid),
    ]


def _answers(grid: Grid, disputed: int) -> Iterator[str]:
    if disputed:
        yield f"Answers to {amount(disputed, 'instance')} disagree: times of wrong answers are left out."
    censored = sum(cell.total.censored for cell in grid.cells.values())
    if censored:
        yield (
            f"{amount(censored, 'median')} of {len(grid.cells)} {_is(censored)} censored: too few runs answered, so "
            "only a lower bound is known. Medians contain no time-outs; geometric means with time-outs are marked ≥."
        )
    nobody = sum(
        1
        for instance in grid.instances
        if not any(cell.solved for who in grid.contestants if (cell := grid.cell(instance, who)))
    )
    if nobody:
        yield f"{amount(nobody, 'instance')} {'has' if nobody == 1 else 'have'} no answer from any backend."


def _kinds(grid: Grid, environment: Environment) -> Iterator[str]:
    """List the comparisons of times between different kinds of machine."""
    kinds: dict[str, set[str]] = {}
    for record in grid.records:
        kinds.setdefault(record.instance, set()).add(kind_of(record, environment))
    every, mixed = set().union(*kinds.values()), [instance for instance, found in kinds.items() if len(found) > 1]
    if mixed:
        yield (
            f"Different kinds of machine made the runs of {amount(len(mixed), 'instance')}, such as {mixed[0]}: "
            "it is unfair to compare their times."
        )
    if len(every) > 1:
        yield (
            f"{len(every)} kinds of machine made the runs: compare times on one instance; "
            "means, scores and growth over several instances mix the machines."
        )


def _machine(environment: Environment) -> Iterator[str]:
    cores, parallel = (
        read_number(environment, "cores", "cpus", "processors"),
        read_number(environment, "parallel", "jobs"),
    )
    load = read_number(environment, "load")
    if cores and parallel and parallel > cores:
        yield f"{parallel:g} runs shared {cores:g} cores: times include time spent waiting."
    elif cores and parallel and parallel > 1 and 2 * parallel > cores:
        yield f"{parallel:g} runs at a time on {cores:g} cores share caches and memory: times are a little longer."
    if load is not None and load > 0.25 * (cores or 1):
        yield f"The machine was busy before the campaign began: load {load:g} on {cores or 1:g} cores."


def _loading(grid: Grid) -> Iterator[str]:
    """A run by hand loads its library first: which backends were spared that, and how long it took."""
    spared = {record.backend: record.preloaded for record in grid.records if record.preloaded}
    if spared:
        text = ", ".join(f"{name} {seconds:.2g} s" for name, seconds in sorted(spared.items()))
        yield f"Libraries were loaded once, before the runs and not in their times: {text}."


def read_number(environment: Environment, *words: str) -> float | None:
    """The number in the first fact whose name has one of these words; None if there is no such fact."""
    for word in words:
        for name, text in environment.facts.items():
            if word in re.findall(r"[a-z]+", name.lower()) and (number := re.search(r"\d+(\.\d+)?", text)):
                return float(number[0])
    return None


def _spread(grid: Grid) -> Iterator[str]:
    several = [cell for cell in grid.cells.values() if len(cell.records) > 1]
    wide = [cell for cell in several if cell.total.variation > VARIATION]
    if wide:
        worst = max(wide, key=lambda cell: cell.total.variation)
        yield (
            f"In {len(wide)} of {amount(len(several), 'cell')} the quartiles lie more than 10 % of the median apart, "
            f"the furthest {worst.total.variation:.0%}: {_name_cell(worst)}."
        )
    brief = sum(cell.total.median < BRIEF for cell in grid.cells.values())
    if brief:
        yield f"{amount(brief, 'median')} of {len(grid.cells)} {_is(brief)} under 10 ms, where noise dominates."


def _extent(grid: Grid) -> Iterator[str]:
    seeds = max((len(cell.records) for cell in grid.cells.values()), default=0)
    if seeds == 1:
        yield "One run per instance: there are no intervals, and small differences mean nothing."
    elif seeds < FEW_SEEDS:
        yield f"{seeds} runs per cell give rough intervals; use {FEW_SEEDS} or more seeds."
    if len(grid.instances) < FEW_INSTANCES:
        yield f"{amount(len(grid.instances), 'instance')}: too few for reliable wins and means."


def _name_cell(cell: Cell) -> str:
    return f"{cell.contestant} on {cell.instance}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
