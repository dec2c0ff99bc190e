"""A foreign file's content, gathered into an abstract model: repeated literals merged, constants moved aside."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rookery.models import AtLeast, AtMost, BadInput, Exactly, Linear, Minimize, Model, Satisfy
from rookery.models.board import MOST_SQUARES
from rookery.models.model import Constraint, Literal, variable

MOST_VARIABLES = MOST_SQUARES  # a model is solved on a board of one row
HIDDEN = "_"  # the names of auxiliary variables begin with it
Terms = Iterable[tuple[int, Literal]]


class Gathered:
    """Variables, constraints and costs as they are read; `names` are those of the file, then auxiliary ones."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.constraints: list[Constraint] = []

    def fresh(self, name: str) -> int:
        """An auxiliary variable; who makes it defines it, so that solutions stay as many as they are."""
        self.names.append(f"{HIDDEN}{name}")
        return len(self.names) - 1

    def clause(self, literals: Iterable[Literal]) -> None:
        """One of the literals is true; a clause with a literal and its negation always is."""
        kept = tuple(dict.fromkeys(literals))
        if not any(~literal in kept for literal in kept):
            self.constraints.append(AtLeast(1, kept))

    def broken(self, literals: Sequence[Literal], name: str) -> Literal:
        """A literal that is true just when none of these is."""
        if len(literals) == 1:
            return ~literals[0]
        fresh = self.fresh(name)
        self.clause((fresh, *literals))
        for literal in dict.fromkeys(literals):
            self.clause((~fresh, ~literal))
        return fresh

    def linear(self, terms: Terms, lower: int | None, upper: int | None) -> None:
        """A weighted sum within [lower, upper], as a count where the weights allow."""
        merged, constant = _merged(terms)
        lower, upper = (None if side is None else side - constant for side in (lower, upper))
        if lower is not None or upper is not None:
            self.constraints += _counted(merged, lower, upper)

    def model(self, costs: Terms | None) -> Model:
        """The model; `costs` are to be made small, None where there is no goal."""
        goal: Satisfy | Minimize = Satisfy()
        if costs is not None:
            merged, constant = _merged(costs)
            if constant:
                one = self.fresh("one")  # a sum has no constant of its own
                self.clause((one,))
                merged.append((constant, one))
            weights = tuple(weight for weight, _ in merged)
            goal = Minimize(tuple(v for _, v in merged), None if set(weights) <= {1} else weights)
        return Model(len(self.names), tuple(self.constraints), goal, name=self.names.__getitem__)


def check_number(variables: int, line: int) -> None:
    """Raise `BadInput` with the line that asks for more variables than are read."""
    if variables > MOST_VARIABLES:
        raise BadInput(f"line {line}: {variables:,} variables; at most {MOST_VARIABLES:,} are read")


def _merged(terms: Terms) -> tuple[list[tuple[int, int]], int]:
    """Each variable once, unnegated, with its weight; and a constant."""
    weights, constant = Counter[int](), 0
    for weight, literal in terms:
        weights[variable(literal)] += weight if literal >= 0 else -weight
        constant += weight if literal < 0 else 0
    return [(weight, at) for at, weight in weights.items() if weight], constant


def _counted(terms: Sequence[tuple[int, int]], lower: int | None, upper: int | None) -> list[Constraint]:
    weights = tuple(weight for weight, _ in terms)
    if any(abs(weight) != 1 for weight in weights):
        return [Linear(weights, tuple(at for _, at in terms), lower, upper)]
    if weights and max(weights) < 0:  # -x -y >= -1: at most one
        lower, upper = (None if side is None else -side for side in (upper, lower))
        literals = tuple(at for _, at in terms)
    else:  # x - y >= 0: x or not y
        negated = weights.count(-1)
        lower, upper = (None if side is None else side + negated for side in (lower, upper))
        literals = tuple(at if weight > 0 else ~at for weight, at in terms)
    if lower is not None and lower == upper:
        return [Exactly(lower, literals)]
    sides: list[Constraint] = [] if lower is None else [AtLeast(lower, literals)]
    return sides if upper is None else [*sides, AtMost(upper, literals)]
