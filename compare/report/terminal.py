"""A report in a terminal: the verdict, tables, changes since a baseline, and the cost of runs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import is_solved
from rookery.compare.analysis.changes import Change, Changes, SideBySide
from rookery.compare.analysis.findings import Agreement, CampaignOutcome, Findings
from rookery.compare.analysis.growth import COMPARABLE, EffortGrowth, fit_effort, list_measures, total_effort
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import sentences
from rookery.compare.report import wording as words
from rookery.compare.report.sentences import accusations, claims_line, conclusion, evidence, standing
from rookery.core.words import spell_row
from rookery.models import BadInput

GOOD, BAD, DOUBT, FAINT = "bold green", "bold red", "yellow", "dim"
MAX_WIDTH = 10_000  # columns of a table that is measured
WIDE = 12  # columns for a contestant in a table
PAIR = 7  # columns for how two of them agree
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
    # The table of agreements; columns are numbered if their names are too wide
    names = found.grid.contestants
    longest = max(map(len, names), default=0)
    numbered = longest + sum(max(len(name), PAIR) + 2 for name in names) > console.width
    heads = [str(number) for number in range(1, len(names) + 1)] if numbered else names
    table = make_table(["", *heads])
    for number, one in enumerate(names, start=1):
        cells = (_describe_agreement(found.agreement[one, other], one == other) for other in names)
        table.add_row(f"{number} {one}" if numbered else one, *cells)
    print_section(console, "Agreement", table)
    print_section(console, "Scores", _scores(found), spare=2)
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


def print_section(console: Console, title: str, table: Table, spare: int = 0) -> None:
    """Print a table under its title; of one too wide the last `spare` columns go first, then rows become blocks.

    So the first column, which says what a row is about, is never cut.
    """
    console.print()
    console.print(Text(title, "bold"))
    while Measurement.get(console, console.options.update(width=MAX_WIDTH), table).maximum > console.width and spare:
        table.columns.pop()
        spare -= 1
    if Measurement.get(console, console.options.update(width=MAX_WIDTH), table).maximum <= console.width:
        console.print(table)
        return
    heads = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        name, *others = (cell.plain if isinstance(cell, Text) else str(cell) for cell in row)
        print_indented(console, name, "bold")
        print_indented(console, spell_row(heads, [name, *others]), indent=4)


def make_table(columns: Sequence[str], wrap: bool = False) -> Table:
    """A table whose first column is set to the left; `wrap` lets long cells go on in a second line."""
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), collapse_padding=True, header_style="bold"
    )
    for number, name in enumerate(columns):
        # The text about a contestant is never cut; a long name goes on in a second line.
        table.add_column(name, justify="right" if number else "left", no_wrap=number > 0 and not wrap, overflow="fold")
    return table


def _describe_agreement(pair: Agreement, own: bool) -> Text:
    """The number of common instances on which they agree: `✓ 7/8`; `✗ 3/8` if they contradict each other."""
    of = f"/{pair.agree + pair.disagree + pair.unknown}"
    if own:
        return Text(f"{pair.agree}{of}", FAINT)
    if pair.disagree:
        return Text(f"✗ {pair.disagree}{of}", BAD)
    return Text(f"✓ {pair.agree}{of}", "green") if pair.agree else Text(f"– 0{of}", FAINT)


def _scores(found: Findings) -> Table:
    *rows, best = words.list_scores(found.scores)
    table = make_table(words.SCORES)
    for row in rows:
        table.add_row(*row)
    table.add_row(*(Text(cell, FAINT) for cell in best))
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
        growths = {growth.contestant: growth for growth in found.growths if growth.series == name}
        if any(growth.expected for growth in growths.values()):
            table.add_section()
            table.add_row(
                "per extra row", *(words.growth_factor(growths[each], short=True) for each in who), style=FAINT
            )
            expected = (words.short_forecast(growths[each]) for each in who)
            table.add_row("next size", *expected, style=FAINT)
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


def show_side_by_side(beside: SideBySide, console: Console) -> None:
    """Print several campaigns: their names, how they differ, times against the baseline, and what changed in each."""
    names = sentences.letters(beside)
    console.print()
    console.print(Text("Campaigns", "bold"))
    for name, found in zip(names, beside.campaigns, strict=True):
        role = " (baseline)" if found is beside.baseline else ""
        print_indented(console, f"{name}{role}: {sentences.identity(found)}")
    _print_rows(console, "Differences", ["", *names], sentences.differences(beside))
    _print_rows(
        console,
        f"Times as long as in {names[0]} (?: no clear change)",
        ["backend", *names[1:]],
        sentences.side_by_side(beside),
    )
    for name, changes in zip(names[1:], beside.changes, strict=True):
        show_changes(changes, console, name if len(names) > 2 else "")


def _print_rows(console: Console, title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    table = make_table(head, wrap=True)
    for row in rows:
        table.add_row(*row)
    if table.row_count:
        print_section(console, title, table)


def show_changes(changes: Changes, console: Console, name: str = "") -> None:
    """Print what changed against a baseline; `name` says in which campaign, if there are several."""
    console.print()
    campaign = f"{name} against" if name else "Against"
    console.print(Text(f"{campaign} the baseline: {sentences.identity(changes.before)}", "bold"), soft_wrap=True)
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
        counts = ", ".join(f"{number(name, many)} {name}" for name, many in spent.items())
        print_indented(console, f"{who}: {counts or 'none'}")
    print_indented(console, ASIDE, FAINT)


def check_measure(found: Findings, measure: str) -> None:
    """Raise `BadInput` for a measure that no run reports."""
    measures = list_measures(found.records)
    if measure not in measures:
        accepted = f"those that its runs tell are {', '.join(measures)}" if measures else "its runs tell none"
        raise BadInput(f"measure {measure!r}: this campaign has none of it; {accepted}")


def show_effort(found: Findings, measure: str, console: Console) -> None:
    """Print the medians of a measure by size."""
    console.print()
    console.print(Text(f"{measure}: {VOCABULARY[measure]}", FAINT))
    for series in found.grid.series:
        for who, growths in _group(found, series, measure):
            table = make_table(["size", *(growth.contestant for growth in growths)])
            for size in growths[0].samples:
                table.add_row(str(size), *(_median(growth.samples[size], measure) for growth in growths))
            if any(growth.line for growth in growths):
                table.add_section()
                factors = (words.factor(growth.line.factor) if growth.line else "" for growth in growths)
                table.add_row("per extra row", *factors, style=FAINT)
            print_section(console, f"{measure} by size: {series}{who}", table)


def _group(found: Findings, series: str, measure: str) -> Iterator[tuple[str, list[EffortGrowth]]]:
    """The growths that may be compared, side by side: those of one backend, or all of them."""
    growths = fit_effort(found.grid, series, measure)
    if measure in COMPARABLE:
        yield from [("", growths)] if growths else []
        return
    for backend, group in groupby(growths, key=lambda growth: growth.contestant.partition(" ")[0]):
        yield f", {backend}", list(group)


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
