"""Times, ratios and answers in words; numbers are rounded here and nowhere else."""

from collections.abc import Iterator
from math import inf, isinf

from rookery.compare.analysis import RUNS_FOR_A_WIN, Analysis, Cell, Pair, Span
from rookery.compare.record import OUT_OF_TIME, Record, Said
from rookery.core.words import amount

NOTHING = "—"
SCORES = ("backend", "answered", "PAR-2", "median", "wins")
PAR2_NOTE = "mean time; a run without an answer counts as twice its limit."
WINS_NOTE = (
    "instances on which each run is faster than each run of every other backend, "
    f"with at least {RUNS_FOR_A_WIN} runs each; a backend with a wrong answer is not ranked."
)
TIMEOUTS = frozenset(end.value for end in OUT_OF_TIME)


def seconds(value: float | None) -> str:
    """Return seconds with three digits: `620 µs`, `12.3 ms`, `1.23 s`, `1,230 s`."""
    if value is None or isinf(value):
        return NOTHING if value is None else "∞"
    for unit, scale, least in (("s", 1.0, 1.0), ("ms", 1e3, 1e-3)):
        if value >= least * 0.9995:
            return f"{significant(value * scale)} {unit}"
    return f"{value * 1e6:.0f} µs"


def significant(value: float, digits: int = 3) -> str:
    """Return a number with `digits` significant digits, and all digits before the point."""
    if isinf(value):
        return "∞"
    return f"{value:,.0f}" if value >= 10**digits - 0.5 else f"{value:#.{digits}g}".removesuffix(".")


def span(ends: Span) -> str:
    """Return two times: `1.2 – 1.4 s`."""
    low, high = map(seconds, ends)
    shared = low.split(" ")[0] if low.split(" ")[-1] == high.split(" ")[-1] else low
    return f"{shared} – {high}"


def spread(cell: Cell) -> str:
    """Return the 95 % interval of a median, or the range of fewer than six runs; empty for a single run."""
    if len(cell.times) < 2 or cell.times[0] == inf:
        return ""
    return f"{'95 %' if cell.interval else 'range'} {span(cell.spread)}"


def ratio(pair: Pair) -> str:
    """Return the ratio of a pair: `×2.1`, or `≥ ×3.0` after a timeout."""
    return f"{pair.bound} ×{significant(pair.ratio.value, 2)}".lstrip() if pair.ratio else NOTHING


def ratio_ends(pair: Pair) -> str:
    """Return the interval of a ratio, `95 % [1.8, 2.5]`, or its range over fewer than six instances.

    Empty for a single instance.
    """
    if pair.ratio is None or not (pair.ratio.exact or pair.ratio.low < pair.ratio.high):
        return ""
    ends = f"[{significant(pair.ratio.low, 2)}, {significant(pair.ratio.high, 2)}]"
    return f"{'95 %' if pair.ratio.exact else 'range'} {ends}"


def answer(record: Record) -> str:
    """Return the answer of a run in words."""
    match record.said:
        case Said.COUNT | Said.PARTIAL_COUNT:
            return _count(record)
        case Said.OPTIMAL:
            many = f", {amount(record.count, 'way')}" if record.want != "one" and record.count is not None else ""
            return f"{record.objective} optimal{many}"
        case Said.FEASIBLE:
            found, proven = ("≤", "≥") if record.goal < 0 else ("≥", "≤")
            bound = "" if record.bound is None else f", proven {proven} {record.bound}"
            return f"{found} {record.objective}{bound}"
        case Said.SATISFIED:
            return "a solution" if record.want == "one" else _count(record)
        case Said.INFEASIBLE:
            return "no solution"
    return NOTHING


def _count(record: Record) -> str:
    if record.count is None:
        return "solutions"
    partly = "" if record.complete else "≥ "
    if record.orbits is not None:
        return f"{partly}{record.orbits:,} up to symmetry ({record.count:,} in total)"
    return f"{partly}{amount(record.count, 'solution')}"


def median(cell: Cell) -> str:
    """Return the median of a cell, or a lower bound of it: `> 10.0 s`."""
    if not cell.censored:
        return seconds(cell.median)
    return f"> {seconds(cell.at_least)}" if cell.at_least else NOTHING


def outcome(cell: Cell) -> str:
    """Return the median of a cell, or why it has none: `crash`."""
    if not cell.censored:
        return median(cell)
    why = cell.reasons.most_common(1)[0][0]
    return median(cell) if why in TIMEOUTS and cell.at_least else why


def failures(cell: Cell) -> str:
    """Return how many runs of a cell failed, and how most of them did: `2 of 3 crash`; empty if its outcome says so."""
    if not cell.reasons:
        return ""
    why = cell.reasons.most_common(1)[0][0].replace("incomplete", "no whole answer")
    if cell.reasons.total() < len(cell.records):
        return f"{cell.reasons.total()} of {len(cell.records)} {why}"
    return why if why != outcome(cell) else ""


def list_scores(found: Analysis) -> Iterator[tuple[str, ...]]:
    """Yield a row of `SCORES` for each contestant."""
    for score in found.scores:
        answered = f"{len(score.runs.solved):,}/{len(score.runs.records):,}"
        wins = "not ranked" if score.wins is None else f"{score.wins:,}"
        yield score.contestant, answered, seconds(score.par2), median(score.runs), wins
