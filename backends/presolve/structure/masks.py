"""Coverings as bit masks, which are Python integers of any width."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rookery.core.deadline import checking_deadline
from rookery.core.numbers import bits, mask

T = TypeVar("T")


def shuffle_by_seed(things: Iterable[T], seed: int) -> list[T]:
    """Return the things in their own order for seed 0, else in a random order for each seed."""
    listed = list(things)
    if seed:
        from random import Random  # few questions have a seed

        Random(seed).shuffle(listed)
    return listed


@dataclass(frozen=True, slots=True)
class Masks:
    """A covering as bit masks; candidate c is the variable `variables[c]`.

    `hits[c]` are the items that a candidate hits, `rivals[c]` the candidates that cannot be chosen with it, itself
    included, and `options[i]` the candidates that hit an item. `items` and `candidates` have all bits set.
    """

    variables: tuple[int, ...]
    hits: tuple[int, ...]
    rivals: tuple[int, ...]
    options: tuple[int, ...]

    @property
    def items(self) -> int:
        """All items."""
        return (1 << len(self.options)) - 1

    @property
    def candidates(self) -> int:
        """All candidates."""
        return (1 << len(self.variables)) - 1


def make_masks(items: Iterable[Iterable[int]], cliques: Iterable[Iterable[int]], order: Sequence[int]) -> Masks:
    """Return the masks of a selection whose free variables are numbered as `order` lists them."""
    number = {variable: at for at, variable in enumerate(order)}
    options = tuple(mask(number[variable] for variable in item) for item in checking_deadline(items))
    hits, rivals = [0] * len(order), [1 << at for at in range(len(order))]
    for item, those in enumerate(checking_deadline(options)):
        for candidate in bits(those):
            hits[candidate] |= 1 << item
    for clique in checking_deadline(cliques):
        together = mask(number[variable] for variable in clique)
        for candidate in bits(together):
            rivals[candidate] |= together
    return Masks(tuple(order), tuple(hits), tuple(rivals), options)
