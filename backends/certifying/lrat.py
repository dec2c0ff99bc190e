"""Refutations as evidence: CaDiCaL refutes the exported clauses, and one more for each solution."""

from collections.abc import Sequence

import numpy as np

from rookery.backends.certifying.trimming import UntrimmableProof, trim
from rookery.backends.certifying.uncertified import Uncertified
from rookery.backends.contract.backend import Unsupported
from rookery.backends.sat.proving import ProofTooLong, list_solutions, trace_refutation
from rookery.certificates.certificate import Evidence
from rookery.certificates.lrat import check
from rookery.certificates.lrat.binary import ADD, encode
from rookery.certificates.lrat.check import MOST_PROOF
from rookery.certificates.lrat.formula import ClauseFormula, exclude_solutions, state_formula
from rookery.certificates.lrat.solutions import Exclusion, Solution
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem

MOST_TRACE = 3 * MOST_PROOF  # bytes before what is not needed is left out
MOST_SOLUTIONS = 20_000


def make(theorem: Theorem) -> Evidence:
    """A refutation of all but the solutions of a theorem; raises `Refused` where the theorem is false.

    Raises `Uncertified` where the proof or the list grows too long, or python-sat cannot trace one.
    """
    solutions = find_solutions(theorem)
    known = theorem.listed is not None and set(theorem.listed) == set(solutions)
    about = {"solutions": None if known or not solutions else [sorted(each) for each in solutions]}
    formula = state_formula(theorem, about)
    try:
        data = refute(formula)
    except (Unsupported, UntrimmableProof) as error:
        raise Uncertified(f"no certificate by LRAT: {error}") from None
    except ProofTooLong:
        raise Uncertified(f"no certificate: its LRAT has more than {MOST_PROOF >> 20} MB") from None
    try:
        check.refute(formula, data)
    except Refused as error:
        raise Uncertified(f"no certificate by LRAT: the trace proves nothing: {error}") from None
    return Evidence("lrat", about, data)


def find_solutions(theorem: Theorem) -> Sequence[Solution]:
    """All solutions of a theorem, with what its auxiliary variables hold."""
    whole = theorem.placed in (None, theorem.model.variables)
    if theorem.listed is not None and whole and len(theorem.listed) == theorem.count:
        return theorem.listed
    if theorem.count == 0:
        return ()
    if theorem.count > MOST_SOLUTIONS:
        raise Uncertified(f"no certificate by LRAT: it lists at most {MOST_SOLUTIONS:,} solutions")
    formula, blocking = exclude_solutions(theorem, ()), Exclusion.of(theorem.model)
    if [] in formula.clauses:
        return ()
    found = list_solutions(formula.clauses, theorem.model.variables, blocking.exclude, theorem.count)
    if found is None or len(found) < theorem.count:
        raise Refused("solutions", f"there are {'more' if found is None else len(found)}, not {theorem.count:,}")
    return found


def refute(formula: ClauseFormula) -> bytes:
    """A refutation of clauses, trimmed; raises `Refused` where they have a solution."""
    clauses = formula.clauses
    if [] in clauses:
        return encode(np.array((ADD, 2 * len(clauses) + 2, 0, 2 * clauses.index([]) + 2, 0), np.int64))
    traced = trace_refutation(clauses, MOST_TRACE)
    if not isinstance(traced, bytes):
        raise Refused("evidence", "there is another solution, or a better one")
    data = trim(traced, len(clauses))
    if len(data) > MOST_PROOF:
        raise ProofTooLong
    return data
