"""Check packings: add up rows of the model as the evidence says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rookery.certificates.certificate import Packing
from rookery.certificates.claim import Refused, Theorem
from rookery.core.deadline import checking_deadline
from rookery.models import Model, Satisfy
from rookery.models.model.constraints import Constraint, Weights, over_variables

Row = tuple[int, Weights]  # `least` and `weights` of an inequality
MAX_PAIRS = 1 << 18  # of variables in cliques; the rows of both are searched for each


@dataclass(frozen=True)
class Inequality:
    """A row `sum of weights * x >= least`: a side of the constraint number `at` of a model."""

    least: int
    weights: Weights
    at: int


def list_rows(model: Model) -> list[Inequality]:
    """Return the rows of a model over variables: one or two for each constraint."""
    numbered = enumerate(checking_deadline(model.constraints))
    return [row for at, constraint in numbered for row in _sides(constraint, at)]


def _sides(constraint: Constraint, at: int) -> Iterator[Inequality]:
    weights, constant = over_variables(constraint.terms())
    if constraint.lower is not None:
        yield Inequality(constraint.lower - constant, weights, at)
    if constraint.upper is not None:
        yield Inequality(constant - constraint.upper, {variable: -weight for variable, weight in weights.items()}, at)


def check(theorem: Theorem, evidence: Packing) -> None:
    """Raise `Refused` if the packing does not prove the theorem.

    The sum of multiples of rows is a row that all solutions keep. If the sum of its positive weights is below its
    `least`, there is no solution.
    """
    if theorem.count != 0 or not isinstance(theorem.model.goal, Satisfy):
        raise Refused("evidence", "a packing proves that there is no solution, or no better one, and nothing else")
    add_up([(row.least, row.weights) for row in list_rows(theorem.model)], evidence)


def add_up(rows: Sequence[Row], packing: Packing) -> int:
    """Return the excess of the sum's demand over its positive weights; raises `Refused` if there is none."""
    rows = [*rows, *_list_cliques(rows, packing.cliques)] if packing.cliques else rows
    demanded, weights = 0, Counter[int]()
    for number, times in checking_deadline(packing.rows.items()):
        if times < 0 or not 0 <= number < len(rows):
            raise Refused("packing", f"{times} times row {number} of {len(rows)}")
        least, terms = rows[number]
        demanded += times * least
        for variable, weight in terms.items():
            weights[variable] += times * weight
    reach = sum(weight for weight in weights.values() if weight > 0)
    if demanded <= reach:
        raise Refused("packing", f"the rows demand {demanded:,} in all, and {reach:,} can be reached")
    return demanded - reach


def _list_cliques(rows: Sequence[Row], cliques: Sequence[Sequence[int]]) -> list[Row]:
    """Return the rows of the cliques; raises `Refused` unless a row excludes each pair of variables in a clique."""
    if sum(len(each) ** 2 for each in cliques) > MAX_PAIRS:
        raise Refused("packing", "its cliques are too large to be checked")
    places: dict[int, set[int]] = {}
    reach = [sum(weight for weight in terms.values() if weight > 0) for _, terms in rows]
    for at, (_, terms) in enumerate(rows):
        for variable in terms:
            places.setdefault(variable, set()).add(at)
    for one, other in checking_deadline(pair for clique in cliques for pair in combinations(clique, 2)):
        shared = places.get(one, set()) & places.get(other, set())
        if one == other or not any(_excludes(rows[at], reach[at], one, other) for at in shared):
            raise Refused("packing", f"variables {one} and {other} of a clique do not exclude each other")
    return [(-1, dict.fromkeys(clique, -1)) for clique in cliques]


def _excludes(row: Row, reach: int, one: int, other: int) -> bool:
    """Return whether a row, with positive weights of `reach` in all, fails if both of two variables are 1."""
    least, terms = row
    others = reach - max(0, terms[one]) - max(0, terms[other])
    return terms[one] + terms[other] + others < least
