"""Checks a refutation: builds the clauses from the model again; each step must follow from those before it.

The formula has the clauses of the exported file, and one clause for each known solution. The evidence lists these: each
is valid, their number is the claimed one, and a clause excludes exactly one.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from rookery.certificates.certificate import Evidence
from rookery.certificates.claim import Refused, Theorem, count_symmetries
from rookery.certificates.lrat.binary import read_steps
from rookery.core.deadline import checking_deadline
from rookery.models import Model
from rookery.models.model.clauses import ModelClauses, TooManyClauses
from rookery.models.model.constraints import Weights, over_variables
from rookery.models.model.model import Permutation
from rookery.models.model.weighted_sums import Clause

MAX_IMAGES = 1 << 24  # variables in the images of all solutions under all symmetries
Solution = frozenset[int]


def read_solutions(theorem: Theorem, about: Mapping[str, Any]) -> tuple[Solution, ...]:
    """All solutions of a theorem by its evidence; raises `Refused` if they are not those that it states.

    Each is the set of all true variables; null if the theorem's own list says as much.
    """
    found = _take(theorem, about.get("solutions"))
    if len(set(found)) != len(found) or len(found) != theorem.count:
        raise Refused("solutions", f"{len(set(found)):,} different ones, claimed are {theorem.count:,}")
    valued = replace(theorem.model, goal=theorem.goal)
    for at, solution in enumerate(checking_deadline(found), start=1):
        if not theorem.model.accepts(solution):
            raise Refused(f"solution {at} of the evidence", "it is none")
        if theorem.value is not None and valued.value(solution) != theorem.value:
            raise Refused(f"solution {at} of the evidence", f"it is worth {valued.value(solution)}")
    # Raise `Refused` where the listed placements, or the number of orbits, are others than those that were found
    placed = theorem.model.variables if theorem.placed is None else theorem.placed
    placements = {frozenset(variable for variable in each if variable < placed) for each in found}
    if not placements.issuperset(theorem.listed or ()):
        raise Refused("solutions", "a listed solution is none of the evidence")
    if theorem.orbits is not None:
        orbits = count_orbits(placements, theorem.symmetries)
        if orbits != theorem.orbits:
            raise Refused("solutions", f"there are {orbits:,} orbits, claimed are {theorem.orbits:,}")
    return found


def _take(theorem: Theorem, given: Any) -> tuple[Solution, ...]:
    if given is None:
        return theorem.listed or ()
    variables = range(theorem.model.variables)
    try:
        found = tuple(frozenset(map(int, each)) for each in given)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refused("solutions", f"in the evidence: {type(error).__name__}") from None
    if any(min(each, default=0) < 0 or max(each, default=0) not in variables for each in found if each):
        raise Refused("solutions", "one of them has a variable that there is not")
    return found


def count_orbits(placements: Set[Solution], symmetries: Sequence[Permutation]) -> int:
    """The number of classes of placements under symmetries; all images of a placement must be among them."""
    if max(1, sum(map(len, placements))) * count_symmetries(symmetries) > MAX_IMAGES:
        raise Refused("symmetries", "they are too many to be checked")
    permutations = [[int(image) for image in each] for each in symmetries]
    left, orbits = set(placements), 0
    while left:
        todo, orbits = [left.pop()], orbits + 1
        for one in checking_deadline(_until_empty(todo)):
            images = {frozenset(each[variable] for variable in one) for each in permutations}
            if not images <= placements:
                raise Refused("symmetries", "one of them makes something else of a solution")
            todo += images & left
            left -= images
    return orbits


def _until_empty(todo: list[Solution]) -> Iterator[Solution]:
    while todo:
        yield todo.pop()


@dataclass(frozen=True)
class Exclusion:
    """The clause that excludes one solution and no other.

    A false variable is left out of it if it cannot be true together with the true ones in any solution: a sum of the
    model without negative weights would pass its bound. So a clause that another solution breaks as well is never made.
    """

    variables: int
    bounds: Sequence[tuple[Weights, int]]

    @classmethod
    def of(cls, model: Model) -> "Exclusion":
        """The sums of a model that bound from above, those of the most variables first."""
        bounds = []
        for constraint in checking_deadline(model.constraints):
            if constraint.upper is not None:
                weights, constant = over_variables(constraint.terms())
                if min(weights.values(), default=0) >= 0:
                    bounds.append((weights, constraint.upper - constant))
        return cls(model.variables, sorted(bounds, key=lambda each: -len(each[0])))

    def exclude(self, solution: Solution) -> Clause:
        """The clause, in the numbers of DIMACS."""
        free = set(range(self.variables)) - solution
        for weights, upper in self.bounds:
            if not free:
                break
            left = upper - sum(weights.get(variable, 0) for variable in solution)
            free -= {variable for variable, weight in weights.items() if weight > left}
        return [*(-1 - variable for variable in sorted(solution)), *(1 + variable for variable in sorted(free))]


MAX_CLAUSES = 1 << 20
MAX_LITERALS = 1 << 23


@dataclass(frozen=True)
class ClauseFormula:
    """Clauses over the variables 1 to `top`: those of the model, and last those that exclude the solutions."""

    top: int
    clauses: Sequence[Clause]


def state_formula(theorem: Theorem, about: Mapping[str, Any]) -> ClauseFormula:
    """The clauses that have no solution if a theorem holds; raises `Refused` for one that its solutions refute."""
    return exclude_solutions(theorem, read_solutions(theorem, about))


def exclude_solutions(theorem: Theorem, solutions: Sequence[Solution]) -> ClauseFormula:
    """The clauses of a model, numbered as in its exported file, and one for each solution."""
    try:
        encoded = ModelClauses.of(theorem.model, MAX_CLAUSES)
    except TooManyClauses:
        raise Refused("evidence", f"the model has more than {MAX_CLAUSES:,} clauses") from None
    blocking = Exclusion.of(theorem.model) if solutions else None
    clauses, literals = encoded.clauses, sum(map(len, encoded.clauses))
    for solution in checking_deadline(solutions):
        assert blocking is not None
        clauses.append(blocking.exclude(solution))
        literals += len(clauses[-1])
        if literals > MAX_LITERALS:
            raise Refused("evidence", f"the clauses have more than {MAX_LITERALS:,} literals")
    return ClauseFormula(encoded.top, clauses)


MAX_PROOF = 32 << 20  # bytes: half a minute of checking
MAX_LOOKS = 1 << 32  # literals that are looked at: some minutes
ENCODING = "the encoding of the model as clauses, counts included (models/model/clauses), which `rookery export` writes"
FAST = "the checker of refutations (certificates/lrat: binary, check), and Python itself"


def check(theorem: Theorem, evidence: Evidence) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the refutation does not prove the theorem."""
    if len(evidence.data) > MAX_PROOF:
        raise Refused("proof", f"it has {len(evidence.data):,} bytes; at most {MAX_PROOF:,} are checked")
    refute(state_formula(theorem, evidence.about), evidence.data)
    return ENCODING, FAST


def refute(formula: ClauseFormula, data: bytes) -> None:
    """Raise `Refused` unless the proof derives the empty clause from the clauses of a formula.

    Clauses are numbered from 1; each one that is added has the next number.
    """
    clauses: dict[int, Sequence[int]] = dict(enumerate(formula.clauses, start=1))
    number, looked = len(clauses), 0
    for step in read_steps(data):
        place = f"clause {number + 1:,} of the proof"
        if clauses.get(number) == ():
            raise Refused(place, "there are steps after the empty clause")
        if any(each not in clauses for each in step.hints):
            raise Refused(place, "a clause is named that there is not")
        if step.number == 0:
            if len(set(step.hints)) < len(step.hints):
                raise Refused(place, "a clause is deleted twice")
            for each in step.hints:
                del clauses[each]
            continue
        number += 1
        if step.number != number:
            raise Refused(place, f"it has number {step.number:,}")
        if any(not 0 < abs(literal) <= formula.top for literal in step.literals):
            raise Refused(place, "a literal has no variable")
        if not _follows([clauses[each] for each in step.hints], step.literals):
            raise Refused(place, "it does not follow from its hints by unit propagation")
        looked += len(step.literals) + sum(len(clauses[each]) for each in step.hints)
        if looked > MAX_LOOKS:
            raise Refused("proof", f"more than {MAX_LOOKS:,} literals are to be looked at")
        clauses[number] = tuple(step.literals)
    if clauses.get(number) != ():
        raise Refused("proof", "it does not end with the empty clause")


def _follows(hints: Sequence[Sequence[int]], clause: Sequence[int]) -> bool:
    """Return whether unit propagation along the hints contradicts that all literals of a clause are false."""
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
