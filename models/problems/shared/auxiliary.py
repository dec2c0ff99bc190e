"""Auxiliary variables: each is defined by variables made before it, so that a placement decides them all.

The variables of the placement are given, and each definition fixes the value of its variable from earlier ones. So
solutions of the model and placements correspond one to one: every backend lists and counts both alike.
"""

from collections.abc import Sequence, Set

from rookery.core.deadline import OFTEN, check_deadline
from rookery.core.errors import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.model.constraints import AtLeast, Constraint, Literal, holds, table_of, variable
from rookery.models.model.model import Model

MAX_LITERALS = 25_000_000  # 2 GB


def refuse_large(literals: int, board: AbstractBoard) -> None:
    """Raise `BadInput` for a question whose model would hold too many literals, before any of them is made."""
    if literals > MAX_LITERALS:
        raise BadInput(
            f"on {board.phrase} this question makes a model of {literals:,} literals; at most {MAX_LITERALS:,} are"
            " accepted"
        )


class Definitions:
    """Auxiliary variables after the first `variables` ones, with the constraints that define them.

    Raises `BadInput` if the definitions hold more than `MAX_LITERALS`, for questions whose size is not known before.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.constraints: list[Constraint] = []
        self._literals = 0

    def define_any(self, literals: Sequence[Literal]) -> Literal:
        """Define a literal that is true if and only if at least one of these is."""
        if len(literals) == 1:
            return literals[0]
        fresh = self._fresh(literals)
        self.constraints += (AtLeast(1, (fresh, ~literal)) for literal in literals)
        self._clause(~fresh, *literals)
        return fresh

    def define_all(self, literals: Sequence[Literal]) -> Literal:
        """Define a literal that is true if and only if all of these are."""
        return ~self.define_any([~literal for literal in literals])

    def define_any_if(self, condition: Literal, literals: Sequence[Literal]) -> Literal:
        """Define a literal that is true if and only if the condition and at least one of the literals are."""
        if condition in literals:
            return condition
        fresh = self._fresh((condition, *literals))
        self.constraints += (AtLeast(1, (fresh, ~condition, ~literal)) for literal in literals)
        self._clause(~fresh, condition)
        self._clause(~fresh, *literals)
        return fresh

    def define_ray(self, hits: Sequence[Literal], others: Sequence[Literal], beyond: Sequence[Literal]) -> Literal:
        """Define a literal: a square holds a hit, or is empty and one of the `beyond` is true.

        `hits` and `others` say what stands on the square; at most one of them may be true.
        """
        fresh = self._fresh((*hits, *others, *beyond))
        self.constraints += (AtLeast(1, (fresh, ~hit)) for hit in hits)
        self.constraints += (AtLeast(1, (~fresh, ~other)) for other in others)
        self.constraints += (AtLeast(1, (fresh, ~there, *hits, *others)) for there in beyond)
        self._clause(~fresh, *hits, *beyond)
        return fresh

    def _clause(self, *literals: Literal) -> None:
        self.constraints.append(AtLeast(1, literals))

    def _fresh(self, literals: Sequence[Literal]) -> Literal:
        if self.variables % OFTEN == 0:
            check_deadline()
        if any(variable(literal) >= self.variables for literal in literals):
            raise BadInput("an auxiliary variable is defined by one that is not made yet")
        self._literals += 3 * len(literals)  # an estimate: each stands in a binary clause and in the long one
        if self._literals > MAX_LITERALS:
            raise BadInput(
                f"this question makes a model of more than {MAX_LITERALS:,} literals: a smaller board has fewer"
            )
        self.variables += 1
        return self.variables - 1


def complete_solution(model: Model, placed: Set[int], size: int) -> frozenset[int]:
    """Return the true variables of a placement, given by its true variables among the first `size` ones.

    Each auxiliary variable gets the value that satisfies the constraints whose last variable it is. If neither value
    does, the result breaks a constraint, as `placed` is no solution.
    """
    auxiliary, ending = range(size, model.variables), dict[int, list[Constraint]]()
    for constraint in model.constraints if auxiliary else ():
        if constraint.literals:
            ending.setdefault(max(map(variable, constraint.literals)), []).append(constraint)
    table, true = table_of(placed, auxiliary.stop), set(placed)
    for each in auxiliary:
        if not all(holds(constraint, table) for constraint in ending.get(each, ())):
            true.add(each)
            table[each], table[~each] = 1, 0
    return frozenset(true)
