"""Files of graphs as other tools write them: tables, GraphML, METIS, MatrixMarket; GML and Pajek by networkx.

The name of a file, or its own first line, says which of them it is. What they hold besides vertices, edges, weights of
vertices and places for a picture is no part of a graph, and is said to be ignored.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from csv import Error, reader
from importlib import import_module
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from warnings import warn
from xml.etree import ElementTree

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.words import amount
from rookery.models.boards.vertices import MAX_VERTICES, GraphWarning, Name, Spot

MAX_DIGITS = 9  # of a number; more would name no vertex that fits
WHOLE = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
COLUMNS = frozenset(
    ("from", "to", "source", "target", "src", "dst", "tail", "head", "node1", "node2", "u", "v", "fromnodeid",
     "tonodeid", "vertex1", "vertex2", "node_1", "node_2", "id_1", "id_2", "start", "end")
)  # fmt: skip
Lines = Sequence[str]
Node = Mapping[str, Any]  # the attributes of a vertex


class GraphFile(NamedTuple):
    """The content of a file: edges or sets, the vertices, whether edges are directed, and what vertices have.

    `spots` are places of the vertices in a picture, and `nodes` the objects that the vertices are called after.
    """

    path: str | None
    kind: str
    rows: Sequence[Sequence[Name]]
    vertices: Collection[Name]
    directed: bool = False
    weights: Sequence[tuple[Name, int]] = ()
    spots: Mapping[Name, Spot] | None = None
    nodes: Mapping[Name, Any] | None = None


def refuse_line(file: Path, line: int, why: str) -> NoReturn:
    """Raise `BadInput` with the place of what is wrong."""
    raise BadInput(f"{file}, line {line}: {why}")


def drop_loops(file: str, edges: Sequence[Sequence[Name]]) -> Sequence[Sequence[Name]]:
    """The edges that join two vertices; a word on those that do not."""
    kept = [edge for edge in edges if edge[0] != edge[1]]
    if len(kept) < len(edges):
        warn(GraphWarning(f"{file}: {amount(len(edges) - len(kept), 'loop')} ignored"), stacklevel=6)
    return kept


def is_numeric(names: Iterable[str]) -> bool:
    """Return whether all names are whole numbers as one writes them."""
    return all(WHOLE.fullmatch(name) and str(int(name)) == name for name in checking_deadline(names))


def _ignore(file: Path, what: str) -> None:
    warn(GraphWarning(f"{file}: {what} ignored: edges have no lengths and no weights"), stacklevel=7)


def read_table(file: Path, lines: Lines) -> GraphFile:
    """A table of edges: the columns of the two ends, by their names or the first two, separated by one sign."""
    first = next((line for line in lines if line.strip() and line[0] not in "#%"), "")
    signs = ["\t"] if file.suffix.lower() in (".tsv", ".tab") else [sign for sign in ",;\t" if sign in first]
    if len(signs) != 1:
        at = lines.index(first) + 1 if first else 1
        refuse_line(file, at, f"{show_value(first)}: expected columns separated by commas, semicolons or tabs")
    try:
        numbered = [*enumerate(([*map(str.strip, row)] for row in reader(lines, delimiter=signs[0], strict=True)), 1)]
    except Error as error:
        raise BadInput(f"{file}: no table: {error}") from None
    rows = [(at, row) for at, row in checking_deadline(numbered) if any(row) and row[0][:1] not in ("#", "%")]
    width = len(rows[0][1])
    for at, row in checking_deadline(rows):
        if len(row) != width or width < 2:
            refuse_line(file, at, f"{amount(len(row), 'column')}; expected two or more, and as many in each line")
    (at, head), body = rows[0], rows[1:]
    named = [place for place, name in enumerate(head) if name.casefold() in COLUMNS]
    one, other = named if len(named) == 2 else (0, 1)
    below = {row[end] for _, row in body for end in (one, other)}
    if not body and len(named) == 2:
        refuse_line(file, at, f"{show_value(signs[0].join(head))}: names of columns, with no edge below them")
    odd = any(not _is_number(head[end]) and all(_is_number(row[end]) for _, row in body) for end in range(width))
    if body and (len(named) == 2 or (odd and below.isdisjoint((head[one], head[other])))):
        rows = body
    elif body and below.isdisjoint((head[one], head[other])) and not is_numeric(head[:2]):
        refuse_line(file, at, f"{show_value(signs[0].join(head))}: names of columns, or an edge? Put # before it if it"
            " names columns; else let it follow an edge with one of its vertices")  # fmt: skip
    elif width > 2:
        head = [f"{number} without a name" for number in range(1, width + 1)]
    if width > 2:
        rest = ", ".join(name for end, name in enumerate(head) if end not in (one, other))
        _ignore(file, f"{'column' if width == 3 else 'columns'} {rest}")
    pairs = [(row[one], row[other]) for _, row in rows]
    for (at, _), pair in zip(rows, pairs, strict=True):
        if not all(pair):
            refuse_line(file, at, "an end of the edge has no name")
    called = [*dict.fromkeys(chain.from_iterable(pairs))]
    read: Callable[[str], Name] = int if is_numeric(called) else str
    return GraphFile(str(file), "graph", [(read(a), read(b)) for a, b in pairs], [*map(read, called)])


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def read_counted(file: Path, at: int, words: Sequence[str], what: str) -> list[int]:
    """Some whole numbers of a line; raises `BadInput` for others, and for more than a graph may have."""
    if not words or not all(map(WHOLE.fullmatch, words)):
        refuse_line(file, at, f"{show_value(' '.join(words))}: expected {what}")
    numbers = [*map(int, words)]
    if numbers[0] > MAX_VERTICES:
        refuse_line(file, at, f"{numbers[0]:,} vertices; at most {MAX_VERTICES:,} are accepted")
    return numbers


def read_metis(file: Path, lines: Lines) -> GraphFile:
    """The graph of a file of METIS: the numbers of vertices and edges, then the neighbours of each vertex in a line."""
    rows = [(at, line.split()) for at, line in enumerate(lines, 1) if not line.lstrip().startswith("%")]
    start = next((number for number, (_, words) in enumerate(rows) if words), 0)
    at, head = rows[start] if rows else (1, [])
    numbers = read_counted(file, at, head, "the numbers of vertices and edges of METIS")
    form = head[2].zfill(3) if len(head) > 2 else "000"
    if len(numbers) not in (2, 3, 4) or not re.fullmatch("[01]{3}", form) or numbers[3:] not in ([], [1]):
        refuse_line(file, at, f"{show_value(' '.join(head))}: expected the numbers of vertices and edges of METIS, and"
            " perhaps a form such as 11, with one weight a vertex")  # fmt: skip
    (vertices, wanted), (sized, heavy, long) = numbers[:2], (sign == "1" for sign in form)
    body = rows[start + 1 :]
    if len(body) < vertices or any(words for _, words in body[vertices:]):
        refuse_line(file, len(lines), f"expected {amount(vertices, 'line')} below the first, one a vertex")
    arcs, weights = dict[tuple[Name, Name], int](), list[tuple[Name, int]]()
    for vertex, (at, words) in enumerate(checking_deadline(body[:vertices]), 1):
        found = read_counted(file, at, words, "numbers of vertices") if words else []
        weight, found = (found[sized : sized + heavy] or [1])[0], found[sized + heavy :]
        if not weight or (long and len(found) % 2):
            refuse_line(file, at, "a weight of 0, or a neighbour without the weight of its edge")
        weights += [(vertex, weight)] * heavy
        for there in found[:: 1 + long]:
            if not 1 <= there <= vertices:
                refuse_line(file, at, f"vertex {there}: the first line says {amount(vertices, 'vertex', 'vertices')}")
            arcs[vertex, there] = at
    for (one, other), at in checking_deadline(arcs.items()):
        if (other, one) not in arcs:
            refuse_line(file, at, f"{one} has the neighbour {other}, and {other} has not {one}")
    edges = drop_loops(str(file), [arc for arc in arcs if arc[0] <= arc[1]])  # type: ignore[operator]
    if len(edges) != wanted:
        refuse_line(file, at, f"the file holds {amount(len(edges), 'edge')}, and its first line says {wanted:,}")
    if long:
        _ignore(file, "the weights of edges are")
    return GraphFile(str(file), "graph", edges, range(1, vertices + 1), weights=weights)


def read_matrix(file: Path, lines: Lines) -> GraphFile:
    """The graph whose adjacency matrix a file of MatrixMarket holds: an edge for each entry, from row to column."""
    head = lines[0].casefold().split()
    shapes = ("symmetric", "skew-symmetric", "hermitian", "general")
    if len(head) != 5 or head[1:3] != ["matrix", "coordinate"] or head[4] not in shapes:
        refuse_line(file, 1, f"this looks like a file of MatrixMarket, {show_value(' '.join(head[1:]))}; expected one"
            " that begins `%%MatrixMarket matrix coordinate`")  # fmt: skip
    values = {"pattern": 0, "complex": 2}.get(head[3], 1)
    rows = [(at, row) for at, line in enumerate(lines, 1) if (row := line.split()) and row[0][0] != "%"]
    at, sizes = rows[0] if rows else (len(lines), [])
    numbers = read_counted(file, at, sizes, "the numbers of rows, columns and entries")
    if len(numbers) != 3 or numbers[0] != numbers[1]:
        refuse_line(file, at, f"{show_value(' '.join(sizes))}: a matrix of a graph has as many rows as columns")
    size, _, wanted = numbers
    if len(rows) - 1 != wanted:
        refuse_line(file, len(lines), f"the file has {len(rows) - 1:,} entries, and its header says {wanted:,}")
    arcs = dict[tuple[Name, Name], None]()
    for at, row in checking_deadline(rows[1:]):
        one, other = [*read_counted(file, at, row[:2], "a row and a column"), 0][:2]
        if len(row) != 2 + values or not (1 <= one <= size and 1 <= other <= size):
            refuse_line(file, at, f"{show_value(' '.join(row))}: expected a row and a column, 1 to {size:,}"
                f"{', and a value' * bool(values)}")  # fmt: skip
        if values and not any(_is_number(value) and float(value) for value in row[2:]):
            said = "an entry of 0 or of no number is an edge for some, and none for others"
            refuse_line(file, at, f"{show_value(' '.join(row))}: {said}")
        arcs[one, other] = None
    if values:
        _ignore(file, "the values of entries are")
    edges = drop_loops(str(file), [*arcs])
    directed = head[4] == "general" and any((other, one) not in arcs for one, other in edges)
    if not directed:
        edges = [*dict.fromkeys((min(edge), max(edge)) for edge in edges)]
    return GraphFile(str(file), "graph", edges, range(1, size + 1), directed)


def read_graphml(file: Path, text: str) -> GraphFile:
    """The graph of a file of GraphML, with the attributes `weight`, `x` and `y` of its nodes."""
    if "<!" in re.sub("<!--.*?-->", "", text, flags=re.DOTALL):
        raise BadInput(f"{file}: this looks like a file of XML with declarations; GraphML needs none")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadInput(
            f"{file}, line 1: this looks like a file of XML, such as GraphML, and is cut short or broken: {error}"
        ) from None
    graphs = root.findall(".//{*}graph")
    if len(graphs) != 1 or root.find(".//{*}hyperedge") is not None:
        raise BadInput(f"{file}: {amount(len(graphs), 'graph')} of GraphML; expected one, without hyperedges")
    keys = {key.get("id"): key.get("attr.name", "") for key in root.iterfind("{*}key")}
    nodes = dict[str, Node]()
    for node in graphs[0].iterfind("{*}node"):
        data = {keys.get(each.get("key"), ""): (each.text or "").strip() for each in node.iterfind("{*}data")}
        name = node.get("id", "")
        if not name or name in nodes:
            raise BadInput(f"{file}: node {show_value(name)}: expected a name, and each once")
        nodes[name] = data
    read: Callable[[str], Name] = int if is_numeric(nodes) else str
    ways, edges = set[str](), list[tuple[Name, Name]]()
    for edge in graphs[0].iterfind("{*}edge"):
        ends = edge.get("source", ""), edge.get("target", "")
        for name in ends:
            if name not in nodes:
                raise BadInput(f"{file}: edge {' '.join(ends)}: no node is called {show_value(name)}")
        edges.append((read(ends[0]), read(ends[1])))
        ways.add(edge.get("directed") or str(graphs[0].get("edgedefault") == "directed").lower())
    if len(ways) > 1:
        raise BadInput(f"{file}: some edges are directed and some are not")
    lengths = {keys.get(each.get("key"), "") for each in graphs[0].iterfind("{*}edge/{*}data")}
    if lengths:
        _ignore(file, f"{', '.join(sorted(lengths))} of edges")
    called = {read(name): data for name, data in nodes.items()}
    weights = [(name, _read_weight(file, name, data["weight"])) for name, data in called.items() if "weight" in data]
    kept = drop_loops(str(file), edges)
    return GraphFile(str(file), "graph", kept, [*called], ways == {"true"}, weights, find_spots(called))


def _read_weight(file: Path, name: Name, given: str) -> int:
    if not WHOLE.fullmatch(given.removesuffix(".0")) or not float(given):
        raise BadInput(f"{file}: vertex {name} weighs {show_value(given)}: {WEIGHTS}")
    return int(float(given))


WEIGHTS = (
    "expected a vertex and its weight, a whole number from 1 (multiply decimals; a guard that stands already costs"
    " nothing and is given by --fix)"
)


def find_spots(nodes: Mapping[Name, Node]) -> Mapping[Name, Spot] | None:
    """The places of vertices in a picture by `pos`, or by `x` and `y`; None if a vertex has none."""
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


def take_networkx(graph: Any, weight: str | None = None, path: str = "a graph of networkx") -> GraphFile:
    """The content of a graph of networkx, or of an object like it; see `Graph.from_networkx`."""
    if not (hasattr(graph, "nodes") and hasattr(graph, "edges")):
        raise BadInput(f"graph {show_value(graph)}: expected a graph of networkx")
    kinds = set(map(type, graph.nodes))
    names = {node: node if kinds in ({int}, {str}) else str(node) for node in graph.nodes}
    edges = drop_loops(path, [*dict.fromkeys((names[one], names[other]) for one, other, *_ in graph.edges)])
    directed = bool(getattr(graph, "is_directed", bool)())
    data: Mapping[Name, Node] = {names[node]: held for node, held in getattr(graph.nodes, "items", dict)()}
    weights = [(name, held[weight]) for name, held in data.items() if weight is not None and weight in held]
    nodes = {name: node for node, name in names.items()}
    return GraphFile(path, "graph", edges, names.values(), directed, weights, find_spots(data), nodes)


def read_by_networkx(file: Path, lines: Lines, kind: str) -> GraphFile:
    """The graph of a file of GML or Pajek; raises `BadInput` if networkx is not installed."""
    try:
        networkx = import_module("networkx")
    except ImportError:
        raise BadInput(
            f"{file}: a file of {kind} is read by networkx: pip install networkx; or write edges, two names a line"
        ) from None
    try:
        label = "label" if any("label" in line for line in lines) else "id"
        graph = networkx.parse_gml([*lines], label=label) if kind == "GML" else networkx.parse_pajek([*lines])
    except Exception as error:
        raise BadInput(f"{file}: no file of {kind} as networkx reads it: {show_value(str(error))}") from None
    if not graph.number_of_nodes():
        raise BadInput(f"{file}: a file of {kind} without a vertex")
    if any(set(held) - {"weight"} or held.get("weight", 1) != 1 for *_, held in graph.edges(data=True)):
        _ignore(file, "the attributes of edges are")
    return take_networkx(graph, "weight" if kind == "GML" else None, str(file))._replace(nodes=None)


# The name of each format that is known by the ends of its files' names, and how it is read.
FORMATS: Mapping[str, Callable[[Path, Lines], GraphFile]] = {
    "CSV": read_table,
    "METIS": read_metis,
    "MatrixMarket": read_matrix,
    "GraphML": lambda file, lines: read_graphml(file, "\n".join(lines)),
    "GML": lambda file, lines: read_by_networkx(file, lines, "GML"),
    "Pajek": lambda file, lines: read_by_networkx(file, lines, "Pajek"),
}
ENDINGS = {
    ".csv": "CSV", ".tsv": "CSV", ".tab": "CSV", ".metis": "METIS", ".graph": "METIS", ".mtx": "MatrixMarket",
    ".graphml": "GraphML", ".gml": "GML", ".net": "Pajek", ".paj": "Pajek",
}  # fmt: skip


def recognise_format(file: Path, lines: Lines) -> str | None:
    """The format that the name of a file says, or its first line; None for another."""
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("%%MatrixMarket"):
        return "MatrixMarket"
    if first.startswith("<") and any("<graphml" in line for line in lines[:20]):
        return "GraphML"
    return ENDINGS.get(file.suffix.lower())
