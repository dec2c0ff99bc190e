"""Certificates of answers: a claim, and the cheapest evidence for it."""

from collections.abc import Callable, Sequence
from typing import Unpack

from rookery.backends.answer import Answer, Status
from rookery.backends.certifying import lrat, packings
from rookery.backends.contract import Want, WantLike, WrongAnswer
from rookery.backends.registry import DEFAULT, BackendLike
from rookery.backends.solve import HowKeywords, solve
from rookery.certificates.certificate import Certificate, Chosen, Evidence
from rookery.certificates.claim import Claim, Refused, Theorem, Uncertified, theorem
from rookery.core.deadline import Deadline
from rookery.core.errors import BadInput, unknown
from rookery.core.runtime import has_numpy
from rookery.models import Problem
from rookery.models.reading.given import take_seconds

KINDS = ("packing", "tree", "lrat")  # the cheapest first
Tell = Callable[[str], None]


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

    `want` is "one", "all" or "count", and further keywords are those of `solve`; `seconds` limits the whole call. A
    second search, which is bounded even without `seconds`, looks for the cheapest evidence, or for the kind `evidence`:
    "packing", "tree" or "lrat". Raises `Uncertified` if the answer is not complete or no evidence of reasonable size is
    found, `WrongAnswer` if the evidence contradicts the answer, and as `solve` does.
    """
    check_kind(evidence)
    deadline = Deadline(take_seconds(seconds))
    answer = solve(problem, backend, want=want, up_to_symmetry=up_to_symmetry, seconds=seconds, **how)
    with deadline.held():
        return certify_answer(answer, evidence)


def check_kind(evidence: str | None) -> None:
    """Raise `BadInput` for an unknown kind of evidence."""
    if evidence not in (None, *KINDS):
        raise unknown("kind of evidence", str(evidence), KINDS)


def certify_answer(answer: Answer, kind: str | None = None, tell: Tell = lambda said: None) -> Certificate:
    """Return the certificate of an answer; raises as `certify` does, and `OutOfTime` under a held deadline.

    `tell` is called with lines about the progress.
    """
    if not answer.complete:
        raise Uncertified("no certificate: the question was not answered entirely")
    problem, claim = answer.problem, make_claim(answer)
    chosen = [tuple(sorted(problem.write(placement))) for placement in answer.solutions]
    try:
        return certify_claim(problem, claim, chosen, kind, tell)
    except Refused as error:
        raise WrongAnswer(f"the evidence contradicts the answer of {answer.backend}: {error}", None) from None


def certify_claim(
    problem: Problem,
    claim: Claim,
    chosen: Sequence[Chosen],
    kind: str | None = None,
    tell: Tell = lambda said: None,
) -> Certificate:
    """Return the certificate of a claim; raises as `certify_answer` does, and `Refused` for a false claim.

    `chosen` are solutions: all of them if the claim is a list, else any number of them.
    """
    _check_readable(claim.declare)
    listed = tuple(chosen) if claim.want == Want.ALL.value and claim.solvable else None
    witness = _show_witness(problem, claim, chosen)
    wanted = theorem(problem, claim, None if listed is None else tuple(map(frozenset, listed)))
    evidence = None if wanted is None else make(wanted, kind, tell)
    certificate = Certificate(claim, witness, evidence, listed)
    _check_readable(lambda: Certificate.from_bytes(certificate.to_bytes()))
    return certificate


def make(theorem: Theorem, kind: str | None = None, tell: Tell = lambda said: None) -> Evidence:
    """Return the cheapest evidence, or evidence of one kind.

    Raises `Uncertified`, with the reason for each kind, if there is none of reasonable size.
    """
    reasons = []
    for each in KINDS if kind is None else (kind,):
        tell(f"looking for evidence: {each}")
        try:
            if evidence := _make(theorem, each, tell):
                return evidence
            reasons.append(f"no {each} proves it")
        except Uncertified as error:
            reasons.append(str(error))
    raise Uncertified(f"no certificate of reasonable size: {'; '.join(reasons)}")


def _make(theorem: Theorem, kind: str, tell: Tell) -> Evidence | None:
    if kind == "packing":
        return packings.make(theorem)
    if kind == "lrat":
        return lrat.make(theorem)
    if not has_numpy():
        raise Uncertified("a tree needs numpy: pip install numpy")
    from rookery.backends.certifying import trees  # imports numpy, which is optional

    return trees.make(theorem, tell)


def _check_readable(check: Callable[[], object]) -> None:
    """Raise `Uncertified` if `check` refuses a certificate, as `verify` would."""
    try:
        check()
    except Refused as error:
        raise Uncertified(f"no certificate: no checker would read it: {error}") from None


def make_claim(answer: Answer) -> Claim:
    """Return the claim of a complete answer."""
    asked = answer.problem.asked
    if asked is None:
        raise BadInput(f"{answer.problem.title}: a copy that was changed by hand cannot be named in a certificate")
    if answer.status is Status.INFEASIBLE:
        return Claim(dict(asked), answer.want.value, count=0)
    several = answer.want is not Want.ONE
    return Claim(
        dict(asked),
        answer.want.value,
        answer.objective,
        answer.count if several else None,
        answer.orbits if several else None,
    )


def _show_witness(problem: Problem, claim: Claim, chosen: Sequence[Chosen]) -> Chosen | None:
    """Return one solution, None if none is claimed; an answer that only counted needs a search for it."""
    if not claim.solvable:
        return None
    if not chosen:
        found = solve(problem).solutions
        chosen = [tuple(sorted(problem.write(placement))) for placement in found]
    if not chosen:
        raise Uncertified("no certificate: no solution was found that could be shown")
    return chosen[0]
