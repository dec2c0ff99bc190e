"""The charts of a campaign as SVG: scaling, cactus, profile, compile against search, one against another."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from markupsafe import Markup, escape

from rookery.compare.analysis.cells import Measure
from rookery.compare.analysis.changes import Changes
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import (
    Both,
    Growth,
    list_pairs,
    list_phases,
    rank_best,
    rank_medians,
    rank_ratios,
    sample_sizes,
)
from rookery.compare.analysis.statistics import Sample
from rookery.compare.report.charts import (
    BOTTOM,
    EDGE,
    LEFT,
    RIGHT,
    TOP,
    ChartChoice,
    Frame,
    LinearScale,
    LogScale,
    Look,
    Scale,
    draw_chart,
    group,
    line,
    marks,
    n,
)
from rookery.compare.report.wording import forecast, seconds, span
from rookery.core.values import dataclass

WIDTH, HEIGHT, SIDE = 480, 330, 420
USUAL = ChartChoice()
FEW, APART = 8, 16  # points of a profile that have marks, and units of a profile in which one point stands for all
STRIDE, MARKED = 200, 40  # points of a curve that the eye can tell apart, and those that have marks


@dataclass(frozen=True)
class Plotter:
    """Draws the charts of a campaign or of a part of it; `contestants` and `looks` are those of all."""

    found: Findings
    contestants: Sequence[str]
    looks: Sequence[Look]

    def scaling(self, name: str, choice: ChartChoice = USUAL) -> Markup:
        """Draw a measure against the board's size: medians with intervals, time-outs above, the line one size on.

        There is no line if too little is known of the next size.
        """
        samples = sample_sizes(self.found.grid, name, choice.measure)
        sizes = list(self.found.grid.series[name])
        growths = {each.contestant: each for each in self.found.growths if each.series == name and each.expected}
        if choice.measure != Measure.TOTAL:
            growths = {}
        reached = [growth.next_size for growth in growths.values()] + sizes
        across = LinearScale(min(sizes) - 0.3, max(reached) + 0.3, LEFT, WIDTH - RIGHT)
        medians = [sample.median for each in samples.values() for sample in each.values() if not sample.censored]
        most = max(medians, default=1.0) * 100  # an expectation further up would press all else to the floor
        ahead = [growth.line.at(growth.next_size) for growth in growths.values() if growth.line]
        up = choice.scale(medians + [min(value, most) for value in ahead], HEIGHT - BOTTOM, TOP + EDGE)
        title = f"median {choice.title}"
        frame = Frame(across, up, f"{title.capitalize()} by size: {name}", "size of the board", title)
        body = [_border("no answer")]
        for who, each in samples.items():
            number = self.contestants.index(who)
            look = self.looks[number]
            hover = "".join(_hover(size, sample, who, (across, up), choice) for size, sample in each.items())
            known = [(size, sample) for size, sample in each.items() if not sample.censored]
            lost = [
                (across.at(size) + _aside(number), TOP + EDGE / 2 - 3)
                for size, s in each.items()
                if s.censored and len(s)
            ]
            points = [(across.at(size), up.at(sample.median)) for size, sample in known]
            whiskers = "".join(
                line([(across.at(size), min(up.at(end), HEIGHT - BOTTOM)) for end in sample.interval], "whisker")
                for size, sample in known
                if sample.interval and sample.interval.high < inf
            )
            shown = line(points) + whiskers + marks(points, look) + marks(lost, look, "mark lost")
            body.append(
                group(number, look, hover + shown + _draw_forecast(growths.get(who), across, up, _aside(number)))
            )
        return draw_chart(frame, body)

    def cactus(self, choice: ChartChoice = USUAL) -> Markup:
        """Draw how many instances each contestant answers when each may take that long; the virtual best as well.

        A contestant with a wrong answer is not ranked.
        """
        grid = self._right.grid
        curves, best = rank_medians(grid, choice.measure), rank_best(grid, choice.measure)
        across = LinearScale(0, len(grid.instances), LEFT, WIDTH - RIGHT)
        values = best + [value for each in curves.values() for value in each]
        up = choice.scale(values, HEIGHT - BOTTOM, TOP)
        frame = Frame(across, up, "Cactus plot", "instances answered", f"within (median {choice.title})")
        body = [line(_points(best, across, up), "virtual")]
        for who, each in curves.items():
            body.append(self._draw_curve(who, _points(each, across, up)))
        return draw_chart(frame, body)

    def profile(self) -> Markup:
        """Draw on how many instances each contestant is within each multiple of the time of the fastest.

        It is the performance profile of Dolan and Moré (2002), with a number in the place of a share. A contestant with
        a wrong answer is not ranked.
        """
        curves = rank_ratios(self._right.grid)
        across = LogScale.over(
            [10.0, *(ratio for each in curves.values() for ratio in each)], LEFT, WIDTH - RIGHT, True
        )
        up = LinearScale(0, len(self._right.grid.instances), HEIGHT - BOTTOM, TOP)
        frame = Frame(across, up, "Performance profile", "times as long as the fastest", "instances answered")
        body = []
        for who, each in curves.items():
            steps = {round(across.at(ratio) / APART): (ratio, number) for number, ratio in enumerate(each, start=1)}
            points = [(across.at(ratio), up.at(number)) for ratio, number in steps.values()]
            body.append(self._draw_curve(who, points, FEW))
        return draw_chart(frame, body)

    @property
    def _right(self) -> Findings:
        """The campaign, or the part of it, without contestants that have a wrong answer; all of it if none is left."""
        wrong = {who for who, look in zip(self.contestants, self.looks, strict=True) if look.wrong}
        kept = [who for who in self.found.grid.contestants if who not in wrong]
        return self.found.part(None, kept) if wrong and kept else self.found

    def _draw_curve(self, who: str, points: Sequence[tuple[float, float]], marked: int = MARKED) -> str:
        number = self.contestants.index(who)
        look = self.looks[number]
        return group(number, look, line(points) + marks(points if len(points) <= marked else points[-1:], look))

    def phases(self) -> Markup:
        """Draw compile time against search time, an instance a mark; above the diagonal the search takes longer."""
        points = list_phases(self.found.grid)
        known = [value for pairs in points.values() for both in pairs for value in both]
        across, up = LogScale.over(known, LEFT, WIDTH - RIGHT), LogScale.over(known, HEIGHT - BOTTOM, TOP)
        frame = Frame(across, up, "Compile time against search time", "compile (median)", "search (median)")
        body = [line([(LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, TOP)], "diagonal equal")]
        for who, pairs in points.items():
            number = self.contestants.index(who)
            look = self.looks[number]
            body.append(group(number, look, marks([(across.at(x), up.at(y)) for x, y in pairs], look, "mark soft")))
        return draw_chart(frame, body)

    def scatter(self, one: str, other: str, choice: ChartChoice = USUAL) -> Markup:
        """Draw one contestant against another, each instance in the colour of the one that needs less."""
        both = list_pairs(self.found.grid, one, other, choice.measure)
        less = {who: [(x, y) for x, y in both if (x <= y) is (who == one)] for who in (one, other)}
        return self._draw_scatter(less, (one, other), choice)

    def changes(self, changes: Changes) -> Markup:
        """Draw the times of a campaign against those of its baseline, each cell in the colour of its contestant."""
        found: dict[str, list[Both]] = {who: [] for who in self.found.grid.contestants}
        there = self.found.grid.instances
        for point in changes.points:
            if point.contestant in found and point.instance in there:
                before, after = (inf if value is None else value for value in (point.before, point.after))
                found[point.contestant].append((before, after))
        return self._draw_scatter(found, ("before", "after"), USUAL)

    def _draw_scatter(self, found: Mapping[str, Sequence[Both]], axes: tuple[str, str], choice: ChartChoice) -> Markup:
        """Draw marks by contestant; on the border if there is no answer; diagonals at x1, x2 and x10."""
        known = [value for points in found.values() for both in points for value in both if value < inf]
        across = LogScale.over(known, LEFT, SIDE - RIGHT - EDGE, choice.effort)
        up = LogScale(across.low, across.high, SIDE - BOTTOM, TOP + EDGE, choice.effort)
        frame = Frame(across, up, " against ".join(axes), *axes, SIDE, SIDE)
        body = [_draw_margins(), *_draw_diagonals(across, up)]
        for who, points in found.items():
            number = self.contestants.index(who)
            look = self.looks[number]
            body.append(group(number, look, marks([_place(x, y, across, up) for x, y in points], look, "mark soft")))
        return draw_chart(frame, body)


def _border(text: str) -> str:
    """Draw the strip on top for runs without an answer."""
    strip = f'<rect class="out" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{EDGE - 6}"/>'
    return f'{strip}<text class="faint" x="{LEFT - 7}" y="{n(TOP + EDGE / 2)}" text-anchor="end">{text}</text>'


def _aside(number: int) -> int:
    """The offset of marks, which keeps several contestants at the same place side by side."""
    return 5 * (number % 5) - 10


def _hover(size: int, sample: Sample, who: str, axes: tuple[Scale, Scale], choice: ChartChoice) -> str:
    """Draw a wide invisible disc that says what lies under it."""
    if sample.censored:
        return ""
    text = f"{sample.median:,.0f}" if choice.effort else seconds(sample.median)
    if sample.interval and not choice.effort:
        text += f" ({span(sample.interval)})"
    across, up = axes
    return (
        f'<circle class="hover" cx="{n(across.at(size))}" cy="{n(up.at(sample.median))}" r="8"><title>'
        f"{escape(who)}, size {size}: {text}</title></circle>"
    )


def _draw_forecast(growth: Growth | None, across: Scale, up: Scale, aside: int) -> str:
    """Draw the fitted line, from the last size with a median to the next one, with its expected interval."""
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


def _points(values: Sequence[float], across: Scale, up: Scale) -> list[tuple[float, float]]:
    """The points of the curve; of very many instances as many as the eye can distinguish."""
    stride = max(len(values) // STRIDE, 1)
    kept = [at for at in range(len(values)) if at % stride == 0 or at == len(values) - 1]
    return [(across.at(at + 1), up.at(values[at])) for at in kept]


def _place(x: float, y: float, across: Scale, up: Scale) -> tuple[float, float]:
    """Place an instance: on the right or the upper border where one has no answer."""
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
