"""What is held against backends, in words: who is refuted, wrong, contradicted, or crashed."""

import re
from collections.abc import Iterator, Sequence

from rookery.compare.analysis.contested import BackendStanding, Reason
from rookery.compare.analysis.findings import Findings
from rookery.models.base.words import amount

MOST_NAMED, LONGEST = 3, 90
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
    yield from clauses[:MOST_NAMED]
    if len(clauses) > MOST_NAMED:
        yield f"so are {len(clauses) - MOST_NAMED} more"


def judgement(standing: BackendStanding) -> str:
    """What is held against a backend: `refuted on 3 of 3 instances`; empty where nothing is."""
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
    """Who contradicts a backend: a few by name, many by number, and sources."""
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
    """How often a backend crashed, and of what: `crashed on 8 of 8 runs: RuntimeError: told to raise`."""
    lines = standing.crash.strip().splitlines() or [""]
    told = lines[0] if len(lines[0]) <= LONGEST else f"{lines[0][: LONGEST - 1]}…"
    return f"crashed on {standing.crashes:,} of {amount(standing.runs, 'run')}{f': {told}' if told else ''}"


def standing(each: BackendStanding) -> str:
    """The verdict on a backend: what is held against it, its crashes, or how much it answered undisputed."""
    held = list(filter(None, [judgement(each), crash(each) if each.crashes else ""]))
    return "; ".join(held) or f"undisputed on {each.answered:,} of {amount(each.instances, 'instance')}"


def join_names(names: Sequence[str]) -> str:
    """Names in a row: `sat, cpsat and backtracking`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
