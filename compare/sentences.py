"""Findings in sentences: the verdict, what is held against a backend, the claims, and the changes since a baseline."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rookery.compare.analysis import BRIEF, ENOUGH, HAIR, RUNS_FOR_A_WIN, Pair
from rookery.compare.changes import THRESHOLD, Change, Changes
from rookery.compare.claims import Trust
from rookery.compare.findings import CampaignOutcome, Findings
from rookery.compare.problems import MODEL, declare_asked
from rookery.compare.record import Record, Said
from rookery.compare.verdict import REFUSED, BackendStanding, Contested, Reason
from rookery.compare.wording import answer, outcome, ratio, ratio_ends, seconds, significant
from rookery.core.words import amount, join_words, shorten

MAX_NAMED, MAX_CAUSE = 3, 90
BOUNDS = {"": "", "≥": "at least ", "≤": "at most "}
OEIS = re.compile(r"OEIS( A\d{6})?")
HELD = {
    Reason.REFUTED: "refuted",
    Reason.REFUSED: "refused by the referees",
    Reason.INCONSISTENT: "inconsistent with itself",
    Reason.KNOWN: "contradicts the published value",
    Reason.CONTRADICTED: "contradicted",
}


def headline(found: Findings) -> str:
    """Return the verdict as the first sentence: which backends are wrong or crashed, or that all agree."""
    clauses = list(accusations(found))
    if found.outcome is not CampaignOutcome.WRONG and found.compared:
        clauses.insert(0, "all answers agree")
    text = "; ".join(clauses) or "nothing to compare"
    return f"{text[0].upper()}{text[1:]}"


def extent(found: Findings) -> str:
    """Return how much was compared, in a sentence."""
    instances = len(found.analysis.instances)
    shape = f"{amount(instances, 'instance')} × {amount(len(found.analysis.contestants), 'backend')}"
    if not found.compared:
        return f"{shape}: no instance has answers from two of them."
    whole = "all" if found.compared == instances else f"{found.compared:,}"
    contested = f"{len(found.contested):,} contested" if found.contested else "no two answers contradict each other"
    return f"{shape}: {whole} answered by two or more, {contested}."


def runs(found: Findings) -> str:
    """Return the number of runs, and how they ended."""
    unsolved = [f"{count:,} × {name}" for name, count in found.unsolved.most_common()]
    solved = len(found.records) - found.unsolved.total()
    return f"{amount(len(found.records), 'run')}: {', '.join([f'{solved:,} answered', *unsolved])}."


def setting(found: Findings) -> str:
    """Return the limits and repetitions of the runs, and the machine, in a sentence."""
    facts, seeds = found.conditions, len({record.seed for record in found.records})
    limits = [facts[name] for name in ("time limit", "memory limit") if facts[name] != "none"]
    cores = amount(facts["cores"], "core") if "cores" in facts else ""
    machine = ", ".join(filter(None, [cores, facts.get("processor")]))
    parts = [f"at most {' and '.join(limits)} each" if limits else "no limit", amount(seeds, "seed")]
    parts += filter(None, [facts.get("jobs"), machine and f"on {machine}"])
    return f"Runs: {', '.join(parts)}." if found.records else ""


def leader(found: Findings) -> str:
    """Return who leads, and by how much; which backends are too fast to be ranked against it.

    A backend with a wrong answer is not ranked. Empty if no two others ran on the same instance.
    """
    lead, too_brief = found.analysis.lead, found.analysis.too_brief
    if not lead:
        return f"No clear difference: every instance took all of them less than {seconds(BRIEF)}." if too_brief else ""
    closest, *others = lead
    beaten = [pair for pair in others if pair.clear and not closest.clear]
    told = [_compare(pair) for pair in (closest, *beaten[:1])]
    if too_brief:
        told.append(f"{join_words(too_brief)} cannot be ranked: each instance took less than {seconds(BRIEF)}.")
    return " ".join(told)


def _compare(pair: Pair) -> str:
    """Return how the leader, the other one of the pair, compares with a rival."""
    if pair.ratio is None:
        return ""
    many = pair.compared + pair.limited
    parts = ["ratio of medians" if many == 1 else f"geometric mean over {many:,} instances", ratio_ends(pair)]
    parts += [f"{pair.limited:,} cut by the time limit"] if pair.limited else []
    parts += [f"{pair.one} alone answered {pair.only_one:,} more"] if pair.only_one and not pair.limited else []
    parts += [f"{amount(pair.brief, 'instance')} under {seconds(BRIEF)} left out"] if pair.brief else []
    measure = ", ".join(filter(None, parts))
    times = f"{significant(pair.ratio.value, 2)} times"
    if pair.clear and pair.distance > 0:
        return f"{pair.other} is {'at least ' if pair.bound else ''}{times} faster than {pair.one} ({measure})."
    few = "" if many >= ENOUGH else f"; with fewer than {ENOUGH} instances, the faster one has to win each of them"
    long = f"{BOUNDS[pair.bound]}{times} as long"
    if not pair.bound and 1 / HAIR < pair.ratio.value < HAIR:
        long = "about as long"
    return f"No clear difference between {pair.other} and {pair.one}: {pair.one} takes {long} ({measure}{few})."


def accusations(found: Findings) -> Iterator[str]:
    """Yield a clause for each backend that is wrong, one for those that contradict each other, one for each crash."""
    wrong = [f"backend {each.contestant} is {judgement(each)}" for each in found.standings if each.wrong]
    yield from _name_some(wrong, "wrong")
    unsettled = [each for each in found.contested if set(each.grounds.values()) == {Reason.CONTRADICTED}]
    if unsettled:
        who = sorted({name for each in unsettled for name in each.grounds})
        where = f"{len(unsettled):,} of {amount(len(found.analysis.instances), 'instance')}"
        yield f"backends {join_words(who)} contradict each other on {where}, and nothing shows who is right"
    if unnamed := [each for each in found.contested if not each.grounds]:
        yield f"a solution refutes the published value of {amount(len(unnamed), 'instance')}"
    crashes = [f"backend {each.contestant} {crash(each)}" for each in found.standings if each.crashes]
    yield from _name_some(crashes, "crashed")


def _name_some(clauses: Sequence[str], what: str) -> Iterator[str]:
    yield from clauses[:MAX_NAMED]
    more = len(clauses) - MAX_NAMED
    if more > 0:
        verb = "" if what == "crashed" else "is " if more == 1 else "are "
        yield f"{amount(more, 'more backend')} {verb}{what}"


def judgement(standing: BackendStanding) -> str:
    """Return what is held against a backend: `refuted on 3 of 3 instances`; empty if nothing is."""
    parts = []
    for ground, count in standing.counts.items():
        what, by = HELD[ground], ""
        if ground in (Reason.KNOWN, Reason.CONTRADICTED):
            sources = map(short_source, standing.sources if ground is Reason.KNOWN else ())
            what, by = "contradicted", f" by {join_words(list(dict.fromkeys([*standing.opponents, *sources])))}"
        parts.append(f"{what} on {count:,} of {amount(standing.instances, 'instance')}{by}")
    sign = "" if next(iter(standing.counts), None) in (None, Reason.REFUTED, Reason.CONTRADICTED) else "wrong: "
    return sign + ", and ".join(parts)


def short_source(source: str) -> str:
    """Return the number of a sequence, `OEIS A075458`, or a general name."""
    found = OEIS.match(source)
    return found[0] if found else "a published value"


def crash(standing: BackendStanding) -> str:
    """Return how often a backend crashed and why: `crashed on 8 of 8 runs: RuntimeError: out of memory`."""
    cause = shorten((standing.crash.strip().splitlines() or [""])[0], MAX_CAUSE)
    return f"crashed on {standing.crashes:,} of {amount(standing.runs, 'run')}{f': {cause}' if cause else ''}"


def standing(each: BackendStanding) -> str:
    """Return the verdict on a backend: what is held against it and its crashes, or how much it answered."""
    held = [judgement(each), crash(each) if each.crashes else ""]
    return "; ".join(filter(None, held)) or f"answered {each.answered:,} of {amount(each.instances, 'instance')}"


def claims(contested: Contested) -> list[tuple[str, str]]:
    """Return who claims what, disputed claims first: `[("lazy", "5"), ("sat, OEIS A075458", "3")]`."""
    runs = [each for each in contested.claims if each.record and (each.record.solved or each.who in contested.grounds)]
    runs.sort(key=lambda claim: claim.who)
    found: dict[str, dict[str, None]] = {}
    for dispute in contested.disputes:
        if dispute.about == REFUSED:
            found.setdefault("a refused answer", {})[dispute.one.who] = None
    for each in runs:
        if each.record:
            found.setdefault(_claim(each.record), {})[each.who] = None
    disputed = [claim for dispute in contested.disputes for claim in (dispute.one, dispute.other)]
    for known in contested.claims:
        if known.trust is Trust.PUBLISHED and known in disputed:
            value = next(f"{value:,}" for value in known.exact.values())
            same = (_claim(each.record) for each in runs if each.record and known.exact.items() <= each.exact.items())
            found.setdefault(next(same, value), {})[short_source(known.source)] = None
    rows = [(list(who), text) for text, who in found.items()]
    rows.sort(key=lambda row: contested.grounds.keys().isdisjoint(row[0]))
    return [(", ".join(who), text) for who, text in rows]


def _claim(record: Record) -> str:
    """Return the claim of a run, as short as possible."""
    if record.said is Said.OPTIMAL and record.want == "one":
        return f"{record.objective:,}"
    if record.said is Said.COUNT and record.complete and record.orbits is None:
        return f"{record.count:,}"
    return answer(record)


def conclusion(contested: Contested) -> str:
    """Return who is wrong: `lazy: refuted`; `contradicted: nothing shows who is right`."""
    if not contested.grounds:
        return "a solution refutes the published value"
    held: dict[Reason, list[str]] = {}
    for who, ground in contested.grounds.items():
        held.setdefault(ground, []).append(who)
    if set(held) == {Reason.CONTRADICTED}:
        return "contradicted: nothing shows who is right"
    return "; ".join(f"{join_words(who)}: {HELD[ground]}" for ground, who in held.items())


def describe_witness(contested: Contested) -> str:
    """Return the squares of each piece of the witness: `queen on b3 d1; knight on a4`; raw ones if they do not fit.

    Of a model these are the names of the true variables.
    """
    asked = contested.record.problem
    if contested.placement is not None and asked["family"] == MODEL:
        problem = declare_asked(asked)
        names = map(problem.model.name, sorted(problem.write(contested.placement)))
        return f"true: {' '.join(names)}" if contested.placement else "no variable is true"
    squares: dict[str, list[str]] = {}
    if contested.placement is not None:
        for cell, piece in contested.placement.items():
            squares.setdefault(piece.name, []).append(contested.placement.board.label(cell))
    else:
        for name, *raw in contested.witness or ():
            squares.setdefault(str(name), []).append(",".join(map(str, raw)))
    return "; ".join(f"{name} on {' '.join(where)}" for name, where in squares.items()) or "no piece at all"


def describe_contested(contested: Contested) -> list[str]:
    """Return lines about a contested instance: claims, conclusion, evidence, and the command to reproduce it."""
    claimed = " | ".join(f"{what} by {who}" for who, what in claims(contested))
    shown = f"Counterexample: {describe_witness(contested)}" if contested.proof else ""
    refused = [f"Referees: {each.message}" for each in contested.disputes if each.about == REFUSED]
    proof = f"A proof settles it: {contested.settling}" if contested.settling else ""
    texts = [conclusion(contested), shown, *refused[:1], proof, contested.main.command]
    return [f"{contested.instance}: {claimed}", *(f"  {text}" for text in texts if text)]


def identity(found: Findings) -> str:
    """Return the identity of a campaign: `queens (folder old, 2026-01-05, rookery 0.1.0, Example 3000)`."""
    folder = f"folder {Path(found.folder).name}" if found.folder else ""
    started = min((record.started[:10] for record in found.records if record.started), default="")
    version, processor = (found.conditions.get(name, "") for name in ("rookery", "processor"))
    parts = ", ".join(filter(None, [folder, started, version and f"rookery {version}", processor]))
    return f"{found.title} ({parts})" if parts else found.title


def summary(changes: Changes) -> str:
    """Return the changes since a baseline in a sentence."""
    if not changes.pairs:
        return "Nothing in common: no backend ran the same instance in both."
    counts = [f"{len(cells):,} {kind}" for kind, cells in changes.kinds.items() if cells]
    note = f"slower and faster: by {100 * (THRESHOLD - 1):.0f} % or more, and the runs do not overlap"
    if not changes.repeated:
        note = f"slower and faster take {RUNS_FOR_A_WIN} runs in both: use more seeds"
    only = [f"{many:,} only {where}" for many, where in zip(changes.alone, ("before", "now"), strict=True) if many]
    told = ", ".join([*(counts or ["no clear change"]), *only])
    common = amount(len(changes.pairs), "result")
    return f"{common} of a backend on an instance in both: {told} ({note})."


def overall(changes: Changes) -> list[tuple[str, str]]:
    """Return the ratio of each backend over the instances that have times in both."""
    found = []
    for who, pair in changes.overall.items():
        if pair.ratio:
            parts = [f"{ratio(pair)} over {amount(pair.compared + pair.limited, 'instance')}", ratio_ends(pair)]
            found.append((who, ", ".join(filter(None, [*parts, "" if pair.clear else "no clear change"]))))
    return found


def list_changes(changes: Changes) -> dict[str, list[tuple[str, str]]]:
    """Return the changed cells with their change in words, by kind: `("sat on 8 queens", "×1.8, 1.20 s → 2.16 s")`."""
    words: dict[str, Callable[[Change], str]] = {
        "with another answer": _answers,
        "no longer answered": lambda each: outcome(each.after),
        "newly answered": lambda each: seconds(each.after.median),
    }
    return {
        kind: [(each.after.name, words.get(kind, _times)(each)) for each in found]
        for kind, found in changes.kinds.items()
    }


def _times(each: Change) -> str:
    return f"×{significant(each.ratio, 2)}, {seconds(each.before.median)} → {seconds(each.after.median)}"


def _answers(each: Change) -> str:
    return f"{answer(each.before.solved[0])} → {answer(each.after.solved[0])}"
