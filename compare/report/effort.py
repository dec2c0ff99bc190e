"""Effort in a terminal: what the runs of each contestant have cost together, and one measure by size."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rookery.backends.contract.statistics import VOCABULARY
from rookery.compare.analysis.cells import is_solved
from rookery.compare.analysis.effort import (
    COMPARABLE,
    EffortGrowth,
    fit_effort,
    list_measures,
    total_effort,
)
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import wording as words
from rookery.compare.report.terminal import DOUBT, FAINT, make_table, print_indented, print_section
from rookery.models import BadInput

SCALES = ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k"))
ASIDE = "Each solver counts in its own way: numbers compare within one backend, not over several."


def show_totals(found: Findings, console: Console) -> None:
    """Print what the answered runs of each contestant have cost together."""
    if not list_measures(found.records):
        return
    console.print()
    console.print(Text("Search statistics of all runs that answered", "bold"))
    for who in found.grid.contestants:
        spent = total_effort(record for cell in found.grid.of(who) for record in filter(is_solved, cell.records))
        told = ", ".join(f"{number(name, many)} {name}" for name, many in spent.items())
        print_indented(console, f"{who}: {told or 'none told'}")
    print_indented(console, ASIDE, FAINT)


def check_measure(found: Findings, measure: str) -> None:
    """Raise `BadInput` for a measure that no run tells."""
    told = list_measures(found.records)
    if measure not in told:
        accepted = f"those that its runs tell are {', '.join(told)}" if told else "its runs tell none"
        raise BadInput(f"measure {measure!r}: this campaign has none of it; {accepted}")


def show_effort(found: Findings, measure: str, console: Console) -> None:
    """Print the medians of a measure by size."""
    console.print()
    console.print(Text(f"{measure}: {VOCABULARY[measure]}", FAINT))
    for series in found.grid.series:
        for who, growths in _group(found, series, measure):
            print_section(console, f"{measure} by size: {series}{who}", _by_size(growths, measure))


def _group(found: Findings, series: str, measure: str) -> Iterator[tuple[str, list[EffortGrowth]]]:
    """The growths that may be compared, side by side: those of one backend, or all of them."""
    growths = fit_effort(found.grid, series, measure)
    if measure in COMPARABLE:
        yield from [("", growths)] if growths else []
        return
    for backend, group in groupby(growths, key=lambda growth: growth.contestant.partition(" ")[0]):
        yield f", {backend}", list(group)


def _by_size(growths: Sequence[EffortGrowth], measure: str) -> Table:
    table = make_table(["size", *(growth.contestant for growth in growths)])
    for size in growths[0].samples:
        table.add_row(str(size), *(_median(growth.samples[size], measure) for growth in growths))
    if any(growth.line for growth in growths):
        table.add_section()
        factors = (words.factor(growth.line.factor) if growth.line else "" for growth in growths)
        table.add_row("per extra row", *factors, style=FAINT)
    return table


def _median(sample: Sample, measure: str) -> Text:
    if not len(sample):
        return Text("")
    if sample.censored:
        return Text(f"> {number(measure, round(sample.at_least))}" if sample.at_least else "no answer", DOUBT)
    return Text(number(measure, round(sample.median)), DOUBT if sample.cut else "")


def number(measure: str, value: int) -> str:
    """A number of things as a table shows it: whole below 10,000, then as 12.3 k, M, G or T; memory in MiB."""
    if measure == "memory":
        return f"{value / 2**20:,.0f} MiB"
    if value < 10_000:
        return f"{value:,}"
    scale, letter = next((scale, letter) for scale, letter in SCALES if value >= scale)
    return f"{value / scale:,.0f} {letter}" if value >= 100 * scale else f"{value / scale:.3g} {letter}"
