"""Vertices by their names, and what people give for the edges between them.

Weights of vertices: what a guard on a vertex counts for where a goal counts guards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, most_frequent, show_value
from rookery.core.words import in_a_line
from rookery.models.boards.base import AbstractBoard, Cell

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Name = int | str
Spot = tuple[float, float]  # to the right and upwards
MAX_VERTICES = 4_000_000


class GraphWarning(UserWarning):
    """Something in a graph is not as usual, and harms nothing."""


class Vertex(NamedTuple):
    """A vertex of a graph, by its name; as text, what cannot be printed in it is an escape."""

    name: Name

    def __str__(self) -> str:
        return in_a_line(str(self.name))


class Pairs(Sequence[tuple[int, int]]):
    """Edges between whole numbers, a row of an array each: a tenth of what tuples take."""

    AT_ONCE = 1 << 16

    def __init__(self, ends: "NDArray[np.int64]") -> None:
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, at: Any) -> Any:
        return tuple(self.ends[at].tolist())

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for begin in range(0, len(self.ends), self.AT_ONCE):
            ones, others = self.ends[begin : begin + self.AT_ONCE].T.tolist()
            yield from zip(ones, others, strict=True)


def list_given(given: Any, what: str, example: str) -> Iterable[Any]:
    """Several things as they are; raises `BadInput` for a text, and for what cannot be listed."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise BadInput(f"{what} {show_value(given)}: expected a list, such as {example}")
    return given


def take_edges(edges: Iterable[Any]) -> Sequence[tuple[Name, Name]]:
    """The edges, at the speed of C if they are pairs already."""
    if isinstance(edges, Pairs):
        return edges
    given = tuple(list_given(edges, "edges", "[('a', 'b')]"))
    pairs = {tuple}.issuperset(map(type, given)) and {2}.issuperset(map(len, given))
    if pairs and {int, str}.issuperset(map(type, chain.from_iterable(given))):
        return given
    return tuple(map(_take_edge, checking_deadline(given)))


def _take_edge(edge: Any) -> tuple[Name, Name]:
    if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 2:
        raise BadInput(f"edge {show_value(edge)}: expected a pair of vertices, such as ('a', 'b')")
    one, other = edge
    return _take_name(one), _take_name(other)


def _take_name(name: Any) -> Name:
    if type(name) not in (int, str):
        raise BadInput(f"vertex {show_value(name)}: expected a whole number or a text")
    return name  # type: ignore[no-any-return]


def take_names(vertices: Iterable[Name], used: Iterable[Name]) -> tuple[Name, ...]:
    """The vertices that are named and those that are used, each once; raises `BadInput` for names of two types."""
    given = tuple(map(_take_name, checking_deadline(vertices)))
    names = tuple(dict.fromkeys((*given, *map(_take_name, checking_deadline(used)))))
    if len(set(given)) < len(given):
        raise BadInput(f"vertex {most_frequent(given)} is named twice")
    if len(set(map(type, names))) > 1:
        raise BadInput("some vertices are named by numbers and some by texts; name all of them in one way")
    return names


MAX_WEIGHT = 1_000_000_000


class Weighted(AbstractBoard):
    """A board of vertices of which some weigh more than 1, by their names."""

    vertices: Sequence[Name]
    heavy: Mapping[Name, int]

    @cached_property
    def weights(self) -> Sequence[int] | None:
        """The weights of the vertices in their order; None if no guard counts for more than another."""
        return [self.heavy.get(name, 1) for name in self.vertices] if self.heavy else None

    def weigh(self, place: Cell) -> int:
        """The weight of a vertex, as the referee finds it."""
        return self.heavy.get(place[0], 1)

    @property
    def kind(self) -> str:
        """The noun for the board in a sentence."""
        return f"{'weighted ' * bool(self.heavy)}{self.name}"

    def plain_weights(self) -> dict[str, Any]:
        """The weights as plain data; empty if there are no weights."""
        return {"weights": list(map(list, self.heavy.items()))} if self.heavy else {}


def take_weights(weights: Mapping[Name, int], number: Callable[[Name], int]) -> dict[Name, int]:
    """The weights of vertices, without those of 1; raises `BadInput` for a vertex that has no `number`."""
    if not isinstance(weights, Mapping):
        raise BadInput(f"weights {show_value(weights)}: expected a mapping, such as {{0: 5}}: vertex 0 weighs 5")
    for name, weight in weights.items():
        number(name)
        if type(weight) is not int or not 1 <= weight <= MAX_WEIGHT:
            raise BadInput(f"vertex {name} weighs {show_value(weight)}; accepted are 1 to {MAX_WEIGHT:,}")
    return {name: weight for name, weight in weights.items() if weight > 1}
