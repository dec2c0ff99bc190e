"""A decision diagram of a weighted sum: a node is the window that is left for the terms below it.

For a count this is the sequential counter (Sinz 2005).
"""

from collections.abc import Sequence

from rookery.models.cnf.clause_list import ClauseList

Terms = Sequence[tuple[int, int]]
Window = tuple[int, int]
Node = int | bool


def encode_diagram(clause_list: ClauseList, terms: Terms, window: Window, most_nodes: int, exact: bool) -> bool:
    """Add the diagram's clauses, the first term at the root; False where it grows beyond `most_nodes`.

    The window is one that some sums keep to and some do not, as `clip` gives it.
    A node that is true demands that the terms below keep to its window. With `exact` one that is false demands that
    they do not.
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
            _lead(clause_list, node, literal, (high, low))
            if exact:
                _lead_back(clause_list, node, literal, (high, low))
        layer, nodes = below, nodes + len(below)
        if nodes > most_nodes:
            return False
    return True


def clip(window: Window, rest: int) -> Window | bool:
    """A window without what cannot be reached; True where all sums keep to it, False where none does."""
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


def _lead(clause_list: ClauseList, node: int, literal: int, children: tuple[Node, Node]) -> None:
    """A true node makes the child true that the literal points to, and one of the two whatever the literal is."""
    for sign, child in zip((-literal, literal), children, strict=True):
        if child is not True:
            clause_list.add(-node, sign, *_literal(child))
    if children[0] is not True and children[1] is not True:
        clause_list.add(-node, *_literal(children[0]), *_literal(children[1]))


def _lead_back(clause_list: ClauseList, node: int, literal: int, children: tuple[Node, Node]) -> None:
    """A node is true where the child is that the literal points to."""
    for sign, child in zip((-literal, literal), children, strict=True):
        if child is True:
            clause_list.add(node, sign)
        elif child is not False:
            clause_list.add(node, sign, -child)


def _literal(child: Node) -> tuple[int, ...]:
    return () if isinstance(child, bool) else (child,)
