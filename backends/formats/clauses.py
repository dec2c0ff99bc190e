"""A model as clauses whose auxiliary variables are all decided by the model's own.

So the clauses have as many solutions as the model, which a counter of models can check; the encodings of the backend
`sat` leave some of theirs free, which costs nothing there, since it projects.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import assert_never

from rookery.backends.cnf.clause_list import Clause, ClauseList
from rookery.backends.cnf.diagram import Terms
from rookery.backends.cnf.sums import SumEncoding, encode_sum
from rookery.backends.lowering.normal import Cost, Partition, normal
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model import Constraint, Literal

MOST_IN_PAIRS = 5
SUMS = SumEncoding(most_nodes=200_000, exact=True)


class Clauses(ClauseList):
    """The clauses of a model: variable v of it is v + 1, those above are auxiliary."""

    @classmethod
    def of(cls, model: Model) -> "Clauses":
        """The constraints of a model as clauses; its goal is left out."""
        made = cls(model.variables)
        for constraint in normal(model, Partition.of(model)):
            made._add(constraint)
        return made

    def _add(self, constraint: Constraint) -> None:
        literals = numbered(constraint.literals)
        match constraint:
            case AtLeast(bound):
                if bound == 1:
                    self.add(*literals)
                else:
                    encode_sum(self, _ones(literals), (bound, len(literals)), SUMS)
            case AtMost(bound):
                self._at_most(bound, literals)
            case Exactly(bound):
                if bound == 1:
                    self.add(*literals)
                    self._at_most(1, literals)
                else:
                    encode_sum(self, _ones(literals), (bound, bound), SUMS)
            case Linear(weights, _, lower, upper):
                terms = sorted(zip(weights, literals, strict=True), reverse=True)
                encode_sum(self, terms, (lower or 0, sum(weights) if upper is None else upper), SUMS)
            case _:
                assert_never(constraint)

    def _at_most(self, bound: int, literals: Clause) -> None:
        if bound > 1:
            encode_sum(self, _ones(literals), (0, bound), SUMS)
        elif len(literals) <= MOST_IN_PAIRS:
            self.clauses.extend([-one, -other] for one, other in combinations(literals, 2))
        else:
            self._chain(literals)

    def _chain(self, literals: Clause) -> None:
        """At most one: after each literal a variable that is true just when one so far is."""
        so_far, *rest, last = literals
        for literal in rest:
            after = self.fresh()
            self.clauses += [-so_far, -literal], [-so_far, after], [-literal, after], [so_far, literal, -after]
            so_far = after
        self.add(-so_far, -last)


def _ones(literals: Clause) -> Terms:
    return tuple((1, literal) for literal in literals)


def numbered(literals: Iterable[Literal]) -> Clause:
    """Literals in the numbers of DIMACS: from 1, negative where negated."""
    return [literal + 1 if literal >= 0 else literal for literal in literals]


def softs(model: Model) -> tuple[Cost | None, list[tuple[int, Clause]]]:
    """The goal as a cost, and as soft clauses with the weights that breaking them costs."""
    cost = Cost.of(model)
    return cost, [(weight, numbered([~literal])) for weight, literal in (cost.terms if cost else ())]
