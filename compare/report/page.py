"""A campaign as one self-contained HTML page.

The data of its script are instances, cells and runs in words, texts once, packed so that thousands stay small.
"""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import isinf, log10
from typing import Any, NamedTuple

from jinja2 import Environment as Templates
from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup

from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import Cell, Measure, is_solved, seconds_of, series
from rookery.compare.analysis.changes import Changes, SideBySide
from rookery.compare.analysis.contested import Contested
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import list_curves
from rookery.compare.analysis.scores import PairScore
from rookery.compare.records.record import Record, Solution
from rookery.compare.report import panels, sentences, wording
from rookery.compare.report.charts import choose_looks, legend, symbols
from rookery.compare.report.curves import Plotter
from rookery.compare.report.panels import MAX_CURVES, choose_pairs, draw_panels, is_flat, lay_flat, shape, symbol
from rookery.compare.report.wording import NOTHING, answer, seconds, tell_answer, tell_cell
from rookery.core.words import legible

MAX_BOARDS = 24  # of an instance
MAX_PLACED = 60_000  # pieces on all boards of a page; then each instance keeps its first board alone
MAX_LOGS, MAX_TAIL = 80_000, 2_000  # characters of all logs, those of runs without an answer first, and of one
TIMES = (Measure.TOTAL, Measure.COMPILE, Measure.SEARCH, Measure.FIRST, Measure.LAST)
MIN_SECONDS = 1e-4  # seconds: the shortest bar behind a time


class Texts:
    """Texts by number: each is kept once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def __call__(self, text: str) -> int:
        """Give the number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """Every text, by its number."""
        return list(self._numbers)


def pack(data: Any) -> str:
    """Data as text that no markup can break out of: JSON, deflated, in base 64."""
    plain = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(squeezed.compress(plain) + squeezed.flush()).decode()


def payload(found: Findings) -> dict[str, Any]:
    """Give instances, cells and runs of a campaign as plain data, in the words that the page shows."""
    texts, grid = Texts(), found.grid
    names = list(grid.series)
    places = {name: number for number, name in enumerate(grid.instances)}
    who = {name: number for number, name in enumerate(grid.contestants)}
    fewer = sum(len(pieces) for record in found.records for pieces in record.solutions[:MAX_BOARDS]) > MAX_PLACED
    cells = [cell for instance in grid.instances for cell in grid.row(instance)]
    records = [record for cell in cells for record in cell.records]
    efforts = list_efforts(records)
    slowest = max([1e-3, *(cell.total.median for cell in cells if not cell.total.censored)])
    # The logs that fit, those of runs without an answer first
    logs, room = {}, MAX_LOGS
    for record in sorted(found.records, key=is_solved):
        tail = record.log[-MAX_TAIL:]
        if tail and len(tail) <= room:
            logs[record.key] = tail
            room -= len(tail)
    return {
        "who": list(grid.contestants),
        "styles": [look.style for look in choose_looks(found)],
        "series": names,
        "instances": [_instance(found, record, names, fewer) for record in grid.instances.values()],
        "cells": [
            _cell(cell, (places[cell.instance], who[cell.contestant]), efforts, slowest, texts) for cell in cells
        ],
        "runs": [_run(record, efforts, texts, logs) for record in records],
        "texts": texts.all,
        "efforts": {name: VOCABULARY[name] for name in efforts},
    }


def list_efforts(records: Iterable[Record]) -> list[str]:
    """The search statistics that any run reports; the memory of a run is listed with its times."""
    there = {name for record in records for name in record.statistics} - {"memory"}
    return [name for name in VOCABULARY if name in there]


def _instance(found: Findings, record: Record, names: list[str], fewer: bool) -> list[Any]:
    """Name, series, size, answer, whether it is disputed, the fastest contestant, the board, and its solutions."""
    name = record.instance
    best = best_answer(found, name)
    board = shape(record.problem, record.size)
    fastest = [found.grid.contestants.index(who) for who in found.scores.fastest[name]]
    kept = _boards(found, name)[: 1 if fewer else MAX_BOARDS] if is_flat(record.problem) else []
    signs = sorted({piece for solution in kept for piece, *_ in solution})
    flat = [
        [at for piece, *square in solution for at in (signs.index(piece), *lay_flat(record.problem, square))]
        for solution in kept
    ]
    drawn = [board.rows, board.columns, board.holes, board.given, [symbol(sign, record.problem) for sign in signs]]
    shown = tell_answer(found, best) if best else ""
    return [name, names.index(series(record)), record.size, shown, int(name in found.disputed), fastest, drawn, flat]


def best_answer(found: Findings, instance: str) -> Record | None:
    """Give the run that says the most of an instance."""
    runs = [cell.best for cell in found.grid.row(instance)]
    return max(runs, key=lambda record: (is_solved(record), answer(record) != NOTHING), default=None)


def _boards(found: Findings, instance: str) -> list[Solution]:
    """The distinct solutions that the runs kept, in the order in which they were found."""
    runs = (record for cell in found.grid.row(instance) for record in cell.records)
    return list({tuple(sorted(solution)): solution for record in runs for solution in record.solutions}.values())


def _cell(cell: Cell, place: tuple[int, int], efforts: list[str], slowest: float, texts: Texts) -> list[Any]:
    """Instance and contestant by number, how many runs, two lines for its time, the bar behind it in percent, and the
    medians of all measures; none of a single run, which says them itself.
    """
    shown, under = tell_cell(cell)
    median = cell.total.median
    wide = 0 if isinf(median) else 100 * log10(max(median, MIN_SECONDS) / MIN_SECONDS) / log10(slowest / MIN_SECONDS)
    medians = [cell.median(name) for name in (*TIMES, "memory", *efforts)] if len(cell.records) > 1 else []
    tellings = [_tell(value, name) for value, name in zip(medians, (*TIMES, "memory", *efforts), strict=False)]
    return [*place, len(cell.records), texts(shown), texts(under), round(wide), *tellings]


def _run(record: Record, efforts: list[str], texts: Texts, logs: dict[str, str]) -> list[Any]:
    """Seed, how it ended, whether it answered, what it said, more texts by number, and its measures in words."""
    program = ", ".join(f"{count:,} {name}" for name, count in record.program.items())
    text = " ".join(filter(None, [record.raw_status, record.message]))
    said = [texts(record.ended.value), int(is_solved(record)), texts(answer(record))]
    more = [texts(program), texts(text), texts(logs.get(record.key, "")), texts(record.command)]
    times = [_tell(seconds_of(record, measure), measure) for measure in TIMES]
    counted = [_tell(record.statistics.get(name), name) for name in efforts]
    return [record.seed, *said, *more, *times, _tell(record.memory, "memory"), *counted]


def _tell(value: float | None, measure: str) -> str:
    """A measure as a table shows it: `12.3 ms`, `90 MiB`, `1,234`; empty if it is not known."""
    if value is None or isinf(value):
        return ""
    if measure == "memory":
        return f"{value / 2**20:,.0f} MiB"
    return seconds(value) if measure in TIMES else f"{value:,.0f}"


MAX_STATIC_CELLS = 300  # in the table of instances before a script fills it
MAX_STATIC_RUNS = 180  # runs listed one by one without a script
MAX_CONTESTED = 100
SCRIPTS = ("data.js", "boards.js", "details.js", "table.js", "panels.js", "filters.js", "main.js")
STYLES = ("page.css", "parts.css", "charts.css", "narrow.css", "print.css")
PARTS = (
    "verdict", "contested", "changes", "agreement", "scores", "charts", "growth", "pairs", "instances", "conditions",
)  # fmt: skip
MEASURES = {
    Measure.TOTAL: "time",
    Measure.COMPILE: "compile time",
    Measure.SEARCH: "search time",
    Measure.FIRST: "first solution",
    Measure.LAST: "last solution",
}


def page(found: Findings, changes: Changes | None = None, beside: SideBySide | None = None) -> str:
    """The page, with the changes against a baseline, or with several campaigns (`changes` is the last of theirs).

    It needs no network, and reads without scripts.
    """
    several = beside.changes if beside else (changes,) if changes else ()
    made = _templates().get_template("page.html").render(**context(found, several), changes=changes, beside=beside)
    return legible(made)


def context(found: Findings, campaigns: Sequence[Changes] = ()) -> dict[str, Any]:
    """Everything that the template shows, with the changes since the baseline to each later campaign."""
    who, curved = found.grid.contestants, list_curves(found.grid)
    legends = [legend(look) for look in choose_looks(found)]
    columns = [name for name, _ in found.unsolved.most_common()]
    measures, pairs = _measures(found), choose_pairs(found)
    wrong = {each.contestant for each in found.standings if each.wrong}
    charts = _charts(found, campaigns, curved[:MAX_CURVES])

    def rows(name: str, part: Findings, scores: Sequence[PairScore]) -> Markup:
        macros: Any = _templates().get_template("panels.html").module
        if name == "agreement":
            return Markup(macros.agreement(part, legends, who))
        if name == "scores":
            return Markup(macros.scores(part, legends, who, columns, wording, wrong))
        if name == "pairs":
            return Markup(macros.pairs(scores, legends, who, wording))
        return Markup(macros.medians(part, legends, who, wording))

    data = payload(found)
    drawn = *charts["scalings"], charts["cactus"], charts["profile"], charts["phases"], charts["scatter"] or ""
    taken = len(pack(data)) + sum(map(len, drawn))
    panels = draw_panels(found, campaigns, [name for name, _ in measures], charts["shown"], rows, taken)
    return charts | {
        "found": found,
        "grid": found.grid,
        "words": wording,
        "sentences": sentences,
        "columns": columns,
        "legends": legends,
        "wrong": wrong,
        "families": list(found.grid.series),
        "curved": curved,
        "curves_left_out": max(len(curved) - MAX_CURVES, 0),
        "scatters": [
            (f"{who.index(each.one)},{who.index(each.other)}", f"{each.one} against {each.other}") for each in pairs
        ],
        "symbols": symbols(),
        "pairs": pairs,
        "parts": _parts(found, bool(campaigns)),
        "sizes": sorted({size for sizes in found.grid.series.values() for size in sizes}),
        "rows": [_row(found, name) for name in _first(found, MAX_STATIC_CELLS, len(found.grid.cells))],
        "details": [_row(found, name) for name in _first(found, MAX_STATIC_RUNS, len(found.records))],
        "contested": [_draw_contested(found, each) for each in found.contested[:MAX_CONTESTED]],
        "conditions": conditions(found),
        "ends": sorted(found.unsolved),
        "measures": measures,
        "data": pack(data | {"panels": panels}),
        "style": Markup("\n".join(map(_read, STYLES))),
        "script": Markup("\n".join(_squeeze(_read(name)) for name in SCRIPTS)),
    }


def _charts(found: Findings, campaigns: Sequence[Changes], curved: Sequence[str]) -> dict[str, Any]:
    """Draw the charts that the page shows at first; `shown` are their keys, `best` the pair of the scatter plot."""
    who, families, plotter = (
        found.grid.contestants,
        list(found.grid.series),
        Plotter(found, found.grid.contestants, choose_looks(found)),
    )
    best = sorted(who.index(score.contestant) for score in found.scores.table[:2])
    pair = ",".join(map(str, best))
    shown = [
        "cactus||total|log",
        "profile|",
        "phases|",
        f"scatter||{pair}|total",
        *(f"changes{n}|" for n in range(len(campaigns))),
    ]
    return {
        "scalings": [plotter.scaling(name) for name in curved],
        "cactus": plotter.cactus(),
        "profile": plotter.profile(),
        "phases": plotter.phases(),
        "scatter": plotter.scatter(who[best[0]], who[best[1]]) if len(best) == 2 else None,
        "best": pair,
        "then_and_now": [(each, plotter.changes(each)) for each in campaigns],
        "shown": [*shown, *(f"scaling|{families.index(name)}|total|log" for name in curved)],
    }


class ContestedRow(NamedTuple):
    """A contested instance with the board that shows what is wrong."""

    contested: Contested
    board: Markup | None


class InstanceRow(NamedTuple):
    """An instance of the table: the answers, their contestants, and a board."""

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


def _squeeze(code: str) -> str:
    """A script without what only its reader needs: indents and lines of comment."""
    lines = (line.strip() for line in code.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _first(found: Findings, room: int, things: int) -> list[str]:
    """The first instances that fit if all of them together hold `things` things."""
    names = list(found.grid.instances)
    return names[: max(room * len(names) // max(things, 1), 1)]


def _parts(found: Findings, changed: bool) -> list[tuple[str, str]]:
    """The parts that there are, by anchor and name."""
    runs = bool(found.records)
    there = {"contested": bool(found.contested or found.standings[0].crashes if found.standings else False)}
    there |= {"changes": changed, "growth": runs, "pairs": runs}
    return [(place, place.capitalize()) for place in PARTS if there.get(place, True)]


def _measures(found: Findings) -> list[tuple[str, str]]:
    """List what charts and columns can show: times, then the search statistics that some run has."""
    times = [(measure.value, name) for measure, name in MEASURES.items()]
    return times + [(name, name.replace("_", " ")) for name in list_efforts(found.grid.records)]


def _row(found: Findings, name: str) -> InstanceRow:
    record, best = found.grid.instances[name], best_answer(found, name)
    cells = [found.grid.cell(name, who) for who in found.grid.contestants]
    kept = [pieces for cell in cells if cell for run in cell.records for pieces in run.solutions]
    board = panels.draw_solution(record.problem, record.size, kept[0]) if kept else None
    said = wording.tell_answer(found, best) if best else ""
    return InstanceRow(record, said, cells, found.scores.fastest[name], name in found.disputed, board)


def _draw_contested(found: Findings, contested: Contested) -> ContestedRow:
    """A contested instance with its proof, or else with the witness of its weightiest dispute."""
    record, main = found.grid.instances.get(contested.instance), contested.main
    if contested.proof and contested.proof.evidence and record:
        return ContestedRow(contested, panels.draw_solution(record.problem, record.size, contested.proof.evidence))
    if not main.witness:
        return ContestedRow(contested, None)
    problem, size = main.problem or (record.problem if record else {}), record.size if record else 8
    return ContestedRow(contested, panels.draw_solution(problem, size, main.witness))


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
