"""Charts as SVG: scales, frames and marks that all of them share; colours come from the page's style."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Protocol

from markupsafe import Markup, escape

from rookery.compare.report.wording import decade

LEAST = 1e-5  # seconds: what a log axis shows of a zero
MANY = 80  # marks in one chart; more are thinned out to a grid of two units
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


class Scale(Protocol):
    """Where a value lies along an axis, and what is written beside it."""

    def at(self, value: float) -> float:
        """The coordinate of a value."""

    def ticks(self) -> list[tuple[float, str]]:
        """Coordinates with their labels."""


@dataclass(frozen=True)
class LogScale:
    """Whole decades of seconds between two coordinates."""

    low: int
    high: int
    start: float
    end: float

    @classmethod
    def over(cls, values: Iterable[float], start: float, end: float) -> "LogScale":
        """The decades that hold all values."""
        logs = [log10(max(value, LEAST)) for value in values] or [-3.0, 1.0]
        low, high = floor(min(logs)), ceil(max(logs))
        return cls(low, max(high, low + 1), start, end)

    def at(self, value: float) -> float:
        """The coordinate of some seconds."""
        share = (log10(max(value, LEAST)) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """A tick a decade."""
        step = 1 if self.high - self.low < 8 else 2
        return [(self.at(10.0**power), decade(power)) for power in range(self.low, self.high + 1, step)]


@dataclass(frozen=True)
class LinearScale:
    """Whole numbers between two coordinates."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The coordinate of a number."""
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """At most eleven ticks at round steps."""
        step = next(step for step in _steps() if (self.high - self.low) / step <= 10)
        first = ceil(self.low / step) * step
        return [(self.at(at), f"{at:,}") for at in range(first, floor(self.high) + 1, step)]


def _steps() -> Iterable[int]:
    return (digit * 10**power for power in range(9) for digit in (1, 2, 5))


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


def group(number: int, body: str) -> str:
    """What belongs to one contestant: it has its colour, and goes when its box is unticked."""
    return f'<g class="k k{number % len(MARKS)}" data-k="{number}">{body}</g>'


def marks(points: Sequence[tuple[float, float]], number: int, style: str = "mark") -> str:
    """The marks of one contestant in one path."""
    places = {(n(x), n(y)): None for x, y in _thin(points)}
    shape = MARKS[number % len(MARKS)] if len(places) <= MANY else "h0"
    kind = style if len(places) <= MANY else "dots"
    return f'<path class="{kind}" d="{"".join(f"M{x} {y}{shape}" for x, y in places)}"/>' if places else ""


def line(points: Sequence[tuple[float, float]], style: str = "line") -> str:
    """A line through points."""
    return f'<path class="{style}" d="M{"L".join(f"{n(x)} {n(y)}" for x, y in points)}"/>' if points else ""


def _thin(points: Sequence[tuple[float, float]]) -> Iterable[tuple[float, float]]:
    if len(points) <= MANY:
        return points
    return dict.fromkeys((floor(x / 2 + 0.5) * 2, floor(y / 2 + 0.5) * 2) for x, y in points)


def n(value: float) -> str:
    """A coordinate with one digit behind the point, if it needs it; halves go up, as in the page's script."""
    return f"{floor(value * 10 + 0.5) / 10:g}"
