"""Scatter plots: a mark is an instance, with one time across and another one up."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from markupsafe import Markup

from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.report.charts import (
    BOTTOM,
    EDGE,
    LEFT,
    RIGHT,
    TOP,
    Frame,
    LogScale,
    draw_chart,
    group,
    line,
    marks,
)

SIDE = 420
Both = tuple[float, float]  # seconds across and up, infinite where there is no answer


def scatter_pair(found: Findings, one: str, other: str) -> Markup:
    """One contestant against another, each instance in the colour of the faster."""
    grid, names = found.grid, found.grid.contestants
    cells = [(cell, theirs) for cell in grid.of(one) if (theirs := grid.cell(cell.instance, other))]
    both = [(ours.total.median, theirs.total.median) for ours, theirs in cells]
    won = {names.index(who): [(x, y) for x, y in both if (x <= y) is (who == one)] for who in (one, other)}
    return _draw_scatter(won, one, other)


def scatter_changes(changes: Changes, names: Sequence[str]) -> Markup:
    """The times of a campaign against those of its baseline, each cell in the colour of its contestant."""
    found: dict[int, list[Both]] = {number: [] for number in range(len(names))}
    for point in changes.points:
        if point.contestant in names:
            both = tuple(inf if value is None else value for value in (point.before, point.after))
            found[names.index(point.contestant)].append((both[0], both[1]))
    return _draw_scatter(found, "before", "after")


def _draw_scatter(found: Mapping[int, Sequence[Both]], one: str, other: str) -> Markup:
    """Marks by contestant; on the border where there is no answer; diagonals at x1, x2 and x10."""
    known = [value for points in found.values() for both in points for value in both if value < inf]
    across = LogScale.over(known, LEFT, SIDE - RIGHT - EDGE)
    up = LogScale(across.low, across.high, SIDE - BOTTOM, TOP + EDGE)
    frame = Frame(across, up, f"{one} against {other}", one, other, SIDE, SIDE)
    body = [_draw_margins(), *_draw_diagonals(across, up)]
    for number, points in found.items():
        body.append(group(number, marks([_place(x, y, across, up) for x, y in points], number, "mark soft")))
    return draw_chart(frame, body)


def _place(x: float, y: float, across: LogScale, up: LogScale) -> tuple[float, float]:
    """Where an instance lies: on the right or the upper border where one has no answer."""
    return (
        SIDE - RIGHT - EDGE / 2 if x == inf else across.at(x),
        TOP + EDGE / 2 if y == inf else up.at(y),
    )


def _draw_margins() -> str:
    edge, inner = SIDE - RIGHT - EDGE + 6, SIDE - BOTTOM
    above = f'<rect class="out" x="{LEFT}" y="{TOP}" width="{SIDE - LEFT - RIGHT}" height="{EDGE - 6}"/>'
    tall = inner - TOP - EDGE + 6
    return f'{above}<rect class="out" x="{edge}" y="{TOP + EDGE - 6}" width="{EDGE - 6}" height="{tall}"/>'


def _draw_diagonals(across: LogScale, up: LogScale) -> Iterator[str]:
    low, high = 10.0**across.low, 10.0**across.high
    for times, style in ((1, "equal"), (2, "twice"), (10, "tenfold")):
        for by in dict.fromkeys((float(times), 1 / times)):
            start, end = max(low, low / by), min(high, high / by)
            yield line([(across.at(start), up.at(start * by)), (across.at(end), up.at(end * by))], f"diagonal {style}")
