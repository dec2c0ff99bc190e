"""A report in a terminal: the verdict, tables, and changes since a baseline."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rookery.compare.analysis.changes import Change, Changes
from rookery.compare.analysis.findings import CampaignOutcome, Findings
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import sentences
from rookery.compare.report import wording as words
from rookery.compare.report.sentences import accusations, claims_line, conclusion, evidence, standing
from rookery.core.words import spell_row

GOOD, BAD, DOUBT, FAINT = "bold green", "bold red", "yellow", "dim"
MAX_WIDTH = 10_000  # columns of a table that is measured
WIDE = 12  # columns for a contestant in a table
MAX_LISTED = 12  # changes listed of each kind, and contested instances
SIGNS = {
    CampaignOutcome.WRONG: ("✗", BAD),
    CampaignOutcome.CRASHED: ("!", DOUBT),
    CampaignOutcome.UNCOMPARED: ("?", DOUBT),
    CampaignOutcome.AGREED: ("✓", GOOD),
}


def show(found: Findings, console: Console) -> None:
    """Print a campaign's findings."""
    show_conclusions(found, console)
    print_section(console, "Scores", _scores(found))
    if found.unsolved:
        print_section(console, "Runs without an answer", _reasons(found))
    for name in found.grid.series:
        for table in _sizes(found, name, console.width):
            print_section(console, f"Time by size: {name}", table)
    if found.caveats:
        console.print()
        console.print(Text("Keep in mind", "bold"))
    for text in found.caveats:
        print_indented(console, f"• {text}", FAINT)


def show_conclusions(found: Findings, console: Console) -> None:
    """Print the verdict on correctness and speed: the sentences without the tables."""
    sign, style = SIGNS[found.outcome]
    console.print(Text(found.title, "bold"), soft_wrap=True)
    console.print(Text(f"{sign} {sentences.headline(found)}.", style))
    for line in (sentences.verdict(found), sentences.leader(found), f"{sentences.runs(found)}."):
        if line:
            print_indented(console, line)
    if not found.sound or len(list(accusations(found))) > 1:
        console.print()
        console.print(Text("Backends", "bold"))
        for each in found.standings:
            style = BAD if each.wrong else DOUBT if each.grounds or each.crashes else ""
            print_indented(console, f"{each.contestant}: {standing(each)}", style)
    _print_contested(found, console)


def _print_contested(found: Findings, console: Console) -> None:
    """Print a paragraph for each contested instance: the claims, the conclusion, the counterexample, the command."""
    if found.contested:
        console.print()
        console.print(Text(f"Contested instances ({len(found.contested):,})", "bold"))
    for each in found.contested[:MAX_LISTED]:
        print_indented(console, f"{each.instance}: {claims_line(each)}")
        print_indented(console, conclusion(each), BAD, indent=4)
        for name, text in evidence(each):
            print_indented(console, f"{name}: {text}", indent=4)
        if each.main.command:
            console.print(Text(f"    {each.main.command}"), soft_wrap=True)
    if len(found.contested) > MAX_LISTED:
        print_indented(console, f"and {len(found.contested) - MAX_LISTED} more", FAINT)


def print_indented(console: Console, line: str, style: str = "", indent: int = 2) -> None:
    """Print a line whose continuation keeps its indent."""
    console.print(Padding(Text(line, style), (0, 0, 0, indent), expand=False))


def print_section(console: Console, title: str, table: Table) -> None:
    """Print a table under its title; rows of a table that is too wide become blocks, so that no name is cut."""
    console.print()
    console.print(Text(title, "bold"))
    if Measurement.get(console, console.options.update(width=MAX_WIDTH), table).maximum <= console.width:
        console.print(table)
        return
    heads = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        name, *others = (cell.plain if isinstance(cell, Text) else str(cell) for cell in row)
        print_indented(console, name, "bold")
        print_indented(console, spell_row(heads, [name, *others]), indent=4)


def make_table(columns: Sequence[str]) -> Table:
    """A table whose first column is set to the left."""
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), collapse_padding=True, header_style="bold"
    )
    for number, name in enumerate(columns):
        # The text about a contestant is never cut; a long name goes on in a second line.
        table.add_column(name, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
    return table


def _scores(found: Findings) -> Table:
    table = make_table(words.SCORES)
    for row in words.list_scores(found.scores):
        table.add_row(*row)
    return table


def _reasons(found: Findings) -> Table:
    reasons = [name for name, _ in found.unsolved.most_common()]
    table = make_table(["backend", *reasons])
    for score in found.scores.table:
        table.add_row(score.contestant, *(_count(score.reasons.get(name, 0)) for name in reasons))
    return table


def _count(number: int) -> Text:
    return Text(str(number), DOUBT if number else FAINT)


def _sizes(found: Findings, name: str, width: int) -> Iterable[Table]:
    """The medians of one series by size; several tables if one would be too wide."""
    for who in _fit_columns(found, width):
        table = make_table(["size", *who])
        for size, instances in found.grid.series[name].items():
            table.add_row(str(size), *(_time(found.grid.at(instances, each)) for each in who))
        yield table


def _fit_columns(found: Findings, width: int) -> Iterator[Sequence[str]]:
    """The contestants in groups whose columns fit side by side."""
    names, longest = found.grid.contestants, max(map(len, found.grid.contestants), default=0)
    while names:
        used, fit = longest, 0
        while fit < len(names) and (fit == 0 or used + max(WIDE, len(names[fit])) + 2 <= width):
            used += max(WIDE, len(names[fit])) + 2
            fit += 1
        yield names[:fit]
        names = names[fit:]


def _time(sample: Sample) -> Text:
    if not len(sample):
        return Text("")
    if not sample.censored:
        return Text(words.seconds(sample.median), DOUBT if sample.cut else "")
    return Text(words.median(sample) if sample.at_least else "no answer", DOUBT)


def show_changes(changes: Changes, console: Console) -> None:
    """Print what changed against a baseline."""
    console.print()
    console.print(Text(f"Against the baseline: {sentences.identity(changes.before)}", "bold"), soft_wrap=True)
    style = BAD if changes.contradictions else DOUBT if changes.slower or changes.lost else GOOD
    print_indented(console, sentences.summary(changes), style)
    for name, text in sentences.overall(changes):
        print_indented(console, f"{name}: {text}")
    kinds = {
        "answers that changed": [f"{each.name}: {sentences.answers(each)}" for each in changes.contradictions],
        "slower": _describe_changes(changes.slower),
        "faster": _describe_changes(changes.faster),
        "no longer answered": [f"{each.name}: {words.outcome(each.after)}" for each in changes.lost],
        "newly answered": [f"{each.name}: {words.median(each.after.total)}" for each in changes.gained],
        "conditions": [f"{name}: {old or '—'} → {new or '—'}" for name, old, new in changes.conditions],
    }
    for name, lines in kinds.items():
        if lines:
            console.print(Text(f"{name} ({len(lines)})", "bold"))
            for line in lines[:MAX_LISTED]:
                print_indented(console, line)
            if len(lines) > MAX_LISTED:
                console.print(Text(f"  and {len(lines) - MAX_LISTED} more", FAINT))


def _describe_changes(changes: Iterable[Change]) -> list[str]:
    return [f"{each.name}: {sentences.change(each)}" for each in changes]
