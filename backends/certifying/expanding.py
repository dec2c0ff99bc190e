"""Certificates as files for other people's checkers: what is refuted, and the refutation, both as text."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import dropwhile, takewhile, tee
from pathlib import Path

from rookery.backends.certifying import trees
from rookery.backends.certifying.veripb import Syntax, write_tree
from rookery.backends.formats.dimacs_wcnf import write_dimacs
from rookery.backends.formats.named_model import NamedModel
from rookery.backends.formats.opb_lp_mps import write_opb
from rookery.certificates.certificate import Certificate, Evidence
from rookery.certificates.lrat.binary import read_steps, write_lines
from rookery.certificates.lrat.formula import state_formula
from rookery.certificates.theorem import Theorem, theorem
from rookery.models import BadInput, Problem
from rookery.models.base.deadline import look_between
from rookery.models.base.files import refusing_unwritable, replace_file
from rookery.models.base.words import amount

MOST_TEXT = 1 << 29  # characters of a proof
Texts = Mapping[str, Iterator[str]]  # the lines of each file, by its ending


def write_foreign(certificate: Certificate, system: str, syntax: int, folder: Path, stem: str) -> list[Path]:
    """Write a certificate, which has been verified, for checkers of another system; which files there are.

    Raises `BadInput` for what that system cannot state.
    """
    texts = expand(certificate, system, syntax)
    with refusing_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{stem}{ending}" for ending in texts]
    for path, lines in zip(paths, texts.values(), strict=True):
        replace_file(path, _join(lines))
    return paths


def _join(lines: Iterator[str]) -> str:
    parts, size = list[str](), 0
    for line in look_between(lines):
        parts.append(line)
        size += len(line) + 1
        if size > MOST_TEXT:
            raise BadInput(f"the proof has more than {MOST_TEXT >> 20} MB of text; it is not written")
    return "\n".join((*parts, ""))


def expand(certificate: Certificate, system: str, syntax: int = 3) -> Texts:
    """The lines of each file; raises as `write_foreign`."""
    problem = certificate.claim.declare()
    listed = None if certificate.solutions is None else tuple(map(frozenset, certificate.solutions))
    stated = theorem(problem, certificate.claim, listed)
    if stated is None:
        raise BadInput("the claim is proven by its solution alone: there is nothing to refute")
    if stated.orbits is not None:
        raise BadInput(
            f"{system} states no orbits, {amount(stated.orbits, 'orbit')} of {stated.count:,}; certify without "
            "--up-to-symmetry"
        )
    if system == "dimacs+lrat":
        return _expand_lrat(problem, stated, certificate.evidence)
    return _expand_tree(problem, stated, certificate.evidence, syntax)


def _name(problem: Problem, stated: Theorem) -> NamedModel:
    return replace(NamedModel.of(problem), model=stated.model)


def _expand_lrat(problem: Problem, stated: Theorem, evidence: Evidence) -> Texts:
    if evidence.kind != "lrat":
        raise BadInput(
            f"its evidence is a {evidence.kind}, no refutation of clauses: certify with --evidence lrat, or take "
            "opb+veripb"
        )
    formula = state_formula(stated, evidence.about)
    excluded = formula.clauses[len(formula.clauses) - stated.count :] if stated.count else ()
    return {
        ".cnf": write_dimacs(_name(problem, stated), excluded),
        ".lrat": write_lines(read_steps(evidence.data)),
    }


def _expand_tree(problem: Problem, stated: Theorem, evidence: Evidence, syntax: int) -> Texts:
    """A tree without symmetries, the same where the evidence uses none, else a new one."""
    kept = evidence.kind == "tree" and not evidence.about["symmetry"]
    flat = replace(stated, symmetries=())
    found = evidence if kept else trees.make(flat)
    if found is None:
        raise BadInput("a proof for VeriPB is written only for coverings, and this model is not one; use dimacs+lrat")
    opb = write_opb(_name(problem, stated))
    if stated.count and syntax == Syntax.NEW:
        opb = preserve(opb, stated.model.variables)
    return {".opb": opb, ".pbp": write_tree(flat, found, Syntax(syntax))}


def preserve(opb: Iterator[str], variables: int) -> Iterator[str]:
    """The same file, with a line before the rows: solutions that differ by any variable are different ones."""
    heading, rows = tee(opb)
    yield from takewhile(_is_comment, heading)
    yield f"preserved: {' '.join(f'x{number}' for number in range(1, variables + 1))} ;"
    yield from dropwhile(_is_comment, rows)


def _is_comment(line: str) -> bool:
    return line.startswith("*")
