"""Chosen vertices of a graph as other tools read them: the challenge's output, dot, CSV and GraphML.

Graphs and hypergraphs opened by the names of their files.
"""

from collections.abc import Collection, Iterator
from csv import writer
from io import StringIO
from pathlib import Path

from rookery.core.errors import BadInput
from rookery.core.words import in_a_line, markup
from rookery.models.boards.graph import Graph
from rookery.models.boards.graph_reading import read_file
from rookery.models.boards.ground import Ground, Place
from rookery.models.boards.hypergraph import Hypergraph
from rookery.models.boards.vertices import Name


def read_graph(path: str | Path) -> Graph | Hypergraph:
    """The graph or the hypergraph in a file: PACE `.gr` or `.hgr`, DIMACS `.col`, a list of edges, or another format.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "path.gr").write_text("p ds 3 2\\n1 2\\n2 3\\n")
    ...     graph = rk.read_graph(Path(folder, "path.gr"))
    >>> rk.solve(rk.domination("guard", graph)).objective
    1

    Vertices of `p ds`, `p tw`, `p hs` and `p edge` are the numbers from 1; in a list of edges they are named as they
    stand there, and `a -> b` in all lines makes a directed graph. The end of a file's name says that it is a table of
    edges (.csv, .tsv), GraphML, METIS (.metis, .graph), MatrixMarket (.mtx), GML or Pajek (.net). Raises `BadInput`
    with the line that is wrong; loops are left out, with a `GraphWarning`.
    """
    read = read_file(path)
    return Hypergraph.of_file(read) if read.kind == Hypergraph.name else Graph.of_file(read)


def write_pace(ground: Ground, chosen: Collection[Place]) -> str:
    """The output of the PACE challenge: how many vertices, then one a line."""
    return "\n".join([str(len(chosen)), *map(str, chosen)])


def write_dot(ground: Ground, chosen: Collection[Place]) -> str:
    """The graph in the language dot of Graphviz, the chosen vertices filled; raises `BadInput` for another board."""
    if not isinstance(ground, Graph):
        raise BadInput(f"{ground.phrase} is not a graph; dot draws graphs alone")
    lines = _list_lines(ground, {place[0] for place in chosen})
    return "\n".join([f"{'digraph' if ground.directed else 'graph'} {{", *(f"  {line};" for line in lines), "}"])


def write_csv(ground: Ground, chosen: Collection[Place]) -> str:
    """A table of the vertices: name, weight, 1 if it is chosen, and the chosen ones that guard it, separated by blanks.

    On a hypergraph nothing guards. Raises `BadInput` for another board.
    """
    if not isinstance(ground, Graph):
        raise BadInput(f"{ground.phrase} is not a graph; csv lists the vertices of graphs alone")
    names, guards = {place[0] for place in chosen}, list[list[str]]([] for _ in ground.vertices)
    if ground.sets is None:
        for name, hits in zip(ground.vertices, ground.targets, strict=True):
            for hit in hits if name in names else ():
                guards[hit].append(str(name))
    text = StringIO(newline="")
    table = writer(text, lineterminator="\n")
    table.writerow(("vertex", "weight", "chosen", "guarded by"))
    for name, near in zip(ground.vertices, guards, strict=True):
        table.writerow((name, ground.heavy.get(name, 1), int(name in names), " ".join(near)))
    return text.getvalue().removesuffix("\n")


def write_graphml(ground: Ground, chosen: Collection[Place]) -> str:
    """The graph in GraphML: nodes say whether they are chosen, their weights above 1, and x and y if they have places.

    Raises `BadInput` for another board.
    """
    if not isinstance(ground, Graph) or ground.sets is not None:
        raise BadInput(f"{ground.phrase} is not a graph; graphml writes graphs alone")
    names, spots = {place[0] for place in chosen}, ground.spots or {}
    keys = {"chosen": "boolean", "weight": "int", "x": "double", "y": "double"}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [f'  <key id="{key}" for="node" attr.name="{key}" attr.type="{kind}"/>' for key, kind in keys.items()]
    lines.append(f'  <graph edgedefault="{"directed" if ground.directed else "undirected"}">')
    for name in ground.vertices:
        data: dict[str, object] = {"chosen": str(name in names).lower()}
        data |= {"weight": ground.heavy[name]} if name in ground.heavy else {}
        data |= dict(zip("xy", spots.get(name, ()), strict=False))
        held = "".join(f'<data key="{key}">{value}</data>' for key, value in data.items())
        lines.append(f'    <node id="{markup(str(name))}">{held}</node>')
    for one, other in dict.fromkeys(ground.edges):
        lines.append(f'    <edge source="{markup(str(one))}" target="{markup(str(other))}"/>')
    return "\n".join([*lines, "  </graph>", "</graphml>"])


def _list_lines(graph: Graph, chosen: Collection[Name]) -> Iterator[str]:
    for name in graph.vertices:
        yield f"{_quote(name)}{' [style=filled]' if name in chosen else ''}"
    for edge in dict.fromkeys(graph.edges if graph.sets is None else graph.sets):
        if len(edge) == 2:
            yield f" {'->' if graph.directed else '--'} ".join(map(_quote, edge))
        else:
            yield f"{{{' '.join(map(_quote, edge))}}}"


def _quote(name: Name) -> str:
    """A name in quotation marks: dot knows no other sign that needs care but these and the backslash."""
    escaped = in_a_line(str(name)).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
