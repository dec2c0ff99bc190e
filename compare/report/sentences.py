"""Findings in sentences: the verdict, the charges, the claims, and the changes since a baseline."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rookery.compare.analysis.changes import THRESHOLD, Change, Changes
from rookery.compare.analysis.contested import Assertion, BackendStanding, Contested, Reason
from rookery.compare.analysis.findings import CampaignOutcome, Findings
from rookery.compare.analysis.scores import PairScore
from rookery.compare.analysis.statistics import BRIEF
from rookery.compare.records.record import Ended, Matter, Said, Solution
from rookery.compare.report.wording import TOO_BRIEF, answer, ends, pair_ratio, ratio, seconds, significant
from rookery.core.words import amount


def headline(found: Findings) -> str:
    """The verdict as the first sentence: the backends that are wrong or crashed, or that all agree."""
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
    """The extent of the comparison, in a sentence."""
    shape = f"{amount(len(found.grid.instances), 'instance')} × {amount(len(found.grid.contestants), 'backend')}"
    if not found.compared:
        return f"{shape}: no instance has answers from two of them."
    whole = "all" if found.compared == len(found.grid.instances) else f"{found.compared:,}"
    contested = f", {len(found.contested):,} contested" if found.contested else ", no two answers contradict each other"
    return f"{shape}: {whole} answered by two or more{contested}."


def runs(found: Findings) -> str:
    """The number of runs, and their endings."""
    unsolved = [f"{count:,} × {name}" for name, count in found.unsolved.most_common()]
    solved = len(found.records) - sum(found.unsolved.values())
    return f"{amount(len(found.records), 'run')}: " + ", ".join([f"{solved:,} answered", *unsolved])


def leader(found: Findings) -> str:
    """The leader and its ratio to the closest rival, with the measure; if that is not clear, the contestants that it
    beats.

    A contestant with a wrong answer is not ranked. Empty if no two others were timed on the same instance.
    """
    lead = found.scores.lead
    if lead is None:
        return TOO_BRIEF if any(pair.brief for pair in found.scores.ranked_pairs) else ""
    closest, *others = lead.rivals
    beaten = [pair for pair in others if pair.clear and not closest.clear]
    return " ".join(map(_compare, [closest, *beaten[:1]]))


def _compare(pair: PairScore) -> str:
    """The leader (the other one of the pair) against a rival."""
    found = pair.best_ratio
    if found is None:
        return ""
    # The basis of a ratio: `geometric mean over 12 instances, 95 % [2.4, 4.0]`, and the instances left out
    limited = (pair.only_one + pair.only_other) if pair.bound else 0
    many = pair.compared + limited
    measure = "ratio of medians" if many == 1 else f"geometric mean over {many:,} instances"
    parts = [measure] + ([f"95 % {ends(found.interval)}"] if found.interval else ["one run, no interval"])
    parts += ["too few instances"] if not pair.decided else []
    parts += [f"{limited:,} cut by the time limit"] if limited else []
    alone = 0 if limited else pair.only_one
    parts += [f"{pair.one} alone answered {alone:,} more"] if alone else []
    parts += [f"{amount(pair.brief, 'instance')} under {seconds(BRIEF)} left out"] if pair.brief else []
    measure = ", ".join(parts)
    if not pair.clear or found.value < 1:
        more = f"{pair.one} takes {significant(found.value, 2)} times as long"
        return f"No clear difference between {pair.other} and {pair.one} ({more}, {measure})."
    floor = "at least " if pair.bound else ""
    return f"{pair.other} is {floor}{significant(found.value, 2)} times faster than {pair.one} ({measure})."


MAX_NAMED, MAX_CAUSE = 3, 90
OEIS = re.compile(r"OEIS( A\d{6})?")


def accusations(found: Findings) -> Iterator[str]:
    """A clause for each backend that is wrong, one for those that contradict each other, one for each that crashed."""
    yield from _name_some([f"backend {each.contestant} is {judgement(each)}" for each in found.standings if each.wrong])
    unsettled = [each for each in found.contested if set(each.grounds.values()) == {Reason.CONTRADICTED}]
    if unsettled:
        who = sorted({name for each in unsettled for name in each.grounds})
        where = f"{len(unsettled):,} of {amount(len(found.grid.instances), 'instance')}"
        yield f"backends {join_names(who)} contradict each other on {where}, and nothing shows who is right"
    unnamed = [each for each in found.contested if not each.grounds]
    if unnamed:
        yield f"a solution refutes the known value of {amount(len(unnamed), 'instance')}"
    yield from _name_some([f"backend {each.contestant} {crash(each)}" for each in found.standings if each.crashes])


def _name_some(clauses: Sequence[str]) -> Iterator[str]:
    yield from clauses[:MAX_NAMED]
    if len(clauses) > MAX_NAMED:
        yield f"so are {len(clauses) - MAX_NAMED} more"


def judgement(standing: BackendStanding) -> str:
    """The charge against a backend: `refuted on 3 of 3 instances`; empty without a charge."""
    parts = [_hold(standing, ground, count) for ground, count in standing.counts.items()]
    if not parts:
        return ""
    first = next(iter(standing.counts))
    sign = "" if first in (Reason.REFUTED, Reason.CONTRADICTED) else "wrong: "
    return f"{sign}{', and '.join(parts)}"


def _hold(standing: BackendStanding, ground: Reason, count: int) -> str:
    where = f"on {count:,} of {amount(standing.instances, 'instance')}"
    match ground:
        case Reason.REFUTED:
            return f"refuted {where}"
        case Reason.REFUSED:
            return f"refused by the referees {where}"
        case Reason.INCONSISTENT:
            return f"inconsistent with itself {where}"
        case Reason.KNOWN | Reason.CONTRADICTED:
            return f"contradicted {where} by {join_names(_name_accusers(standing, ground))}"


def _name_accusers(standing: BackendStanding, ground: Reason) -> list[str]:
    """The names of those that contradict a backend: a few by name, many by number, and sources."""
    many = len(standing.opponents) > 2
    who = [amount(len(standing.opponents), "backend")] if many else list(standing.opponents)
    return who + (_name_sources(standing.sources) if ground is Reason.KNOWN else [])


def _name_sources(sources: Sequence[str]) -> list[str]:
    """The sources of known values, short."""
    short = list(dict.fromkeys(short_source(source) for source in sources))
    if len(short) == 1:
        return short
    return ["OEIS"] if short and all(each.startswith("OEIS") for each in short) else ["known values"]


def short_source(source: str) -> str:
    """The number of a sequence, or what a source is called: `OEIS A075458`."""
    found = OEIS.match(source)
    return found[0] if found else "a known value"


def crash(standing: BackendStanding) -> str:
    """The number of crashes of a backend and their cause: `crashed on 8 of 8 runs: RuntimeError: told to raise`."""
    lines = standing.crash.strip().splitlines() or [""]
    cause = lines[0] if len(lines[0]) <= MAX_CAUSE else f"{lines[0][: MAX_CAUSE - 1]}…"
    return f"crashed on {standing.crashes:,} of {amount(standing.runs, 'run')}{f': {cause}' if cause else ''}"


def standing(each: BackendStanding) -> str:
    """The verdict on a backend: what is held against it, its crashes, or how many answers stand."""
    held = list(filter(None, [judgement(each), crash(each) if each.crashes else ""]))
    if not held:
        fine = {"upheld": each.upheld, "not contested": each.uncontested}
        said = ", ".join(f"{name} on {number:,}" for name, number in fine.items() if number)
        held = [f"{said or 'answered none'} of {amount(each.instances, 'instance')}"]
    return "; ".join(held)


def join_names(names: Sequence[str]) -> str:
    """Names in a row: `sat, cpsat and backtracking`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


HELD = {
    Reason.REFUTED: "refuted",
    Reason.REFUSED: "refused by the referees",
    Reason.INCONSISTENT: "inconsistent with itself",
    Reason.KNOWN: "contradicts the known value",
    Reason.CONTRADICTED: "contradicted",
}


def claims(contested: Contested) -> list[tuple[list[str], str]]:
    """The claims with their claimants, disputed ones first: `[(["lazy"], "5"), (["sat", "OEIS A075458"], "3")]`."""
    return [(claimants(each), describe_claim(each)) for each in contested.assertions]


def claims_line(contested: Contested) -> str:
    """The claims with their claimants, in a line: `lazy 5 | backtracking, sat, OEIS A075458 3`."""
    return " | ".join(f"{', '.join(who)} {what}" for who, what in claims(contested))


def claimants(assertion: Assertion) -> list[str]:
    """The claimants of an assertion, then the source of the known value."""
    source = [short_source(assertion.known.source)] if assertion.known else []
    return [*assertion.who, *source]


def describe_claim(assertion: Assertion) -> str:
    """A claim, as short as it can be."""
    if assertion.record is None:
        return f"{assertion.known.value:,}" if assertion.known else ""
    if assertion.record.ended is Ended.INVALID:
        return "a refused answer"
    if assertion.record.said is Said.OPTIMAL and assertion.record.want == "one":
        return f"{assertion.record.objective:,}"
    if assertion.record.said is Said.COUNT and assertion.record.complete and assertion.record.orbits is None:
        return f"{assertion.record.count:,}"
    return answer(assertion.record)


def conclusion(contested: Contested) -> str:
    """The conclusion on a contested instance: `lazy is refuted`; `contradicted: nothing shows who is right`."""
    wrong: dict[Reason, list[str]] = {}
    for who, ground in contested.grounds.items():
        wrong.setdefault(ground, []).append(who)
    if set(wrong) == {Reason.CONTRADICTED}:
        return "contradicted: nothing shows who is right"
    if not wrong:
        return "a solution refutes the known value"
    return "; ".join(f"{join_names(who)}: {HELD[ground]}" for ground, who in wrong.items())


def evidence(contested: Contested) -> list[tuple[str, str]]:
    """The evidence against an answer: a solution that refutes it, or the referees' refusal."""
    proof = contested.proof
    refused = next((each.message for each in contested.disputes if each.matter is Matter.REFUSED), "")
    found = {
        "Counterexample": describe_solution(proof.evidence) if proof and proof.evidence is not None else "",
        "Referees": refused,
    }
    return [(name, text) for name, text in found.items() if text]


def describe_solution(solution: Solution) -> str:
    """The squares of each piece: `queen on 0,1 2,3; knight on 4,4`."""
    squares: dict[str, list[str]] = {}
    for name, *cell in solution:
        squares.setdefault(name, []).append(",".join(map(str, cell)))
    return "; ".join(f"{name} on {' '.join(where)}" for name, where in squares.items()) or "no piece at all"


def describe_contested(contested: Contested) -> list[str]:
    """A contested instance in lines: the claims, the conclusion, the evidence, the command that reproduces it."""
    texts = [conclusion(contested), *(f"{name}: {text}" for name, text in evidence(contested)), contested.main.command]
    return [f"{contested.instance}: {claims_line(contested)}", *(f"  {line}" for line in texts if line)]


def identity(found: Findings) -> str:
    """The identity of a campaign: `queens (folder old, 2026-01-05, rookery 0.1.0, Example 3000)`."""
    facts = found.environment.facts
    folder = f"folder {Path(found.folder).name}" if found.folder else ""
    rookery = f"rookery {facts['rookery']}" if "rookery" in facts else ""
    parts = ", ".join(filter(None, [folder, found.started, rookery, facts.get("processor", "")]))
    return f"{found.title} ({parts})" if parts else found.title


def headline_of_changes(changes: Changes) -> str:
    """The changes since the named baseline, in a sentence for the verdict."""
    return f"Against {identity(changes.before)}: {_count_changes(changes)}."


def _count_changes(changes: Changes) -> str:
    if not changes.pairs:
        return "nothing in common"
    counts = {"slower": changes.slower, "faster": changes.faster, "no longer answered": changes.lost}
    counts |= {"newly answered": changes.gained, "with another answer": changes.contradictions}
    shown = [f"{len(found):,} {name}" for name, found in counts.items() if found]
    return f"{', '.join(shown) or 'no clear change'} of {amount(len(changes.pairs), 'cell')}"


def summary(changes: Changes) -> str:
    """The changes in a sentence."""
    if not changes.pairs:
        return "Nothing in common: no backend ran the same instance in both."
    if changes.repeated:
        note = f" (> {THRESHOLD - 1:.0%}, 95 % interval; up to {changes.chance:.0%} may be chance)"
    else:
        note = "; one run per cell gives no interval, so nothing counts as slower or faster: run more seeds"
    counts = [f"{len(changes.slower)} slower", f"{len(changes.faster)} faster", f"{len(changes.lost)} lost"]
    counts += [f"{len(changes.gained)} gained", f"{amount(len(changes.contradictions), 'answer')} changed"]
    only_before, only_after = changes.alone
    alone = f"; {only_before} only in the baseline, {only_after} new" if only_before or only_after else ""
    return f"{amount(len(changes.pairs), 'comparable cell')}: {', '.join(counts)}{note}{alone}."


def overall(changes: Changes) -> list[tuple[str, str]]:
    """Each backend's ratio over all cells that have times in both."""
    return [
        (who, f"{pair_ratio(found)} over {amount(found.compared, 'cell')}{_doubt(found)}")
        for who, found in changes.overall.items()
        if found.best_ratio
    ]


def _doubt(found: PairScore) -> str:
    return "" if found.clear else ", no clear change"


def change(each: Change) -> str:
    """A ratio with both medians: `×1.8 [1.6, 2.1], 1.20 s → 2.16 s`."""
    return f"{ratio(each.ratio)}, {seconds(each.before.total.median)} → {seconds(each.after.total.median)}"


def answers(each: Change) -> str:
    """The answer before and now."""
    return f"{answer(each.before.solved[0])} → {answer(each.after.solved[0])}"
