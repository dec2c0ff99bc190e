"""How large armies must be, and which places they take of what is left to them."""

from collections.abc import Sequence
from itertools import islice

from rookery.backends.selection.bicliques import bits
from rookery.backends.selection.rivals import Rivals


def least_sizes(found: Rivals, goal: int = 0) -> list[int]:
    """How large each army must be where the one that is to be large must have so many; those of one size alike."""
    bounds = found.bounds
    own = [max(low, forced.bit_count()) for low, forced in zip(bounds.least, bounds.forced, strict=True)]
    if bounds.goal >= 0:
        own[bounds.goal] = max(own[bounds.goal], goal)
    return [max(own[other] for other in _fellows(found, army)) for army in range(len(own))]


def has_room(found: Rivals, least: Sequence[int]) -> bool:
    """Whether no army must be larger than it may be."""
    return all(low <= high for low, high in zip(least, found.bounds.most, strict=True))


def largest_goal(found: Rivals) -> int:
    """How large the army that is to be large can be at the most, by bounds on sizes alone."""
    return min(found.bounds.most[army] for army in _fellows(found, found.bounds.goal))


def _fellows(found: Rivals, army: int) -> list[int]:
    """The armies that are as large as one."""
    return [other for other, sort in enumerate(found.bounds.equal) if sort == found.bounds.equal[army]]


def choose_places(found: Rivals, left: Sequence[int]) -> list[int]:
    """Of what is left to each army as much as it may have, those of one size alike: what is forced and the first."""
    many = [min(mask.bit_count(), most) for mask, most in zip(left, found.bounds.most, strict=True)]
    sizes = [min(many[other] for other in _fellows(found, army)) for army in range(len(many))]
    return [_take(mask, forced, size) for mask, forced, size in zip(left, found.bounds.forced, sizes, strict=True)]


def _take(mask: int, forced: int, size: int) -> int:
    """So many places, those that are forced among them."""
    others = islice(bits(mask & ~forced), size - forced.bit_count())
    return forced | sum(1 << place for place in others)
