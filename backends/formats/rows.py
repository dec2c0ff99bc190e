"""A model as a table of linear rows over its variables: the common form of pseudo-Boolean and linear formats.

Readers collect a model in a `ModelBuilder`. The reader of MPS uses a `RowModel`: its numbers are exact, a row of
fractions is scaled until it is whole, and an integer variable within bounds other than 0 and 1 becomes bits: `x:1`,
`x:2`, `x:4` add up with its lower bound.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, lcm
from typing import NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.core.errors import show_value
from rookery.core.words import in_a_line
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Maximize, Minimize, Model, Problem, Satisfy
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.model.constraints import Constraint, Literal, Term, Weights, over_variables, with_positive_weights
from rookery.models.problems.family import digest, stable

HIDDEN = "_"  # the names of auxiliary variables begin with it
MAX_VARIABLES = MAX_SQUARES  # a model is solved on a board of one row


@dataclass(frozen=True)
class NamedModel:
    """A model with its title and the meaning of each variable, for the comments of a file."""

    title: str
    model: Model
    names: tuple[str, ...]
    stated: str = ""  # all that a problem asks, where its title does not say it
    digest: str = ""  # of the problem's plain data
    bound: int | None = None

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
        stated = stable(problem.asked) if problem and problem.asked else ""
        asked = digest(problem.asked) if problem and problem.asked else ""
        return cls(title, model if bound is None else model.at_optimum(bound), names, stated, asked, bound)

    def comments(self, mark: str, called: str = "x{}") -> Iterator[str]:
        """Lines that give the subject of the file and the meaning of each variable."""
        stated = (self.stated,) if self.stated not in ("", self.title) else ()
        for line in (self.title, *stated, *self.describe()):
            yield f"{mark}{_plain(line)}"
        for number, name in enumerate(checking_deadline(self.names), 1):
            yield f"{mark}{called.format(number)} = {_plain(name)}"

    def describe(self) -> Iterator[str]:
        """The goal, and the program that wrote the file."""
        goal = type(self.model.goal).__name__.lower()
        yield f"{goal}; {self.model.variables} variables, {len(self.model.constraints)} constraints; by rookery"


def meaning(name: Callable[[int], str], variable: int, placed: bool) -> str:
    """The meaning of a variable; auxiliary ones have no name in chess words."""
    return name(variable) if placed else f"auxiliary {variable}"


def _plain(text: str) -> str:
    """A text that fits on a line of comment."""
    return in_a_line(" ".join(text.split()))


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


class ModelBuilder:
    """Variables, constraints and costs as they are read; `names` are those of the file, then auxiliary ones."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.constraints: list[Constraint] = []

    def add_variable(self, name: str) -> int:
        """Add an auxiliary variable; the caller must define it, so that the number of solutions stays the same."""
        self.names.append(f"{HIDDEN}{name}")
        return len(self.names) - 1

    def add_clause(self, literals: Iterable[Literal]) -> None:
        """One of the literals is true; a clause with a literal and its negation always is."""
        kept = tuple(dict.fromkeys(literals))
        if not any(~literal in kept for literal in kept):
            self.constraints.append(AtLeast(1, kept))

    def define_none_of(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true if and only if all of these are false."""
        if len(literals) == 1:
            return ~literals[0]
        variable = self.add_variable(name)
        self.add_clause((variable, *literals))
        for literal in dict.fromkeys(literals):
            self.add_clause((~variable, ~literal))
        return variable

    def add_linear(self, terms: Iterable[Term], lower: int | None, upper: int | None) -> None:
        """A weighted sum within [lower, upper], as a count where the weights allow."""
        weights, constant = over_variables(terms)
        if lower is not None or upper is not None:
            self.constraints += _from_row(weights, less(lower, constant), less(upper, constant))

    def build(self, costs: Iterable[Term] | None, constant: int = 0, maximise: bool = False) -> Model:
        """The model; the sum of `costs` and `constant` is to be made small or large, None if there is no goal."""
        goal: Satisfy | Minimize | Maximize = Satisfy()
        if costs is not None:
            weights, more = over_variables(costs)
            if constant + more:
                one = self.add_variable("one")  # a sum has no constant of its own
                self.add_clause((one,))
                weights[one] = constant + more
            kind = Maximize if maximise else Minimize
            goal = kind(tuple(weights), None if set(weights.values()) <= {1} else tuple(weights.values()))
        return Model(len(self.names), tuple(self.constraints), goal, name=self.names.__getitem__)


def _from_row(weights: Weights, lower: int | None, upper: int | None) -> list[Constraint]:
    """A row over variables as a count where all weights are 1 or -1."""
    if any(abs(weight) != 1 for weight in weights.values()):
        return [Linear(tuple(weights.values()), tuple(weights), lower, upper)]
    if weights and max(weights.values()) < 0:  # -x -y >= -1 is x + y <= 1
        return _count(tuple(weights), None if upper is None else -upper, None if lower is None else -lower)
    by_literal, constant = with_positive_weights((weight, variable) for variable, weight in weights.items())
    return _count(tuple(by_literal), less(lower, constant), less(upper, constant))  # x - y >= 0 is x + ~y >= 1


def _count(literals: tuple[Literal, ...], lower: int | None, upper: int | None) -> list[Constraint]:
    if lower is not None and lower == upper:
        return [Exactly(lower, literals)]
    sides: list[Constraint] = [] if lower is None else [AtLeast(lower, literals)]
    return sides if upper is None else [*sides, AtMost(upper, literals)]


Number = Fraction | float  # a float only where it is infinite
Sum = dict[str, Fraction]  # the weight of each variable, and of "", which is the constant
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,100}\.?[0-9]{0,100}|\.[0-9]{1,100})(?:[eE][+-]?[0-9]{1,2})?")
INFINITE = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)
HUGE = 10**20  # from here on a bound is none, as in CPLEX
MAX_BITS = 62


class SidedSum(NamedTuple):
    """A sum that lies within [lower, upper], and the line where it stands."""

    line: int
    weights: Sum
    lower: Number = -inf
    upper: Number = inf


def read_number(word: str, line: int) -> Fraction:
    """The exact value of a number; raises `BadInput` with the line for anything else."""
    if not NUMBER.fullmatch(word):
        raise BadInput(f"line {line}: {show_value(word)} is not a number")
    return Fraction(word)


def read_bound(word: str, line: int) -> Number:
    """The value of a bound, which may be infinite."""
    if found := INFINITE.fullmatch(word):
        return -inf if found[1] == "-" else inf
    value = read_number(word, line)
    return value if abs(value) < HUGE else inf if value > 0 else -inf


class RowModel:
    """Variables with their bounds, rows and a goal, as they are read."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}  # the line of each variable
        self.bounds: dict[str, tuple[Number, Number]] = {}  # where not given, 0 and no upper bound
        self.whole: set[str] = set()
        self.rows: list[SidedSum] = []
        self.goal = SidedSum(1, {})
        self.maximise = False

    def declare(self, name: str, line: int) -> None:
        """Add a variable, or do nothing if an earlier line has declared it."""
        if self.first.setdefault(name, line) == line:
            check_number(len(self.first), line)

    def check_known(self, name: str, line: int) -> None:
        """Raise `BadInput` for a name that no earlier line declares."""
        if name not in self.first:
            raise BadInput(f"line {line}: {show_value(name)} is not a variable of the model")

    def narrow(self, name: str, lower: Number | None, upper: Number | None) -> None:
        """Change the bounds of a variable; None leaves a side."""
        before = self.bounds.get(name, (0, inf))
        self.bounds[name] = before[0] if lower is None else lower, before[1] if upper is None else upper

    def build(self) -> Model:
        """The model; raises `BadInput` for a variable that is not whole or not bounded, and for a goal of fractions."""
        builder = ModelBuilder(())
        places: dict[str, tuple[int, list[tuple[int, int]]]] = {"": (1, [])}  # least value, and the bits above it
        for name, line in checking_deadline(self.first.items()):
            lower, upper = self.bounds.get(name, (0, inf))
            if name not in self.whole or -inf in (lower, upper) or inf in (lower, upper):
                wrong = "has no bounds" if name in self.whole else "is not whole"
                raise BadInput(f"line {line}: variable {show_value(name)} {wrong}; expected whole ones within bounds")
            least, greatest = ceil(lower), floor(upper)
            plain, at = least >= 0 and greatest <= 1, len(builder.names)
            least, fixed = (0, (least, greatest)) if plain else (least, (0, greatest - least))
            powers = [1] if plain else [1 << bit for bit in range(max(0, greatest - least).bit_length())]
            if len(powers) > MAX_BITS:
                raise BadInput(f"line {line}: variable {show_value(name)} takes {len(powers)} bits; at most {MAX_BITS}")
            builder.names += [name] if plain else [f"{name}:{power}" for power in powers]
            check_number(len(builder.names), line)
            places[name] = least, [(power, at + bit) for bit, power in enumerate(powers)]
            if fixed != (0, sum(powers)):
                builder.add_linear(places[name][1], *fixed)
        for row in checking_deadline(self.rows):
            terms, constant, scale = _scale(row, places)
            low = None if row.lower == -inf else ceil((Fraction(row.lower) - constant) * scale)
            high = None if row.upper == inf else floor((Fraction(row.upper) - constant) * scale)
            # a side that always holds is none: a file for GLPK or CBC may have a row that demands nothing
            low = None if low is not None and low <= sum(w for w, _ in terms if w < 0) else low
            high = None if high is not None and high >= sum(w for w, _ in terms if w > 0) else high
            builder.add_linear(terms, low, high)
        terms, constant, scale = _scale(self.goal, places)
        if scale > 1 or constant.denominator > 1:
            raise BadInput(f"line {self.goal.line}: the goal has fractions; only whole numbers are read there")
        has_goal = any(weight for weight, _ in terms) or constant
        return builder.build(terms if has_goal else None, int(constant), self.maximise)


def _scale(
    row: SidedSum, places: dict[str, tuple[int, list[tuple[int, int]]]]
) -> tuple[list[tuple[int, int]], Fraction, int]:
    """The terms of a sum over bits, made whole by a factor, its constant, which is not, and the factor."""
    weights = [(weight, *places[name]) for name, weight in row.weights.items() if weight]
    scale = lcm(*(weight.denominator for weight, _, bits in weights if bits))
    terms = [(int(weight * scale) * power, bit) for weight, _, bits in weights for power, bit in bits]
    return terms, sum((weight * least for weight, least, _ in weights), Fraction()), scale
