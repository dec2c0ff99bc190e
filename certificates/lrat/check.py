"""Checks a refutation: builds the clauses from the model again; each step must follow from those before it."""

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.lrat import kernel
from rookery.certificates.lrat import kernel as state
from rookery.certificates.lrat import plain as plain_checker
from rookery.certificates.lrat.binary import read_steps
from rookery.certificates.lrat.formula import ClauseFormula, state_formula
from rookery.certificates.lrat.kernel import AT, LOOKS, NEXT, make_state
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.kernels.compiler import hasten

MAX_PROOF = 32 << 20  # bytes; the arrays of a check take less than ten times as much
MAX_PLAIN = 16 << 20  # bytes, where Python keeps each number as an object
MAX_LOOKS = 1 << 34  # literals that are looked at: minutes of checking
SLICE, PLAIN_SLICE = 1 << 24, 1 << 13  # between two looks at the clock: compiled, and as plain Python
ENCODING = "the encoding of the model as clauses, counts included (models/cnf), which is what `rookery export` writes"
FAST = "the checker of refutations (certificates/lrat: formula, solutions, kernel), compiled by numba"
PLAIN = "the plain checker of refutations (certificates/lrat: formula, solutions, plain), and Python itself"
WHY = {
    state.CUT: "it is cut short, or has a number that is too large",
    state.KIND: "a step is neither an addition nor a deletion",
    state.NUMBER: "a clause has another number than the next",
    state.LITERAL: "a literal has no variable",
    state.TWICE: "a clause has a variable twice",
    state.ASYMMETRIC: "a hint for resolution asymmetric tautologies, which may lose solutions",
    state.MISSING: "a clause is named that there is not",
    state.LOOSE: "a hint has two literals left, or a true one",
    state.UNPROVEN: "a clause does not follow from its hints",
}


def check(theorem: Theorem, evidence: Evidence, plain: bool) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the refutation does not prove the theorem."""
    most = MAX_PLAIN if plain else MAX_PROOF
    if len(evidence.data) > most:
        raise Refused("proof", f"it has {len(evidence.data):,} bytes; at most {most:,} are checked")
    formula = state_formula(theorem, evidence.about)
    if plain:
        steps = ((step.number, step.literals, step.hints) for step in checking_deadline(read_steps(evidence.data)))
        try:
            plain_checker.check(formula.clauses, steps)
        except plain_checker.Unrefuted as error:
            raise Refused("proof", str(error)) from None
    else:
        refute(formula, evidence.data)
    return ENCODING, PLAIN if plain else FAST


def refute(formula: ClauseFormula, data: bytes) -> int:
    """The number of clauses at the end; raises `Refused` if the proof does not refute the formula."""
    s = make_state(formula.top, formula.clauses, data)
    code = state.PAUSED
    while code == state.PAUSED:
        check_deadline()
        looked = int(s.registers[LOOKS])
        if looked >= MAX_LOOKS:
            raise Refused("proof", f"more than {MAX_LOOKS:,} literals are to be looked at")
        code = kernel.advance(s, looked + (SLICE if kernel.advance.compiled else PLAIN_SLICE))
        hasten(kernel.advance, s, looked)
    if code != state.PROVEN:
        raise Refused(f"byte {s.registers[AT]} of the proof, clause {s.registers[NEXT]:,}", WHY[code])
    if left := len(data) - int(s.registers[AT]):
        raise Refused("proof", f"{left:,} bytes are left over")
    return int(s.registers[NEXT]) - 1
