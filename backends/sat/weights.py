"""Weighted sums as clauses: a decision diagram where it stays small, binary adders where it does not."""

from collections.abc import Sequence
from itertools import product

from rookery.backends.sat.formula import Formula
from rookery.backends.sat.program import Clause

MOST_NODES = 20_000
Terms = Sequence[tuple[int, int]]


def weighed(formula: Formula, terms: Terms, lower: int, upper: int) -> None:
    """Demand that the weights of the true literals sum to at least `lower` and at most `upper`; weights are positive.

    The diagram lets unit propagation see more, but may grow with the number of different sums; adders grow with the
    number of digits alone.
    """
    diagram = Diagram(formula, lower, upper)
    if diagram.grown(terms):
        formula.clauses.extend(diagram.clauses)
    else:
        _compare(formula, _added(formula, terms), lower, upper)


class Diagram:
    """An ordered decision diagram of a window on a sum, built from the root down.

    A node is the window that is left for the terms below it; its variable being true says that they keep to it.
    """

    def __init__(self, formula: Formula, lower: int, upper: int) -> None:
        self._formula = formula
        self._root = (lower, upper)
        self.clauses: list[Clause] = []

    def grown(self, terms: Terms) -> bool:
        """Build it, the heaviest terms first; False where it grows too large."""
        top, nodes, rest = self._formula.top, 1, sum(weight for weight, _ in terms)
        layer = {self._root: self._formula.fresh()}
        self.clauses.append([layer[self._root]])
        for weight, literal in sorted(terms, reverse=True):
            rest -= weight
            layer = self._below(layer, weight, literal, rest)
            nodes += len(layer)
            if nodes > MOST_NODES:
                self._formula.top = top
                return False
        return True

    def _below(
        self, layer: dict[tuple[int, int], int], weight: int, literal: int, rest: int
    ) -> dict[tuple[int, int], int]:
        below: dict[tuple[int, int], int] = {}
        for (lower, upper), node in layer.items():
            with_it = self._child(below, lower - weight, upper - weight, rest)
            without = self._child(below, lower, upper, rest)
            if with_it is not None:
                self.clauses.append([-node, -literal, *with_it])
            if without is not None:
                self.clauses.append([-node, literal, *without])
            if with_it is not None and without is not None:
                self.clauses.append([-node, *with_it, *without])
        return below

    def _child(self, below: dict[tuple[int, int], int], lower: int, upper: int, rest: int) -> Clause | None:
        """The literal of a node, none of it where nothing can satisfy it, None where everything does."""
        lower, upper = max(lower, 0), min(upper, rest)
        if lower > upper:
            return []
        if lower == 0 and upper == rest:
            return None
        if (lower, upper) not in below:
            below[lower, upper] = self._formula.fresh()
        return [below[lower, upper]]


def _added(formula: Formula, terms: Terms) -> list[int | None]:
    """The binary digits of the sum, lowest first; None is a digit that is always 0."""
    digits: list[int | None] = []
    columns = [[literal for weight, literal in terms if weight >> at & 1] for at in range(_width(terms))]
    while columns:
        column = columns.pop(0)
        while len(column) > 1:
            taken, column = column[:3], column[3:]
            column.append(_parity(formula, taken))
            if not columns:
                columns.append([])
            columns[0].append(_carry(formula, taken))
        digits.append(column[0] if column else None)
    return digits


def _width(terms: Terms) -> int:
    return max(weight for weight, _ in terms).bit_length()


def _parity(formula: Formula, inputs: Clause) -> int:
    """A literal that is true when an odd number of the inputs is."""
    output = formula.fresh()
    for values in product((False, True), repeat=len(inputs)):
        differs = [-literal if value else literal for value, literal in zip(values, inputs, strict=True)]
        formula.add([*differs, output if sum(values) % 2 else -output])
    return output


def _carry(formula: Formula, inputs: Clause) -> int:
    """A literal that is true when two of the two or three inputs are."""
    output = formula.fresh()
    for values in product((False, True), repeat=len(inputs)):
        differs = [-literal if value else literal for value, literal in zip(values, inputs, strict=True)]
        formula.add([*differs, output if sum(values) > 1 else -output])
    return output


def _compare(formula: Formula, digits: list[int | None], lower: int, upper: int) -> None:
    """Keep a binary number between two others: where it first differs from a bound, it does so on the right side."""
    for at, digit in enumerate(digits):
        above = range(at + 1, len(digits))
        if not upper >> at & 1 and digit is not None:
            ones = [digits[j] for j in above if upper >> j & 1]
            if None not in ones:
                formula.add([-digit, *(-one for one in ones if one is not None)])
        if lower >> at & 1:
            zeros = [digits[j] for j in above if not lower >> j & 1]
            formula.add([literal for literal in (digit, *zeros) if literal is not None])
