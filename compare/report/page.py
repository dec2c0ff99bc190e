"""A campaign as one self-contained HTML page."""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.compare.analysis.cells import Cell, solved
from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.scores import Duel
from rookery.compare.records.dispute import Dispute
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.report import boards, changing, curves, wording
from rookery.compare.report.payload import best_answer, packed, payload

STATIC_CELLS = 600  # in the table of instances before a script fills it
STATIC_RUNS = 240  # runs that are told one by one without a script
MOST_CURVES, MOST_PAIRS, MOST_REFUSALS = 12, 6, 20
SCRIPTS = ("data.js", "boards.js", "details.js", "table.js")
STYLES = ("page.css", "parts.css", "charts.css")


def page(found: Findings, changes: Changes | None = None) -> str:
    """The page, with what changed against a baseline; it needs no network, and reads without scripts."""
    return _templates().get_template("page.html").render(**context(found), changes=changes)


def context(found: Findings) -> dict[str, Any]:
    """Everything that the template shows."""
    return {
        "found": found,
        "grid": found.grid,
        "words": wording,
        "changing": changing,
        "columns": _reasons(found),
        "legends": [curves.legend(number) for number in range(len(found.grid.contestants))],
        "curved": _curved(found),
        "scalings": [curves.scaling(found, name) for name in _curved(found)[:MOST_CURVES]],
        "curves_left_out": max(len(_curved(found)) - MOST_CURVES, 0),
        "cactus": curves.cactus(found),
        "phases": curves.phases(found),
        "pairs": [curves.pair(found, duel) for duel in shown_duels(found)],
        "rows": [_row(found, name) for name in _first(found, STATIC_CELLS, len(found.grid.cells))],
        "details": [_row(found, name) for name in _first(found, STATIC_RUNS, len(found.records))],
        "disputes": _disputes(found),
        "conditions": conditions(found),
        "ends": sorted(found.unsolved),
        "data": packed(payload(found)),
        "style": Markup("\n".join(map(_read, STYLES))),
        "script": Markup("\n".join(map(_read, SCRIPTS))),
    }


class _Dispute(NamedTuple):
    dispute: Dispute[Solution]
    board: Markup | None


class Row(NamedTuple):
    """An instance of the table: what was answered, by whom, and a board."""

    record: Record
    answer: str
    cells: list[Cell | None]
    fastest: tuple[str, ...]
    disputed: bool
    board: Markup | None


@cache
def _templates() -> Templates:
    loader = PackageLoader("rookery.compare.report", "templates")
    made = Templates(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["grouped"] = "{:,}".format
    made.globals.update(solved=solved, zip=zip, enumerate=enumerate)
    return made


@cache
def _read(name: str) -> str:
    return files("rookery.compare.report").joinpath("templates", name).read_text(encoding="utf-8")


def _first(found: Findings, room: int, things: int) -> list[str]:
    """As many instances as there is room for, when all of them together hold so many things."""
    names = list(found.grid.instances)
    return names[: max(room * len(names) // max(things, 1), 1)]


def _reasons(found: Findings) -> list[str]:
    """Why runs are unsolved: a column each, the most frequent first."""
    return [name for name, _ in found.unsolved.most_common()]


def _curved(found: Findings) -> list[str]:
    return [name for name, sizes in found.grid.series.items() if len(sizes) > 1]


def shown_duels(found: Findings) -> list[Duel]:
    """Every pair, or those with the best contestant where there are too many."""
    duels = found.scores.duels
    if len(duels) <= MOST_PAIRS:
        return list(duels)
    best = found.scores.table[0].contestant
    return [duel for duel in duels if best in (duel.one, duel.other)][: MOST_PAIRS + 2]


def _row(found: Findings, name: str) -> Row:
    record, best = found.grid.instances[name], best_answer(found, name)
    cells = [found.grid.cell(name, who) for who in found.grid.contestants]
    kept = [pieces for cell in cells if cell for run in cell.records for pieces in run.solutions]
    board = boards.first(record.problem, record.size, kept[0]) if kept else None
    said = wording.answer(best) if best else ""
    return Row(record, said, cells, found.scores.fastest[name], name in found.disputed, board)


def _disputes(found: Findings) -> list[_Dispute]:
    """What is wrong, with its witness: disagreements first, then answers that the referees refused."""
    return [_Dispute(each, _witness(found, each)) for each in (*found.disputes, *found.refusals[:MOST_REFUSALS])]


def _witness(found: Findings, dispute: Dispute[Solution]) -> Markup | None:
    if not dispute.witness:
        return None
    record = found.grid.instances.get(dispute.instance)
    problem, size = dispute.problem or (record.problem if record else {}), record.size if record else 8
    return boards.first(problem, size, dispute.witness)


def conditions(found: Findings) -> list[tuple[str, str]]:
    """Under what limits and versions the runs were made."""
    limits = {record.limits: None for record in found.records}
    told = [f"{limit.seconds:g} s" for limit in limits if limit.seconds is not None]
    memory = [f"{limit.memory / 2**20:,.0f} MiB" for limit in limits if limit.memory is not None]
    versions = {name: version for record in found.records for name, version in record.versions.items()}
    starts = sorted(record.started for record in found.records if record.started)
    rows = [
        ("time limit", ", ".join(dict.fromkeys(told)) or "none"),
        ("memory limit", ", ".join(dict.fromkeys(memory)) or "none"),
        ("seeds", ", ".join(map(str, found.seeds))),
        ("versions", ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))),
        ("first run", starts[0] if starts else ""),
        ("last run", starts[-1] if starts else ""),
    ]
    return [(name, value) for name, value in rows if value]
