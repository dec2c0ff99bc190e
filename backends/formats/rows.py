"""A model as a table of linear rows over its variables: the common form of pseudo-Boolean, linear and CP formats.

An export names a model, its subject, and the meaning of each variable.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rookery.core.deadline import checking_deadline
from rookery.core.words import in_a_line
from rookery.models import BadInput, Maximize, Model, Problem, Satisfy
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.model.model import Constraint, Weights, over_variables
from rookery.models.problems.stating import state

MAX_VARIABLES = MAX_SQUARES  # a model is solved on a board of one row


@dataclass(frozen=True)
class NamedModel:
    """A model with its title and the meaning of each variable, for the comments of a file."""

    title: str
    model: Model
    names: tuple[str, ...]
    stated: str = ""  # all that a problem asks, where its title does not say it

    @classmethod
    def of(cls, what: Problem | Model, bound: int | None = None) -> "NamedModel":
        """A problem or a bare model; a `bound` asks for any solution that is at least as good instead of the best.

        Raises `BadInput` for a bound if there is no goal, and for a model without variables.
        """
        problem = what if isinstance(what, Problem) else None
        model = what.model if isinstance(what, Problem) else what
        if not model.variables:
            raise BadInput("a model without variables has nothing to export")
        if bound is not None and isinstance(model.goal, Satisfy):
            raise BadInput(f"a bound of {bound} on a problem without a goal; leave it out")
        placed = len(problem.pieces) * len(problem.board) if problem else model.variables
        names = tuple(meaning(model.name, v, v < placed) for v in checking_deadline(range(model.variables)))
        title = problem.title if problem else "a 0/1 model"
        stated = state(problem) if problem else ""
        return cls(title, model if bound is None else model.at_optimum(bound), names, stated)

    def comments(self, mark: str = "", called: str = "x{}", first: int = 1) -> Iterator[str]:
        """Lines that give the subject of the file and the meaning of each variable."""
        stated = (self.stated,) if self.stated not in ("", self.title) else ()
        for line in (self.title, *stated, *self.describe()):
            yield f"{mark}{_plain(line)}"
        for number, name in enumerate(checking_deadline(self.names), first):
            yield f"{mark}{called.format(number)} = {_plain(name)}"

    def describe(self) -> Iterator[str]:
        """The goal, and the program that wrote the file."""
        goal = type(self.model.goal).__name__.lower()
        yield f"{goal}; {self.model.variables} variables, {len(self.model.constraints)} constraints; by rookery"


def meaning(name: Callable[[int], str], variable: int, placed: bool) -> str:
    """The meaning of a variable; auxiliary ones have no name in chess words."""
    return name(variable) if placed else f"auxiliary {variable}"


def _plain(text: str) -> str:
    """A text that fits on a line of comment, in XML too."""
    return in_a_line(" ".join(text.split())).replace("--", "- -")


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

    `constant` is the constant term of the objective. Not every format has constants: `with_one` makes it a variable
    that is always 1, the last one, and `has_one` says so.
    """

    variables: int
    rows: tuple[LinearRow, ...]
    objective: Terms | None
    maximise: bool
    constant: int = 0
    has_one: bool = False

    @classmethod
    def of(cls, model: Model) -> "LinearTable":
        """The table of a model; what holds in any case is left out."""
        rows = [row for row in map(_row, checking_deadline(model.constraints)) if not _always_holds(row)]
        rows = [row if row.terms else LinearRow(((0, 0),), row.lower, row.upper) for row in rows]
        if isinstance(model.goal, Satisfy):
            return cls(model.variables, tuple(rows), None, False)
        weights, constant = over_variables(model.goal.terms())
        return cls(model.variables, tuple(rows), _terms(weights), isinstance(model.goal, Maximize), constant)

    @classmethod
    def with_one(cls, model: Model) -> "LinearTable":
        """The table of a model without a constant in its objective: a further variable that is always 1 has it."""
        table = cls.of(model)
        if not table.constant:
            return table
        size, terms = table.variables, (*(table.objective or ()), (table.constant, table.variables))
        return cls(size + 1, (*table.rows, LinearRow(((1, size),), 1, 1)), terms, table.maximise, has_one=True)

    def largest_sum(self) -> int:
        """The largest sum of absolute weights, or absolute bound, of a row or the objective."""
        sums = (sum(abs(weight) for weight, _ in terms) for terms in (*(row.terms for row in self.rows), self.cost()))
        return max(*sums, *(abs(side or 0) for row in self.rows for side in (row.lower, row.upper)), 0)

    def cost(self) -> Terms:
        """The objective as what is to be made small, negated if it is to be made large; nothing without a goal."""
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


def _always_holds(row: LinearRow) -> bool:
    """Return whether a row demands nothing: no side of it is closed, or it has no terms and 0 lies within its sides."""
    if row.lower is None and row.upper is None:
        return True
    return not row.terms and (row.lower is None or row.lower <= 0) and (row.upper is None or row.upper >= 0)


def check_number(variables: int, line: int) -> None:
    """Raise `BadInput` with the line that asks for more variables than are read."""
    if variables > MAX_VARIABLES:
        raise BadInput(f"line {line}: {variables:,} variables; at most {MAX_VARIABLES:,} are read")
