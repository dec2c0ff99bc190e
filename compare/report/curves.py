"""The charts of a campaign as SVG: time by size, and a cactus plot."""

from collections.abc import Mapping, Sequence
from math import inf

from markupsafe import Markup, escape

from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report.charts import (
    BOTTOM,
    EDGE,
    LEFT,
    RIGHT,
    TOP,
    Frame,
    LinearScale,
    LogScale,
    Scale,
    choose_looks,
    draw_chart,
    group,
    line,
    marks,
    n,
)
from rookery.compare.report.wording import seconds, span

WIDTH, HEIGHT = 480, 330
STRIDE, MARKED = 200, 40  # points of a curve that the eye can tell apart, and those that have marks


def draw_scaling(found: Findings, series: str) -> Markup:
    """Draw time against the board's size: medians with intervals, sizes without a median in the strip on top."""
    grid, looks = found.grid, choose_looks(found)
    sizes = grid.series[series]
    samples: Mapping[str, Mapping[int, Sample]] = {
        who: {size: grid.at(instances, who) for size, instances in sizes.items()} for who in grid.contestants
    }
    across = LinearScale(min(sizes) - 0.3, max(sizes) + 0.3, LEFT, WIDTH - RIGHT)
    medians = [sample.median for each in samples.values() for sample in each.values() if not sample.censored]
    up = LogScale.over(medians, HEIGHT - BOTTOM, TOP + EDGE)
    frame = Frame(across, up, f"Median time by size: {series}", "size of the board", "median time")
    body = [_border("no answer")]
    for number, (who, look) in enumerate(zip(grid.contestants, looks, strict=True)):
        known = {size: sample for size, sample in samples[who].items() if not sample.censored}
        lost = [size for size, sample in samples[who].items() if sample.censored and len(sample)]
        points = [(across.at(size), up.at(sample.median)) for size, sample in known.items()]
        whiskers = "".join(
            line([(across.at(size), min(up.at(end), HEIGHT - BOTTOM)) for end in sample.interval], "whisker")
            for size, sample in known.items()
            if sample.interval and sample.interval.high < inf
        )
        hover = "".join(_hover(size, sample, who, (across, up)) for size, sample in known.items())
        above = [(across.at(size) + _aside(number), TOP + EDGE / 2 - 3) for size in lost]
        shown = line(points) + whiskers + marks(points, look) + marks(above, look, "mark lost")
        body.append(group(look, hover + shown))
    return draw_chart(frame, body)


def draw_cactus(found: Findings) -> Markup:
    """Draw how many instances each contestant answers when each may take that long.

    Contestants with a wrong answer are left out.
    """
    grid = found.grid
    across = LinearScale(0, len(grid.instances), LEFT, WIDTH - RIGHT)
    curves = {
        who: (look, sorted(cell.total.median for cell in grid.of(who) if not cell.total.censored))
        for who, look in zip(grid.contestants, choose_looks(found), strict=True)
        if not look.wrong
    }
    up = LogScale.over([value for _, medians in curves.values() for value in medians], HEIGHT - BOTTOM, TOP)
    frame = Frame(across, up, "Cactus plot", "instances answered", "within (median time)")
    body = []
    for look, medians in curves.values():
        points = _points(medians, across, up)
        body.append(group(look, line(points) + marks(points if len(points) <= MARKED else points[-1:], look)))
    return draw_chart(frame, body)


def _border(text: str) -> str:
    """Draw the strip on top for runs without an answer."""
    strip = f'<rect class="out" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{EDGE - 6}"/>'
    return f'{strip}<text class="faint" x="{LEFT - 7}" y="{n(TOP + EDGE / 2)}" text-anchor="end">{text}</text>'


def _aside(number: int) -> int:
    """The offset of marks, which keeps several contestants at the same place side by side."""
    return 5 * (number % 5) - 10


def _hover(size: int, sample: Sample, who: str, axes: tuple[Scale, Scale]) -> str:
    """Draw a wide invisible disc that says what lies under it."""
    text = seconds(sample.median)
    if sample.interval:
        text += f" ({span(sample.interval)})"
    across, up = axes
    return (
        f'<circle class="hover" cx="{n(across.at(size))}" cy="{n(up.at(sample.median))}" r="8"><title>'
        f"{escape(who)}, size {size}: {text}</title></circle>"
    )


def _points(values: Sequence[float], across: Scale, up: Scale) -> list[tuple[float, float]]:
    """The points of the curve; of very many instances as many as the eye can distinguish."""
    stride = max(len(values) // STRIDE, 1)
    kept = [at for at in range(len(values)) if at % stride == 0 or at == len(values) - 1]
    return [(across.at(at + 1), up.at(values[at])) for at in kept]
