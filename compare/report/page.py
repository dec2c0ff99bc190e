"""A campaign as one self-contained HTML page."""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.compare.analysis.cells import Cell, is_solved
from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.pairs import PairScore
from rookery.compare.analysis.side_by_side import SideBySide
from rookery.compare.records.dispute import Dispute
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.report import boards, change_wording, claim_wording, curves, standing_wording, wording
from rookery.compare.report.payload import best_answer, pack, payload

STATIC_CELLS = 600  # in the table of instances before a script fills it
STATIC_RUNS = 240  # runs that are told one by one without a script
MOST_CURVES, MOST_PAIRS, MOST_REFUSALS = 12, 6, 20
SCRIPTS = ("data.js", "boards.js", "details.js", "table.js")
STYLES = ("page.css", "parts.css", "charts.css")


def page(found: Findings, changes: Changes | None = None, beside: SideBySide | None = None) -> str:
    """The page, with what changed against a baseline, or beside several campaigns (`changes` is the last of theirs).

    It needs no network, and reads without scripts.
    """
    return _templates().get_template("page.html").render(**context(found, changes), changes=changes, beside=beside)


def context(found: Findings, changes: Changes | None = None) -> dict[str, Any]:
    """Everything that the template shows."""
    return {
        "found": found,
        "grid": found.grid,
        "words": wording,
        "change_words": change_wording,
        "claim_words": claim_wording,
        "standing_words": standing_wording,
        "columns": _reasons(found),
        "legends": [curves.legend(number) for number in range(len(found.grid.contestants))],
        "curved": _series_with_sizes(found),
        "scalings": [curves.scaling(found, name) for name in _series_with_sizes(found)[:MOST_CURVES]],
        "curves_left_out": max(len(_series_with_sizes(found)) - MOST_CURVES, 0),
        "cactus": curves.cactus(found),
        "phases": curves.phases(found),
        "pairs": [curves.pair(found, pair_score) for pair_score in choose_pairs(found)],
        "rows": [_row(found, name) for name in _first(found, STATIC_CELLS, len(found.grid.cells))],
        "details": [_row(found, name) for name in _first(found, STATIC_RUNS, len(found.records))],
        "disputes": _disputes(found),
        "conditions": conditions(found),
        "ends": sorted(found.unsolved),
        "data": pack(payload(found, changes)),
        "style": Markup("\n".join(map(_read, STYLES))),
        "script": Markup("\n".join(map(_read, SCRIPTS))),
    }


class DisputeRow(NamedTuple):
    """A dispute with the board that shows it."""

    dispute: Dispute[Solution]
    board: Markup | None


class InstanceRow(NamedTuple):
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
    made.globals.update(is_solved=is_solved, zip=zip, enumerate=enumerate)
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


def _series_with_sizes(found: Findings) -> list[str]:
    return [name for name, sizes in found.grid.series.items() if len(sizes) > 1]


def choose_pairs(found: Findings) -> list[PairScore]:
    """Every pair, or those with the best contestant where there are too many."""
    pair_scores = found.scores.pair_scores
    if len(pair_scores) <= MOST_PAIRS:
        return list(pair_scores)
    best = found.scores.table[0].contestant
    return [pair_score for pair_score in pair_scores if best in (pair_score.one, pair_score.other)][: MOST_PAIRS + 2]


def _row(found: Findings, name: str) -> InstanceRow:
    record, best = found.grid.instances[name], best_answer(found, name)
    cells = [found.grid.cell(name, who) for who in found.grid.contestants]
    kept = [pieces for cell in cells if cell for run in cell.records for pieces in run.solutions]
    board = boards.draw_solution(record.problem, record.size, kept[0]) if kept else None
    said = wording.answer(best) if best else ""
    return InstanceRow(record, said, cells, found.scores.fastest[name], name in found.disputed, board)


def _disputes(found: Findings) -> list[DisputeRow]:
    """What is wrong, with its witness: disagreements first, then answers that the referees refused."""
    return [DisputeRow(each, _witness(found, each)) for each in (*found.disputes, *found.refusals[:MOST_REFUSALS])]


def _witness(found: Findings, dispute: Dispute[Solution]) -> Markup | None:
    if not dispute.witness:
        return None
    record = found.grid.instances.get(dispute.instance)
    problem, size = dispute.problem or (record.problem if record else {}), record.size if record else 8
    return boards.draw_solution(problem, size, dispute.witness)


def conditions(found: Findings) -> list[tuple[str, str]]:
    """Under what limits and versions the runs were made."""
    limits = {record.limits: None for record in found.records}
    seconds = [f"{limit.seconds:g} s" for limit in limits if limit.seconds is not None]
    memory = [f"{limit.memory / 2**20:,.0f} MiB" for limit in limits if limit.memory is not None]
    versions = {name: version for record in found.records for name, version in record.versions.items()}
    starts = sorted(record.started for record in found.records if record.started)
    rows = [
        ("time limit", ", ".join(dict.fromkeys(seconds)) or "none"),
        ("memory limit", ", ".join(dict.fromkeys(memory)) or "none"),
        ("seeds", ", ".join(map(str, found.seeds))),
        ("versions", ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))),
        ("first run", starts[0] if starts else ""),
        ("last run", starts[-1] if starts else ""),
    ]
    return [(name, value) for name, value in rows if value]
