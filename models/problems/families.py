"""The families that can be compared: all that place pieces on boards which are named."""

from collections.abc import Mapping

from rookery.models.problems.family import COUNT as COUNT
from rookery.models.problems.family import Family, Several
from rookery.models.problems.registry import families

ALONE, TOGETHER = "pieces", "mixed"

FAMILIES: Mapping[str, Family] = {name: each for name, each in families().items() if each.places}


def piece_keys(family: Family) -> tuple[str, ...]:
    """The keys by which a campaign names the pieces of a family."""
    places = family.places
    assert places is not None
    if places.several is Several.ALWAYS:
        return (places.key,)
    together = (TOGETHER,) if places.several is Several.PERHAPS else ()
    return (ALONE, *together, *((COUNT,) if places.each == COUNT else ()))


def known_keys(family: Family) -> list[str]:
    """The keys of a campaign that mean something for a family."""
    return [*piece_keys(family), *(each.entry_key for each in family.parameters), *family.givens]
