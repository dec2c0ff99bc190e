"""A selection as bit masks in Python's own integers, which have no width to outgrow."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookery.backends.selection.selection import Selection
from rookery.models.base.deadline import look_between
from rookery.models.base.masks import bits, mask


@dataclass(frozen=True, slots=True)
class Masks:
    """Candidate number c means the variable `variables[c]`.

    `hits[c]` are the items that a candidate hits, `rivals[c]` the candidates that cannot be chosen with it, itself
    included, and `options[i]` the candidates that hit an item; `items` and `candidates` are all of them.
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


def masks(selection: Selection, order: Sequence[int]) -> Masks:
    """The masks of a selection whose free variables are numbered as `order` lists them."""
    number = {variable: at for at, variable in enumerate(order)}
    options = tuple(mask(number[variable] for variable in item) for item in look_between(selection.items))
    hits, rivals = [0] * len(order), [1 << at for at in range(len(order))]
    for item, those in enumerate(look_between(options)):
        for candidate in bits(those):
            hits[candidate] |= 1 << item
    for clique in look_between(selection.cliques):
        together = mask(number[variable] for variable in clique)
        for candidate in bits(together):
            rivals[candidate] |= together
    return Masks(tuple(order), tuple(hits), tuple(rivals), options)
