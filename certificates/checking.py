"""Checks a certificate without a solver: declares its problem again, referees its solutions, reads its evidence.

The kinds of evidence are a package each: a checker is looked up here, and imported only then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from rookery.certificates.certificate import Certificate, Chosen, Evidence
from rookery.certificates.claim import ProblemClaim, Refused, Theorem, count_symmetries, theorem
from rookery.core.deadline import Deadline, checking_deadline
from rookery.core.files import take_path
from rookery.core.runtime import has_numpy
from rookery.core.words import legible
from rookery.models import BadInput, Placement, Problem
from rookery.models.problems.command import identify
from rookery.models.problems.family import digest
from rookery.models.symmetry.group import find_canonical

CHECKERS: Mapping[str, str] = {
    "packing": "rookery.certificates.packing.rows",
    "tree": "rookery.certificates.tree.check",
    "lrat": "rookery.certificates.lrat.check",
}


class Check(Protocol):
    """A checker of one kind of evidence."""

    def __call__(self, theorem: Theorem, evidence: Evidence) -> tuple[str, ...]:
        """List the assumptions other than the declaration; raises `Refused` if the evidence does not prove the theorem.

        Deadlines are looked at (`core.deadline.check_deadline`).
        """


def checker(kind: str) -> Check:
    """Return the checker of a kind of evidence; raises `Refused` for an unknown kind, `BadInput` without numpy."""
    if kind not in CHECKERS:
        raise Refused("evidence", f"unknown kind {kind[:40]!r}; known are {', '.join(CHECKERS)}")
    if kind == "tree" and not has_numpy():
        raise BadInput("evidence of the kind tree is checked by numpy: pip install numpy")
    check: Check = import_module(CHECKERS[kind]).check
    return check


NOTHING_DRAWN = "there is no packing to draw: {} proves it, which the checker follows"


def explain_evidence(certificate: Certificate) -> str:
    """An explanation of the claim: a packing as a board with a sentence, other evidence by name; then the givens."""
    problem, demanded = _demand(certificate)
    fixed = ", ".join(f"{piece} on {square}" for square, piece in problem.fixed.items())
    return _explain(problem, demanded, certificate.evidence) + (f"\n\nFixed: {legible(fixed)}" if fixed else "")


def _explain(problem: Problem, demanded: Theorem | None, evidence: Evidence) -> str:
    kind = evidence.kind
    if demanded is None:
        return NOTHING_DRAWN.format("the solution itself")
    if kind != "packing":
        return NOTHING_DRAWN.format(f"evidence of the kind {kind!r}")
    from rookery.certificates.packing.picture import explain

    return explain(problem, demanded, evidence)


def _demand(certificate: Certificate) -> tuple[Problem, Theorem | None]:
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    problem = certificate.claim.declare()
    return problem, theorem(problem, certificate.claim, listed)


DECLARATION = "the declaration of the problem (rookery.models): the claim is about the model that it makes"
MAX_SYMMETRIES = 1 << 20  # under which each solution of a list is looked at
REFEREES = "both referees, who look at each solution that the certificate shows"


@dataclass(frozen=True)
class Verification:
    """The result of a check: the claim in chess words, whether it is proven, and what must still be trusted.

    If it is not proven, `place` and `reason` say why. `problem` and `asked`, its plain data, are None if they could not
    be read.
    """

    claim: str
    verified: bool
    trusts: tuple[str, ...]
    seconds: float
    place: str = ""
    reason: str = ""
    problem: Problem | None = None
    placement: Placement | None = None
    asked: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain data: the JSON of the command line."""
        said: dict[str, Any] = {"claim": self.claim, "verified": self.verified, "trusts": list(self.trusts)}
        refusal = {} if self.verified else {"place": self.place, "reason": self.reason}
        asked = {"statement": self.statement, "problem": None if self.asked is None else dict(self.asked)}
        return said | refusal | {"seconds": self.seconds} | asked

    @property
    def statement(self) -> str | None:
        """The digest of the problem's stable plain data; None if not even that could be read."""
        return None if self.asked is None else digest(self.asked)


def verify(
    certificate: Certificate | str | Path,
    problem: Problem | None = None,
    seconds: float | None = None,
) -> Verification:
    """Check a certificate, or the file of one, without any solver.

    >>> import rookery as rk
    >>> checked = rk.verify(rk.certify(rk.placement("rook", 4)))
    >>> checked.verified, checked.claim
    (True, 'As many rooks as possible on a 4x4 board: 4 is the most')

    Where a `problem` is given, a certificate of anything else is refused. Raises `NoCertificate` for a file that is not
    a certificate, `BadInput` for a tree without numpy, and `OutOfTime` after `seconds`.
    """
    start, seen = perf_counter(), ReadParts()
    certificate = certificate if isinstance(certificate, Certificate) else take_path(certificate)
    try:
        with Deadline(seconds).held():
            trusts = _check(seen, certificate, problem)
    except Refused as error:
        found = Verification(seen.claim, False, (), perf_counter() - start, error.place, error.reason, seen.problem)
    else:
        found = Verification(seen.claim, True, trusts, perf_counter() - start, problem=seen.problem)
    return replace(found, placement=seen.placement if found.verified else None, asked=seen.asked)


@dataclass
class ReadParts:
    """The parts of a certificate that a check has read so far."""

    claim: str = ""
    problem: Problem | None = None
    placement: Placement | None = None
    asked: Mapping[str, Any] | None = None


def _check(seen: ReadParts, source: Certificate | str | Path, wanted: Problem | None) -> tuple[str, ...]:
    """List the remaining assumptions of a certificate that proves its claim; raises `Refused` for any other."""
    certificate = source if isinstance(source, Certificate) else Certificate.read(source)
    claim = certificate.claim
    seen.problem, seen.asked = claim.declare(), claim.problem
    problem = seen.problem
    seen.claim = claim.sentence(problem)
    if wanted is not None and wanted.asked != claim.problem:
        raise Refused("problem", f"the certificate is about {identify(problem)}, not about {identify(wanted)}")
    claim.check_shape(problem)
    if claim.orbits and count_symmetries(problem.symmetries) > MAX_SYMMETRIES:
        raise Refused("symmetries", "they are too many to be checked")
    if (certificate.witness is None) == claim.solvable:
        raise Refused("witness", "a solution is shown where one is claimed, and nowhere else")
    if certificate.witness is not None:
        seen.placement = problem.read(_referee(problem, claim, certificate.witness, "witness"))
    if (certificate.solutions is None) == (claim.want == "all" and claim.solvable):
        raise Refused("solutions", "a list is shown where one is claimed, and nowhere else")
    listed = None if certificate.solutions is None else _check_list(problem, claim, certificate.solutions)
    shown = (DECLARATION, REFEREES) if claim.solvable else (DECLARATION,)
    demanded = theorem(problem, claim, listed)
    evidence = certificate.evidence
    if demanded is None:
        return shown
    return (*shown, *checker(evidence.kind)(demanded, evidence))


def _referee(problem: Problem, claim: ProblemClaim, chosen: Chosen, place: str) -> frozenset[int]:
    """The variables of a placement that both referees accept, and that is worth what is claimed."""
    size = len(problem.pieces) * len(problem.board)
    ascending = all(one < other for one, other in pairwise((-1, *chosen, size)))
    if not ascending:
        raise Refused(place, f"{str(chosen)[:80]} are not variables of a placement, ascending from 0 to {size - 1}")
    true_variables = frozenset(chosen)
    placement = problem.read(true_variables)
    if len(placement) < len(chosen):
        raise Refused(place, "two pieces on one square")
    if faults := problem.faults(placement):
        raise Refused(place, f"the referee of chess: {faults[0]}")
    values = {claim.objective} if problem.objective(placement) is None else {problem.objective(placement)}
    if size == problem.model.variables:  # what auxiliary variables hold is not shown, and follows from the placement
        if broken := problem.model.violated(true_variables):
            raise Refused(place, f"the referee of the model: it breaks {str(broken[0])[:200]}")
        values.add(problem.model.value(true_variables))
    if claim.objective is not None and values != {claim.objective}:
        raise Refused(place, f"it is worth {values - {claim.objective}}, not {claim.objective}")
    return true_variables


def _check_list(problem: Problem, claim: ProblemClaim, solutions: Sequence[Chosen]) -> tuple[frozenset[int], ...]:
    """Check the listed solutions: each is valid, no two are equal, and their number is the claimed one."""
    found = tuple(
        _referee(problem, claim, chosen, f"solution {at}")
        for at, chosen in enumerate(checking_deadline(solutions), start=1)
    )
    kinds = (
        {find_canonical(chosen, problem.symmetries) for chosen in checking_deadline(found)}
        if claim.orbits is not None
        else found
    )
    wanted = claim.count if claim.orbits is None else claim.orbits
    if len(set(kinds)) != len(found) or len(found) != wanted:
        raise Refused("solutions", f"{len(set(kinds)):,} different ones of {len(found):,}, claimed are {wanted:,}")
    return found
