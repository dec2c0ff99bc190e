"""A report in the terminal: verdict, agreement, scores, times by size, caveats."""

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rookery.compare.analysis.changes import Change, Changes
from rookery.compare.analysis.findings import Agreement, Findings
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report import change_wording as change_words
from rookery.compare.report import wording as words

GOOD, BAD, DOUBT, FAINT = "bold green", "bold red", "yellow", "dim"
WIDE = 12  # columns for a contestant in a table
MOST = 12  # changes listed of each kind


def show(found: Findings, console: Console) -> None:
    """Print a campaign's findings."""
    console.print(Text(found.title, "bold"), soft_wrap=True)
    _verdict(found, console)
    for who in _fit_columns(found, console.width):
        _print_section(console, "Agreement", _agreement_table(found, who))
    _print_section(console, "Scores", _scores(found))
    if found.unsolved:
        _print_section(console, "Runs without an answer", _reasons(found))
    for name in found.grid.series:
        for table in _sizes(found, name, console.width):
            _print_section(console, f"Time by size: {name}", table)
    _caveats(found, console)


def _verdict(found: Findings, console: Console) -> None:
    style = BAD if not found.sound else GOOD if found.compared else DOUBT
    sign = "✗" if not found.sound else "✓" if found.compared else "?"
    console.print(Text(f"{sign} {words.headline(found)}", style))
    _print_indented(console, words.verdict(found))
    for dispute in found.disputes:
        console.print(Text(f"  {dispute.instance}: {dispute.message}", "red"))
        if dispute.command:
            console.print(Text(f"    {dispute.command}"), soft_wrap=True)
    for refusal in found.refusals:
        console.print(Text(f"  {refusal.instance}: {refusal.one}: {refusal.message}", "red"))
        console.print(Text(f"    {refusal.command}"), soft_wrap=True)
    for line in (words.leader(found), f"{words.runs(found)}."):
        if line:
            _print_indented(console, line)


def _print_indented(console: Console, line: str, style: str = "") -> None:
    console.print(Padding(Text(line, style), (0, 0, 0, 2), expand=False))


def _print_section(console: Console, title: str, table: Table) -> None:
    console.print()
    console.print(Text(title, "bold"))
    console.print(table)


def _table(columns: Sequence[str]) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), collapse_padding=True, header_style="bold"
    )
    for number, name in enumerate(columns):
        # What is told of somebody is never cut; a long name goes on in a second line.
        table.add_column(name, justify="right" if number else "left", no_wrap=number > 0, overflow="fold")
    return table


def _agreement_table(found: Findings, who: Sequence[str]) -> Table:
    table = _table(["", *who])
    for one in found.grid.contestants:
        table.add_row(one, *(_describe_agreement(found.agreement[one, other], one == other) for other in who))
    return table


def _describe_agreement(pair: Agreement, own: bool) -> Text:
    if own:
        return Text(f"{pair.agree} answered", FAINT)
    if pair.disagree:
        return Text(f"✗ {pair.disagree}, ✓ {pair.agree}", BAD)
    open_ones = Text(f", {pair.unknown} open" if pair.unknown else "", FAINT)
    return Text(f"✓ {pair.agree}", "green" if pair.agree else FAINT).append_text(open_ones)


def _scores(found: Findings) -> Table:
    table = _table(["backend", "answered", "PAR-2", "median", "geo. mean", "wins", "unique", "worth"])
    for score in found.scores.table:
        times = [words.seconds(score.par2), words.median(score.total), words.mean(score.mean)]
        worth = words.seconds(score.contribution) if score.contribution else "0"
        answered = f"{score.solved}/{score.runs}"
        table.add_row(score.contestant, answered, *times, str(score.wins), str(score.unique), worth)
    best = found.scores.virtual
    means = [words.seconds(best.par2), "", words.mean(best.mean)]
    row = ["virtual best", f"{best.solved}/{best.instances}", *means, "", "", ""]
    table.add_row(*(Text(cell, FAINT) for cell in row))
    return table


def _reasons(found: Findings) -> Table:
    reasons = [name for name, _ in found.unsolved.most_common()]
    table = _table(["backend", *reasons])
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
    table = _table(["size", *who])
    for size, instances in found.grid.series[name].items():
        table.add_row(str(size), *(_time(found.grid.at(instances, each)) for each in who))
    growths = {growth.contestant: growth for growth in found.growths if growth.series == name}
    if any(growth.line for growth in growths.values()):
        table.add_section()
        lines = [growths[each].line for each in who]
        table.add_row("a row more", *(words.factor(line.factor) if line else "" for line in lines), style=FAINT)
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
        _print_indented(console, f"• {text}", FAINT)


def show_changes(changes: Changes, console: Console) -> None:
    """Print what changed against a baseline."""
    console.print()
    console.print(Text(f"Against the baseline: {changes.before.title}", "bold"))
    style = BAD if changes.contradictions else DOUBT if changes.slower or changes.lost else GOOD
    _print_indented(console, change_words.summary(changes), style)
    for name, text in change_words.overall(changes):
        _print_indented(console, f"{name}: {text}")
    kinds = {
        "answers that changed": [f"{each.name}: {change_words.answers(each)}" for each in changes.contradictions],
        "slower": _describe_changes(changes.slower),
        "faster": _describe_changes(changes.faster),
        "answered before, not now": [f"{each.name}: {words.outcome(each.after)}" for each in changes.lost],
        "answered now, not before": [f"{each.name}: {words.median(each.after.total)}" for each in changes.gained],
        "conditions": [f"{name}: {old or '—'} → {new or '—'}" for name, old, new in changes.conditions],
    }
    for name, lines in kinds.items():
        _print_list(console, name, lines)


def _describe_changes(changes: Iterable[Change]) -> list[str]:
    return [f"{each.name}: {change_words.change(each)}" for each in changes]


def _print_list(console: Console, name: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    console.print(Text(f"{name} ({len(lines)})", "bold"))
    for line in lines[:MOST]:
        _print_indented(console, line)
    if len(lines) > MOST:
        console.print(Text(f"  and {len(lines) - MOST} more", FAINT))
