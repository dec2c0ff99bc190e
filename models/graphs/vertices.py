"""Vertices by their names, and what people give for the edges between them."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from rookery.models.errors import BadInput, show_value

Name = int | str
MOST_VERTICES = 4_000_000


class GraphWarning(UserWarning):
    """Something in a graph is not as usual, and harms nothing."""


class Vertex(NamedTuple):
    """A vertex of a graph, by its name."""

    name: Name

    def __str__(self) -> str:
        return str(self.name)


def take_edges(edges: Iterable[Any]) -> tuple[tuple[Name, Name], ...]:
    """The edges, at the speed of C where they are pairs already."""
    given = tuple(edges)
    pairs = {tuple}.issuperset(map(type, given)) and {2}.issuperset(map(len, given))
    if pairs and {int, str}.issuperset(map(type, chain.from_iterable(given))):
        return given
    return tuple(map(_take_edge, given))


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
    given = tuple(map(_take_name, vertices))
    names = tuple(dict.fromkeys((*given, *map(_take_name, used))))
    if len(set(given)) < len(given):
        raise BadInput(f"vertex {max(given, key=given.count)} is named twice")
    if len(set(map(type, names))) > 1:
        raise BadInput("some vertices are named by numbers and some by texts; name all of them in one way")
    return names
