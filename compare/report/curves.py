"""The charts of a campaign: scaling, cactus, compile against search."""

from collections.abc import Iterator, Sequence
from math import inf

from markupsafe import Markup, escape

from rookery.compare.analysis.cells import Cell, Grid, Measure, sample_times
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import Growth
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report.charts import (
    BOTTOM,
    EDGE,
    LEFT,
    MARKS,
    RIGHT,
    TOP,
    Frame,
    LinearScale,
    LogScale,
    draw_chart,
    group,
    line,
    marks,
    n,
)
from rookery.compare.report.wording import forecast, median, span

WIDTH, HEIGHT = 480, 330


def scaling(found: Findings, name: str) -> Markup:
    """Time against the board's size on a log axis: medians with intervals, time-outs above, the line one size on.

    There is no line where too little is known of the next size.
    """
    grid, sizes = found.grid, list(found.grid.series[name])
    growths = {growth.contestant: growth for growth in found.growths if growth.series == name and growth.expected}
    samples = {who: {size: grid.at(grid.series[name][size], who) for size in sizes} for who in grid.contestants}
    reached = [growth.next_size for growth in growths.values() if growth.line] + sizes
    across = LinearScale(min(sizes) - 0.3, max(reached) + 0.3, LEFT, WIDTH - RIGHT)
    up = LogScale.over(_seconds(samples, growths), HEIGHT - BOTTOM, TOP + EDGE)
    frame = Frame(across, up, f"Median time by size: {name}", "size of the board", "median time")
    body = [_border("no answer")]
    for number, who in enumerate(grid.contestants):
        shown = _draw_samples(samples[who], across, up, number)
        body.append(
            group(
                number,
                _hover_texts(samples[who], who, across, up)
                + shown
                + _draw_forecast(growths.get(who), across, up, _aside(number)),
            )
        )
    return draw_chart(frame, body)


def _seconds(samples: dict[str, dict[int, Sample]], growths: dict[str, Growth]) -> list[float]:
    medians = [sample.median for sizes in samples.values() for sample in sizes.values() if not sample.censored]
    most = max(medians, default=1.0) * 100  # an expectation further up would press all else to the floor
    ahead = [growth.line.at(growth.next_size) for growth in growths.values() if growth.line]
    return medians + [min(value, most) for value in ahead]


def _border(text: str) -> str:
    """The strip on top for runs without an answer."""
    strip = f'<rect class="out" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{EDGE - 6}"/>'
    return f'{strip}<text class="faint" x="{LEFT - 7}" y="{n(TOP + EDGE / 2)}" text-anchor="end">{text}</text>'


def _draw_samples(samples: dict[int, Sample], across: LinearScale, up: LogScale, number: int) -> str:
    known = [(size, sample) for size, sample in samples.items() if not sample.censored]
    lost = [
        (across.at(size) + _aside(number), TOP + EDGE / 2 - 3) for size, s in samples.items() if s.censored and len(s)
    ]
    points = [(across.at(size), up.at(sample.median)) for size, sample in known]
    whiskers = "".join(
        line([(across.at(size), min(up.at(end), HEIGHT - BOTTOM)) for end in sample.interval], "whisker")
        for size, sample in known
        if sample.interval and sample.interval.high < inf
    )
    return line(points) + whiskers + marks(points, number) + marks(lost, number, "mark lost")


def _aside(number: int) -> int:
    """How far marks are moved, so that those of several contestants at the same place stand side by side."""
    return 5 * (number % 5) - 10


def _hover_texts(samples: dict[int, Sample], who: str, across: LinearScale, up: LogScale) -> str:
    """Wide invisible discs that tell what lies under them."""
    return "".join(
        f'<circle class="hover" cx="{n(across.at(size))}" cy="{n(up.at(sample.median))}" r="8"><title>'
        f"{escape(who)}, size {size}: {median(sample)}{f' ({span(sample.interval)})' if sample.interval else ''}"
        "</title></circle>"
        for size, sample in samples.items()
        if not sample.censored
    )


def _draw_forecast(growth: Growth | None, across: LinearScale, up: LogScale, aside: int) -> str:
    """The fitted line, from the last size with a median to the next one, with its expected interval."""
    if growth is None or growth.line is None:
        return ""
    size, last = growth.next_size, growth.medians[-1][0]
    ceiling = TOP + EDGE
    top = max(up.at(growth.line.at(size)), ceiling)
    x = across.at(size) + aside
    ahead = line([(across.at(last), up.at(growth.line.at(last))), (x, top)], "ahead")
    text = f"<title>{escape(growth.contestant)}, expected for {escape(forecast(growth))}</title>"
    ring = f'<circle class="ring" cx="{n(x)}" cy="{n(top)}" r="4">{text}</circle>'
    ends = [(x, min(max(up.at(end), ceiling), HEIGHT - BOTTOM)) for end in growth.line.interval_at(size)]
    return ahead + line(ends, "ahead") + ring


def cactus(found: Findings) -> Markup:
    """How many instances each contestant answers when each may take that long; the virtual best as well."""
    medians = {who: _medians(found.grid.of(who)) for who in found.grid.contestants}
    best = sorted(
        least
        for instance in found.grid.instances
        if (least := min((cell.total.median for cell in _row(found.grid, instance)), default=inf)) < inf
    )
    across = LinearScale(0, len(found.grid.instances), LEFT, WIDTH - RIGHT)
    up = LogScale.over(best + [time for times in medians.values() for time in times], HEIGHT - BOTTOM, TOP)
    frame = Frame(across, up, "Cactus plot", "instances answered", "within (median time)")
    body = [line(_points(best, across, up), "virtual")]
    for number, times in enumerate(medians.values()):
        points = _points(times, across, up)
        ends = points if len(points) <= 40 else points[-1:]
        body.append(group(number, line(points) + marks(ends, number)))
    return draw_chart(frame, body)


def _row(grid: Grid, instance: str) -> list[Cell]:
    return [cell for who in grid.contestants if (cell := grid.cell(instance, who))]


def _medians(cells: Sequence[Cell]) -> list[float]:
    return sorted(cell.total.median for cell in cells if not cell.total.censored)


def _points(times: Sequence[float], across: LinearScale, up: LogScale) -> list[tuple[float, float]]:
    """The curve; of very many instances as many as the eye can tell apart."""
    stride = max(len(times) // 200, 1)
    kept = [at for at in range(len(times)) if at % stride == 0 or at == len(times) - 1]
    return [(across.at(at + 1), up.at(times[at])) for at in kept]


def phases(found: Findings) -> Markup:
    """Compile time against search time, an instance a mark; above the diagonal the search takes longer."""
    points = {who: list(_phases(found.grid.of(who))) for who in found.grid.contestants}
    known = [value for pairs in points.values() for both in pairs for value in both]
    across, up = LogScale.over(known, LEFT, WIDTH - RIGHT), LogScale.over(known, HEIGHT - BOTTOM, TOP)
    frame = Frame(across, up, "Compile time against search time", "compile (median)", "search (median)")
    body = [line([(LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, TOP)], "diagonal equal")]
    for number, pairs in enumerate(points.values()):
        body.append(group(number, marks([(across.at(x), up.at(y)) for x, y in pairs], number, "mark soft")))
    return draw_chart(frame, body)


def _phases(cells: Sequence[Cell]) -> Iterator[tuple[float, float]]:
    for cell in cells:
        compiled, searched = (sample_times(cell.solved, phase).median for phase in (Measure.COMPILE, Measure.SEARCH))
        if compiled < inf and searched < inf:
            yield compiled, searched


def legend(number: int) -> Markup:
    """The mark of one contestant, to stand beside its name; `symbols` has its shape."""
    shape = number % len(MARKS)
    return Markup(f'<svg class="key k{shape}" viewBox="-6 -6 12 12" aria-hidden="true"><use href="#m{shape}"/></svg>')


def symbols() -> Markup:
    """The shapes of the marks, once for all legends of a page."""
    shapes = (f'<path id="m{number}" class="mark" d="M0 0{shape}"/>' for number, shape in enumerate(MARKS))
    return Markup(f'<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>{"".join(shapes)}</defs></svg>')
