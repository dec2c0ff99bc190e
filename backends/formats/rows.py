"""A model as a table of linear rows over its variables: what pseudo-Boolean, linear and CP formats share."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery.models import Maximize, Model, Satisfy
from rookery.models.model import Constraint, Weights, over_variables

Terms = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LinearRow:
    """A weighted sum of variables within [lower, upper]; None leaves a side open."""

    terms: Terms
    lower: int | None
    upper: int | None

    def sides(self) -> Iterator[tuple[str, int]]:
        """The comparisons: one equation, or one for each side."""
        if self.lower is not None and self.lower == self.upper:
            yield "=", self.lower
            return
        if self.lower is not None:
            yield ">=", self.lower
        if self.upper is not None:
            yield "<=", self.upper


@dataclass(frozen=True, slots=True)
class LinearTable:
    """Rows over `variables` 0/1 variables, and the objective, None without a goal.

    A constant in the objective is a further variable that is always 1: not every format has constants. `has_constant`
    says that the last variable is that one.
    """

    variables: int
    rows: tuple[LinearRow, ...]
    objective: Terms | None
    maximise: bool
    has_constant: bool

    @classmethod
    def of(cls, model: Model) -> "LinearTable":
        """The table of a model; what holds in any case is left out."""
        rows = [row for row in map(_row, model.constraints) if row.terms or not _empty_holds(row)]
        rows = [row if row.terms else LinearRow(((0, 0),), row.lower, row.upper) for row in rows]
        if isinstance(model.goal, Satisfy):
            return cls(model.variables, tuple(rows), None, False, False)
        weights, constant = over_variables(model.goal.terms())
        terms = _terms(weights)
        size, maximise = model.variables, isinstance(model.goal, Maximize)
        if not constant:
            return cls(size, tuple(rows), terms, maximise, False)
        one = LinearRow(((1, size),), 1, 1)
        return cls(size + 1, (*rows, one), (*terms, (constant, size)), maximise, True)

    def largest_sum(self) -> int:
        """The largest sum of absolute weights, or absolute bound, of a row or the objective."""
        sums = (sum(abs(weight) for weight, _ in terms) for terms in (*(row.terms for row in self.rows), self.cost()))
        return max(*sums, *(abs(side or 0) for row in self.rows for side in (row.lower, row.upper)), 0)

    def cost(self) -> Terms:
        """The objective as what is to be made small, negated where it is to be made large; nothing without a goal."""
        sign = -1 if self.maximise else 1
        return tuple((sign * weight, variable) for weight, variable in self.objective or ())


def _row(constraint: Constraint) -> LinearRow:
    weights, constant = over_variables(constraint.terms())
    return LinearRow(_terms(weights), less(constraint.lower, constant), less(constraint.upper, constant))


def _terms(weights: Weights) -> Terms:
    return tuple(zip(weights.values(), weights, strict=True))


def less(side: int | None, constant: int) -> int | None:
    """A side of a row from which a constant is taken; an open one stays open."""
    return None if side is None else side - constant


def _empty_holds(row: LinearRow) -> bool:
    return (row.lower is None or row.lower <= 0) and (row.upper is None or row.upper >= 0)
