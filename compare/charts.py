"""Charts as inline SVG: time by size, and a cactus plot. Colours come from the page's style sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, inf, log10
from typing import NamedTuple

from markupsafe import Markup, escape

from rookery.compare.analysis import Analysis, Cell
from rookery.compare.wording import seconds, spread

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 330, 66, 20, 30, 44
LEAST = 1e-5  # seconds: what a logarithmic axis shows of a zero
STRIP = 26  # height of the strip on top for sizes without an answer
MAX_MARKED = 40  # points of a curve; a longer one has a mark at its end only
# One mark for each contestant, so that no chart relies on colour alone: paths from the middle of the mark.
MARKS = (
    "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
    "m-2.9-2.9h5.8v5.8h-5.8z",
    "m0-3.9l3.7 6.4h-7.4z",
    "m0-4.1l4.1 4.1-4.1 4.1-4.1-4.1z",
    "m0 3.9l3.7-6.4h-7.4z",
    "m-3.3-1.1h2.2v-2.2h2.2v2.2h2.2v2.2h-2.2v2.2h-2.2v-2.2h-2.2z",
    "m-3.6 0l1.8-3.1h3.6l1.8 3.1-1.8 3.1h-3.6z",
    "m-3.8 0l2.7-1.1 1.1-2.7 1.1 2.7 2.7 1.1-2.7 1.1-1.1 2.7-1.1-2.7z",
)
# Our backends have the same colour and mark in every report: the number of their place here.
OURS = ("backtracking", "cpsat", "sat", "python-constraint", "mip", "auto", "textbook")


class Look(NamedTuple):
    """The number of a contestant's colour and mark; one with a wrong answer is grey."""

    number: int
    wrong: bool

    @property
    def style(self) -> str:
        """The CSS classes of its marks and lines."""
        return f"k{self.number}{' wrong' * self.wrong}"

    @property
    def legend(self) -> Markup:
        """The mark that stands next to the name."""
        mark = f'<path class="mark" d="M0 0{MARKS[self.number]}"/>'
        return Markup(f'<svg class="key {self.style}" viewBox="-6 -6 12 12" aria-hidden="true">{mark}</svg>')


def choose_looks(found: Analysis) -> dict[str, Look]:
    """Return the looks of the contestants: our backends have theirs, others take those that are left."""
    named = {who.partition(" ")[0]: who for who in reversed(found.contestants)}  # the first one of each backend
    taken = {named[name]: number for number, name in enumerate(OURS) if name in named}
    free = [number for number in reversed(range(len(MARKS))) if number not in taken.values()] or [*range(len(MARKS))]
    others = [who for who in found.contestants if who not in taken]
    numbers = taken | {who: free[at % len(free)] for at, who in enumerate(others)}
    return {who: Look(numbers[who], who in found.wrong) for who in found.contestants}


@dataclass(frozen=True)
class Axis:
    """Values between two coordinates, on a linear axis of whole numbers or a logarithmic one of whole decades."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    @classmethod
    def of_seconds(cls, values: Iterable[float], end: float) -> "Axis":
        """Return the vertical axis of the decades that hold all values, up to the coordinate `end`."""
        logs = [log10(max(value, LEAST)) for value in values] or [-3.0, 1.0]
        low = floor(min(logs))
        return cls(low, max(ceil(max(logs)), low + 1), HEIGHT - BOTTOM, end, log=True)

    def at(self, value: float) -> float:
        """Return the coordinate of a value."""
        scaled = log10(max(value, LEAST)) if self.log else value
        return self.start + (scaled - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return coordinates with labels: one for each decade, or at most eleven round numbers."""
        if self.log:
            powers = range(int(self.low), int(self.high) + 1)
            return [(self.at(10.0**power), _decade(power)) for power in powers[:: 1 if len(powers) < 9 else 2]]
        steps = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
        step = next(step for step in steps if (self.high - self.low) / step <= 10)
        values = range(ceil(self.low / step) * step, floor(self.high) + 1, step)
        return [(self.at(value), f"{value:,}") for value in values]


def _decade(power: int) -> str:
    unit, scale = ("s", 0) if power >= 0 else ("ms", 3) if power >= -3 else ("µs", 6)
    return f"{10 ** (power + scale):,} {unit}"


def draw_scaling(found: Analysis, series: str, looks: Mapping[str, Look]) -> Markup:
    """Draw the median time by size; whiskers are the 95 % interval, or the range of fewer than six runs."""
    sizes = found.by_size[series]
    x = Axis(min(sizes) - 0.3, max(sizes) + 0.3, LEFT, WIDTH - RIGHT)
    solved = [cell for cells in sizes.values() for cell in cells.values() if not cell.censored]
    y = Axis.of_seconds([time for cell in solved for time in (cell.median, *cell.spread) if time < inf], TOP + STRIP)
    body = [
        f'<rect class="out" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{STRIP - 6}"/>'
        f'<text class="faint" x="{LEFT - 7}" y="{TOP + STRIP // 2}" text-anchor="end">no answer</text>'
    ]
    for number, (who, look) in enumerate(looks.items()):
        cells = {size: row[who] for size, row in sizes.items() if who in row}
        points = {size: (x.at(size), y.at(cell.median)) for size, cell in cells.items() if not cell.censored}
        # a line ends where an answer is missing
        parts = [[points[size] for size in part] for answered, part in groupby(cells, points.__contains__) if answered]
        aside = 5 * (number % 5) - 10  # several contestants without an answer lie side by side
        lost = [(x.at(size) + aside, TOP + STRIP / 2 - 3) for size in cells if size not in points]
        shown = "".join(_whisker(x.at(size), y, cells[size]) for size in points)
        shown += "".join(map(_line, parts)) + _marks([*points.values()], look) + _marks(lost, look, "mark lost")
        shown += "".join(_hover(point, who, size, cells[size]) for size, point in points.items())
        body.append(f'<g class="k {look.style}">{shown}</g>')
    return _chart(f"Median time by size: {series}", x, y, "size of the board", "median time", body)


def draw_cactus(found: Analysis, looks: Mapping[str, Look]) -> Markup:
    """Draw how many instances each contestant answers within a time; one with a wrong answer is left out."""
    x = Axis(0, max(len(found.instances), 1), LEFT, WIDTH - RIGHT)
    curves = {
        look: sorted(cell.median for cell in found.column(who) if not cell.censored)
        for who, look in looks.items()
        if not look.wrong
    }
    y = Axis.of_seconds([value for medians in curves.values() for value in medians], TOP)
    body = []
    for look, medians in curves.items():
        points = [(x.at(number), y.at(median)) for number, median in enumerate(medians, start=1)]
        marked = points if len(points) <= MAX_MARKED else points[-1:]
        body.append(f'<g class="k {look.style}">{_line(points)}{_marks(marked, look)}</g>')
    return _chart("Cactus plot", x, y, "instances answered", "within (median time)", body)


def _chart(title: str, x: Axis, y: Axis, below: str, above: str, body: Sequence[str]) -> Markup:
    """Return the chart with its grid, axes and names."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    grid = [
        f'<path class="grid" d="M{LEFT} {_n(at)}H{right}"/>'
        f'<text x="{LEFT - 7}" y="{_n(at + 4)}" text-anchor="end">{label}</text>'
        for at, label in y.ticks()
    ]
    grid += [
        f'<path class="grid" d="M{_n(at)} {TOP}V{bottom}"/>'
        f'<text x="{_n(at)}" y="{bottom + 17}" text-anchor="middle">{label}</text>'
        for at, label in x.ticks()
    ]
    return Markup(
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{"".join(grid)}{"".join(body)}'
        f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
        f'<text class="name" x="{right}" y="{HEIGHT - 6}" text-anchor="end">{below}</text>'
        f'<text class="name" x="4" y="14">{above}</text></svg>'
    )


def _whisker(x: float, y: Axis, cell: Cell) -> str:
    low, high = cell.spread
    return _line([(x, y.at(low)), (x, y.at(high))], "whisker") if low < high < inf else ""


def _hover(point: tuple[float, float], who: str, size: int, cell: Cell) -> str:
    """Return an invisible disc that tells what lies under it."""
    text = ", ".join(filter(None, [f"{who}, size {size}: {seconds(cell.median)}", spread(cell)]))
    return f'<circle class="hover" cx="{_n(point[0])}" cy="{_n(point[1])}" r="8"><title>{escape(text)}</title></circle>'


def _line(points: Sequence[tuple[float, float]], style: str = "line") -> str:
    return f'<path class="{style}" d="M{"L".join(f"{_n(x)} {_n(y)}" for x, y in points)}"/>' if points else ""


def _marks(points: Sequence[tuple[float, float]], look: Look, style: str = "mark") -> str:
    shapes = "".join(f"M{_n(x)} {_n(y)}{MARKS[look.number]}" for x, y in points)
    return f'<path class="{style}" d="{shapes}"/>' if points else ""


def _n(value: float) -> str:
    return f"{round(value, 1):g}"
