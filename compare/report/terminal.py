"""A report in the terminal: verdict, agreement, scores, times by size, caveats."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rookery.compare.analysis.findings import Agreement, CampaignOutcome, Findings
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import wording as words
from rookery.compare.report.claim_wording import claims_line, conclusion, evidence
from rookery.compare.report.standing_wording import accusations, standing

GOOD, BAD, DOUBT, FAINT = "bold green", "bold red", "yellow", "dim"
WIDE = 12  # columns for a contestant in a table
PAIR = 7  # columns for how two of them agree
MOST = 12  # changes listed of each kind, and contested instances
SIGNS = {
    CampaignOutcome.WRONG: ("✗", BAD),
    CampaignOutcome.CRASHED: ("!", DOUBT),
    CampaignOutcome.UNCOMPARED: ("?", DOUBT),
    CampaignOutcome.AGREED: ("✓", GOOD),
}


def show(found: Findings, console: Console) -> None:
    """Print a campaign's findings."""
    show_conclusions(found, console)
    print_section(console, "Agreement", _agreement_table(found, console.width))
    print_section(console, "Scores", _scores(found))
    if found.unsolved:
        print_section(console, "Runs without an answer", _reasons(found))
    for name in found.grid.series:
        for table in _sizes(found, name, console.width):
            print_section(console, f"Time by size: {name}", table)
    _caveats(found, console)


def show_conclusions(found: Findings, console: Console) -> None:
    """Print who is right and who is faster: the sentences without the tables."""
    sign, style = SIGNS[found.outcome]
    console.print(Text(found.title, "bold"), soft_wrap=True)
    console.print(Text(f"{sign} {words.headline(found)}.", style))
    for line in (words.verdict(found), words.leader(found), f"{words.runs(found)}."):
        if line:
            print_indented(console, line)
    if not found.sound or len(list(accusations(found))) > 1:
        _print_standings(found, console)
    _print_contested(found, console)


def _print_standings(found: Findings, console: Console) -> None:
    console.print()
    console.print(Text("Backends", "bold"))
    for each in found.standings:
        style = BAD if each.wrong else DOUBT if each.grounds or each.crashes else ""
        print_indented(console, f"{each.contestant}: {standing(each)}", style)


def _print_contested(found: Findings, console: Console) -> None:
    """A paragraph for each contested instance: who claims what, what follows, the counterexample, the command."""
    if found.contested:
        console.print()
        console.print(Text(f"Contested instances ({len(found.contested):,})", "bold"))
    for each in found.contested[:MOST]:
        print_indented(console, f"{each.instance}: {claims_line(each)}")
        print_indented(console, conclusion(each), BAD, indent=4)
        for name, text in evidence(each):
            print_indented(console, f"{name}: {text}", indent=4)
        if each.main.command:
            console.print(Text(f"    {each.main.command}"), soft_wrap=True)
    if len(found.contested) > MOST:
        print_indented(console, f"and {len(found.contested) - MOST} more", FAINT)


def print_indented(console: Console, line: str, style: str = "", indent: int = 2) -> None:
    """Print a line whose continuation keeps its indent."""
    console.print(Padding(Text(line, style), (0, 0, 0, indent), expand=False))


def print_section(console: Console, title: str, table: Table) -> None:
    """Print a table under its title."""
    console.print()
    console.print(Text(title, "bold"))
    console.print(table)


def make_table(columns: Sequence[str], wrap: bool = False) -> Table:
    """A table whose first column is set to the left; `wrap` lets long cells go on in a second line."""
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), collapse_padding=True, header_style="bold"
    )
    for number, name in enumerate(columns):
        # What is told of somebody is never cut; a long name goes on in a second line.
        table.add_column(name, justify="right" if number else "left", no_wrap=number > 0 and not wrap, overflow="fold")
    return table


def _agreement_table(found: Findings, width: int) -> Table:
    """Who agrees with whom; columns are numbered where their names are too wide."""
    names = found.grid.contestants
    longest = max(map(len, names), default=0)
    numbered = longest + sum(max(len(name), PAIR) + 2 for name in names) > width
    heads = [str(number) for number in range(1, len(names) + 1)] if numbered else names
    table = make_table(["", *heads])
    for number, one in enumerate(names, start=1):
        cells = (_describe_agreement(found.agreement[one, other], one == other) for other in names)
        table.add_row(f"{number} {one}" if numbered else one, *cells)
    return table


def _describe_agreement(pair: Agreement, own: bool) -> Text:
    """On how many of the instances put to both they agree: `✓ 7/8`; `✗ 3/8` where they contradict each other."""
    of = f"/{pair.agree + pair.disagree + pair.unknown}"
    if own:
        return Text(f"{pair.agree}{of}", FAINT)
    if pair.disagree:
        return Text(f"✗ {pair.disagree}{of}", BAD)
    return Text(f"✓ {pair.agree}{of}", "green") if pair.agree else Text(f"– 0{of}", FAINT)


def _scores(found: Findings) -> Table:
    table = make_table(["backend", "answered", "PAR-2", "median", "geo. mean", "wins", "unique", "marginal"])
    for score in found.scores.table:
        times = [words.seconds(score.par2), words.median(score.total), words.mean(score.mean)]
        marginal = words.seconds(score.contribution) if score.contribution else "0"
        answered = f"{score.solved}/{score.runs}"
        table.add_row(score.contestant, answered, *times, str(score.wins), str(score.unique), marginal)
    best = found.scores.virtual
    means = [words.seconds(best.par2), "", words.mean(best.mean)]
    row = ["virtual best", f"{best.solved}/{best.instances}", *means, "", "", ""]
    table.add_row(*(Text(cell, FAINT) for cell in row))
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
    """The medians of one series by size; several tables where one would be too wide."""
    for who in _fit_columns(found, width):
        yield _part(found, name, who)


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


def _part(found: Findings, name: str, who: Sequence[str]) -> Table:
    table = make_table(["size", *who])
    for size, instances in found.grid.series[name].items():
        table.add_row(str(size), *(_time(found.grid.at(instances, each)) for each in who))
    growths = {growth.contestant: growth for growth in found.growths if growth.series == name}
    if any(growth.expected for growth in growths.values()):
        table.add_section()
        table.add_row("per extra row", *(words.growth_factor(growths[each], short=True) for each in who), style=FAINT)
        expected = (words.short_forecast(growths[each]) for each in who)
        table.add_row("next size", *expected, style=FAINT)
    return table


def _time(sample: Sample) -> Text:
    if not len(sample):
        return Text("")
    if not sample.censored:
        return Text(words.seconds(sample.median), DOUBT if sample.cut else "")
    return Text(words.median(sample) if sample.at_least else "no answer", DOUBT)


def _caveats(found: Findings, console: Console) -> None:
    if found.caveats:
        console.print()
        console.print(Text("Keep in mind", "bold"))
    for text in found.caveats:
        print_indented(console, f"• {text}", FAINT)
