"""Refutations as evidence: CaDiCaL refutes the exported clauses with a clause that excludes each solution.

Its trace is trimmed: steps that the empty clause does not need are left out, and the others numbered without gaps.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice

from rookery.backends.contract import Unsupported
from rookery.backends.solvers.sat.proving import ProofTooLong, list_solutions, trace_refutation
from rookery.certificates import lrat as checker
from rookery.certificates.certificate import Lrat
from rookery.certificates.claim import Refused, Theorem, Uncertified
from rookery.certificates.lrat import ADD, MAX_PROOF, ClauseFormula, Numbers, Solution
from rookery.core.deadline import checking_deadline

DELETE = ord("d")
MAX_TRACE = 3 * MAX_PROOF  # bytes before trimming
MAX_SOLUTIONS = 20_000


class UntrimmableProof(Exception):
    """The bytes of a trace are no refutation in binary LRAT."""


def make(theorem: Theorem) -> Lrat:
    """Return a refutation of all but the solutions of a theorem; raises `Refused` if the theorem is false.

    Raises `Uncertified` if the proof or the list of solutions is too long, or python-sat cannot trace a proof.
    """
    solutions = find_solutions(theorem)
    known = not solutions or (theorem.listed is not None and set(theorem.listed) == set(solutions))
    listed = None if known else tuple(tuple(sorted(each)) for each in solutions)
    formula = checker.state_formula(theorem, listed)
    try:
        proof = refute(formula)
    except (Unsupported, UntrimmableProof) as error:
        raise Uncertified(f"no LRAT: {error}") from None
    except ProofTooLong:
        raise Uncertified(f"its LRAT has more than {MAX_PROOF >> 20} MB") from None
    try:
        checker.refute(formula, proof)
    except Refused as error:
        raise Uncertified(f"no LRAT: the trace of the solver proves nothing: {error}") from None
    return Lrat(proof, listed)


def find_solutions(theorem: Theorem) -> Sequence[Solution]:
    """Return all solutions of a theorem, auxiliary variables included."""
    whole = theorem.placed in (None, theorem.model.variables)
    if theorem.listed is not None and whole and len(theorem.listed) == theorem.count:
        return theorem.listed
    if theorem.count > MAX_SOLUTIONS:
        raise Uncertified(f"LRAT lists at most {MAX_SOLUTIONS:,} solutions")
    formula = checker.exclude_solutions(theorem, ())
    if theorem.count == 0 or [] in formula.clauses:
        return ()
    try:
        found = list_solutions(formula.clauses, theorem.model.variables, theorem.count)
    except ProofTooLong:
        raise Uncertified("LRAT lists all solutions, and the SAT solver does not find them all") from None
    if found is None or len(found) < theorem.count:
        raise Refused("solutions", f"there are {'more' if found is None else len(found)}, not {theorem.count:,}")
    return found


def refute(formula: ClauseFormula) -> bytes:
    """Return a refutation of clauses, trimmed; raises `Refused` if they have a solution."""
    clauses = formula.clauses
    if [] in clauses:
        return encode((ADD, 2 * len(clauses) + 2, 0, 2 * clauses.index([]) + 2, 0))
    traced = trace_refutation(clauses, MAX_TRACE)
    if not isinstance(traced, bytes):
        raise Refused("evidence", "there is another solution, or a better one")
    proof = trim(traced, len(clauses))
    if len(proof) > MAX_PROOF:
        raise ProofTooLong
    return proof


def trim(trace: bytes, clauses: int) -> bytes:
    """Return a refutation of `clauses` clauses with only the steps that it needs, and without deletions.

    The trace numbers the given clauses from 1. A given clause that the solver shortens at once takes two numbers: its
    own, and the next one for the shortened clause.
    """
    numbers = checker.decode(trace)
    steps = list(split_additions(numbers))
    ids = [numbers[first + 1] >> 1 for first, _, _ in steps]
    derived = set(ids)
    given = list(islice((number for number in count(1) if number not in derived), clauses))
    names = dict(zip(given, range(1, clauses + 1), strict=True))

    def hints(step: int) -> Iterator[int]:
        _, middle, end = steps[step]
        return (number >> 1 for number in numbers[middle + 1 : end])

    places = {number: step for step, number in enumerate(ids)}
    needed = bytearray(len(steps))
    needed[-1] = True
    for step in checking_deadline(reversed(range(len(steps)))):
        for hint in hints(step) if needed[step] else ():
            if hint not in names:
                if places.get(hint, step) >= step:
                    raise UntrimmableProof("a hint of the trace names a clause that is not there")
                needed[places[hint]] = True

    def renumber() -> Iterator[int]:
        kept = (step for step, held in enumerate(needed) if held)
        for number, step in enumerate(kept, start=clauses + 1):
            names[ids[step]] = number
            first, middle, _ = steps[step]
            yield from (
                ADD,
                2 * number,
                *numbers[first + 2 : middle + 1],
                *(2 * names[hint] for hint in hints(step)),
                0,
            )

    return encode(renumber())


def split_additions(numbers: Numbers) -> Iterator[tuple[int, int, int]]:
    """Yield where each addition begins, and the places of its two zeros, up to the addition of the empty clause."""
    at = 0
    while at < len(numbers):
        try:
            middle = numbers.index(0, at + 1)
            if numbers[at] == ADD:
                end = numbers.index(0, middle + 1)
                if middle < at + 2 or any(number & 1 for number in (numbers[at + 1], *numbers[middle + 1 : end])):
                    raise UntrimmableProof("a step of the trace is not as LRAT has it")
                yield at, middle, end
                if middle == at + 2:
                    return
                at = end + 1
            elif numbers[at] == DELETE:
                at = middle + 1
            else:
                raise UntrimmableProof("the trace has a step that neither adds nor deletes")
        except ValueError:
            break
    raise UntrimmableProof("the trace does not end with the empty clause")


def encode(numbers: Iterable[int]) -> bytes:
    """Return the stream of some numbers: seven bits a byte, the lowest first, the eighth bit set if more follow."""
    octets = bytearray()
    for number in checking_deadline(numbers, often=1 << 16):
        while number > 127:
            octets.append(number & 127 | 128)
            number >>= 7
        octets.append(number)
    return bytes(octets)
