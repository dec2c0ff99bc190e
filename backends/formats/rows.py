"""A model as a table of linear rows over its variables: what pseudo-Boolean, linear and CP formats share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rookery.models import AtLeast, AtMost, Exactly, Linear, Maximize, Model, Satisfy
from rookery.models.model import Constraint, Literal

Terms = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
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
class Table:
    """Rows over `variables` 0/1 variables, and the objective, None without a goal.

    A constant in the objective is a further variable that is always 1: not every format has constants. `has_constant`
    says that the last variable is that one.
    """

    variables: int
    rows: tuple[Row, ...]
    objective: Terms | None
    maximise: bool
    has_constant: bool

    @classmethod
    def of(cls, model: Model) -> "Table":
        """The table of a model; what holds in any case is left out."""
        rows = [row for row in map(_row, model.constraints) if row.terms or not _empty_holds(row)]
        rows = [row if row.terms else Row(((0, 0),), row.lower, row.upper) for row in rows]
        if isinstance(model.goal, Satisfy):
            return cls(model.variables, tuple(rows), None, False, False)
        terms, constant = over_variables(model.goal.terms())
        size, maximise = model.variables, isinstance(model.goal, Maximize)
        if not constant:
            return cls(size, tuple(rows), terms, maximise, False)
        one = Row(((1, size),), 1, 1)
        return cls(size + 1, (*rows, one), (*terms, (constant, size)), maximise, True)

    def largest_sum(self) -> int:
        """The largest sum of absolute weights, or absolute bound, of a row or the objective."""
        sums = (sum(abs(weight) for weight, _ in terms) for terms in (*(row.terms for row in self.rows), self.cost()))
        return max(*sums, *(abs(side or 0) for row in self.rows for side in (row.lower, row.upper)), 0)

    def cost(self) -> Terms:
        """The objective as what is to be made small, negated where it is to be made large; nothing without a goal."""
        sign = -1 if self.maximise else 1
        return tuple((sign * weight, variable) for weight, variable in self.objective or ())


def over_variables(terms: Iterable[tuple[int, Literal]]) -> tuple[Terms, int]:
    """A sum over variables, and a constant: w * ~v is w - w * v."""
    made, constant = list[tuple[int, int]](), 0
    for weight, literal in terms:
        if literal < 0:
            constant += weight
            weight, literal = -weight, ~literal
        if weight:
            made.append((weight, literal))
    return tuple(made), constant


def _row(constraint: Constraint) -> Row:
    match constraint:
        case Linear(weights, literals, lower, upper):
            return _moved(zip(weights, literals, strict=True), lower, upper)
        case AtMost(bound, literals):
            return _moved(((1, literal) for literal in literals), None, bound)
        case AtLeast(bound, literals):
            return _moved(((1, literal) for literal in literals), bound, None)
        case Exactly(bound, literals):
            return _moved(((1, literal) for literal in literals), bound, bound)


def _moved(terms: Iterable[tuple[int, Literal]], lower: int | None, upper: int | None) -> Row:
    over, constant = over_variables(terms)
    return Row(over, None if lower is None else lower - constant, None if upper is None else upper - constant)


def _empty_holds(row: Row) -> bool:
    return (row.lower is None or row.lower <= 0) and (row.upper is None or row.upper >= 0)
