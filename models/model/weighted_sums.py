"""Weighted sums as clauses: a decision diagram if it stays small, binary adders if it does not.

The diagram lets unit propagation see more, but may grow with the number of different sums; for a count it is the
sequential counter (Sinz 2005). Adders, as in MiniSat+ (Eén and Sörensson 2006), grow with the number of digits alone.
"""

from collections import deque
from collections.abc import Sequence
from itertools import product

from rookery.core.deadline import OFTEN, check_deadline

Clause = list[int]
Terms = Sequence[tuple[int, int]]
Window = tuple[int, int]
Node = int | bool
SUM, CARRY = (False, True, False, True), (False, False, True, True)  # by how many of the inputs are true


class ClauseList:
    """Clauses under construction: literals are numbers from 1, negative if negated; `top` is the largest in use."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.clauses: list[Clause] = []

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        if self.top % OFTEN == 0:
            check_deadline()
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        self.clauses.append(list(literals))


def encode_diagram(clause_list: ClauseList, terms: Terms, window: Window, most_nodes: int, exact: bool) -> bool:
    """Add the diagram's clauses, the first term at the root; return False if it grows beyond `most_nodes`.

    A node is the window that is left for the terms below: a true node demands that they keep to it, with `exact` a
    false one that they do not. Some sums keep to the window and some do not, as `clip` gives it.
    """
    rest = sum(weight for weight, _ in terms)
    layer, nodes = {window: clause_list.fresh()}, 0
    clause_list.add(clause_list.top)
    for weight, literal in terms:
        rest -= weight
        below: dict[Window, int] = {}
        for (lower, upper), node in layer.items():
            high = _child(clause_list, below, clip((lower - weight, upper - weight), rest))
            low = _child(clause_list, below, clip((lower, upper), rest))
            # A true node implies the child that the literal selects; in any case it implies one of its children
            children = (high, low)
            for sign, child in zip((-literal, literal), children, strict=True):
                if child is not True:
                    clause_list.add(-node, sign, *_literal(child))
            if children[0] is not True and children[1] is not True:
                clause_list.add(-node, *_literal(children[0]), *_literal(children[1]))
            if exact:
                _lead_back(clause_list, node, literal, (high, low))
        layer, nodes = below, nodes + len(below)
        if nodes > most_nodes:
            return False
    return True


def clip(window: Window, rest: int) -> Window | bool:
    """Return a window without unreachable sums; True if all sums satisfy it, False if no sum does."""
    lower, upper = max(window[0], 0), min(window[1], rest)
    if lower > upper:
        return False
    return True if (lower, upper) == (0, rest) else (lower, upper)


def _child(clause_list: ClauseList, below: dict[Window, int], window: Window | bool) -> Node:
    if isinstance(window, bool):
        return window
    if window not in below:
        below[window] = clause_list.fresh()
    return below[window]


def _lead_back(clause_list: ClauseList, node: int, literal: int, children: tuple[Node, Node]) -> None:
    """Demand that a node is true if the child that the literal selects is true."""
    for sign, child in zip((-literal, literal), children, strict=True):
        if child is True:
            clause_list.add(node, sign)
        elif child is not False:
            clause_list.add(node, sign, -child)


def _literal(child: Node) -> tuple[int, ...]:
    return () if isinstance(child, bool) else (child,)


def add_digits(clause_list: ClauseList, terms: Sequence[tuple[int, int]]) -> list[int | None]:
    """Return the binary digits of the sum, lowest first; None is a digit that is always 0."""
    digits: list[int | None] = []
    width = max(weight for weight, _ in terms).bit_length()
    columns = deque(deque(literal for weight, literal in terms if weight >> at & 1) for at in range(width))
    while columns:
        column = columns.popleft()
        while len(column) > 1:
            taken = [column.popleft() for _ in range(min(3, len(column)))]
            columns = columns or deque((deque[int](),))
            columns[0].append(_define(clause_list, taken, CARRY))
            column.append(_define(clause_list, taken, SUM))
        digits.append(column[0] if column else None)
    return digits


def _define(clause_list: ClauseList, inputs: Sequence[int], truth: Sequence[bool]) -> int:
    """Return a literal that is `truth` at the number of true inputs."""
    output = clause_list.fresh()
    for values in product((False, True), repeat=len(inputs)):
        differs = (-literal if value else literal for value, literal in zip(values, inputs, strict=True))
        clause_list.add(*differs, output if truth[sum(values)] else -output)
    return output


def keep_between(clause_list: ClauseList, digits: Sequence[int | None], window: tuple[int, int]) -> None:
    """Keep a binary number within a window: where it first differs from a bound, it does so on the right side.

    The bounds have no more digits than the number.
    """
    lower, upper = window
    for at, digit in enumerate(digits):
        above = range(at + 1, len(digits))
        ones = [digits[other] for other in above if upper >> other & 1]
        if not upper >> at & 1 and digit is not None and None not in ones:
            clause_list.add(-digit, *(-one for one in ones if one is not None))
        if lower >> at & 1:
            zeros = [digits[other] for other in above if not lower >> other & 1]
            clause_list.add(*(literal for literal in (digit, *zeros) if literal is not None))


def encode_sum(clause_list: ClauseList, terms: Terms, window: Window, most_nodes: int, exact: bool) -> None:
    """Demand that the positive weights of the true literals sum to within the window, ends included.

    The encoding is a diagram of at most `most_nodes`, which heavy terms first make smaller, otherwise adders. With
    `exact` the sum decides each auxiliary variable, so that solutions correspond one to one; without it some are left
    free, which takes fewer clauses.
    """
    inside = clip(window, sum(weight for weight, _ in terms))
    if isinstance(inside, bool):
        clause_list.clauses += [] if inside else [[]]
        return
    top, size = clause_list.top, len(clause_list.clauses)
    if not encode_diagram(clause_list, terms, inside, most_nodes, exact):
        clause_list.top = top
        del clause_list.clauses[size:]
        keep_between(clause_list, add_digits(clause_list, terms), inside)
