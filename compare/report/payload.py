"""The data of a page's script: instances, cells and runs in words, texts once, packed so that thousands stay small."""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable
from math import isinf, log10
from typing import Any

from rookery.backends.contract.answer_data import VOCABULARY
from rookery.compare.analysis.cells import Cell, Measure, is_solved, seconds_of, series
from rookery.compare.analysis.findings import Findings
from rookery.compare.records.record import Record, Solution
from rookery.compare.report.boards import is_flat, lay_flat, shape, symbol
from rookery.compare.report.wording import NOTHING, answer, seconds, tell_answer, tell_cell

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
