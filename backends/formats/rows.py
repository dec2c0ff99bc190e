"""Models as rows, weighted sums of variables, for OPB, MPS and LP; and rows that were read as constraints."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rookery.backends.modeler import Expression, Modeler
from rookery.core.deadline import checking_deadline
from rookery.models import Maximize, Model, Satisfy
from rookery.models.model.constraints import Term, Weights, over_variables


class Row(NamedTuple):
    """A weighted sum of variables, a comparison (`=`, `>=` or `<=`), and its right-hand side."""

    weights: Weights
    comparison: str
    side: int


@dataclass(frozen=True)
class Rows:
    """A model as rows, with a cost to minimise: the negated goal if `maximise` says so, None without a goal.

    The formats have no constants in goals: with `has_one`, an extra last variable is always 1 and carries the constant.
    """

    variables: int
    rows: list[Row]
    cost: Weights | None = None
    maximise: bool = False
    has_one: bool = False

    @classmethod
    def of(cls, model: Model) -> "Rows":
        """Return the rows of a model, without constraints that always hold."""
        rows, size = list[Row](), model.variables
        for constraint in checking_deadline(model.constraints):
            weights, constant = over_variables(constraint.terms())
            for comparison, side in _sides(constraint.lower, constraint.upper):
                at = side - constant
                holds = at == 0 if comparison == "=" else at <= 0 if comparison == ">=" else at >= 0
                if weights or not holds:
                    rows.append(Row(weights or {0: 0}, comparison, at))
        if isinstance(model.goal, Satisfy):
            return cls(size, rows)
        maximise = isinstance(model.goal, Maximize)
        cost, constant = over_variables((-w if maximise else w, literal) for w, literal in model.goal.terms())
        if not constant:
            return cls(size, rows, cost, maximise)
        return cls(size + 1, [*rows, Row({size: 1}, "=", 1)], {**cost, size: constant}, maximise, has_one=True)

    def comments(self, mark: str) -> list[str]:
        """Return comments about the goal."""
        one = [f"{mark}x{self.variables} is always 1: the constant of the objective"]
        negated = [f"{mark}the goal is to maximise: the objective is its negation"]
        return one * self.has_one + negated * self.maximise


def _sides(lower: int | None, upper: int | None) -> list[tuple[str, int]]:
    if lower is not None and lower == upper:
        return [("=", lower)]
    at_least, at_most = [(">=", lower)], [("<=", upper)]
    return [(sign, side) for sign, side in (*at_least, *at_most) if side is not None]


def add_row(modeler: Modeler, terms: Iterable[Term], lower: int | None, upper: int | None) -> None:
    """Add the constraint lower <= sum <= upper to a modeler; None leaves a side open."""
    weights, constant = over_variables(terms)
    total = Expression(modeler, weights, constant)
    if weights and max(weights.values()) < 0:  # -x - y >= -1 is x + y <= 1
        total = -total
        lower, upper = None if upper is None else -upper, None if lower is None else -lower
    if lower is not None and lower == upper:
        modeler.add(total == lower)
        return
    if lower is not None:
        modeler.add(total >= lower)
    if upper is not None:
        modeler.add(total <= upper)
