"""What larger boards would need, by the growth of nodes over the records: a straight line through their logarithms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import exp, log
from statistics import linear_regression, median

from benchmarks.records.data import Key, Record
from benchmarks.records.kinds import KINDS
from benchmarks.records.values import published

ASKED = (
    # not the fewest of any queens: the search by cases is another one, and its nodes depend on whether n is even
    ("the fewest queens that guard n x n and do not attack each other", "queen", "independent", ("optimum",)),
    ("the largest two armies of queens (A250000)", "queen", "two armies", ("optimum",)),
    ("the number of inequivalent ones (A260680)", "queen", "two armies", ("orbits", "sets")),
)
SIDES, LEAST_NODES, LEAST_RECORDS = 5, 100_000, 3
UNITS = (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60))
HEAD = """## What larger boards would need

This is an estimate from the records: a straight line through the logarithms of the nodes, over all boards whose search
counted {least:,} nodes or more, and the median time per node on the largest three of one machine. Armies are measured
by the side of the board, domination by the number of pieces, since one fewer must be refuted (where that number is not
known, one more than half the side is taken). The last column begins with the first board whose value is neither
published nor found here. *Off* is the factor by which the worst of these boards is off the line. Times are of one core,
from the question to the answer. That the trend holds so far is a guess: expect the right order of magnitude, and not
even that where *off* is large.

| | boards | growth of the nodes | off | a node | the next boards |
|---|---|---|---|---|---|
"""


def growth(records: Mapping[Key, Record]) -> str:
    """The section of the page; empty while there are too few records to reckon from."""
    lines = ((shown, _line(records, piece, kind, wants)) for shown, piece, kind, wants in ASKED)
    rows = [f"| {shown} | {line} |\n" for shown, line in lines if line]
    return HEAD.format(least=LEAST_NODES) + "".join(rows) if rows else ""


def _measured(records: Mapping[Key, Record], piece: str, kind: str, wants: Sequence[str]) -> list[Record]:
    """The records to reckon from, by their sides."""
    found = (each for each in records.values() if each.plan == (piece, kind, False) and each.want in wants)
    return sorted((each for each in found if each.nodes >= LEAST_NODES), key=lambda each: each.side)


def _line(records: Mapping[Key, Record], piece: str, kind: str, wants: Sequence[str]) -> str:
    """The cells of a row; empty where there are too few records."""
    measured = _measured(records, piece, kind, wants)
    if len(measured) < LEAST_RECORDS:
        return ""
    by_pieces = KINDS[kind].is_domination
    sizes, nodes = [_size(each, by_pieces) for each in measured], [log(each.nodes) for each in measured]
    slope, start = linear_regression(sizes, nodes)
    off = max(abs(start + slope * size - each) for size, each in zip(sizes, nodes, strict=True))
    paced = [each for each in measured if not each.machine] or measured
    pace = median(each.seconds / each.nodes for each in paced[-3:])
    larger = (replace(measured[0], want=wants[0], board=str(side)) for side in count(measured[0].side))
    first = next(each.side for each in larger if not _is_known(records, each))
    following = [replace(measured[0], board=str(side)) for side in range(first, first + SIDES)]
    times = [spell_seconds(exp(start + slope * _size(each, by_pieces)) * pace) for each in following]
    shown = f"x {exp(slope):.1f} a {'piece' if by_pieces else 'board'}"
    cells = [f"{measured[0].side} to {measured[-1].side}", shown, f"x {exp(off):.1f}", f"{pace * 1e6:.2g} µs"]
    return " | ".join([*cells, ", ".join(f"{each.board}: {time}" for each, time in zip(following, times, strict=True))])


def _is_known(records: Mapping[Key, Record], asked: Record) -> bool:
    """Return whether what is asked is published, or was found by two searches."""
    found = records.get(asked.question)
    return published(asked, asked.want) is not None or (found is not None and bool(found.confirmed))


def _size(record: Record, by_pieces: bool) -> int:
    """What the nodes grow with: the side of the board, or the number of pieces that is known for it."""
    known = published(record, "optimum")
    return (known[0] if known else record.side // 2 + 1) if by_pieces else record.side


def spell_seconds(seconds: float) -> str:
    """A time in its largest unit, with one digit that counts."""
    unit, size = next((each for each in UNITS if seconds >= 2 * each[1]), ("seconds", 1))
    return f"{float(f'{seconds / size:.1g}'):,.0f} {unit}"
