"""A foreign file's content, gathered into an abstract model: repeated literals merged, constants moved aside."""

from collections.abc import Iterable, Sequence

from rookery.backends.formats.rows import less
from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Minimize, Model, Satisfy
from rookery.models.boards.board import MAX_SQUARES
from rookery.models.model.model import Constraint, Literal, Term, Weights, over_variables, with_positive_weights

MAX_VARIABLES = MAX_SQUARES  # a model is solved on a board of one row
HIDDEN = "_"  # the names of auxiliary variables begin with it


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
        """A literal that is true just when none of these is."""
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

    def build(self, costs: Iterable[Term] | None) -> Model:
        """The model; `costs` are to be made small, None where there is no goal."""
        goal: Satisfy | Minimize = Satisfy()
        if costs is not None:
            weights, constant = over_variables(costs)
            if constant:
                one = self.add_variable("one")  # a sum has no constant of its own
                self.add_clause((one,))
                weights[one] = constant
            goal = Minimize(tuple(weights), None if set(weights.values()) <= {1} else tuple(weights.values()))
        return Model(len(self.names), tuple(self.constraints), goal, name=self.names.__getitem__)


def check_number(variables: int, line: int) -> None:
    """Raise `BadInput` with the line that asks for more variables than are read."""
    if variables > MAX_VARIABLES:
        raise BadInput(f"line {line}: {variables:,} variables; at most {MAX_VARIABLES:,} are read")


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
