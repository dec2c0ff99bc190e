"""The refutation of a certificate as files for other checkers: clauses in DIMACS, and a proof in LRAT."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rookery.backends.formats.clauses import write_dimacs
from rookery.backends.formats.named import NamedModel
from rookery.certificates.certificate import Certificate, Lrat
from rookery.certificates.claim import theorem
from rookery.certificates.lrat import read_steps, state_formula
from rookery.core.deadline import checking_deadline
from rookery.core.files import refusing_unwritable, replace_file
from rookery.models import BadInput


def write_refutation(certificate: Certificate, folder: Path, stem: str) -> list[Path]:
    """Write the clauses and the refutation of a verified certificate; return the paths of both files.

    Raises `BadInput` for other evidence, and for a certificate that counts orbits.
    """
    problem, claim, evidence = certificate.claim.declare(), certificate.claim, certificate.evidence
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    stated = theorem(problem, claim, listed)
    if stated is None:
        raise BadInput("the claim is proven by its solution alone: there is nothing to refute")
    if not isinstance(evidence, Lrat):
        name = type(evidence).__name__.lower()
        raise BadInput(f"its evidence is a {name}, not a refutation of clauses; certify with --evidence lrat")
    if stated.orbits is not None:
        raise BadInput("LRAT states no orbits; certify without --up-to-symmetry")
    formula = state_formula(stated, evidence.solutions)
    excluded = formula.clauses[len(formula.clauses) - stated.count :] if stated.count else ()
    better = 0 if claim.objective is None or claim.count is not None else problem.goal
    bound = None if claim.objective is None else claim.objective + better
    named = NamedModel.of(problem)
    about = named.about if bound is None else (*named.about, f"bound {bound}")
    named = replace(named, model=stated.model, about=about)
    with refusing_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / f"{stem}.cnf": write_dimacs(named, excluded), folder / f"{stem}.lrat": list_lines(evidence.proof)}
    for path, lines in texts.items():
        replace_file(path, "".join(f"{line}\n" for line in checking_deadline(lines)))
    return list(texts)


def list_lines(proof: bytes) -> Iterator[str]:
    """Yield the lines of a proof as text: the number of a clause, its literals, 0, its hints, 0."""
    for step in read_steps(proof):
        yield " ".join(map(str, (step.number, *step.literals, 0, *step.hints, 0)))
