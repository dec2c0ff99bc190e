"""The data of a page's script: every run in columns, texts once, packed so that thousands of runs stay small."""

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from math import isinf
from typing import Any

from rookery.backends.contract.statistics import VOCABULARY
from rookery.compare.analysis.cells import Cell, Measure, is_solved, seconds_of, series
from rookery.compare.analysis.changes import Changes, Point
from rookery.compare.analysis.findings import Findings
from rookery.compare.records.record import Record
from rookery.compare.records.solution import Solution
from rookery.compare.report.boards import is_flat, lay_flat, shape, symbol
from rookery.compare.report.wording import answer, outcome, tell_answer

BOARDS = 24  # of an instance
PLACED = 60_000  # pieces on all boards of a page; then each instance keeps its first board alone
LOGS, TAIL = 80_000, 2_000  # characters of all logs, those of runs without an answer first, and of one
TIMES = (Measure.COMPILE, Measure.SEARCH, Measure.TOTAL, Measure.FIRST, Measure.LAST)


class Texts:
    """Texts by number: each is kept once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {"": 0}

    def __call__(self, text: str) -> int:
        """The number of a text."""
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


def payload(found: Findings, changes: Changes | None = None) -> dict[str, Any]:
    """Instances, cells and runs of a campaign as plain data, and the cells that a baseline has too."""
    texts, grid = Texts(), found.grid
    names = list(grid.series)
    places = {name: number for number, name in enumerate(grid.instances)}
    who = {name: number for number, name in enumerate(grid.contestants)}
    fewer = _fewer_boards(found)
    cells = [cell for instance in grid.instances for cell in _row(found, instance)]
    logs = _logs(found.records)
    return {
        "who": list(grid.contestants),
        "series": names,
        "instances": [_instance(found, record, names, fewer) for record in grid.instances.values()],
        "cells": [_cell(cell, (places[cell.instance], who[cell.contestant]), texts) for cell in cells],
        "runs": [_run(record, texts, logs) for cell in cells for record in cell.records],
        "changes": [_point(point, places, who) for point in changes.points] if changes else [],
        "texts": texts.all,
        "statistics": _statistics([record for cell in cells for record in cell.records]),
    }


def _point(point: Point, places: dict[str, int], who: dict[str, int]) -> list[Any]:
    """Instance and contestant by number, the medians before and after (None without one), and what changed."""
    return [places[point.instance], who[point.contestant], _short(point.before), _short(point.after), point.kind]


def _row(found: Findings, instance: str) -> Iterable[Cell]:
    return (cell for who in found.grid.contestants if (cell := found.grid.cell(instance, who)))


def _instance(found: Findings, record: Record, names: list[str], fewer: bool) -> list[Any]:
    """Name, series, size, answer, whether it is disputed, who was fastest, the board, and its solutions."""
    name = record.instance
    best = best_answer(found, name)
    board = shape(record.problem, record.size)
    fastest = [found.grid.contestants.index(who) for who in found.scores.fastest[name]]
    kept = _boards(found, name)[: 1 if fewer else BOARDS] if is_flat(record.problem) else []
    signs = sorted({piece for solution in kept for piece, *_ in solution})
    flat = [
        [at for piece, *square in solution for at in (signs.index(piece), *lay_flat(record.problem, square))]
        for solution in kept
    ]
    drawn = [board.rows, board.columns, board.holes, board.given, [symbol(sign, record.problem) for sign in signs]]
    shown = tell_answer(found, best) if best else ""
    return [name, names.index(series(record)), record.size, shown, int(name in found.disputed), fastest, drawn, flat]


def best_answer(found: Findings, instance: str) -> Record | None:
    """The run that says the most of an instance."""
    runs = [cell.best for cell in _row(found, instance)]
    return max(runs, key=lambda record: (is_solved(record), answer(record) != "—"), default=None)


def _boards(found: Findings, instance: str) -> list[Solution]:
    """The distinct solutions that the runs kept, in the order in which they were found."""
    runs = (record for cell in _row(found, instance) for record in cell.records)
    return list({tuple(sorted(solution)): solution for record in runs for solution in record.solutions}.values())


def _fewer_boards(found: Findings) -> bool:
    return sum(len(pieces) for record in found.records for pieces in record.solutions[:BOARDS]) > PLACED


def _cell(cell: Cell, place: tuple[int, int], texts: Texts) -> list[Any]:
    """Instance and contestant by number, how many runs, and what stands for a median that is censored."""
    return [*place, len(cell.records), texts(outcome(cell)) if cell.total.censored else 0]


def _run(record: Record, texts: Texts, logs: dict[str, str]) -> list[Any]:
    """Seed, end, whether it answered, what it said, times (compile to last), memory in MiB, and texts by number."""
    times = [_short(seconds_of(record, measure)) for measure in TIMES]
    memory = None if record.memory is None else round(record.memory / 2**20)
    program = ", ".join(f"{count:,} {name}" for name, count in record.program.items())
    text = " ".join(filter(None, [record.raw_status, record.message]))
    said = [texts(record.ended.value), int(is_solved(record)), texts(answer(record))]
    more = [texts(program), texts(text), texts(logs.get(record.key, "")), texts(record.command)]
    return [record.seed, *said, *times, memory, *more]


def _statistics(records: Sequence[Record]) -> dict[str, Any]:
    """The search statistics that any run tells, with their meaning, and of each run one number or none for each.

    The memory of a run stands with its times.
    """
    names = [name for name in VOCABULARY if any(name in record.statistics for record in records)]
    return {
        "names": names,
        "meanings": [VOCABULARY[name] for name in names],
        "runs": [[record.statistics.get(name) for name in names] for record in records],
    }


def _logs(records: Iterable[Record]) -> dict[str, str]:
    """The logs that fit, those of runs without an answer first."""
    kept, room = {}, LOGS
    for record in sorted(records, key=is_solved):
        tail = record.log[-TAIL:]
        if tail and len(tail) <= room:
            kept[record.key] = tail
            room -= len(tail)
    return kept


def _short(value: float | None) -> float | None:
    """Three digits more than are shown, so that what is computed from it shows the same; None for what is not known."""
    return None if value is None or isinf(value) else float(f"{value:.6g}")
