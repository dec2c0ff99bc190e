"""Findings in words: times, answers, verdicts; rounded here and nowhere else."""

from collections.abc import Sequence
from math import isinf

from rookery.compare.analysis.cells import OUT_OF_TIME, Cell
from rookery.compare.analysis.findings import Findings
from rookery.compare.analysis.growth import Growth
from rookery.compare.analysis.scores import Mean
from rookery.compare.analysis.statistics import Interval, Ratio, Sample
from rookery.compare.records.record import Record, Said
from rookery.models.base.words import amount

NOTHING = "—"


def seconds(value: float | None) -> str:
    """Seconds with three digits: `620 µs`, `12.3 ms`, `1.23 s`, `1,230 s`."""
    if value is None or isinf(value):
        return NOTHING if value is None else "∞"
    for unit, scale, least in (("s", 1.0, 1.0), ("ms", 1e3, 1e-3)):
        if value >= least * 0.9995:
            return f"{significant(value * scale)} {unit}"
    return f"{value * 1e6:.0f} µs"


def significant(value: float, digits: int = 3) -> str:
    """A number with that many significant digits, and all digits before the point."""
    return f"{value:,.0f}" if value >= 10**digits - 0.5 else f"{value:#.{digits}g}".removesuffix(".")


def decade(power: int) -> str:
    """A power of ten in seconds: `1 ms`, `100 s`."""
    unit, scale = ("s", 0) if power >= 0 else ("ms", 3) if power >= -3 else ("µs", 6)
    return f"{10 ** (power + scale):,} {unit}"


def median(sample: Sample) -> str:
    """A median, or the floor of a censored one."""
    if not sample.censored:
        return seconds(sample.median)
    return f"> {sample.at_least:.3g} s" if sample.at_least > 0 else NOTHING


def span(interval: Interval | None) -> str:
    """An interval of seconds: `1.2 – 1.4 s`; nothing where there is none."""
    if interval is None:
        return ""
    low, high = seconds(interval.low), seconds(interval.high)
    shared = low.split(" ")[0] if low.split(" ")[-1] == high.split(" ")[-1] else low
    return f"{shared} – {high}"


def mean(value: Mean | None) -> str:
    """A mean, marked where it is only a floor."""
    return NOTHING if value is None else f"{'≥ ' if value.floor else ''}{seconds(value.value)}"


def factor(value: float) -> str:
    """How many times: `×2.5`, `×0.031`, `×120`."""
    return "×∞" if isinf(value) else f"×{significant(value, 2)}"


def ratio(found: Ratio | None) -> str:
    """A ratio with its interval: `×2.1 [1.8, 2.5]`."""
    if found is None:
        return NOTHING
    if found.interval is None:
        return factor(found.value)
    low, high = ("∞" if isinf(end) else significant(end, 2) for end in found.interval)
    return f"{factor(found.value)} [{low}, {high}]"


def answer(record: Record) -> str:
    """What a run says."""
    match record.said:
        case Said.COUNT | Said.PARTIAL_COUNT:
            return _describe_count(record)
        case Said.OPTIMAL:
            many = f", {record.count:,} ways" if record.want != "one" and record.count is not None else ""
            return f"{record.objective} optimal{many}"
        case Said.FEASIBLE:
            return _describe_bounds(record)
        case Said.SATISFIED:
            return "a solution" if record.want == "one" else _describe_count(record)
        case Said.INFEASIBLE:
            return "no solution"
    return NOTHING


def _describe_count(record: Record) -> str:
    if record.count is None:
        return "solutions"
    partly = "" if record.complete else "≥ "
    if record.orbits is not None:
        return f"{partly}{record.orbits:,} up to symmetry ({record.count:,} in all)"
    return f"{partly}{amount(record.count, 'solution')}"


def _describe_bounds(record: Record) -> str:
    found = f"{'≤' if record.goal < 0 else '≥'} {record.objective}"
    return found if record.bound is None else f"{found}, proven {'≥' if record.goal < 0 else '≤'} {record.bound}"


def why(cell: Cell) -> str:
    """Why most runs of a cell are unsolved."""
    return cell.reasons.most_common(1)[0][0] if cell.reasons else ""


def outcome(cell: Cell) -> str:
    """The median of a cell, or why there is none: `> 10 s`, `crash`."""
    if not cell.total.censored:
        return median(cell.total)
    out_of_time = why(cell) in {end.value for end in OUT_OF_TIME}
    return median(cell.total) if out_of_time and cell.total.at_least > 0 else why(cell)


def headline(found: Findings) -> str:
    """The verdict in some words."""
    if found.disputes or found.refused:
        wrong = [amount(len(found.disputes), "disagreement")] if found.disputes else []
        wrong += [f"{amount(len(found.refused), 'answer')} refused"] if found.refused else []
        return " and ".join(wrong)
    return "All answers agree" if found.compared else "Nothing to compare"


def verdict(found: Findings) -> str:
    """The verdict in a sentence."""
    shape = f"{amount(len(found.grid.instances), 'instance')} × {amount(len(found.grid.contestants), 'backend')}"
    if found.refused:
        return f"{shape}: the referees refused {amount(len(found.refused), 'answer')}."
    if found.disputes:
        return f"{shape}: answers to {amount(len(found.disputed), 'instance')} contradict each other."
    if not found.compared:
        return f"{shape}: no instance was answered by two of them."
    whole = "all" if found.compared == len(found.grid.instances) else f"{found.compared:,}"
    return f"{shape}: {whole} answered by two or more, no two answers contradict each other."


def runs(found: Findings) -> str:
    """How many runs there were, and how they ended."""
    unsolved = [f"{count:,} × {name}" for name, count in found.unsolved.most_common()]
    solved = len(found.records) - sum(found.unsolved.values())
    return f"{amount(len(found.records), 'run')}: " + ", ".join([f"{solved:,} answered", *unsolved])


def leader(found: Findings) -> str:
    """Who was fastest most often, in a sentence; empty where nobody answered."""
    most = max((score.wins for score in found.scores.table), default=0)
    best = [score.contestant for score in found.scores.table if score.wins == most]
    each, of = " each" if len(best) > 1 else "", amount(len(found.grid.instances), "instance")
    return f"Fastest most often: {join_names(best)}, on {most:,} of {of}{each}." if most else ""


def join_names(names: Sequence[str]) -> str:
    """Names in a row: `sat, cpsat and backtracking`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def forecast(growth: Growth) -> str:
    """What the next size is expected to take: `11: 23 s (18 – 30 s)`; without an interval that says nothing."""
    if growth.line is None:
        return NOTHING
    size = growth.next_size
    text = f"{size}: {seconds(growth.line.at(size))}"
    return f"{text} (no telling)" if growth.open else f"{text} ({span(growth.line.interval_at(size))})"


def short_forecast(growth: Growth) -> str:
    """What the next size is expected to take, without its interval: `11: 23 s`; `~` where start-up hides the growth."""
    if growth.line is None:
        return ""
    return f"{growth.next_size}: {'~' if growth.noisy else ''}{seconds(growth.line.at(growth.next_size))}"


def growth_factor(growth: Growth) -> str:
    """How many times as long each further row takes, with its interval where it says something."""
    if growth.line is None:
        return NOTHING
    return ratio(Ratio(growth.line.factor, None if growth.open else growth.line.factors))
