"""Sets of numbers as masks: bit n of a whole number says that n is in the set."""

from collections.abc import Iterable, Iterator


def mask(numbers: Iterable[int]) -> int:
    """The mask of some numbers."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def bits(those: int) -> Iterator[int]:
    """The numbers in a mask, ascending."""
    while those:
        lowest = those & -those
        yield lowest.bit_length() - 1
        those ^= lowest
