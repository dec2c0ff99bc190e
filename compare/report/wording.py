"""Findings in words: times, answers, verdicts; rounded here and nowhere else."""

from collections.abc import Iterator
from math import isinf

from rookery.compare.analysis.cells import OUT_OF_TIME, Cell
from rookery.compare.analysis.scores import PairScore, Scores
from rookery.compare.analysis.statistics import BRIEF, Interval, Ratio, Sample
from rookery.compare.records.record import Record, Said
from rookery.core.words import amount

NOTHING = "—"
TOO_BRIEF = f"No clear difference: every instance took all of them less than {1000 * BRIEF:.0f} ms."


def seconds(value: float | None) -> str:
    """Seconds with three digits: `620 µs`, `12.3 ms`, `1.23 s`, `1,230 s`."""
    if value is None or isinf(value):
        return NOTHING if value is None else "∞"
    for unit, scale, least in (("s", 1.0, 1.0), ("ms", 1e3, 1e-3)):
        if value >= least * 0.9995:
            return f"{significant(value * scale)} {unit}"
    return f"{value * 1e6:.0f} µs"


def significant(value: float, digits: int = 3) -> str:
    """A number with `digits` significant digits, and all digits before the point."""
    return f"{value:,.0f}" if value >= 10**digits - 0.5 else f"{value:#.{digits}g}".removesuffix(".")


def decade(power: int) -> str:
    """A power of ten in seconds: `1 ms`, `100 s`."""
    unit, scale = ("s", 0) if power >= 0 else ("ms", 3) if power >= -3 else ("µs", 6)
    return f"{10 ** (power + scale):,} {unit}"


SCORES = ("backend", "answered", "PAR-2", "median", "wins")


def list_scores(scores: Scores) -> Iterator[tuple[str, ...]]:
    """A row of `SCORES` for each contestant."""
    for score in scores.table:
        answered = f"{score.solved}/{score.runs}"
        yield score.contestant, answered, seconds(score.par2), median(score.total), str(score.wins)


def median(sample: Sample) -> str:
    """A median, or the floor of a censored one."""
    if not sample.censored:
        return seconds(sample.median)
    return f"> {sample.at_least:.3g} s" if sample.at_least > 0 else NOTHING


def span(interval: Interval | None) -> str:
    """An interval of seconds: `1.2 – 1.4 s`; empty without an interval."""
    if interval is None:
        return ""
    low, high = seconds(interval.low), seconds(interval.high)
    shared = low.split(" ")[0] if low.split(" ")[-1] == high.split(" ")[-1] else low
    return f"{shared} – {high}"


def factor(value: float) -> str:
    """A factor: `×2.5`, `×0.031`, `×120`."""
    return "×∞" if isinf(value) else f"×{significant(value, 2)}"


def ratio(found: Ratio | None) -> str:
    """A ratio with its interval: `×2.1 [1.8, 2.5]`."""
    if found is None:
        return NOTHING
    if found.interval is None:
        return factor(found.value)
    return f"{factor(found.value)} {ends(found.interval)}"


def ends(interval: Interval) -> str:
    """The ends of an interval of ratios: `[1.8, 2.5]`."""
    low, high = ("∞" if isinf(end) else significant(end, 2) for end in interval)
    return f"[{low}, {high}]"


def pair_ratio(pair: PairScore) -> str:
    """The ratio of a pair's times: `×2.1 [1.8, 2.5]`, or `≥ ×3.0` after a time-out."""
    sign = "" if pair.bound is None else "≥ " if pair.at_least else "≤ "
    return f"{sign}{ratio(pair.best_ratio)}"


def answer(record: Record) -> str:
    """The answer of a run in words."""
    match record.said:
        case Said.COUNT | Said.PARTIAL_COUNT:
            return _describe_count(record)
        case Said.OPTIMAL:
            many = f", {record.count:,} ways" if record.want != "one" and record.count is not None else ""
            return f"{record.objective} optimal{many}"
        case Said.FEASIBLE:
            found = f"{'≤' if record.goal < 0 else '≥'} {record.objective}"
            return (
                found if record.bound is None else f"{found}, proven {'≥' if record.goal < 0 else '≤'} {record.bound}"
            )
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
        return f"{partly}{record.orbits:,} up to symmetry ({record.count:,} in total)"
    return f"{partly}{amount(record.count, 'solution')}"


def why(cell: Cell) -> str:
    """The reason why most runs of a cell are unsolved."""
    return cell.reasons.most_common(1)[0][0] if cell.reasons else ""


def outcome(cell: Cell) -> str:
    """The median of a cell, or the reason why it has no median: `> 10 s`, `crash`."""
    if not cell.total.censored:
        return median(cell.total)
    out_of_time = why(cell) in {end.value for end in OUT_OF_TIME}
    return median(cell.total) if out_of_time and cell.total.at_least > 0 else why(cell)


def tell_cell(cell: Cell) -> tuple[str, str]:
    """The median of a cell, or why it has none, and below it the number of failed runs: `2 of 3 crash`."""
    shown, lost, many = outcome(cell), cell.reasons.total(), len(cell.records)
    reason = "no whole answer" if why(cell) == "incomplete" else why(cell)
    if lost < many:
        return shown, f"{lost} of {many} {reason}" if lost else ""
    return shown, reason if reason != shown else ""
