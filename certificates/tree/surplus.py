"""Checks a sweep of surplus: with weights of the items, few candidates that hit all of them leave little over.

A candidate hits items of `unit` at most. The surplus of some candidates is `unit` for each, less the weights of the
items that they hit; it never falls when one more is chosen. A set of all that may be chosen has a surplus of at most
`unit` times their number, less all weights: what there is to spare.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from rookery.certificates.certificate import Evidence, Plain
from rookery.certificates.claim import Refused, Theorem
from rookery.certificates.tree.nodes.covering import ItemCovering, recognise_covering
from rookery.core.deadline import check_deadline

TRUSTED = "the checker of sweeps of surplus (certificates/tree: nodes/covering, surplus), and Python itself"
MAX_STATES = 1 << 22  # of both directions: some seconds
MAX_ITEMS = 1 << 12
MAX_SUM = 1 << 60  # of a number: no more digits than that are added
MAX_BYTES = 1 << 28  # of the states after one decision; those after the next are at most twice as many
OFTEN = 1 << 8  # states between two looks at the clock
WeighedItem = tuple[tuple[int, ...], int]  # the options of an item, ascending, and its weight


def check(theorem: Theorem, evidence: Evidence, plain: Plain) -> tuple[str, ...]:
    """List the assumptions; raises `Refused` if the sweep does not prove the theorem."""
    found, about = recognise_covering(theorem.model), evidence.about
    if found is None or theorem.count or theorem.orbits:
        raise Refused("evidence", "a sweep of surplus proves of coverings that there is no solution, and nothing else")
    try:
        unit, states, weights = itemgetter("unit", "states", "weights")(about)
        numbers = [unit, states, *weights]
    except (TypeError, LookupError) as error:
        raise Refused("evidence", f"what it says of itself: {type(error).__name__}") from None
    if evidence.data or any(type(each) is not int or not 0 <= each < MAX_SUM for each in numbers):
        raise Refused("evidence", "a sweep of surplus has no bytes, and whole numbers from 0")
    if len(weights) != len(found.items) or len(weights) > MAX_ITEMS or states > MAX_STATES:
        raise Refused("evidence", f"{len(weights)} weights, {states} states; at most {MAX_STATES:,} are checked")
    if plain:
        return plain(theorem, evidence)
    refute(found, unit, weights, states)
    return (TRUSTED,)


def refute(found: ItemCovering, unit: int, weights: Sequence[int], states: int) -> int:
    """Return the number of states of both directions; raises `Refused` if it proves nothing.

    Rivals are left out, and an item needs no more than one hit: a set of the covering is one of these as well. Of two
    halves of the decisions, one has at most half of what there is to spare. So it is decided first, from either end;
    then the other half may have what that end has shown to be left.
    """
    many, spare = len(found.variables), unit * found.most - sum(weights)
    there = [(tuple(c for c, _ in options), weight) for (_, options), weight in zip(found.items, weights, strict=True)]
    back = [(tuple(many - 1 - c for c in options[::-1]), weight) for options, weight in there]
    # Where items and weights are the same from the other end, it has the same states.
    directions = [there] if sorted(there) == sorted(back) else [there, back]
    sides = [Direction([*list_steps(items, many, unit)]) for items in directions]
    if not all(options for options, _ in there):
        return 0
    counted, room = 0, MAX_BYTES // (150 + len(weights) // 8)
    for size in sweep(sides, many // 2, spare):
        counted += size * 2 // len(sides)
        if counted > states or size > room:
            raise Refused("surplus", f"{counted:,} states are more than it says, or {size:,} are too large")
    return counted


def sweep(sides: Sequence["Direction"], half: int, spare: int) -> Iterator[int]:
    """The number of states after each decision; raises `Refused` if some are left at an end."""
    for side in sides:
        yield from side.decide([spare // 2] * half)
    shown = [side.least[:] for side in sides]
    for side, other in zip(sides, reversed(shown), strict=True):
        after = range(len(side.steps) - half)
        yield from side.decide([spare - other[min(left, half)] for left in reversed(after)])
        if side.layer:
            raise Refused("surplus", "a state is left when all candidates are decided")


@dataclass(frozen=True)
class SweepStep:
    """The decision about a candidate: the items that it hits, and those of which it is the last option, as bits.

    `weights` are the bit and the weight of each item that it hits, `cost` is the surplus of the candidate alone.
    """

    hits: int
    last: int
    cost: int
    weights: Sequence[tuple[int, int]]


def list_steps(items: Sequence[WeighedItem], many: int, unit: int) -> Iterator[SweepStep]:
    """The decisions for all candidates, in order; raises `Refused` if one hits more than `unit`."""
    hit: list[list[int]] = [[] for _ in range(many)]
    for item, (options, _) in enumerate(items):
        for c in options:
            hit[c].append(item)
    bits = [(1 << item, weight) for item, (_, weight) in enumerate(items)]
    for c, those in enumerate(hit):
        cost = unit - sum(bits[item][1] for item in those)
        if cost < 0:
            raise Refused("weights", f"what a candidate hits weighs {unit - cost}, more than {unit}")
        last = sum(bits[item][0] for item in those if items[item][0][-1] == c)
        weights = [bits[item] for item in those if bits[item][1]]
        yield SweepStep(sum(bits[item][0] for item in those), last, cost, weights)


@dataclass
class Direction:
    """One direction: the states so far, each with its least surplus, and the `least` after each number of decisions.

    A state is the items that have been hit, of those with options before and options to come, as bits.
    """

    steps: Sequence[SweepStep]
    layer: dict[int, int] = field(default_factory=lambda: {0: 0})
    least: list[int] = field(default_factory=lambda: [0])

    def decide(self, limits: Sequence[int]) -> Iterator[int]:
        """The number of states after each of the next decisions, where the surplus is within a limit."""
        for limit in limits:
            self.layer = decide(self.steps[len(self.least) - 1], self.layer, limit)
            self.least.append(min(self.layer.values(), default=limit + 1))
            yield len(self.layer)


def decide(step: SweepStep, layer: dict[int, int], limit: int) -> dict[int, int]:
    """The states after a decision: those without the candidate that leave each item an option, and those with it."""
    below: dict[int, int] = {}
    hits, last, others, cost, weights = step.hits, step.last, ~step.last, step.cost, step.weights
    for at, (state, surplus) in enumerate(layer.items()):
        if at % OFTEN == 0:
            check_deadline()
        if surplus <= limit and not last & ~state:
            left = state & others
            if below.get(left, surplus) >= surplus:
                below[left] = surplus
        surplus += cost
        if surplus <= limit:
            for item, weight in weights:
                if state & item:
                    surplus += weight
            if surplus <= limit:
                left = (state | hits) & others
                if below.get(left, surplus) >= surplus:
                    below[left] = surplus
    return below
