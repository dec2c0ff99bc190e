"""A campaign as one self-contained HTML page."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import isinf
from typing import Any, NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.compare.analysis.cells import Cell, is_solved
from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.contested import Contested
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.scores import PairScore
from rookery.compare.campaign.problems import Asked, declare_asked
from rookery.compare.records.record import Record, Solution, placement_of
from rookery.compare.report import sentences, wording
from rookery.compare.report.charts import choose_looks, legend, symbols
from rookery.compare.report.curves import draw_cactus, draw_scaling
from rookery.compare.report.wording import NOTHING, answer
from rookery.core.words import legible
from rookery.models import BadInput

MAX_CONTESTED = 50  # instances that are shown with a board
MAX_DRAWN = 2_500  # squares of a board that is drawn
MAX_CURVES, MAX_PAIRS = 12, 45
STYLES = ("page.css", "parts.css", "charts.css", "print.css")
PARTS = ("verdict", "contested", "changes", "scores", "charts", "sizes", "instances", "conditions")


class ContestedRow(NamedTuple):
    """A contested instance with a drawing of the solution that shows what is wrong."""

    contested: Contested
    board: Markup | None


class InstanceRow(NamedTuple):
    """A row of the table of instances; `cells` has an entry for each contestant."""

    record: Record
    answer: str
    cells: list[Cell | None]
    fastest: tuple[str, ...]
    disputed: bool


def page(found: Findings, changes: Changes | None = None) -> str:
    """The page, with the changes against a baseline if there is one; it needs no network."""
    return legible(_templates().get_template("page.html").render(context(found, changes)))


def context(found: Findings, changes: Changes | None = None) -> dict[str, Any]:
    """Everything that the template shows."""
    curved = [name for name, sizes in found.grid.series.items() if len(sizes) > 1]
    return {
        "found": found,
        "grid": found.grid,
        "changes": changes,
        "words": wording,
        "sentences": sentences,
        "columns": [name for name, _ in found.unsolved.most_common()],
        "legends": [legend(look) for look in choose_looks(found)],
        "symbols": symbols(),
        "wrong": {each.contestant for each in found.standings if each.wrong},
        "parts": _parts(found, changes is not None),
        "contested": [_draw_contested(found, each) for each in found.contested[:MAX_CONTESTED]],
        "pairs": choose_pairs(found),
        "cactus": draw_cactus(found),
        "scalings": [(name, draw_scaling(found, name)) for name in curved[:MAX_CURVES]],
        "curves_left_out": max(len(curved) - MAX_CURVES, 0),
        "rows": [_row(found, name) for name in found.grid.instances],
        "conditions": conditions(found),
        "style": Markup("\n".join(map(_read, STYLES))),
        "script": Markup(_read("report.js")),
    }


@cache
def _templates() -> Templates:
    loader = PackageLoader("rookery.compare.report", "templates")
    made = Templates(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.filters["grouped"] = "{:,}".format
    made.filters["sort_key"] = _sort_key
    return made


@cache
def _read(name: str) -> str:
    return files("rookery.compare.report").joinpath("templates", name).read_text(encoding="utf-8")


def _sort_key(cell: Cell) -> str:
    """The value by which a table sorts a cell: its median in seconds, empty without one."""
    median = cell.total.median
    return "" if isinf(median) else f"{median:.4g}"


def choose_pairs(found: Findings) -> Sequence[PairScore]:
    """Every pair, or those with the best contestant if there are too many."""
    scores, best = found.scores.pair_scores, found.scores.table[0].contestant if found.scores.table else ""
    return [each for each in scores if len(scores) <= MAX_PAIRS or best in (each.one, each.other)]


def _parts(found: Findings, changed: bool) -> list[tuple[str, str]]:
    """The parts that there are, by anchor and name."""
    contested = bool(found.contested) or any(each.crashes for each in found.standings)
    there = {"contested": contested, "changes": changed, "sizes": bool(found.records)}
    return [(place, place.capitalize()) for place in PARTS if there.get(place, True)]


def _row(found: Findings, name: str) -> InstanceRow:
    record, best = found.grid.instances[name], best_answer(found, name)
    cells = [found.grid.cell(name, who) for who in found.grid.contestants]
    return InstanceRow(record, answer(best) if best else "", cells, found.scores.fastest[name], name in found.disputed)


def best_answer(found: Findings, instance: str) -> Record | None:
    """Give the run that says the most of an instance."""
    runs = [cell.best for cell in found.grid.row(instance)]
    return max(runs, key=lambda record: (is_solved(record), answer(record) != NOTHING), default=None)


def _draw_contested(found: Findings, contested: Contested) -> ContestedRow:
    """A contested instance with its proof, or else with the witness of its weightiest dispute."""
    record = found.grid.instances.get(contested.instance)
    evidence = contested.proof.evidence if contested.proof else contested.main.witness
    return ContestedRow(contested, _draw_solution(record.problem, evidence) if record and evidence else None)


def _draw_solution(problem: Asked, solution: Solution) -> Markup:
    """The board of a solution; in words if there is no picture of it, such as of one that a referee refused."""
    try:
        placement = placement_of(declare_asked(problem), solution)
        if len(placement.board) <= MAX_DRAWN:
            return Markup(placement.svg())
    except BadInput:
        pass
    return Markup("<p>{}</p>").format(sentences.describe_solution(solution))


def conditions(found: Findings) -> list[tuple[str, str]]:
    """The conditions of the runs: limits, versions and machine; each version once."""
    limits = {record.limits: None for record in found.records}
    seconds = [f"{limit.seconds:g} s" for limit in limits if limit.seconds is not None]
    memory = [f"{limit.memory / 2**20:,.0f} MiB" for limit in limits if limit.memory is not None]
    # The versions of each library that the runs used
    versions: dict[str, list[str]] = {}
    for name, version in dict.fromkeys(item for record in found.records for item in record.versions.items()):
        versions.setdefault(name, []).append(version)
    starts = sorted(record.started for record in found.records if record.started)
    rows = [
        ("time limit", ", ".join(dict.fromkeys(seconds)) or "none"),
        ("memory limit", ", ".join(dict.fromkeys(memory)) or "none"),
        ("seeds", ", ".join(map(str, found.seeds))),
        ("first run", starts[0][:16].replace("T", " ") if starts else ""),
        ("last run", starts[-1][:16].replace("T", " ") if starts else ""),
        *((name, text) for name, text in found.environment.facts.items() if not _is_shown(name, text, versions)),
        ("versions", ", ".join(f"{name} {' or '.join(many)}" for name, many in sorted(versions.items()))),
    ]
    return [(name, value) for name, value in rows if value]


def _is_shown(name: str, text: str, versions: dict[str, list[str]]) -> bool:
    """Return whether a fact only says again what version a library has, or when the first run began."""
    return name == "started" or any(text.startswith(version) for version in versions.get(name.lower(), ()))
