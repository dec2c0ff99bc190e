"""Graphs as boards: cells are vertices, and a guard attacks along the edges."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self
from warnings import warn

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.words import amount, in_a_line, quote_odd
from rookery.models.boards.base import Cell, Clique, Targets
from rookery.models.boards.vertices import (
    MAX_VERTICES,
    GraphWarning,
    Name,
    Pairs,
    Spot,
    Vertex,
    Weighted,
    take_edges,
    take_names,
    take_weights,
)
from rookery.models.pieces.piece import Piece

if TYPE_CHECKING:
    from rookery.models.boards.graph_reading import GraphFile

AT_ONCE = 1 << 14  # vertices whose edges are listed between two looks at the clock
MAX_INLINE = 2_000  # edges that plain data holds; above, it names the file
WRITTEN = re.compile(r"graph:(.+)", re.DOTALL)


def _read_file(path: str | Path) -> "GraphFile":
    from rookery.models.boards.graph_reading import read_file  # few boards are graphs

    return read_file(path)


class Graph(Weighted):
    """A graph of named vertices: `Graph([("a", "b"), ("b", "c")])`; a guard attacks along its edges.

    Names are whole numbers or texts. `vertices` adds those without edges, and gives all of them their order; otherwise
    they stand in the order of the edges. In a `directed` graph an edge leads from its first vertex to its second.
    Where a goal counts guards, each counts for the weight of its vertex: `weights`, whole numbers from 1, else 1.

    Raises `BadInput` for a loop, for names of other types or of both, and for a weight of no vertex or below 1; an edge
    that is given again is taken once, with a `GraphWarning`.
    """

    name: ClassVar[str] = "graph"
    cell_type = Vertex
    nodes: Mapping[Name, Any] | None
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
        self.edges = take_edges(edges)
        self.directed, self.source, self.spots, self.nodes = directed, source, spots, None
        used = () if isinstance(self.edges, Pairs) else chain.from_iterable(self.edges)
        listed = vertices if isinstance(vertices, range) else take_names(vertices, used)
        self.vertices: Sequence[Name] = listed
        if len(listed) > MAX_VERTICES:
            raise BadInput(f"a graph of {len(listed):,} vertices; at most {MAX_VERTICES:,} are accepted")
        named = () if isinstance(listed, range) else listed
        self._numbers: Mapping[Name, int] = {name: at for at, name in enumerate(named)}
        self.heavy = take_weights(weights or {}, self._number)
        if self.edges:
            assert self.targets is not None  # refuses a loop now

    @cached_property
    def targets(self) -> Targets:
        """For each vertex those that its edges lead to, ascending; raises `BadInput` for a loop."""
        if isinstance(self.edges, Pairs) and not self.directed:
            return self._sort_pairs(self.edges)
        near: list[list[int]] = [[] for _ in self.vertices]
        for one, other in checking_deadline(self.numbered_edges()):
            if one == other:
                raise BadInput(f"edge {self.vertices[one]} {self.vertices[one]}: a loop; an edge joins two vertices")
            near[one].append(other)
            if not self.directed:
                near[other].append(one)
        found = tuple(tuple(sorted(set(hits))) if len(hits) > 1 else tuple(hits) for hits in checking_deadline(near))
        twice = sum(map(len, near)) - sum(map(len, found))
        self._say_twice(twice if self.directed else twice // 2)
        return found

    def _say_twice(self, times: int) -> None:
        if times:
            warn(GraphWarning(f"{amount(times, 'edge')} given again; each is taken once"), stacklevel=6)

    def _sort_pairs(self, edges: Pairs) -> Targets:
        """The same of an array of edges, which a file has given without loops; equal numbers are one object."""
        import numpy as np

        size, listed, ends = len(self.vertices), self.vertices, edges.ends
        if isinstance(listed, range):
            ends = ends - listed.start
        else:
            names = np.array(listed)
            order = np.argsort(names)
            ends = order[np.searchsorted(names, ends, sorter=order)]
        codes = np.concatenate((ends @ (size, 1), ends @ (1, size)))
        codes.sort()
        codes = codes[np.append(True, codes[1:] != codes[:-1])]
        self._say_twice(len(edges) - len(codes) // 2)
        tails, heads = np.divmod(codes, size)
        bounds = np.searchsorted(tails, np.arange(size + 1)).tolist()
        shared = [*range(size)]
        near = list[tuple[int, ...]]()
        for begin in checking_deadline(range(0, size, AT_ONCE), often=1):
            last = min(begin + AT_ONCE, size)
            hits = [shared[head] for head in heads[bounds[begin] : bounds[last]].tolist()]
            first = bounds[begin]
            near.extend(tuple(hits[bounds[at] - first : bounds[at + 1] - first]) for at in range(begin, last))
        return tuple(near)

    def numbered_edges(self) -> Iterable[tuple[int, int]]:
        """The edges by the numbers of their vertices."""
        listed, numbers = self.vertices, self._numbers
        if not isinstance(listed, range):
            return ((numbers[one], numbers[other]) for one, other in self.edges)
        ends, first = set(chain.from_iterable(self.edges)), listed.start
        if not {int}.issuperset(map(type, ends)) or (ends and not (min(ends) in listed and max(ends) in listed)):
            name = min(ends.difference(listed), key=str)
            raise BadInput(f"vertex {show_value(name)} is none of the {amount(len(listed), 'vertex', 'vertices')}")
        return ((one - first, other - first) for one, other in self.edges)  # type: ignore[operator]

    def _number(self, name: Name) -> int:
        listed = self.vertices
        number = name - listed.start if isinstance(listed, range) and isinstance(name, int) else self._numbers.get(name)
        if number is None or not 0 <= number < len(listed):
            raise BadInput(f"vertex {show_value(name)} is none of the {amount(len(listed), 'vertex', 'vertices')}")
        return number

    @classmethod
    def from_networkx(cls, graph: Any, weight: str | None = None) -> Self:
        """The graph of a graph of networkx, or of any object with `nodes` and `edges` like it.

        A node that is neither a whole number nor a text is called by its text; `nodes_of` gives the nodes themselves.
        `weight` names the attribute of nodes that holds their weights; a node without it weighs 1. Loops are left out,
        with a `GraphWarning`. Attributes `pos`, or `x` and `y`, are the places of the nodes in a picture.
        """
        from rookery.models.boards.graph_reading import take_networkx

        read = take_networkx(graph, weight)
        return cls.of_file(read._replace(path=None))

    def nodes_of(self, places: Iterable[Cell]) -> list[Any]:
        """The nodes of the graph of networkx that this graph was made from, for some vertices; else their names."""
        names = (self.cell(self.index(place)).name for place in places)
        return [name if self.nodes is None else self.nodes[name] for name in names]

    def to_networkx(self) -> Any:
        """The graph as a `networkx.Graph` or `DiGraph`: every vertex, isolated ones too, with a `weight` above 1.

        Raises `BadInput` if networkx is not installed.
        """
        try:
            networkx = import_module("networkx")
        except ImportError:
            raise BadInput("a graph of networkx needs networkx: pip install networkx") from None
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

    def __contains__(self, place: object) -> bool:
        if not (isinstance(place, tuple) and len(place) == 1 and type(place[0]) in (int, str)):
            return False
        listed = self.vertices
        return place[0] in self._numbers or (isinstance(listed, range) and type(place[0]) is int and place[0] in listed)

    def index(self, place: Cell) -> int:
        """The number of a vertex; raises `BadInput` for one that the graph does not have."""
        if place not in self:
            raise BadInput(self.refusal(place))
        return self._number(place[0])

    def find(self, text: str) -> Cell | None:
        """The vertex of this name, or of the text that shows it."""
        name = text.strip()
        return Vertex(name) if name in self._numbers else super().find(text)

    def cell(self, index: int) -> Vertex:
        """The vertex of a number; raises `IndexError` for a number that the graph does not have."""
        if not 0 <= index < len(self.vertices):
            raise IndexError(f"vertex number {index} of a graph with {len(self.vertices)} vertices")
        return Vertex(self.vertices[index])

    def refusal(self, place: Cell) -> str:
        """The reason why a vertex is not in the graph."""
        name = place[0] if isinstance(place, tuple) and len(place) == 1 else place
        return f"vertex {show_value(name)} is none of the vertices of {self.phrase}"

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece with steps: a graph has no directions."""
        if piece.rides:
            raise BadInput(f"a {piece} takes steps on a board, and {self.phrase} has none; name the piece guard")

    def rays(self, piece: Piece, start: Cell) -> Iterator[Clique]:
        """The vertices that a guard attacks: each by a separate edge."""
        return ((there,) for there in self.targets[self.index(start)])

    def attacks(self, piece: Piece) -> Targets:
        """For each vertex those that its edges lead to."""
        return self.targets

    def attackers(self, piece: Piece) -> Targets:
        """For each vertex those from which its edges come."""
        return super().attackers(piece) if self.directed else self.targets

    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """The cells that the edges lead to from a vertex, as the referee finds them: by the given edges."""
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

    @property
    def places(self) -> Sequence[Spot] | None:
        """The places of the vertices in a picture; None if some have none."""
        known = self.spots or {}
        return [known[name] for name in self.vertices] if len(known) == len(self.vertices) else None

    def links(self) -> Collection[tuple[int, int]]:
        """The pairs of vertices that a picture joins."""
        return {(min(at, there), max(at, there)) for at, hits in enumerate(self.targets) for there in hits}

    @property
    def spec(self) -> str:
        """The graph as commands take it, `graph:FILE`; how large it is if no file holds it."""
        return f"graph:{self.source}" if self.source else self._sized

    @property
    def _sized(self) -> str:
        kind, vertices = f"{'directed ' * self.directed}{self.kind}", amount(len(self), "vertex", "vertices")
        return f"{kind} of {vertices} and {amount(len(self.edges), 'edge')}"

    @property
    def phrase(self) -> str:
        """The graph in a sentence: `a graph of 5 vertices and 6 edges`, `the graph roads.gr of ...`."""
        return (
            f"the {self._sized} in {quote_odd(Path(self.source).name, also='._')}"
            if self.source
            else f"a {self._sized}"
        )

    def words(self) -> Iterator[str]:
        """The options of a command that name the graph; raises `BadInput` if no file holds it."""
        if self.source is None:
            raise BadInput(f"{self.phrase} stands in no file that a command could take")
        yield from ("--graph", self.source)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The graph in the file of `graph:FILE`."""
        found = WRITTEN.fullmatch(text.strip())
        return cls.of_file(_read_file(found[1])) if found else None

    @classmethod
    def of_file(cls, read: "GraphFile") -> Self:
        """The graph of a file that was read."""
        weights, spots = dict(read.weights), read.spots
        made = cls(read.edges, read.vertices, directed=read.directed, weights=weights, source=read.path, spots=spots)
        made.nodes = read.nodes
        return made

    @property
    def details(self) -> str:
        """The digest: no title has all edges."""
        return f"sha256 {self.digest}"

    @cached_property
    def digest(self) -> str:
        """A SHA-256 of the vertices and the edges, however they were written."""
        pairs = ((at, there) for at, hits in enumerate(self.targets) for there in hits)
        listed = repr((self.directed, tuple(self.vertices), tuple(pairs), *sorted(self.heavy.items())))
        from hashlib import sha256

        return sha256(listed.encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        """The graph as plain data: all of it, or its file if it is large."""
        held: dict[str, Any] = {"board": [len(self), 1], "directed": self.directed, "sha256": self.digest}
        held |= {"file": self.source} if self.source else {}
        if self.source and len(self.edges) > MAX_INLINE:
            return held
        return held | {"vertices": list(self.vertices), "edges": list(map(list, self.edges)), **self.plain_weights()}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The graph of plain data; raises `BadInput` if its file holds another graph by now."""
        if "edges" in data:
            edges = ((one, other) for one, other in data["edges"])
            weights, source = dict(data.get("weights", ())), data.get("file")
            return cls(edges, data["vertices"], directed=data["directed"], weights=weights, source=source)
        found = cls.of_file(_read_file(data["file"]))
        if found.digest != data["sha256"]:
            raise BadInput(f"{data['file']} holds another graph than when the problem was written")
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and other.digest == self.digest)

    def __hash__(self) -> int:
        return hash((len(self.vertices), len(self.edges)))

    def __repr__(self) -> str:
        return f"<{in_a_line(self.spec)}>"


def read_graph(path: str | Path) -> Graph:
    """The graph in a file: PACE `.gr`, DIMACS `.col`, a list of edges, or another format by networkx.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "path.gr").write_text("p ds 3 2\\n1 2\\n2 3\\n")
    ...     graph = rk.read_graph(Path(folder, "path.gr"))
    >>> rk.solve(rk.domination("guard", graph)).objective
    1

    Vertices of `p ds`, `p tw` and `p edge` are the numbers from 1; in a list of edges they are named as they stand
    there, and `a -> b` in all lines makes a directed graph. Files called .graphml, .gml, .net (Pajek) and .gexf are
    read by networkx. Raises `BadInput` with the line that is wrong; loops are left out, with a `GraphWarning`.
    """
    return Graph.of_file(_read_file(path))
