"""A certificate's refutation as files for other checkers: the clauses as DIMACS, and the proof as LRAT."""

from dataclasses import replace
from pathlib import Path

from rookery.backends.formats.clauses import write_dimacs
from rookery.backends.formats.named import NamedModel
from rookery.certificates.certificate import Certificate
from rookery.certificates.claim import theorem
from rookery.certificates.lrat.binary import read_steps, write_lines
from rookery.certificates.lrat.check import state_formula
from rookery.core.deadline import checking_deadline
from rookery.core.files import refusing_unwritable, replace_file
from rookery.models import BadInput

MAX_TEXT = 1 << 29  # characters of a file


def write_refutation(certificate: Certificate, folder: Path, stem: str) -> list[Path]:
    """Write the clauses and the refutation of a verified certificate; return the paths of both files.

    Raises `BadInput` for a certificate with other evidence, and for one that counts orbits.
    """
    problem, claim, evidence = certificate.claim.declare(), certificate.claim, certificate.evidence
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    stated = theorem(problem, claim, listed)
    if stated is None:
        raise BadInput("the claim is proven by its solution alone: there is nothing to refute")
    if evidence.kind != "lrat":
        raise BadInput(f"its evidence is a {evidence.kind}, no refutation of clauses: certify with --evidence lrat")
    if stated.orbits is not None:
        raise BadInput("LRAT states no orbits; certify without --up-to-symmetry")
    formula = state_formula(stated, evidence.about)
    excluded = formula.clauses[len(formula.clauses) - stated.count :] if stated.count else ()
    better = 0 if claim.objective is None or claim.count is not None else problem.goal
    bound = None if claim.objective is None else claim.objective + better
    named = NamedModel.of(problem)
    about = named.about if bound is None else (*named.about, f"bound {bound}")
    named = replace(named, model=stated.model, about=about)
    texts = {".cnf": write_dimacs(named, excluded), ".lrat": write_lines(read_steps(evidence.data))}
    with refusing_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{stem}{ending}" for ending in texts]
    for path, lines in zip(paths, texts.values(), strict=True):
        parts, size = list[str](), 0
        for line in checking_deadline(lines):
            parts.append(line)
            size += len(line) + 1
            if size > MAX_TEXT:
                raise BadInput(f"{path.name} has more than {MAX_TEXT >> 20} MB of text; it is not written")
        replace_file(path, "\n".join((*parts, "")))
    return paths
