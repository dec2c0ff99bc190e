"""Orders of the variables of a component in which a frontier may stay short."""

from collections.abc import Iterator

from rookery.backends.presolve.structure.parts import Masks
from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.numbers import bits, mask

MAX_WEIGHED = 600  # variables to weigh against each other for every place of an order


def list_orders(m: Masks) -> Iterator[list[int]]:
    """Orders of the candidates, each once: their own, outwards from either end, and by the shortest frontier."""
    own = list(range(len(m.variables)))
    near = _near(m)
    far = _outwards(near, 0)
    found = [own, far, _outwards(near, far[-1])]
    if len(own) <= MAX_WEIGHED:
        found.append(_shortest(m, near))
    yield from [order for at, order in enumerate(found) if order not in found[:at]]


def _near(m: Masks) -> list[int]:
    """For each candidate those that share a clique or an item with it."""
    near = list(m.rivals)
    for options in m.options:
        for candidate in bits(options):
            near[candidate] |= options
    return near


def _outwards(near: list[int], start: int) -> list[int]:
    """The candidates by their distance from one; those of a distance as their neighbours before them come."""
    order, seen = [start], 1 << start
    for candidate in checking_deadline(order):
        new = near[candidate] & ~seen
        seen |= new
        order += sorted(bits(new), key=lambda at: (near[at] & ~seen).bit_count())
    return order


def _shortest(m: Masks, near: list[int]) -> list[int]:
    """Next to what was decided, always the candidate that leaves the fewest blocked candidates and open items."""
    order: list[int] = []
    left, blocked, opened, edge = m.candidates, 0, 0, 0
    while left:
        check_deadline()
        best = min(bits(edge & left or left & -left), key=lambda at: _length(m, at, left, blocked, opened))
        order.append(best)
        left &= ~(1 << best)
        blocked, edge = (blocked | m.rivals[best]) & left, edge | near[best]
        opened = mask(item for item in bits(opened | m.hits[best]) if m.options[item] & left)
    return order


def _length(m: Masks, at: int, left: int, blocked: int, opened: int) -> int:
    """The number of bits of the states once a candidate is decided."""
    rest = left & ~(1 << at)
    closed = sum(1 for item in bits(m.hits[at]) if not m.options[item] & rest)
    return ((blocked | m.rivals[at]) & rest).bit_count() + (opened | m.hits[at]).bit_count() - closed
