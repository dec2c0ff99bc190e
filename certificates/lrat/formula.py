"""What a refutation is about: the clauses of the exported file, and one more for each solution."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rookery.certificates.lrat.solutions import Exclusion, Solution, read_solutions
from rookery.certificates.refusals import Refused
from rookery.certificates.theorem import Theorem
from rookery.models.base.deadline import look_between
from rookery.models.cnf.clause_list import Clause
from rookery.models.cnf.model_clauses import ModelClauses, TooManyClauses

MOST_CLAUSES = 1 << 20
MOST_LITERALS = 1 << 23


@dataclass(frozen=True)
class ClauseFormula:
    """Clauses over the variables 1 to `top`: those of the model, and last those that exclude the solutions."""

    top: int
    clauses: Sequence[Clause]


def state_formula(theorem: Theorem, about: Mapping[str, Any]) -> ClauseFormula:
    """The clauses that have no solution where a theorem holds; raises `Refused` for one that its solutions refute."""
    return exclude_solutions(theorem, read_solutions(theorem, about))


def exclude_solutions(theorem: Theorem, solutions: Sequence[Solution]) -> ClauseFormula:
    """The clauses of a model, numbered as in its exported file, and one for each solution."""
    try:
        encoded = ModelClauses.of(theorem.model, MOST_CLAUSES)
    except TooManyClauses:
        raise Refused("evidence", f"the model has more than {MOST_CLAUSES:,} clauses") from None
    blocking = Exclusion.of(theorem.model) if solutions else None
    clauses, literals = encoded.clauses, sum(map(len, encoded.clauses))
    for solution in look_between(solutions):
        assert blocking is not None
        clauses.append(blocking.exclude(solution))
        literals += len(clauses[-1])
        if literals > MOST_LITERALS:
            raise Refused("evidence", f"the clauses have more than {MOST_LITERALS:,} literals")
    return ClauseFormula(encoded.top, clauses)
