"""Orders that a seed decides."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def shuffle_by_seed(things: Iterable[T], seed: int) -> list[T]:
    """The things in their own order for seed 0, else in an order that the seed decides."""
    listed = list(things)
    if seed:
        import random

        random.Random(seed).shuffle(listed)
    return listed
