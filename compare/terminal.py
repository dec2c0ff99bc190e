"""A report in a terminal: the verdict, tables, and changes since a baseline."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from rookery.compare import sentences
from rookery.compare import wording as words
from rookery.compare.analysis import Cell
from rookery.compare.changes import Changes
from rookery.compare.findings import CampaignOutcome, Findings
from rookery.core.words import spell_row

GOOD, BAD, DOUBT, FAINT = "bold green", "bold red", "yellow", "dim"
MAX_WIDTH = 10_000  # columns of a table that is measured
MAX_LISTED = 12  # contested instances, and changes of each kind
SIGNS = {
    CampaignOutcome.WRONG: ("✗", BAD),
    CampaignOutcome.CRASHED: ("!", DOUBT),
    CampaignOutcome.UNCOMPARED: ("?", DOUBT),
    CampaignOutcome.AGREED: ("✓", GOOD),
}


def show(found: Findings, console: Console) -> None:
    """Print a campaign's findings."""
    show_conclusions(found, console)
    _print_table(console, "Scores", words.SCORES, words.list_scores(found.analysis))
    for name, note in (("PAR-2", words.PAR2_NOTE), ("wins", words.WINS_NOTE)):
        _print_indented(console, f"{name}: {note}", FAINT)
    if found.unsolved:
        reasons = [name for name, _ in found.unsolved.most_common()]
        counts: list[list[str | Text]] = [
            [each.contestant, *(_count(each.runs.reasons[name]) for name in reasons)] for each in found.analysis.scores
        ]
        _print_table(console, "Runs without an answer", ["backend", *reasons], counts)
    for name, sizes in found.analysis.by_size.items():
        who = found.analysis.contestants
        rows: list[list[str | Text]] = [
            [str(size), *(_time(cells.get(each)) for each in who)] for size, cells in sizes.items()
        ]
        _print_table(console, f"Time by size: {name}", ["size", *who], rows)
    _print_list(console, "Keep in mind", [f"• {caveat}" for caveat in found.caveats], FAINT)


def show_conclusions(found: Findings, console: Console) -> None:
    """Print the verdict on correctness and speed: the sentences without the tables."""
    sign, style = SIGNS[found.outcome]
    console.print(Text(found.title, "bold"), soft_wrap=True)
    console.print(Text(f"{sign} {sentences.headline(found)}.", style))
    for line in (sentences.leader(found), sentences.extent(found), sentences.runs(found), sentences.setting(found)):
        if line:
            _print_indented(console, line)
    if not found.sound or len(list(sentences.accusations(found))) > 1:
        console.print()
        console.print(Text("Backends", "bold"))
        for each in found.standings:
            style = BAD if each.wrong else DOUBT if each.grounds or each.crashes else ""
            _print_indented(console, f"{each.contestant}: {sentences.standing(each)}", style)
    if found.contested:
        console.print()
        console.print(Text(f"Contested instances ({len(found.contested):,})", "bold"))
    for contested in found.contested[:MAX_LISTED]:
        for line in sentences.describe_contested(contested):
            console.print(Text(f"  {line}"), soft_wrap=True)  # so that its command can be copied
    if len(found.contested) > MAX_LISTED:
        _print_indented(console, f"and {len(found.contested) - MAX_LISTED} more", FAINT)


def show_changes(changes: Changes, console: Console) -> None:
    """Print what changed since a baseline."""
    kinds = {
        kind: [f"{name}: {text}" for name, text in cells] for kind, cells in sentences.list_changes(changes).items()
    }
    worse = kinds["slower"] or kinds["no longer answered"]
    console.print()
    console.print(Text(f"Against the baseline: {sentences.identity(changes.before)}", "bold"), soft_wrap=True)
    style = BAD if kinds["with another answer"] else DOUBT if worse else GOOD
    _print_indented(console, sentences.summary(changes), style)
    for name, text in sentences.overall(changes):
        _print_indented(console, f"{name}: {text}")
    kinds["conditions"] = [f"{name}: {old or '—'} → {new or '—'}" for name, old, new in changes.conditions]
    for name, lines in kinds.items():
        more = [f"and {len(lines) - MAX_LISTED} more"] if len(lines) > MAX_LISTED else []
        _print_list(console, f"{name} ({len(lines)})", [*lines[:MAX_LISTED], *more])


def _print_list(console: Console, title: str, lines: Sequence[str], style: str = "") -> None:
    if lines:
        console.print()
        console.print(Text(title, "bold"))
    for line in lines:
        _print_indented(console, line, style)


def _print_indented(console: Console, line: str, style: str = "", indent: int = 2) -> None:
    for part in Text(line, style).wrap(console, console.width - indent):
        console.print(Text(" " * indent) + part, soft_wrap=True)


def _print_table(console: Console, title: str, heads: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> None:
    """Print a table under its title; a row of a table that is too wide becomes a block, so that no name is cut."""
    console.print()
    console.print(Text(title, "bold"))
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1), collapse_padding=True, header_style="bold"
    )
    for number, name in enumerate(heads):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    listed = list(rows)
    for row in listed:
        table.add_row(*row)
    if Measurement.get(console, console.options.update(width=MAX_WIDTH), table).maximum <= console.width:
        console.print(table)
        return
    for row in listed:
        _print_indented(console, f"{heads[0]} {row[0]}", "bold")
        _print_indented(console, spell_row(heads, list(map(str, row))), indent=4)


def _count(number: int) -> Text:
    return Text(str(number), DOUBT if number else FAINT)


def _time(cell: Cell | None) -> Text:
    if cell is None:
        return Text("")
    return Text(words.outcome(cell), DOUBT if cell.reasons else "")
