"""A model as clauses whose auxiliary variables are all decided by the model's own.

So the clauses have as many solutions as the model, which a counter of models can check; the encodings of the backend
`sat` leave some of theirs free, which costs nothing there, since it projects.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import assert_never

from rookery.backends.lowering.normal import Cost, Partition, normal
from rookery.models import AtLeast, AtMost, Exactly, Linear, Model
from rookery.models.model import Constraint, Literal

MOST_IN_PAIRS = 5
MOST_NODES = 200_000
Clause = tuple[int, ...]
Terms = Sequence[tuple[int, int]]
Window = tuple[int, int]


class Clauses:
    """Clauses in the numbers of DIMACS: variable v of the model is v + 1, those above are auxiliary."""

    def __init__(self, variables: int) -> None:
        self.top = variables
        self.clauses: list[Clause] = []

    @classmethod
    def of(cls, model: Model) -> "Clauses":
        """The constraints of a model as clauses; its goal is left out."""
        made = cls(model.variables)
        for constraint in normal(model, Partition.of(model)):
            made._add(constraint)
        return made

    def fresh(self) -> int:
        """A new auxiliary variable."""
        self.top += 1
        return self.top

    def _add(self, constraint: Constraint) -> None:
        literals = numbered(constraint.literals)
        match constraint:
            case AtLeast(bound):
                if bound == 1:
                    self.clauses.append(literals)
                else:
                    self.window(_ones(literals), bound, len(literals))
            case AtMost(bound):
                self._at_most(bound, literals)
            case Exactly(bound):
                if bound == 1:
                    self.clauses.append(literals)
                    self._at_most(1, literals)
                else:
                    self.window(_ones(literals), bound, bound)
            case Linear(weights, _, lower, upper):
                terms = sorted(zip(weights, literals, strict=True), reverse=True)
                self.window(terms, lower or 0, sum(weights) if upper is None else upper)
            case _:
                assert_never(constraint)

    def _at_most(self, bound: int, literals: Clause) -> None:
        if bound > 1:
            self.window(_ones(literals), 0, bound)
        elif len(literals) <= MOST_IN_PAIRS:
            self.clauses.extend((-one, -other) for one, other in combinations(literals, 2))
        else:
            self._chain(literals)

    def _chain(self, literals: Clause) -> None:
        """At most one: after each literal a variable that is true just when one so far is."""
        so_far, *rest, last = literals
        for literal in rest:
            after = self.fresh()
            self.clauses += (-so_far, -literal), (-so_far, after), (-literal, after), (so_far, literal, -after)
            so_far = after
        self.clauses.append((-so_far, -last))

    def window(self, terms: Terms, lower: int, upper: int) -> None:
        """Keep the sum of the weights of the true literals within a window; the weights are positive."""
        top, size = self.top, len(self.clauses)
        if not _diagram(self, terms, (lower, upper)):
            self.top = top
            del self.clauses[size:]
            _compare(self, _added(self, terms), lower, upper)


def _ones(literals: Clause) -> Terms:
    return tuple((1, literal) for literal in literals)


def numbered(literals: Iterable[Literal]) -> Clause:
    """Literals in the numbers of DIMACS: from 1, negative where negated."""
    return tuple(literal + 1 if literal >= 0 else literal for literal in literals)


def softs(model: Model) -> tuple[Cost | None, list[tuple[int, Clause]]]:
    """The goal as a cost, and as soft clauses with the weights that breaking them costs."""
    cost = Cost.of(model)
    return cost, [(weight, numbered((~literal,))) for weight, literal in (cost.terms if cost else ())]


def _diagram(made: Clauses, terms: Terms, root: Window) -> bool:
    """A decision diagram: a node is a window left for the terms below, true just when they keep to it.

    For a count this is the sequential counter. False where it grows too large.
    """
    rest = sum(weight for weight, _ in terms)
    clipped = _clipped(root, rest)
    if isinstance(clipped, bool):
        made.clauses += [] if clipped else [()]
        return True
    layer, nodes = {clipped: made.fresh()}, 0
    made.clauses.append((made.top,))
    for weight, literal in terms:
        rest -= weight
        below: dict[Window, int] = {}
        for (lower, upper), node in layer.items():
            high = _child(made, below, _clipped((lower - weight, upper - weight), rest))
            low = _child(made, below, _clipped((lower, upper), rest))
            _define(made, node, literal, (high, low))
        layer, nodes = below, nodes + len(below)
        if nodes > MOST_NODES:
            return False
    return True


def _clipped(window: Window, rest: int) -> Window | bool:
    """A window without what cannot be reached; True where all sums keep to it, False where none does."""
    lower, upper = max(window[0], 0), min(window[1], rest)
    if lower > upper:
        return False
    return True if (lower, upper) == (0, rest) else (lower, upper)


def _child(made: Clauses, below: dict[Window, int], window: Window | bool) -> int | bool:
    if isinstance(window, bool):
        return window
    if window not in below:
        below[window] = made.fresh()
    return below[window]


def _define(made: Clauses, node: int, literal: int, children: tuple[int | bool, int | bool]) -> None:
    """The node is true just when the child is that the literal points to."""
    for sign, child in zip((-literal, literal), children, strict=True):
        if child is not True:
            made.clauses.append((-node, sign) if child is False else (-node, sign, child))
        if child is not False:
            made.clauses.append((node, sign) if child is True else (node, sign, -child))


def _added(made: Clauses, terms: Terms) -> list[int | None]:
    """The binary digits of the sum, lowest first, by full adders; None is a digit that is always 0."""
    digits: list[int | None] = []
    width = max(weight for weight, _ in terms).bit_length()
    columns = [[literal for weight, literal in terms if weight >> at & 1] for at in range(width)]
    while columns:
        column = columns.pop(0)
        while len(column) > 1:
            taken, column = column[:3], column[3:]
            columns = columns or [[]]
            columns[0].append(_table(made, taken, [total > 1 for total in range(4)]))
            column.append(_table(made, taken, [total % 2 == 1 for total in range(4)]))
        digits.append(column[0] if column else None)
    return digits


def _table(made: Clauses, inputs: Sequence[int], truth: Sequence[bool]) -> int:
    """A literal that is true just when the number of true inputs says so."""
    output = made.fresh()
    for values in product((False, True), repeat=len(inputs)):
        differs = (-literal if value else literal for value, literal in zip(values, inputs, strict=True))
        made.clauses.append((*differs, output if truth[sum(values)] else -output))
    return output


def _compare(made: Clauses, digits: Sequence[int | None], lower: int, upper: int) -> None:
    """Keep a binary number within a window: where it first differs from a bound, it does so on the right side."""
    for at, digit in enumerate(digits):
        above = range(at + 1, len(digits))
        ones = [digits[other] for other in above if upper >> other & 1]
        if not upper >> at & 1 and digit is not None and None not in ones:
            made.clauses.append((-digit, *(-one for one in ones if one is not None)))
        if lower >> at & 1:
            zeros = [digits[other] for other in above if not lower >> other & 1]
            made.clauses.append(tuple(literal for literal in (digit, *zeros) if literal is not None))
