"""Graphs as boards: cells are vertices, and a guard attacks along the edges."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self
from warnings import warn

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, most_frequent, refuse, show_value
from rookery.core.numbers import is_whole
from rookery.core.plugins import install_extra
from rookery.core.words import amount, in_a_line, shorten, with_article
from rookery.models.boards.base import AbstractBoard, Cell, Clique, Targets
from rookery.models.pieces.piece import Piece

Name = int | str
Spot = tuple[float, float]  # a position in a picture: to the right and upwards
MAX_VERTICES = 4_000_000
MAX_WEIGHT = 1_000_000_000
MAX_SHOWN = 60  # characters of a file name in a sentence
PLAIN_NAME = re.compile(r"[\w.-]+")


class GraphWarning(UserWarning):
    """Something in a graph is unusual but harmless."""


class Vertex(NamedTuple):
    """A vertex of a graph, by its name."""

    name: Name

    def __str__(self) -> str:
        return in_a_line(str(self.name))


class Graph(AbstractBoard):
    """A graph of named vertices: `Graph([("a", "b"), ("b", "c")])`; a guard attacks along its edges.

    Names are whole numbers or texts. `vertices` adds vertices without edges, and its order comes first; the others
    follow in the order of the edges. In a `directed` graph an edge leads from its first vertex to its second. Where a
    goal counts guards, a guard counts for the weight of its vertex: `weights`, whole numbers from 1, else 1. `source`
    is the file of the graph, `spots` are positions of the vertices in a picture.

    Raises `BadInput` for a loop, for names of other types or of both types, and for a weight below 1 or of no vertex.
    An edge that is given again counts once, with a `GraphWarning`.
    """

    cell_type = Vertex
    noun: ClassVar[str] = "vertex"
    nouns: ClassVar[str] = "vertices"

    def __init__(
        self,
        edges: Iterable[tuple[Name, Name]],
        vertices: Iterable[Name] = (),
        *,
        directed: bool = False,
        weights: Mapping[Name, int] | None = None,
        source: str | None = None,
        spots: Mapping[Name, Spot] | None = None,
    ) -> None:
        self.directed, self.source, self.spots = directed, source, spots
        self.edges = tuple(map(_take_edge, checking_deadline(_list_given(edges, "edges", "[('a', 'b')]"))))
        listed = tuple(map(_take_name, _list_given(vertices, "vertices", "['a', 'b']")))
        names = dict.fromkeys(listed)
        if len(names) < len(listed):
            raise BadInput(f"vertex {most_frequent(listed)} is named twice")
        for edge in self.edges:
            names.setdefault(edge[0])
            names.setdefault(edge[1])
        if len(set(map(type, names))) > 1:
            raise BadInput("some vertices are named by numbers and some by texts; name all of them in one way")
        if len(names) > MAX_VERTICES:
            raise BadInput(f"a graph of {len(names):,} vertices; at most {MAX_VERTICES:,} are accepted")
        self.vertices: Sequence[Name] = tuple(names)
        self._numbers = {name: at for at, name in enumerate(self.vertices)}
        self.heavy = self._take_weights({} if weights is None else weights)
        self.nodes: Mapping[Name, Any] = {}
        self.targets = self._find_targets()

    def _take_weights(self, weights: Mapping[Name, int]) -> dict[Name, int]:
        """Return the weights above 1."""
        if not isinstance(weights, Mapping):
            refuse("weights", weights, "a mapping, such as {0: 5}: vertex 0 weighs 5")
        taken = {}
        for name, weight in weights.items():
            if name not in self._numbers:
                raise BadInput(f"weights: vertex {show_value(name)} is not in the graph")
            if not is_whole(weight) or not 1 <= weight <= MAX_WEIGHT:
                raise BadInput(f"vertex {name} weighs {show_value(weight)}; accepted are 1 to {MAX_WEIGHT:,}")
            taken[_take_name(name)] = index(weight)
        return {name: weight for name, weight in taken.items() if weight > 1}

    def _find_targets(self) -> Targets:
        """Return for each vertex the vertices that its edges lead to, ascending."""
        numbers, near = self._numbers, [set[int]() for _ in self.vertices]
        for one, other in checking_deadline(self.edges):
            if one == other:
                raise BadInput(f"edge {one} {one}: a loop; an edge joins two vertices")
            near[numbers[one]].add(numbers[other])
            if not self.directed:
                near[numbers[other]].add(numbers[one])
        different = sum(map(len, near)) // (1 if self.directed else 2)
        if twice := len(self.edges) - different:
            warn(GraphWarning(f"{amount(twice, 'edge')} given again; each counts once"), stacklevel=4)
        return tuple(tuple(sorted(hits)) for hits in checking_deadline(near))

    @classmethod
    def from_networkx(cls, graph: Any, weight: str | None = None, *, source: str | None = None) -> Self:
        """Return the graph of a `networkx.Graph`, or of any object with `nodes` and `edges` like it.

        A node that is neither a whole number nor a text is named by its text; so are all nodes if their types differ,
        and nodes with equal texts, such as 1 and "1", by `repr`. `nodes_of` gives the nodes back. `weight` names the
        attribute with the weights of nodes; a node without it weighs 1. Loops are left out, with a `GraphWarning`.
        Attributes `pos`, or `x` and `y`, are the positions of nodes in a picture.
        """
        if not (hasattr(graph, "nodes") and hasattr(graph, "edges")):
            refuse("graph", graph, "a graph of networkx")
        names = _name_nodes([*graph.nodes])
        edges = [(names[one], names[other]) for one, other, *_ in graph.edges if one != other]
        warn_of_loops(len(graph.edges) - len(edges), source or "a graph of networkx")
        data = {names[node]: held for node, held in getattr(graph.nodes, "items", dict)()}
        directed = bool(getattr(graph, "is_directed", bool)())
        weights = {name: held[weight] for name, held in data.items() if weight is not None and weight in held}
        spots = _find_spots(data)
        made = cls(dict.fromkeys(edges), names.values(), directed=directed, weights=weights, source=source, spots=spots)
        made.nodes = {name: node for node, name in names.items()}
        return made

    def nodes_of(self, cells: Iterable[Cell]) -> list[Any]:
        """Return the networkx nodes of some vertices; the names if the graph was not made from networkx."""
        names = (self.cell(self.index(cell)).name for cell in cells)
        return [self.nodes.get(name, name) for name in names]

    def to_networkx(self) -> Any:
        """Return a `networkx.Graph` or `DiGraph` with a `weight` on vertices that weigh more than 1.

        Raises `BadInput` if networkx is not installed.
        """
        networkx = import_networkx("a graph of networkx")
        made = (networkx.DiGraph if self.directed else networkx.Graph)()
        made.add_nodes_from(self.vertices)
        made.add_edges_from(self.edges)
        for name, weight in self.heavy.items():
            made.nodes[name]["weight"] = weight
        return made

    def __len__(self) -> int:
        return len(self.vertices)

    def __iter__(self) -> Iterator[Vertex]:
        return map(Vertex, self.vertices)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and len(cell) == 1 and type(cell[0]) in (int, str) and cell[0] in self._numbers

    def index(self, cell: Cell) -> int:
        """Return the number of a vertex; raises `BadInput` if it is not in the graph."""
        if cell not in self:
            raise BadInput(self.refusal(cell))
        return self._numbers[cell[0]]

    def find(self, text: str) -> Cell | None:
        """Return the vertex of this name, or of the text that shows it; else None."""
        name = text.strip()
        return Vertex(name) if name in self._numbers else super().find(text)

    def cell(self, index: int) -> Vertex:
        """Return the vertex of a number; raises `IndexError` if the graph has no such number."""
        if not 0 <= index < len(self.vertices):
            raise IndexError(f"vertex number {index} of a graph with {len(self.vertices)} vertices")
        return Vertex(self.vertices[index])

    def refusal(self, cell: Cell) -> str:
        """Return the reason why a vertex is not in the graph."""
        name = cell[0] if isinstance(cell, tuple) and len(cell) == 1 else cell
        return f"vertex {show_value(name)} is none of the vertices of {self.phrase}"

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece with steps: a graph has no directions."""
        if piece.rides:
            raise BadInput(
                f"{with_article(piece)} takes steps on a board, and {self.phrase} has none; name the piece guard"
            )

    def rays(self, piece: Piece, start: Cell) -> Iterator[Clique]:
        """Yield the vertices that a guard attacks, one per edge."""
        return ((there,) for there in self.targets[self.index(start)])

    @cached_property
    def sources(self) -> Targets:
        """For each vertex the vertices from which its edges come, ascending."""
        if not self.directed:
            return self.targets
        found: list[list[int]] = [[] for _ in self.vertices]
        for at, hits in enumerate(checking_deadline(self.targets)):
            for there in hits:
                found[there].append(at)
        return tuple(map(tuple, found))

    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """Yield the ways of a guard, read from the given edges (referee; separate code)."""
        return (iter((Vertex(name),)) for name in self._walked.get(start[0], ()))

    @cached_property
    def _walked(self) -> Mapping[Name, Sequence[Name]]:
        """For each vertex the other ends of its edges, for the referee alone."""
        found: dict[Name, list[Name]] = {}
        for tail, head in self.edges:
            found.setdefault(tail, []).append(head)
            if not self.directed:
                found.setdefault(head, []).append(tail)
        return found

    @cached_property
    def weights(self) -> Sequence[int] | None:
        """The weights of the vertices in their order; None if every guard counts for one."""
        return [self.heavy.get(name, 1) for name in self.vertices] if self.heavy else None

    def weigh(self, cell: Cell) -> int:
        """Return the weight of a vertex, as the referee finds it."""
        return self.heavy.get(cell[0], 1)

    @property
    def places(self) -> Sequence[Spot] | None:
        """The positions of the vertices in a picture; None if some have none."""
        known = self.spots or {}
        return [known[name] for name in self.vertices] if len(known) == len(self.vertices) else None

    @property
    def spec(self) -> str:
        """The text by which commands name the graph, graph:FILE; its size if no file holds it."""
        return f"graph:{self.source}" if self.source else self._sized

    @property
    def _sized(self) -> str:
        kind = f"{'directed ' * self.directed}{'weighted ' * bool(self.heavy)}graph"
        return f"{kind} of {amount(len(self), 'vertex', 'vertices')} and {amount(len(self.edges), 'edge')}"

    @property
    def series(self) -> str:
        """The words that graphs of different sizes share."""
        return " on a graph"

    @property
    def phrase(self) -> str:
        """The graph in a sentence: `a graph of 5 vertices and 6 edges`, `the graph of ... in roads.gr`."""
        if not self.source:
            return f"a {self._sized}"
        return f"the {self._sized} in {_quote_file(self.source)}"

    def plain(self) -> dict[str, Any]:
        """Return vertices and edges in a fixed order, and what else is not the default."""
        names = self.vertices
        pairs = ((at, there) for at, hits in enumerate(self.targets) for there in hits if self.directed or at < there)
        data = {
            "vertices": list(names),
            "edges": [[names[one], names[other]] for one, other in pairs],
            "directed": self.directed,
            "weights": [[name, self.heavy[name]] for name in names if name in self.heavy],
            "source": self.source,
        }
        return {key: value for key, value in data.items() if value or key in ("vertices", "edges")}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """Return the graph of `plain()`; raises `BadInput` for other data."""
        weights, source, directed = data.get("weights", []), data.get("source"), data.get("directed", False)
        pairs = isinstance(weights, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in weights)
        if not pairs or not isinstance(source, str | None) or not isinstance(directed, bool):
            raise BadInput("graph: expected weights as pairs, a source as text, and directed as true or false")
        heavy = {_take_name(name): weight for name, weight in weights}
        return cls(data["edges"], data["vertices"], directed=directed, weights=heavy, source=source)

    def _key(self) -> tuple[Any, ...]:
        return self.directed, self.vertices, self.targets, self.heavy

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Graph) and other._key() == self._key())

    def __hash__(self) -> int:
        return hash((len(self.vertices), len(self.edges)))

    def __repr__(self) -> str:
        return f"<{in_a_line(self.spec)}>"


def import_networkx(what: str) -> Any:
    """Import networkx; raises `BadInput` if it is not installed."""
    try:
        return import_module("networkx")
    except ImportError:
        raise BadInput(f"{what} needs networkx: {install_extra('graphs')}") from None


def warn_of_loops(loops: int, where: str) -> None:
    """Warn if loops were left out."""
    if loops:
        warn(GraphWarning(f"{where}: {amount(loops, 'loop')} ignored"), stacklevel=4)


def _quote_file(path: str) -> str:
    """Return the name of a file in a sentence: in quotation marks if it could be read as more than a name."""
    name = shorten(Path(path).name, MAX_SHOWN)
    return name if PLAIN_NAME.fullmatch(name) else in_a_line(json.dumps(name, ensure_ascii=False))


def _list_given(given: Any, what: str, example: str) -> Iterable[Any]:
    """Return an iterable; an array as a list, whose numbers are Python's own."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        refuse(what, given, f"a list, such as {example}")
    listed: Iterable[Any] = given.tolist() if hasattr(given, "tolist") else given
    return listed


def _take_edge(edge: Any) -> tuple[Name, Name]:
    if type(edge) is tuple and len(edge) == 2 and type(edge[0]) is type(edge[1]) in (int, str):
        return edge
    if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
        refuse("edge", edge, "a pair of vertices, such as ('a', 'b')")
    one, other = edge
    return _take_name(one), _take_name(other)


def _take_name(name: Any) -> Name:
    if type(name) in (int, str):
        return name  # type: ignore[no-any-return]
    if isinstance(name, str):
        return str(name)
    if not is_whole(name):
        refuse("vertex", name, "a whole number or a text")
    return index(name)


def _name_nodes(nodes: Sequence[Any]) -> dict[Any, Name]:
    """Return the names of the nodes of networkx, all of one type and all different."""
    kinds = set(map(type, nodes))
    if kinds <= {int} or kinds <= {str}:
        return {node: node for node in nodes}
    times = Counter(map(str, nodes))
    names: dict[Any, Name] = {node: str(node) if times[str(node)] == 1 else repr(node) for node in nodes}
    if len(set(names.values())) < len(nodes):
        raise BadInput(f"several nodes are named {most_frequent(names.values())}; give them different texts")
    return names


def _find_spots(nodes: Mapping[Name, Mapping[str, Any]]) -> Mapping[Name, Spot] | None:
    """Return the positions of nodes by `pos`, or by `x` and `y`; None if a node has none."""
    found = dict[Name, Spot]()
    for name, data in nodes.items():
        try:
            x, y = data["pos"] if "pos" in data else (data["x"], data["y"])
            found[name] = float(x), float(y)
        except (KeyError, TypeError, ValueError):
            return None
        if not all(map(isfinite, found[name])):
            return None
    return found or None
