"""Hypergraphs as grounds: vertices, and sets of them that are to be hit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Self

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, most_frequent, show_value
from rookery.core.model_size import count_size
from rookery.core.words import amount
from rookery.models.boards.graph import MAX_INLINE, Graph
from rookery.models.boards.graph_formats import GraphFile
from rookery.models.boards.ground import Place, Targets
from rookery.models.boards.vertices import Name, Vertex, list_given, take_names
from rookery.models.pieces.piece import Piece

MAX_LINKS = 25_000_000  # pairs of vertices that attack each other: 2 GB


def _take_set(given: Any) -> tuple[Name, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadInput(f"set {show_value(given)}: expected several vertices, such as ('a', 'b', 'c')")
    return tuple(given)


class Hypergraph(Graph):
    """Vertices and sets of them: `Hypergraph([(1, 2, 3), (3, 4)])`. A guard hits each set that holds its vertex.

    A guard attacks all vertices that share a set with its own, and no vertex shields another, as a set has no order.
    `weights` are as in a `Graph`. Raises `BadInput` as `Graph` does, and for a vertex that stands twice in one set.
    """

    name: ClassVar[str] = "hypergraph"

    def __init__(
        self,
        sets: Iterable[Sequence[Name]],
        vertices: Iterable[Name] = (),
        *,
        weights: Mapping[Name, int] | None = None,
        source: str | None = None,
    ) -> None:
        listed = checking_deadline(list_given(sets, "sets", "[('a', 'b', 'c')]"))
        self._sets = tuple(map(_take_set, listed))
        for at, each in enumerate(checking_deadline(self._sets), start=1):
            if len(set(each)) < len(each):
                raise BadInput(f"set {at}: vertex {most_frequent(each)} stands twice in it")
        named = vertices or take_names((), chain.from_iterable(self._sets))
        super().__init__((), named, weights=weights, source=source)
        self.numbered_sets()

    @property
    def sets(self) -> Sequence[Sequence[Name]]:
        """The sets that a hitting set hits, as they were given."""
        return self._sets

    def numbered_sets(self) -> Targets:
        """The same by the numbers of the vertices."""
        return tuple(tuple(map(self._number, each)) for each in checking_deadline(self._sets))

    def dual(self) -> "Hypergraph":
        """The hypergraph whose vertices are the sets, from 1, and whose sets are the sets that hold each vertex.

        A hitting set of it is a set cover: sets, as few as can be, that together hold all vertices.
        """
        holding: list[list[Name]] = [[] for _ in self.vertices]
        for number, each in enumerate(self.numbered_sets(), start=1):
            for at in each:
                holding[at].append(number)
        return Hypergraph(holding, range(1, len(self._sets) + 1))

    @cached_property
    def targets(self) -> Targets:
        """For each vertex those that share a set with it, ascending."""
        sets = self.numbered_sets()
        links = sum(len(each) ** 2 for each in sets)
        if links > MAX_LINKS:
            raise BadInput(f"{self.phrase}: {links:,} pairs of vertices in a set; at most {MAX_LINKS:,} are accepted")
        near: list[set[int]] = [set() for _ in self.vertices]
        for each in sets:
            count_size(literals=len(each) ** 2)
            for at in checking_deadline(each):
                near[at].update(each)
        return tuple(tuple(sorted(hits - {at})) for at, hits in enumerate(checking_deadline(near)))

    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The vertices of each set that holds a vertex, as the referee finds them: by the sets as they were given.

        A set has no order, so that none of its vertices stands between two others: each is a separate way.
        """
        return (iter((Vertex(name),)) for each in self._walked.get(start[0], ()) for name in each if name != start[0])

    @cached_property
    def _walked(self) -> Mapping[Name, Sequence[Any]]:
        found: dict[Name, list[Sequence[Name]]] = {}
        for each in self._sets:
            for name in each:
                found.setdefault(name, []).append(each)
        return found

    @property
    def _sized(self) -> str:
        return f"{self.kind} of {amount(len(self), 'vertex', 'vertices')} and {amount(len(self._sets), 'set')}"

    @cached_property
    def digest(self) -> str:
        """A SHA-256 of the vertices and the sets, however they were written."""
        listed = repr((tuple(self.vertices), sorted(map(sorted, self.numbered_sets())), *sorted(self.heavy.items())))
        from hashlib import sha256

        return sha256(listed.encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        """The hypergraph as plain data: all of it, or its file if it is large."""
        held: dict[str, Any] = {"board": [len(self), 1], "sha256": self.digest}
        held |= {"file": self.source} if self.source else {}
        if self.source and len(self._sets) > MAX_INLINE:
            return held
        return held | {"vertices": list(self.vertices), "sets": list(map(list, self._sets)), **self.plain_weights()}

    @classmethod
    def of_file(cls, read: GraphFile) -> Self:
        """The hypergraph of a file that was read."""
        return cls(read.rows, read.vertices, weights=dict(read.weights), source=read.path)

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The hypergraph of plain data; raises `BadInput` if its file holds another one by now."""
        if "sets" in data:
            weights = dict(data.get("weights", ()))
            return cls(data["sets"], data["vertices"], weights=weights, source=data.get("file"))
        return cls.from_file(data)
