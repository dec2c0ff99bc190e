"""Certificates of answers: the claim of an answer, and evidence for it from any maker of evidence."""

from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf
from typing import Unpack

from rookery.backends.answer import Answer, Status
from rookery.backends.contract import Want, WantLike, WrongAnswer
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.running.solve import HowKeywords, solve
from rookery.certificates.certificate import Certificate, Chosen, Evidence
from rookery.certificates.claim import ProblemClaim, Refused, Theorem, theorem
from rookery.core.deadline import Deadline
from rookery.core.errors import BadInput, unknown
from rookery.core.runtime import has_numpy
from rookery.models import Problem, RookeryError
from rookery.models.reading.given import take_seconds

LEAST = 0.001  # seconds for a search that has none left: it ends at once
WITNESS = "witness"  # the kind of evidence of a claim that its witness proves
# Kinds of evidence, the cheapest first, and the modules of this room that make them; `make` gives None or raises
# `Uncertified` for what it cannot prove.
MAKERS = {"packing": "packings", "tree": "trees", "lrat": "lrat"}


class Uncertified(RookeryError):
    """No evidence is known for an answer, so there is no certificate of it."""


def certify(
    problem: Problem,
    want: WantLike = "one",
    up_to_symmetry: bool = False,
    backend: BackendLike = DEFAULT,
    seconds: float | str | None = None,
    evidence: str | None = None,
    **how: Unpack[HowKeywords],
) -> Certificate:
    """Solve a problem and give a certificate of the answer: `verify` checks it without any solver.

    >>> import rookery as rk
    >>> rk.verify(rk.certify(rk.domination("king", 6))).claim
    'Domination by kings on a 6x6 board: 4 is the fewest'

    `want` is "one", "all" or "count", as in `solve`, and so are further keywords; `seconds` holds for all of it. The
    evidence is found by a second search, after the answer: the cheapest that there is, or of the kind `evidence`.
    Raises `Uncertified` if the question was not answered entirely or no evidence is known for such an answer,
    `WrongAnswer` if the evidence says something else than the answer, and as `solve` does.
    """
    check_kind(evidence)
    deadline = Deadline(take_seconds(seconds))
    answer = solve(problem, backend, want=want, up_to_symmetry=up_to_symmetry, seconds=seconds, **how)
    with deadline.held():
        return certify_answer(answer, evidence)


def check_kind(evidence: str | None) -> None:
    """Raise `BadInput` for an unknown kind of evidence."""
    if evidence not in (None, *MAKERS):
        raise unknown("kind of evidence", str(evidence), MAKERS)


def certify_answer(answer: Answer, kind: str | None = None) -> Certificate:
    """The certificate of an answer that is there; raises as `certify` does, and `OutOfTime` under a held deadline."""
    if not answer.complete:
        raise Uncertified("no certificate: the question was not answered entirely")
    problem, claim = answer.problem, make_claim(answer)
    chosen = [tuple(sorted(problem.write(placement))) for placement in answer.solutions]
    return certify_claim(problem, claim, chosen, answer.backend, kind)


def certify_claim(
    problem: Problem, claim: ProblemClaim, chosen: Sequence[Chosen], backend: str = "", kind: str | None = None
) -> Certificate:
    """Return the certificate of a claim about a problem; raises as `certify_answer` does, `WrongAnswer` for a false
    claim.

    `chosen` are solutions that the claim is about: all of them if it is a list, else any number of them.
    """
    _check_readable(claim.declare)
    listed = tuple(chosen) if claim.want == Want.ALL.value and claim.solvable else None
    witness = _show_witness(problem, claim, chosen)
    wanted = theorem(problem, claim, None if listed is None else tuple(map(frozenset, listed)))
    evidence = Evidence(WITNESS, {}) if wanted is None else _find_evidence(wanted, claim, problem, backend, kind)
    certificate = Certificate(claim, witness, evidence, listed, backend)
    _check_readable(certificate.check_bounds)
    return certificate


def _check_readable(check: Callable[[], object]) -> None:
    """Raise `Uncertified` for what `verify` would refuse to read."""
    try:
        check()
    except Refused as error:
        raise Uncertified(f"no certificate: no checker would read it: {error}") from None


def make_claim(answer: Answer) -> ProblemClaim:
    """The claim of an answer that is complete."""
    asked = answer.problem.asked
    if asked is None:
        raise BadInput(f"problem {answer.problem.title!r} is a changed copy, which no certificate can name")
    if answer.status is Status.INFEASIBLE:
        return ProblemClaim(asked, answer.want.value, count=0)
    several = answer.want is not Want.ONE
    return ProblemClaim(
        asked,
        answer.want.value,
        answer.objective,
        answer.count if several else None,
        answer.orbits if several else None,
    )


def _show_witness(problem: Problem, claim: ProblemClaim, chosen: Sequence[Chosen]) -> Chosen | None:
    """One solution; if the answer only counted, it is searched for."""
    if not claim.solvable:
        return None
    if not chosen:
        left = Deadline().or_held().left()
        found = solve(problem, seconds=None if left == inf else max(left, LEAST)).solutions
        chosen = [tuple(sorted(problem.write(placement))) for placement in found]
    if not chosen:
        raise Uncertified("no certificate: no solution was found that could be shown")
    return chosen[0]


def _find_evidence(wanted: Theorem, claim: ProblemClaim, problem: Problem, backend: str, kind: str | None) -> Evidence:
    """The first evidence that some maker gives, or the one of a kind."""
    reason = f"no certificate: {'no kind of evidence is known so far' if kind is None else f'no {kind} is known'}"
    for maker in MAKERS if kind is None else (kind,):
        if maker == "tree" and not has_numpy():
            reason = "no certificate: evidence of the kind tree needs numpy: pip install numpy"
            continue
        module = import_module(f"rookery.backends.evidence.certifying.{MAKERS[maker]}")  # only those that are asked
        try:
            evidence: Evidence | None = module.make(wanted)
        except Refused as error:
            raise WrongAnswer(f"the evidence contradicts the answer of {backend}: {error}", None) from None
        except Uncertified as error:
            reason = str(error)
        else:
            if evidence is not None:
                return evidence
    raise Uncertified(f"{reason}, for {claim.want} of {problem.title}")
