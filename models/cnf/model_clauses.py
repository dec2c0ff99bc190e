"""A model as clauses whose auxiliary variables are all decided by the model's own.

So the clauses have as many solutions as the model, which a counter of models can check; the encodings of the backend
`sat` leave some of theirs free, which costs nothing there, since it projects.
"""

from collections.abc import Iterable
from itertools import combinations
from sys import maxsize
from typing import assert_never

from rookery.models.cnf.clause_list import Clause, ClauseList
from rookery.models.cnf.normal import Partition, normalise, window
from rookery.models.cnf.sums import SumEncoding, encode_sum
from rookery.models.errors import RookeryError
from rookery.models.model import AtLeast, AtMost, Constraint, Exactly, Linear, Literal, Model

MOST_IN_PAIRS = 5
SUMS = SumEncoding(most_nodes=200_000, exact=True)


class TooManyClauses(RookeryError):
    """A model has more clauses than it may have."""


class ModelClauses(ClauseList):
    """The clauses of a model: variable v of it is v + 1, those above are auxiliary.

    Raises `TooManyClauses` where there are more than `most`, before they take much memory.
    """

    def __init__(self, variables: int, most: int = maxsize) -> None:
        super().__init__(variables)
        self._most = most
        self._variables, self._ungrouped = variables, Partition([-1] * variables, ())

    @classmethod
    def of(cls, model: Model, most: int = maxsize) -> "ModelClauses":
        """The constraints of a model as clauses; its goal is left out."""
        clauses = cls(model.variables, most)
        for constraint in normalise(model, Partition.of(model)):
            clauses._add(constraint)
            clauses._keep_limit()
        return clauses

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        super().add(*literals)
        self._keep_limit()

    def _keep_limit(self) -> None:
        if len(self.clauses) > self._most:
            raise TooManyClauses(f"a model of more than {self._most:,} clauses")

    def extend(self, constraints: Iterable[Constraint]) -> None:
        """Add constraints that need no other ones: none is left out because some else implies it."""
        for constraint in normalise(Model(self._variables, tuple(constraints)), self._ungrouped):
            self._add(constraint)

    def _add(self, constraint: Constraint) -> None:
        literals = dimacs_literals(constraint.literals)
        match constraint:
            case AtLeast():
                self.add(*literals)
            case AtMost(1):
                self._at_most_one(literals)
            case Exactly(1):
                self.add(*literals)
                self._at_most_one(literals)
            case AtMost() | Exactly():
                encode_sum(self, [(1, literal) for literal in literals], window(constraint), SUMS)
            case Linear(weights):
                encode_sum(self, sorted(zip(weights, literals, strict=True), reverse=True), window(constraint), SUMS)
            case _:
                assert_never(constraint)

    def _at_most_one(self, literals: Clause) -> None:
        if len(literals) <= MOST_IN_PAIRS:
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


def dimacs_literals(literals: Iterable[Literal]) -> Clause:
    """Literals in the numbers of DIMACS: from 1, negative where negated."""
    return [literal + 1 if literal >= 0 else literal for literal in literals]
