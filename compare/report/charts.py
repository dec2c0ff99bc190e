"""Charts as SVG: scales, frames and marks that all of them share; colours come from the page's style."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape

from rookery.compare.analysis.findings import Findings
from rookery.compare.report.wording import decade

MIN_SECONDS = 1e-5  # seconds: what a log axis shows of a zero
# One mark a contestant, so that no chart tells them apart by colour alone: paths that start at the mark's middle.
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


# Each of our backends has one colour and one mark in every report: those of the number of its place here.
OURS = ("backtracking", "cpsat", "sat", "python-constraint", "mip", "auto", "textbook")


class Look(NamedTuple):
    """The look of a contestant: the number of its colour and mark, and whether an answer of its is wrong."""

    number: int
    wrong: bool = False

    @property
    def style(self) -> str:
        """The classes of its marks: a wrong one is grey."""
        return f"k{self.number}{' wrong' * self.wrong}"


def choose_looks(found: Findings) -> tuple[Look, ...]:
    """The looks of the contestants: our backends have theirs, the others, in order, those that are left."""
    contestants, wrong = found.grid.contestants, {each.contestant for each in found.standings if each.wrong}
    named = {who.partition(" ")[0]: who for who in reversed(contestants)}  # the first one with a backend's options
    taken = {named[name]: number for number, name in enumerate(OURS) if name in named}
    free = [number for number in reversed(range(len(MARKS))) if number not in taken.values()] or [*range(len(MARKS))]
    others = (who for who in contestants if who not in taken)
    numbers = taken | {who: free[at % len(free)] for at, who in enumerate(others)}
    return tuple(Look(numbers[who], who in wrong) for who in contestants)


class Scale(Protocol):
    """The positions of values along an axis, and the labels of its ticks."""

    def at(self, value: float) -> float:
        """Give the coordinate of a value."""

    def ticks(self) -> list[tuple[float, str]]:
        """List coordinates with their labels."""


@dataclass(frozen=True)
class LogScale:
    """Whole decades of seconds between two coordinates."""

    low: int
    high: int
    start: float
    end: float

    @classmethod
    def over(cls, values: Iterable[float], start: float, end: float) -> "LogScale":
        """Make the scale of the decades that hold all values."""
        logs = [log10(max(value, MIN_SECONDS)) for value in values] or [-3.0, 1.0]
        low, high = floor(min(logs)), ceil(max(logs))
        return cls(low, max(high, low + 1), start, end)

    def at(self, value: float) -> float:
        """Give the coordinate of a value; zero and less lie at the least that is shown."""
        share = (log10(max(value, MIN_SECONDS)) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """List a tick a decade."""
        step = 1 if self.high - self.low < 8 else 2
        return [(self.at(10.0**power), decade(power)) for power in range(self.low, self.high + 1, step)]


@dataclass(frozen=True)
class LinearScale:
    """Whole numbers between two coordinates, with ticks at round ones."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Give the coordinate of a number."""
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """List at most eleven ticks at round steps."""
        steps = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
        step = next(step for step in steps if (self.high - self.low) / step <= 10)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [(self.at(at * step), f"{at * step:,}") for at in range(first, last + 1)]


@dataclass(frozen=True)
class Frame:
    """A chart's two axes with their titles."""

    across: Scale
    up: Scale
    title: str
    below: str
    above: str
    width: int = 480
    height: int = 330


LEFT, RIGHT, TOP, BOTTOM = 66, 20, 30, 44
EDGE = 26  # units along the border where runs without an answer lie


def draw_chart(frame: Frame, body: Iterable[str]) -> Markup:
    """The chart with its grid, axes and body."""
    right, bottom = frame.width - RIGHT, frame.height - BOTTOM
    lines = [f'<path class="grid" d="M{LEFT} {n(y)}H{right}"/>' for y, _ in frame.up.ticks()]
    lines += [f'<path class="grid" d="M{n(x)} {TOP}V{bottom}"/>' for x, _ in frame.across.ticks()]
    lines += [f'<text x="{LEFT - 7}" y="{n(y + 4)}" text-anchor="end">{t}</text>' for y, t in frame.up.ticks()]
    lines += [f'<text x="{n(x)}" y="{bottom + 17}" text-anchor="middle">{t}</text>' for x, t in frame.across.ticks()]
    axes = f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
    below = f'<text class="name" x="{right}" y="{frame.height - 6}" text-anchor="end">{escape(frame.below)}</text>'
    above = f'<text class="name" x="4" y="14">{escape(frame.above)}</text>'
    return Markup(
        f'<svg viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{escape(frame.title)}">'
        f"{''.join(lines)}{''.join(body)}{axes}"
        f"{below}{above}</svg>"
    )


def group(look: Look, body: str) -> str:
    """The group of one contestant, in its colour."""
    return f'<g class="k {look.style}">{body}</g>'


def marks(points: Sequence[tuple[float, float]], look: Look, style: str = "mark") -> str:
    """The marks of one contestant in one path."""
    shape = MARKS[look.number]
    return f'<path class="{style}" d="{"".join(f"M{n(x)} {n(y)}{shape}" for x, y in points)}"/>' if points else ""


def line(points: Sequence[tuple[float, float]], style: str = "line") -> str:
    """A line through points."""
    return f'<path class="{style}" d="M{"L".join(f"{n(x)} {n(y)}" for x, y in points)}"/>' if points else ""


def n(value: float) -> str:
    """A coordinate with one digit behind the point, if it needs it."""
    return f"{floor(value * 10 + 0.5) / 10:g}"


def legend(look: Look) -> Markup:
    """Draw the mark of one contestant next to its name; `symbols` has its shape."""
    use = f'<use href="#m{look.number}"/>'
    return Markup(f'<svg class="key {look.style}" viewBox="-6 -6 12 12" aria-hidden="true">{use}</svg>')


def symbols() -> Markup:
    """Draw the shapes of the marks, once for all legends of a page."""
    shapes = (f'<path id="m{number}" class="mark" d="M0 0{shape}"/>' for number, shape in enumerate(MARKS))
    return Markup(f'<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>{"".join(shapes)}</defs></svg>')
