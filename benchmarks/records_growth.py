"""What larger boards would need, by the growth of nodes over the records: a straight line through their logarithms."""

from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import linear_regression, median

from records_data import Key, Record

ASKED = (
    ("the fewest queens that guard n x n", "queen", "plain", ("optimum",)),
    ("the fewest that do not attack each other", "queen", "independent", ("optimum",)),
    ("the largest two armies of queens (A250000)", "queen", "two armies", ("optimum",)),
    ("the number of inequivalent ones (A260680)", "queen", "two armies", ("orbits", "sets")),
)
SIDES, LEAST_NODES, LEAST_RECORDS = range(21, 26), 100_000, 3
UNITS = (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60))
HEAD = """## What larger boards would need

`benchmarks/records_growth.py` reckons this from the lines above: a straight line through the logarithms of the nodes,
over all boards whose search told {least:,} nodes or more, and the median of the time that a node took on the largest
three. *Off* says by which factor the worst of these boards is off the line: the nodes of domination jump where one
piece more is needed. One core, from the question to the answer; that the trend holds to 25 is a guess, and the times
are no more than an order of magnitude.

| | boards | nodes, a board to the next | off | a node | {sides} |
|---|---|---|---|---|{rules}|
"""


def growth(records: Mapping[Key, Record]) -> str:
    """The section of the page; empty while there are too few records to reckon from."""
    rows = [f"| {told} | {line} |\n" for told, *asked in ASKED if (line := _line(_measured(records, *asked)))]
    head = HEAD.format(least=LEAST_NODES, sides=" | ".join(map(str, SIDES)), rules="|".join(["---"] * len(SIDES)))
    return head + "".join(rows) if rows else ""


def _measured(records: Mapping[Key, Record], piece: str, kind: str, wants: Sequence[str]) -> list[Record]:
    """The records to reckon from, by their sides."""
    found = (each for each in records.values() if each.plan == (piece, kind, False) and each.want in wants)
    return sorted((each for each in found if each.nodes >= LEAST_NODES), key=lambda each: each.side)


def _line(measured: Sequence[Record]) -> str:
    """The cells of a row; empty where there are too few records."""
    if len(measured) < LEAST_RECORDS:
        return ""
    sides, nodes = [each.side for each in measured], [log(each.nodes) for each in measured]
    slope, start = linear_regression(sides, nodes)
    off = max(abs(start + slope * side - each) for side, each in zip(sides, nodes, strict=True))
    pace = median(each.seconds / each.nodes for each in measured[-3:])
    guessed = (exp(start + slope * side) * pace for side in SIDES)
    cells = [f"{sides[0]} to {sides[-1]}", f"x {exp(slope):.1f}", f"x {exp(off):.0f}", f"{pace * 1e6:.2g} µs"]
    return " | ".join([*cells, *map(spell_seconds, guessed)])


def spell_seconds(seconds: float) -> str:
    """A time in its largest unit, with one digit that counts."""
    unit, size = next((each for each in UNITS if seconds >= 2 * each[1]), ("seconds", 1))
    return f"{float(f'{seconds / size:.1g}'):,.0f} {unit}"
