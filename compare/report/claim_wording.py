"""What is claimed of a contested instance, in words: `lazy 5 | backtracking, sat, OEIS A075458 3`."""

from shlex import quote

from rookery.compare.analysis.contested import Assertion, Contested, Reason
from rookery.compare.records.dispute import SMALLER, Matter
from rookery.compare.records.record import Ended, Record, Said
from rookery.compare.records.solution import Solution
from rookery.compare.report.standing_wording import join_names, short_source
from rookery.compare.report.wording import answer

HELD = {
    Reason.REFUTED: "refuted",
    Reason.REFUSED: "refused by the referees",
    Reason.INCONSISTENT: "inconsistent with itself",
    Reason.KNOWN: "contradicts the known value",
    Reason.CONTRADICTED: "contradicted",
}


def claims(contested: Contested) -> list[tuple[list[str], str]]:
    """Who claims what, what is disputed first: `[(["lazy"], "5"), (["sat", "OEIS A075458"], "3")]`."""
    return [(claimants(each), describe_claim(each)) for each in contested.assertions]


def claims_line(contested: Contested) -> str:
    """Who claims what, in a line: `lazy 5 | backtracking, sat, OEIS A075458 3`."""
    return " | ".join(f"{', '.join(who)} {what}" for who, what in claims(contested))


def claimants(assertion: Assertion) -> list[str]:
    """Who claims the same, then the source of the known value, and last that it is certified."""
    source = [short_source(assertion.known.source)] if assertion.known else []
    return [*assertion.who, *source, *(["certified"] if assertion.proof else [])]


def describe_claim(assertion: Assertion) -> str:
    """A claim, as short as it can be."""
    if assertion.record is None:
        return f"{assertion.known.value:,}" if assertion.known else ""
    return _say(assertion.record)


def _say(record: Record) -> str:
    if record.ended is Ended.INVALID:
        return "a refused answer"
    if record.said is Said.OPTIMAL and record.want == "one":
        return f"{record.objective:,}"
    if record.said is Said.COUNT and record.complete and record.orbits is None:
        return f"{record.count:,}"
    return answer(record)


def findings_of(contested: Contested) -> list[tuple[str, str]]:
    """Whose answer does not stand, and why: `[("lazy", "refuted")]`."""
    return [(who, HELD[ground]) for who, ground in contested.grounds.items()]


def conclusion(contested: Contested) -> str:
    """What follows of a contested instance: `lazy is refuted`; `contradicted: nothing shows who is right`."""
    wrong: dict[Reason, list[str]] = {}
    for who, ground in contested.grounds.items():
        wrong.setdefault(ground, []).append(who)
    if set(wrong) == {Reason.CONTRADICTED}:
        return "contradicted: nothing shows who is right"
    if not wrong:
        return "a solution refutes the known value"
    return "; ".join(f"{join_names(who)}: {HELD[ground]}" for ground, who in wrong.items())


def evidence(contested: Contested) -> list[tuple[str, str]]:
    """What shows who is wrong: a solution or a certificate that refutes, the referees' word, and a smaller board."""
    proof = contested.proof
    refused = next((each.message for each in contested.disputes if each.matter is Matter.REFUSED), "")
    certified = next((each.proof for each in contested.assertions if each.proof), None)
    found = {
        "Certificate": f"{certified.sentence}; rookery verify {quote(certified.path)}" if certified else "",
        "Counterexample": describe_solution(proof.evidence) if proof and proof.evidence is not None else "",
        "Referees": refused.partition(SMALLER)[0],
        "On a smaller board": contested.main.message.partition(SMALLER)[2],
    }
    return [(name, text) for name, text in found.items() if text]


def describe_solution(solution: Solution) -> str:
    """The squares of each piece: `queen on 0,1 2,3; knight on 4,4`."""
    squares: dict[str, list[str]] = {}
    for name, *cell in solution:
        squares.setdefault(name, []).append(",".join(map(str, cell)))
    return "; ".join(f"{name} on {' '.join(where)}" for name, where in squares.items()) or "no piece at all"


def describe_contested(contested: Contested) -> list[str]:
    """A contested instance in lines: who claims what, what follows, what shows it, the command that reproduces it."""
    told = [conclusion(contested), *(f"{name}: {text}" for name, text in evidence(contested)), contested.main.command]
    return [f"{contested.instance}: {claims_line(contested)}", *(f"  {line}" for line in told if line)]
