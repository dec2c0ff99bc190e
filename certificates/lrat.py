"""Check refutations: each added clause must follow from earlier ones by unit propagation.

The formula is made from the model again: the clauses of the exported file, and one clause that excludes each known
solution. A proof is a stream of numbers, seven bits in each byte, the lowest bits first, the eighth bit set if more
bytes follow. Each step is

    97, 2 * number, literals, 0, 2 * hints, 0

and adds a clause that follows from the clauses of the hints by unit propagation in this order. A literal is twice its
variable, plus one if it is negated.
"""

from array import array
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from rookery.certificates.certificate import Lrat
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.core.deadline import checking_deadline
from rookery.models.model.clauses import ModelClauses, TooManyClauses
from rookery.models.model.model import Permutation
from rookery.models.model.weighted_sums import Clause

ADD = ord("a")
MAX_NUMBER_BITS = 35
MAX_PROOF = 32 << 20  # bytes: half a minute of checking
MAX_LOOKS = 1 << 32  # literals of all steps and their hints: some minutes
MAX_CLAUSES = 1 << 20
MAX_LITERALS = 1 << 23
MAX_IMAGES = 1 << 24  # variables in the images of all solutions under all symmetries
Numbers: TypeAlias = "array[int]"  # 64 bits each
Solution = frozenset[int]


def check(theorem: Theorem, evidence: Lrat) -> None:
    """Raise `Refused` if the refutation does not prove the theorem."""
    if len(evidence.proof) > MAX_PROOF:
        raise Refused("proof", f"it has {len(evidence.proof):,} bytes; at most {MAX_PROOF:,} are checked")
    refute(state_formula(theorem, evidence.solutions), evidence.proof)


class Step(NamedTuple):
    """An added clause, as DIMACS literals, with the numbers of the clauses that it follows from."""

    number: int
    literals: list[int]
    hints: list[int]


def decode(data: bytes) -> Numbers:
    """Return the numbers in a stream of bytes; raises `Refused` if it is cut short, and for too large numbers."""
    numbers, number, shift = array("q"), 0, 0
    for octet in checking_deadline(data, often=1 << 16):
        number |= (octet & 127) << shift
        if octet < 128:
            numbers.append(number)
            number = shift = 0
        else:
            shift += 7
            if shift == MAX_NUMBER_BITS:
                raise Refused("proof", f"a number of more than {MAX_NUMBER_BITS} bits")
    if shift:
        raise Refused("proof", "it is cut short within a number")
    return numbers


def read_steps(data: bytes) -> Iterator[Step]:
    """Yield the steps of a proof; raises `Refused` unless all of them add clauses by unit propagation."""
    numbers, at = decode(data), 0
    try:
        while at < len(numbers):
            middle = numbers.index(0, at + 2)
            end = numbers.index(0, middle + 1)
            number, *hints = numbers[at + 1], *numbers[middle + 1 : end]
            if numbers[at] != ADD or number & 1 or any(hint & 1 for hint in hints):
                raise Refused("proof", "a step that does not add a clause by unit propagation")
            literals = [-(code >> 1) if code & 1 else code >> 1 for code in numbers[at + 2 : middle]]
            yield Step(number >> 1, literals, [hint >> 1 for hint in hints])
            at = end + 1
    except (ValueError, IndexError):
        raise Refused("proof", "it is cut short within a step") from None


@dataclass(frozen=True)
class ClauseFormula:
    """Clauses over the variables 1 to `top`: those of the model, then those that exclude solutions."""

    top: int
    clauses: Sequence[Clause]


def refute(formula: ClauseFormula, proof: bytes) -> None:
    """Raise `Refused` unless a proof derives the empty clause from the clauses of a formula, numbered from 1."""
    clauses, looked = list(formula.clauses), 0
    for step in checking_deadline(read_steps(proof)):
        place = f"clause {step.number:,} of the proof"
        if len(clauses) > len(formula.clauses) and not clauses[-1]:
            raise Refused(place, "there are steps after the empty clause")
        if step.number != len(clauses) + 1:
            raise Refused(place, f"the next clause is number {len(clauses) + 1:,}")
        if any(not 0 < each <= len(clauses) for each in step.hints):
            raise Refused(place, "a hint names a clause that is not there")
        if any(not 0 < abs(literal) <= formula.top for literal in step.literals):
            raise Refused(place, "a literal has no variable")
        hints = [clauses[each - 1] for each in step.hints]
        if not _follows(hints, step.literals):
            raise Refused(place, "it does not follow from its hints by unit propagation")
        looked += len(step.literals) + sum(map(len, hints))
        if looked > MAX_LOOKS:
            raise Refused("proof", f"more than {MAX_LOOKS:,} literals in its steps and hints")
        clauses.append(step.literals)
    if len(clauses) == len(formula.clauses) or clauses[-1]:
        raise Refused("proof", "it does not end with the empty clause")


def _follows(hints: Sequence[Sequence[int]], clause: Sequence[int]) -> bool:
    """Return whether unit propagation through the hints refutes that all literals of a clause are false."""
    false = set(clause)
    for hint in hints:
        left = {literal for literal in hint if literal not in false}
        if not left:
            return True
        unit = left.pop()
        if left or -unit in false:
            return False
        false.add(-unit)
    return False


def state_formula(theorem: Theorem, solutions: Sequence[Sequence[int]] | None) -> ClauseFormula:
    """Return the clauses that a proof of the theorem refutes; raises `Refused` for other solutions than it states."""
    return exclude_solutions(theorem, read_solutions(theorem, solutions))


def read_solutions(theorem: Theorem, given: Sequence[Sequence[int]] | None) -> tuple[Solution, ...]:
    """Return all solutions of a theorem, each as its true variables: those given, or those that the theorem lists.

    Raises `Refused` if they contradict the model, or the numbers or the list of the theorem.
    """
    found = theorem.listed or () if given is None else tuple(map(frozenset, given))
    variables = range(theorem.model.variables)
    if any(each and (min(each) < 0 or max(each) not in variables) for each in found):
        raise Refused("solutions", "one of them has a variable that is not in the model")
    if len(set(found)) != len(found) or len(found) != theorem.count:
        raise Refused("solutions", f"{len(set(found)):,} different ones, claimed are {theorem.count:,}")
    valued = replace(theorem.model, goal=theorem.goal)
    for at, solution in enumerate(checking_deadline(found), start=1):
        if not theorem.model.accepts(solution):
            raise Refused(f"solution {at} of the evidence", "the model does not accept it")
        if theorem.value is not None and valued.value(solution) != theorem.value:
            raise Refused(f"solution {at} of the evidence", f"it is worth {valued.value(solution)}")
    placed = theorem.model.variables if theorem.placed is None else theorem.placed
    placements = {frozenset(variable for variable in each if variable < placed) for each in found}
    if not placements.issuperset(theorem.listed or ()):
        raise Refused("solutions", "a listed solution is not in the evidence")
    if theorem.orbits is not None:
        orbits = count_orbits(placements, theorem.symmetries)
        if orbits != theorem.orbits:
            raise Refused("solutions", f"there are {orbits:,} orbits, claimed are {theorem.orbits:,}")
    return found


def count_orbits(placements: Set[Solution], symmetries: Sequence[Permutation]) -> int:
    """Return the number of orbits of placements; raises `Refused` if the image of a placement is not among them."""
    if max(1, sum(map(len, placements))) * count_symmetries(symmetries) > MAX_IMAGES:
        raise Refused("symmetries", "they are too many to be checked")
    permutations = [[int(image) for image in each] for each in symmetries]
    left, orbits = set(placements), 0
    while left:
        waiting, orbits = [left.pop()], orbits + 1
        while waiting:
            one = waiting.pop()
            images = {frozenset(each[variable] for variable in one) for each in checking_deadline(permutations)}
            if not images <= placements:
                raise Refused("symmetries", "the image of a solution is not a solution")
            waiting += images & left
            left -= images
    return orbits


def exclude_solutions(theorem: Theorem, solutions: Sequence[Solution]) -> ClauseFormula:
    """Return the clauses of a model, numbered as in its exported file, and one for each solution."""
    try:
        encoded = ModelClauses.of(theorem.model, MAX_CLAUSES)
    except TooManyClauses:
        raise Refused("evidence", f"the model has more than {MAX_CLAUSES:,} clauses") from None
    clauses, literals = encoded.clauses, sum(map(len, encoded.clauses))
    for solution in checking_deadline(solutions):
        clauses.append(exclude(solution, theorem.model.variables))
        literals += len(clauses[-1])
        if literals > MAX_LITERALS:
            raise Refused("evidence", f"the clauses have more than {MAX_LITERALS:,} literals")
    return ClauseFormula(encoded.top, clauses)


def exclude(solution: Solution, variables: int) -> Clause:
    """Return the clause that excludes one solution: some variable has the other value."""
    return [-1 - variable if variable in solution else 1 + variable for variable in range(variables)]
