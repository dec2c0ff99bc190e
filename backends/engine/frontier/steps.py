"""The frontier of a selection whose variables are decided in an order: what each decision does to a state.

What a way so far means for the rest is which later variables it blocks, and which items that have later options it
has hit: a bit each. Ways that agree in this are one state. In some orders of the variables the frontier stays short.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import fsum, prod

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


@dataclass(frozen=True, slots=True)
class Step:
    """Effect of the decision on one variable on a state: a bit for each later variable or open item that it is about.

    `own` says that the variable is blocked; choosing it sets the bits `takes`, not choosing it requires the bits
    `needs`, of items whose last option it is; the bits `keep` still matter afterwards. Of the polynomial, the `cut`
    lowest coefficients and those outside the mask `window` can no longer become a number within the bounds.
    """

    own: int
    takes: int
    needs: int
    keep: int
    cut: int
    window: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on the number of variables from each place on that can be chosen at most, and must be at least.

    `wide` is a number of bits that every coefficient fits in.
    """

    highest: tuple[int, ...]
    lowest: tuple[int, ...]
    wide: int


def compute_bounds(m: Masks) -> Bounds:
    """Bounds by cliques that the variables are cut into from the end, and by items without a common option."""
    cliques: list[tuple[int, int]] = []  # the rivals that all members have in common, and how many members
    highest, lowest, apart = [0], [0], 0
    ending = _by(m, _first)
    for at in checking_deadline(reversed(range(len(m.variables)))):
        fits = next((n for n, (common, _) in enumerate(cliques) if common >> at & 1), len(cliques))
        common, size = cliques[fits] if fits < len(cliques) else (m.rivals[at], 0)
        cliques[fits : fits + 1] = [(common & m.rivals[at], size + 1)]
        free = next((item for item in ending[at] if not m.options[item] & apart), None)
        apart |= 0 if free is None else m.options[free]
        highest.append(len(cliques))
        lowest.append(lowest[-1] + (free is not None))
    wide = prod(size + 1 for _, size in cliques).bit_length()
    return Bounds(tuple(reversed(highest)), tuple(reversed(lowest)), wide)


def list_steps(m: Masks, found: Bounds, least: int, most: int) -> list[Step]:
    """A step for each candidate, in order; at least `least` and at most `most` of them are to be chosen."""
    bit, own, full = _bits(m)
    closing = _by(m, _last)
    made, low = [], 0
    for at, hits in enumerate(checking_deadline(m.hits)):
        needs = sum(bit[item] for item in closing[at])
        later = (rival for rival in bits(m.rivals[at]) if rival > at)
        takes = sum(own[rival] for rival in later) | sum(bit[item] for item in bits(hits))
        floor = max(low, least - found.highest[at + 1])
        room = max(0, min(most - found.lowest[at + 1], at + 1) - floor + 1)
        window = (1 << room * found.wide) - 1
        made.append(Step(own[at], takes, needs, full & ~(own[at] | needs), (floor - low) * found.wide, window))
        low = floor
    return made


def _bits(m: Masks) -> tuple[list[int], list[int], int]:
    """The bit of each item, the bit of each candidate that an earlier one blocks (else 0), and all bits.

    A bit is given to another once what it stood for no longer matters, so that states stay short.
    """
    item, own = [0] * len(m.options), [0] * len(m.variables)
    opening, closing = _by(m, _first), _by(m, _last)
    spare: list[int] = []
    used = 0
    for at, rivals in enumerate(m.rivals):
        blocked = [rival for rival in bits(rivals) if rival > at and not own[rival]]
        for things, table in ((opening[at], item), (blocked, own)):
            for thing in things:
                if not spare:
                    spare.append(1 << used)
                    used += 1
                table[thing] = spare.pop()
        spare += [item[thing] for thing in closing[at]] + [own[at]] * bool(own[at])
    return item, own, (1 << used) - 1


def estimate_states(m: Masks) -> float:
    """A measure of the states there will be: far fewer than 2 ** n with a frontier of n bits, and fewer than this."""
    change = [0] * (len(m.variables) + 1)
    spans = [(_first(options), _last(options)) for options in (*m.options, *_until(m))]
    for opened, closed in spans:
        change[opened] += 1
        change[closed] -= 1
    return fsum(2.0 ** min(bits / 2, 1000) for bits in accumulate(change))


def _until(m: Masks) -> list[int]:
    """For each candidate itself and the earlier ones that block it."""
    return [rivals & ((2 << at) - 1) for at, rivals in enumerate(m.rivals)]


def _by(m: Masks, place: Callable[[int], int]) -> list[list[int]]:
    """For each candidate the items that have their place there."""
    there: list[list[int]] = [[] for _ in m.variables]
    for item, options in enumerate(m.options):
        there[place(options)].append(item)
    return there


def _first(options: int) -> int:
    return (options & -options).bit_length() - 1


def _last(options: int) -> int:
    return options.bit_length() - 1
