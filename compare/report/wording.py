"""Findings in words: times, answers, verdicts; rounded here and nowhere else."""

from math import isinf

from rookery.compare.analysis.cells import OUT_OF_TIME, Cell
from rookery.compare.analysis.findings import CampaignOutcome, Findings
from rookery.compare.analysis.growth import Growth
from rookery.compare.analysis.pairs import PairScore
from rookery.compare.analysis.scores import Mean
from rookery.compare.analysis.statistics import BRIEF, Interval, Ratio, Sample
from rookery.compare.records.record import Record, Said
from rookery.compare.report.standing_wording import accusations
from rookery.models.base.words import amount

NOTHING, UNKNOWN = "—", "unknown"
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
    return f"{factor(found.value)} {ends(found.interval)}"


def ends(interval: Interval) -> str:
    """The ends of an interval of ratios: `[1.8, 2.5]`."""
    low, high = ("∞" if isinf(end) else significant(end, 2) for end in interval)
    return f"[{low}, {high}]"


def pair_ratio(pair: PairScore) -> str:
    """How many times as long one of a pair takes as the other: `×2.1 [1.8, 2.5]`, `≥ ×3.0` where a limit came first."""
    sign = "" if pair.bound is None else "≥ " if pair.at_least else "≤ "
    return f"{sign}{ratio(pair.best_ratio)}"


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


def tell_answer(found: Findings, record: Record) -> str:
    """What a run says, and whether that is certified."""
    return f"{answer(record)}{', certified' if found.certifies(record) else ''}"


def _describe_count(record: Record) -> str:
    if record.count is None:
        return "solutions"
    partly = "" if record.complete else "≥ "
    if record.orbits is not None:
        return f"{partly}{record.orbits:,} up to symmetry ({record.count:,} in total)"
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
    """The verdict as the first sentence: who is wrong or crashed, or that all agree."""
    clauses = list(accusations(found))
    if found.outcome is not CampaignOutcome.WRONG and found.compared:
        clauses.insert(0, "all answers agree")
    text = "; ".join(clauses) or "nothing to compare"
    return f"{text[0].upper()}{text[1:]}"


def brief(found: Findings) -> str:
    """The verdict in a few words, for a title."""
    wrong = sum(each.wrong for each in found.standings)
    if wrong:
        return f"{amount(wrong, 'backend')} wrong"
    if not found.sound:
        return amount(len(found.contested), "contested instance")
    return "All answers agree" if found.compared else "Nothing to compare"


def verdict(found: Findings) -> str:
    """What was compared, in a sentence."""
    shape = f"{amount(len(found.grid.instances), 'instance')} × {amount(len(found.grid.contestants), 'backend')}"
    if not found.compared:
        return f"{shape}: no instance has answers from two of them{describe_certified(found)}."
    whole = "all" if found.compared == len(found.grid.instances) else f"{found.compared:,}"
    contested = f", {len(found.contested):,} contested" if found.contested else ", no two answers contradict each other"
    return f"{shape}: {whole} answered by two or more{contested}{describe_certified(found)}."


def describe_certified(found: Findings) -> str:
    """How many instances have an answer that a verified certificate proves: `, 12 certified`; nothing without any."""
    return f", {len(found.certified):,} certified" if found.certified else ""


def runs(found: Findings) -> str:
    """How many runs there were, and how they ended."""
    unsolved = [f"{count:,} × {name}" for name, count in found.unsolved.most_common()]
    solved = len(found.records) - sum(found.unsolved.values())
    return f"{amount(len(found.records), 'run')}: " + ", ".join([f"{solved:,} answered", *unsolved])


def leader(found: Findings) -> str:
    """Who is faster than the closest rival, with its measure; then, where that is not clear, whom it is faster than.

    Empty where no two were timed on the same instance.
    """
    lead = found.scores.lead
    if lead is None:
        return TOO_BRIEF if any(pair.brief for pair in found.scores.pair_scores) else ""
    closest, *others = lead.rivals
    beaten = [pair for pair in others if pair.clear and not closest.clear]
    return " ".join(map(_compare, [closest, *beaten[:1]]))


def _compare(pair: PairScore) -> str:
    """The leader (the other one of the pair) against a rival."""
    found = pair.best_ratio
    if found is None:
        return ""
    measure = _describe_measure(pair, found)
    if not pair.clear or found.value < 1:
        more = f"{pair.one} takes {significant(found.value, 2)} times as long"
        return f"No clear difference between {pair.other} and {pair.one} ({more}, {measure})."
    floor = "at least " if pair.bound else ""
    return f"{pair.other} is {floor}{significant(found.value, 2)} times faster than {pair.one} ({measure})."


def _describe_measure(pair: PairScore, found: Ratio) -> str:
    """What a ratio measures: `geometric mean over 12 instances, 95 % [2.4, 4.0]`, and what it leaves out."""
    limited = (pair.only_one + pair.only_other) if pair.bound else 0
    many = pair.compared + limited
    measure = "ratio of medians" if many == 1 else f"geometric mean over {many:,} instances"
    parts = [measure] + ([f"95 % {ends(found.interval)}"] if found.interval else ["one run, no interval"])
    parts += ["too few instances"] if not pair.decided else []
    parts += [f"{limited:,} cut by the time limit"] if limited else []
    alone = 0 if limited else pair.only_one
    parts += [f"{pair.one} alone answered {alone:,} more"] if alone else []
    parts += [f"{amount(pair.brief, 'instance')} under {seconds(BRIEF)} left out"] if pair.brief else []
    return ", ".join(parts)


def forecast(growth: Growth) -> str:
    """What the next size is expected to take: `11: 23 s (18 – 30 s)`; or that it is unknown."""
    if growth.line is None:
        return NOTHING
    size, expected = growth.next_size, growth.expected
    return f"{size}: {seconds(expected.at(size))} ({span(expected.interval_at(size))})" if expected else UNKNOWN


def short_forecast(growth: Growth) -> str:
    """What the next size is expected to take, without its interval: `11: 23 s`; or that it is unknown."""
    if growth.line is None:
        return ""
    return f"{growth.next_size}: {seconds(growth.expected.at(growth.next_size))}" if growth.expected else UNKNOWN


def growth_factor(growth: Growth, short: bool = False) -> str:
    """How many times as long each further row takes, with its interval unless it is short; or that it is unknown."""
    if growth.line is None:
        return "" if short else NOTHING
    if growth.expected is None:
        return UNKNOWN
    return ratio(Ratio(growth.expected.factor, None if short else growth.expected.factors))
