"""Weights of vertices: what a guard on a vertex counts for where a goal counts guards."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rookery.models.errors import BadInput, show_value
from rookery.models.graphs.vertices import Name
from rookery.models.ground.protocol import Ground, Place

MOST_WEIGHT = 1_000_000_000


class Weighted(Ground):
    """A ground of vertices of which some weigh more than 1, by their names."""

    vertices: Sequence[Name]
    heavy: Mapping[Name, int]

    @cached_property
    def weights(self) -> Sequence[int] | None:
        """The weights of the vertices in their order; None where no guard counts for more than another."""
        return [self.heavy.get(name, 1) for name in self.vertices] if self.heavy else None

    def weigh(self, place: Place) -> int:
        """The weight of a vertex, as the referee finds it."""
        return self.heavy.get(place[0], 1)

    @property
    def kind(self) -> str:
        """What the ground is called in a sentence."""
        return f"{'weighted ' * bool(self.heavy)}{self.name}"

    def plain_weights(self) -> dict[str, Any]:
        """The weights as plain data; nothing where there are none."""
        return {"weights": list(map(list, self.heavy.items()))} if self.heavy else {}


def take_weights(weights: Mapping[Name, int], number: Callable[[Name], int]) -> dict[Name, int]:
    """The weights of vertices, without those of 1; raises `BadInput` for a vertex that has no `number`."""
    for name, weight in weights.items():
        number(name)
        if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
            raise BadInput(f"vertex {name} weighs {show_value(weight)}; accepted are 1 to {MOST_WEIGHT:,}")
    return {name: weight for name, weight in weights.items() if weight > 1}
