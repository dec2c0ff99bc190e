"""Campaigns side by side in the terminal: which they are, in what they differ, and what changed."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from rookery.compare.analysis.changes import Change, Changes
from rookery.compare.analysis.side_by_side import SideBySide
from rookery.compare.report import change_wording as change_words
from rookery.compare.report import wording as words
from rookery.compare.report.terminal import BAD, DOUBT, FAINT, GOOD, MOST, make_table, print_indented, print_section


def show_side_by_side(beside: SideBySide, console: Console) -> None:
    """Print several campaigns: their names, how they differ, times against the baseline, and what changed in each."""
    names = change_words.letters(beside)
    console.print()
    console.print(Text("Campaigns", "bold"))
    for name, found in zip(names, beside.campaigns, strict=True):
        role = " (baseline)" if found is beside.baseline else ""
        print_indented(console, f"{name}{role}: {change_words.identity(found)}")
    _print_rows(console, "Differences", ["", *names], change_words.differences(beside))
    _print_rows(
        console,
        f"Times as long as in {names[0]} (?: no clear change)",
        ["backend", *names[1:]],
        change_words.side_by_side(beside),
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
    """Print what changed against a baseline; `name` says in which campaign, where there are several."""
    console.print()
    campaign = f"{name} against" if name else "Against"
    console.print(Text(f"{campaign} the baseline: {change_words.identity(changes.before)}", "bold"), soft_wrap=True)
    style = BAD if changes.contradictions else DOUBT if changes.slower or changes.lost else GOOD
    print_indented(console, change_words.summary(changes), style)
    for name, text in change_words.overall(changes):
        print_indented(console, f"{name}: {text}")
    kinds = {
        "answers that changed": [f"{each.name}: {change_words.answers(each)}" for each in changes.contradictions],
        "slower": _describe_changes(changes.slower),
        "faster": _describe_changes(changes.faster),
        "no longer answered": [f"{each.name}: {words.outcome(each.after)}" for each in changes.lost],
        "newly answered": [f"{each.name}: {words.median(each.after.total)}" for each in changes.gained],
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
        print_indented(console, line)
    if len(lines) > MOST:
        console.print(Text(f"  and {len(lines) - MOST} more", FAINT))
