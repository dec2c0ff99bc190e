"""Check a certificate without a solver: declare its problem again, referee its solutions, check its evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from rookery.certificates import lrat, packing
from rookery.certificates.certificate import Certificate, Chosen, Evidence, Lrat, Packing, Tree
from rookery.certificates.claim import Claim, Refused, Theorem, count_symmetries, theorem
from rookery.certificates.picture import Picture
from rookery.core.deadline import Deadline, checking_deadline
from rookery.core.files import take_path
from rookery.core.runtime import has_numpy
from rookery.core.words import amount, legible
from rookery.models import BadInput, Placement, Problem
from rookery.models.problems.command import identify
from rookery.models.problems.family import digest
from rookery.models.symmetry.group import find_canonical

MAX_SYMMETRIES = 1 << 20  # whose images of each listed solution are compared
DECLARATION = "rookery.models.problems, which declares the problem: the claim is about the model that it makes"
REFEREES = "rookery.models.referee and rookery.models.model, which check each solution that the certificate shows"
CHECKERS: Mapping[type[Evidence], Sequence[str]] = {
    Packing: ["rookery.certificates.packing, which adds up the rows"],
    Tree: [
        "rookery.certificates.covering and rookery.certificates.tree, which recognise a covering and count its sets",
        "rookery.certificates.tree_kernel, which searches the tree, and numba, which compiles it",
    ],
    Lrat: [
        "rookery.models.model.clauses, which encodes the model as clauses, as `rookery export` writes them",
        "rookery.certificates.lrat, which follows the refutation",
    ],
}


@dataclass(frozen=True)
class Verification:
    """The result of a check: the claim in chess words, whether it is proven, and the code that must be trusted.

    If it is not proven, `place` and `reason` say why. `problem` and its plain data `asked` are None if the file could
    not be read.
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
        """Return the verdict as plain data: the JSON of the command line."""
        said: dict[str, Any] = {"claim": self.claim, "verified": self.verified, "trusts": list(self.trusts)}
        refusal = {} if self.verified else {"place": self.place, "reason": self.reason}
        asked = {"statement": self.statement, "problem": None if self.asked is None else dict(self.asked)}
        return said | refusal | {"seconds": self.seconds} | asked

    @property
    def statement(self) -> str | None:
        """The digest of the problem's plain data; None if the file could not be read."""
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

    If a `problem` is given, a certificate about another problem is refused. Raises `NoCertificate` for a file that is
    not a certificate, `BadInput` for a tree without numpy, and `OutOfTime` after `seconds`.
    """
    start = perf_counter()
    with Deadline(seconds).held():
        try:
            read = certificate if isinstance(certificate, Certificate) else Certificate.read(take_path(certificate))
            declared = read.claim.declare()
        except Refused as error:
            return Verification("", False, (), perf_counter() - start, error.place, error.reason)
        claim, asked = read.claim.sentence(declared), read.claim.problem
        try:
            trusts = _check(read, declared, problem)
        except Refused as error:
            spent = perf_counter() - start
            return Verification(claim, False, (), spent, error.place, error.reason, declared, asked=asked)
    placement = None if read.witness is None else declared.read(frozenset(read.witness))
    return Verification(claim, True, trusts, perf_counter() - start, problem=declared, placement=placement, asked=asked)


def _check(certificate: Certificate, problem: Problem, wanted: Problem | None) -> tuple[str, ...]:
    """Return what must be trusted if a certificate proves its claim; raises `Refused` if it does not."""
    claim = certificate.claim
    if wanted is not None and wanted.asked != claim.problem:
        raise Refused("problem", f"the certificate is about {identify(problem)}, not about {identify(wanted)}")
    claim.check_shape(problem)
    if claim.orbits and count_symmetries(problem.symmetries) > MAX_SYMMETRIES:
        raise Refused("symmetries", "they are too many to be checked")
    if (certificate.witness is None) == claim.solvable:
        raise Refused("witness", "a solution is shown where one is claimed, and nowhere else")
    if certificate.witness is not None:
        _referee(problem, claim, certificate.witness, "witness")
    if (certificate.solutions is None) == (claim.want == "all" and claim.solvable):
        raise Refused("solutions", "a list is shown where one is claimed, and nowhere else")
    listed = None if certificate.solutions is None else _check_list(problem, claim, certificate.solutions)
    shown = (DECLARATION, REFEREES) if claim.solvable else (DECLARATION,)
    demanded = theorem(problem, claim, listed)
    if demanded is None:
        return shown
    evidence = certificate.evidence
    if evidence is None:
        raise Refused("evidence", "there is none, and the solution alone does not prove the claim")
    check(demanded, evidence)
    return (*shown, *CHECKERS[type(evidence)])


def check(theorem: Theorem, evidence: Evidence) -> None:
    """Raise `Refused` if the evidence does not prove the theorem, `BadInput` for a tree without numpy."""
    match evidence:
        case Packing():
            packing.check(theorem, evidence)
        case Lrat():
            lrat.check(theorem, evidence)
        case Tree():
            if not has_numpy():
                raise BadInput("a tree is checked with numpy: pip install numpy")
            from rookery.certificates import tree  # imports numpy, which is optional

            tree.check(theorem, evidence)


def _referee(problem: Problem, claim: Claim, chosen: Chosen, place: str) -> frozenset[int]:
    """Return the true variables of a placement; raises `Refused` unless both referees accept it and its value."""
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
    if size == problem.model.variables:  # a certificate shows no auxiliary variables; the placement decides them
        if broken := problem.model.violated(true_variables):
            raise Refused(place, f"the referee of the model: it breaks {str(broken[0])[:200]}")
        values.add(problem.model.value(true_variables))
    if claim.objective is not None and values != {claim.objective}:
        raise Refused(place, f"it is worth {values - {claim.objective}}, not {claim.objective}")
    return true_variables


def _check_list(problem: Problem, claim: Claim, solutions: Sequence[Chosen]) -> tuple[frozenset[int], ...]:
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


def explain_evidence(certificate: Certificate) -> str:
    """Return how a verified certificate proves its claim: a packing as a board, other evidence in words."""
    problem, claim, evidence = certificate.claim.declare(), certificate.claim, certificate.evidence
    stated = theorem(problem, claim, None)
    match evidence:
        case Packing() if stated is not None:
            said = str(Picture(problem, stated.model, evidence))
        case Tree() if stated is not None:
            bound = "" if evidence.weights is None else ", with weights that sharpen its bound"
            nodes = amount(evidence.nodes, "node")
            said = f"The proof is a search of {nodes}{bound}, which the check has repeated; only packings are drawn"
        case Lrat() if stated is not None:
            size = amount(len(evidence.proof), "byte")
            said = f"The proof is an LRAT refutation of {size}, which --lrat FOLDER writes for other checkers"
        case _:
            said = "The solution shown proves the claim"
    fixed = ", ".join(f"{piece} on {problem.board.label(square)}" for square, piece in problem.fixed.items())
    return said + (f"\n\nFixed: {legible(fixed)}" if fixed else "")
