"""Refutations as evidence: CaDiCaL refutes the exported clauses, and one more for each solution.

Trims refutations: steps that the last one does not need go, the others are numbered without gaps.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from rookery.backends.contract import Unsupported
from rookery.backends.evidence.certifying.certify import Uncertified
from rookery.backends.solvers.sat.proving import ProofTooLong, list_solutions, trace_refutation
from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.lrat import check
from rookery.certificates.lrat.binary import ADD, DELETE, Numbers, decode, encode, find_zeros
from rookery.certificates.lrat.check import (
    MAX_PROOF,
    ClauseFormula,
    Exclusion,
    Solution,
    exclude_solutions,
    state_formula,
)
from rookery.core.deadline import checking_deadline


class UntrimmableProof(Exception):
    """The bytes are no refutation in binary LRAT: another format, or one that ends too early."""


@dataclass(frozen=True)
class Additions:
    """The steps of a proof that add clauses: step s is number `ids[s]`, from `first[s]`, its hints from `middle[s]`."""

    numbers: Numbers
    ids: Sequence[int]
    first: Sequence[int]
    middle: Sequence[int]
    last: Sequence[int]

    def hints(self, step: int) -> list[int]:
        """The clauses that a step follows from."""
        return [number >> 1 for number in self.numbers[self.middle[step] + 1 : self.last[step]]]

    def renumber(self, step: int, number: int, names: Numbers) -> Iterable[int]:
        """The numbers of a step under new names."""
        literals = self.numbers[self.first[step] + 2 : self.middle[step] + 1]
        return ADD, 2 * number, *literals, *(2 * names[hint] for hint in self.hints(step)), 0


def trim(data: bytes, clauses: int) -> bytes:
    """The same refutation of `clauses` clauses, with only the steps that it needs and without deletions."""
    steps = split_additions(decode(data))
    names = name_clauses(steps.ids, clauses)
    needed = find_needed(steps, names)

    def renumber() -> Iterator[int]:
        for number, step in enumerate((at for at, held in enumerate(needed) if held), start=clauses + 1):
            names[steps.ids[step]] = number
            yield from steps.renumber(step, number, names)

    return encode(renumber())


def name_clauses(ids: Sequence[int], clauses: int) -> Numbers:
    """The numbers of a trace: 1 to `clauses` for the given clauses, 0 for those that steps add.

    A clause that is shortened as soon as it is given takes a number more, so the given ones have those that are left.
    """
    derived = set(ids)
    given = list(islice((number for number in count(1) if number not in derived), clauses))
    names = array("q", bytes(8 * (max((*ids, *given[-1:])) + 1)))
    for name, number in enumerate(given, start=1):
        names[number] = name
    return names


def split_additions(numbers: Numbers) -> Additions:
    """The steps that add clauses, in order, up to the empty clause."""
    ids, first, middle, last = list[int](), list[int](), list[int](), list[int]()
    zeros = checking_deadline(find_zeros(numbers))
    at = 0
    for zero in zeros:
        if numbers[at] == ADD:
            end = next(zeros, -1)
            if zero < at + 2 or end < 0 or numbers[at + 1] & 1 or any(each & 1 for each in numbers[zero + 1 : end]):
                raise UntrimmableProof("a step of the trace is not as LRAT has it")
            ids.append(int(numbers[at + 1]) >> 1)
            first.append(at)
            middle.append(zero)
            last.append(end)
            if zero == at + 2:
                return Additions(numbers, ids, first, middle, last)
            zero = end
        elif numbers[at] != DELETE:
            raise UntrimmableProof("the trace has a step that neither adds nor deletes")
        at = zero + 1
    raise UntrimmableProof("the trace does not end with the empty clause")


def find_needed(steps: Additions, names: Numbers) -> bytearray:
    """Mark the steps that the last one needs, itself included, by a 1."""
    place = array("q", (-2 if name else -1 for name in names))
    for at, number in enumerate(steps.ids):
        place[number] = at
    needed = bytearray(len(steps.ids))
    needed[-1] = True
    for step in checking_deadline(reversed(range(len(steps.ids)))):
        for hint in steps.hints(step) if needed[step] else ():
            where = place[hint] if hint < len(place) else -1
            if where == -1 or where >= step:
                raise UntrimmableProof("a hint of the trace names a clause that there is not")
            if where >= 0:
                needed[where] = True
    return needed


MAX_TRACE = 3 * MAX_PROOF  # bytes before what is not needed is left out
MAX_SOLUTIONS = 20_000


def make(theorem: Theorem) -> Evidence:
    """A refutation of all but the solutions of a theorem; raises `Refused` if the theorem is false.

    Raises `Uncertified` if the proof or the list grows too long, or python-sat cannot trace one.
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
        raise Uncertified(f"no certificate: its LRAT has more than {MAX_PROOF >> 20} MB") from None
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
    if theorem.count > MAX_SOLUTIONS:
        raise Uncertified(f"no certificate by LRAT: it lists at most {MAX_SOLUTIONS:,} solutions")
    formula, blocking = exclude_solutions(theorem, ()), Exclusion.of(theorem.model)
    if [] in formula.clauses:
        return ()
    found = list_solutions(formula.clauses, theorem.model.variables, blocking.exclude, theorem.count)
    if found is None or len(found) < theorem.count:
        raise Refused("solutions", f"there are {'more' if found is None else len(found)}, not {theorem.count:,}")
    return found


def refute(formula: ClauseFormula) -> bytes:
    """A refutation of clauses, trimmed; raises `Refused` if they have a solution."""
    clauses = formula.clauses
    if [] in clauses:
        return encode((ADD, 2 * len(clauses) + 2, 0, 2 * clauses.index([]) + 2, 0))
    traced = trace_refutation(clauses, MAX_TRACE)
    if not isinstance(traced, bytes):
        raise Refused("evidence", "there is another solution, or a better one")
    data = trim(traced, len(clauses))
    if len(data) > MAX_PROOF:
        raise ProofTooLong
    return data
