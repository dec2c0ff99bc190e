"""Graph files: PACE `.gr`, DIMACS `.col` and lists of edges; networkx reads GraphML, GML, Pajek and GEXF."""

import re
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn
from warnings import warn

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.files import read_text, take_path
from rookery.core.words import amount
from rookery.models.boards.graph import MAX_VERTICES, Graph, GraphWarning, Name, import_networkx, warn_of_loops

EXPECTED = "a graph: PACE .gr, DIMACS .col, or a list of edges, two names a line"
# Formats that networkx reads, by the suffixes of files.
NETWORKX: Mapping[str, tuple[str, Callable[[Any, str], Any]]] = {
    ".graphml": ("GraphML", lambda networkx, text: networkx.parse_graphml(text)),
    ".gml": ("GML", lambda networkx, text: networkx.parse_gml(text, label="label" if "label" in text else "id")),
    ".net": ("Pajek", lambda networkx, text: networkx.parse_pajek(text.splitlines())),
    ".gexf": ("GEXF", lambda networkx, text: networkx.read_gexf(BytesIO(text.encode()))),
}
MAX_BYTES = 256 << 20
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
HEADER = re.compile(r"p (?:ds|tw|edges?|col) ([0-9]+) ([0-9]+)")
# Lines of other formats, and words that are no names in a list of edges.
FOREIGN = re.compile(r"%%MatrixMarket.*|[<{\[*>@].*|.*[{}\[\]]|#")
SQUARE = re.compile(r"-?[0-9]+,-?[0-9]+")  # as `Problem.attack_graph` names squares
NO_NAME = re.compile(r".*[,;|].*|.*->.*|=|--|.+:")
SETTING = re.compile("[=:]")
COLUMNS = frozenset(("from", "to", "source", "target", "fromnodeid", "tonodeid", "node1", "node2"))

Rows = Sequence[tuple[int, list[str]]]  # the words of lines, with the numbers of the lines


def read_graph(path: str | Path) -> Graph:
    """Return the graph in a file: PACE `.gr`, DIMACS `.col`, a list of edges, or another format by networkx.

    >>> import rookery as rk
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "path.gr").write_text("p ds 3 2\\n1 2\\n2 3\\n")
    ...     graph = rk.read_graph(Path(folder, "path.gr"))
    >>> rk.solve(rk.domination("guard", graph)).objective
    1

    Vertices of `p ds`, `p tw` and `p edge` are the numbers from 1. A list of edges names them as they stand there, one
    name alone is a vertex without edges, and `a -> b` in all lines makes a directed graph. `n VERTEX WEIGHT` below a
    header, or `VERTEX = WEIGHT` in a list, gives a weight. Files called .graphml, .gml, .net (Pajek) and .gexf are read
    by networkx. Raises `BadInput` with the line that is wrong; loops are left out, with a `GraphWarning`.
    """
    file = take_path(path)
    text = read_text(file, EXPECTED, MAX_BYTES)
    if file.suffix.lower() in NETWORKX:
        return _read_by_networkx(file, text)
    if "\0" in text:
        _refuse(file, text[: text.index("\0")].count("\n") + 1, f"no text; expected {EXPECTED}")
    lines = text.splitlines()
    rows = [(at, words) for at, line in enumerate(checking_deadline(lines), 1) if (words := line.split())]
    header = next((row for row in rows if row[1][0] != "c" and row[1][0][0] not in "#%"), (max(1, len(lines)), []))
    if not header[1]:
        _refuse(file, header[0], f"the file holds no graph; expected {EXPECTED}")
    return (_read_challenge if header[1][0] == "p" and len(header[1]) > 2 else _read_edges)(file, rows, header)


def _refuse(file: Path, line: int, why: str) -> NoReturn:
    raise BadInput(f"{file}, line {line}: {why}")


def _read_challenge(file: Path, rows: Rows, header: tuple[int, list[str]]) -> Graph:
    """Read `p ds N M` or `p edge N M`, then a line per edge (after `e` in DIMACS), and `n VERTEX WEIGHT`."""
    first, words = header
    found = HEADER.fullmatch(" ".join(words))
    if not found:
        _refuse(
            file, first, f"{show_value(' '.join(words))}: expected `p ds VERTICES EDGES` or `p edge VERTICES EDGES`"
        )
    if len(found[1]) > 9 or int(found[1]) > MAX_VERTICES or len(found[2]) > 9:
        _refuse(file, first, f"{found[1][:20]} vertices and {found[2][:20]} edges; at most {MAX_VERTICES:,} vertices")
    size, wanted, dimacs = int(found[1]), int(found[2]), words[1] not in ("ds", "tw")
    known, edges, weights = dict[str, int](), list[tuple[int, int]](), dict[Name, int]()

    def vertex(word: str) -> int:
        if word not in known:
            if not NUMBER.fullmatch(word) or not 1 <= int(word) <= size:
                _refuse(file, at, f"vertex {word[:20]}: the vertices are the numbers from 1 to {size:,}")
            known[word] = int(word)
        return known[word]

    for at, row in checking_deadline(rows):
        mark = row[0]
        if at <= first or mark == "c" or mark[0] in "#%" or (dimacs and mark in "xdv"):
            continue
        if mark == "n" and len(row) == 3:
            _add_weight(file, at, vertex(row[1]), row[2], weights)
        elif dimacs == (mark == "e") and len(row) == 2 + dimacs:
            edges.append((vertex(row[-2]), vertex(row[-1])))
        else:
            form = "`e` and two vertices" if dimacs else "two vertices"
            _refuse(file, at, f"{show_value(' '.join(row))}: expected {form}, or `n`, a vertex and its weight")
    # Some DIMACS headers count lines and some edges, whichever of both names each edge twice
    different = len(set(map(frozenset, edges))) if dimacs and wanted != len(edges) else wanted
    if wanted != len(edges) and not (dimacs and wanted in (2 * len(edges), different, 2 * different)):
        _refuse(file, rows[-1][0], f"the file ends after {len(edges):,} edges, and its header says {wanted:,}")
    return _make(file, edges, range(1, size + 1), weights)


def _read_edges(file: Path, rows: Rows, header: tuple[int, list[str]]) -> Graph:
    """Read two names a line, an arrow between them in a directed graph; one name alone; or `VERTEX = WEIGHT`."""
    for at, words in checking_deadline(rows):
        # "#" alone begins the second part of TGF; in front of all edges it is an empty comment
        if FOREIGN.fullmatch(" ".join(words)) and (words != ["#"] or at > header[0]):
            known = ", ".join(NETWORKX)
            _refuse(file, at, f"{show_value(' '.join(words))}: another format; expected {EXPECTED}, or {known}")
    rows = [row for row in rows if row[1][0][0] not in "#%"]
    heavy = [(at, words) for at, words in rows if len(words) == 3 and words[1] == "="]
    rows = [(at, words) for at, words in rows if len(words) != 3 or words[1] != "="]
    arrows = [at for at, words in rows if len(words) == 3 and words[1] == "->"]
    named = [(at, words[::2] if len(words) == 3 and words[1] in ("->", "--") else words) for at, words in rows]
    for at, names in checking_deadline(named):
        if len(names) > 2:
            _refuse(file, at, f"{len(names)} names; expected two (edges have no lengths)")
        if any(NO_NAME.fullmatch(name) and not (len(names) == 2 and SQUARE.fullmatch(name)) for name in names):
            _refuse(file, at, f"{show_value(' '.join(names))}: expected two names with a blank between them")
    edges = [(at, names) for at, names in named if len(names) == 2]
    if not edges:
        _refuse(file, header[0], f"no line of the file holds an edge; expected {EXPECTED}")
    if arrows and len(arrows) < len(edges):
        _refuse(file, next(at for at, _ in edges if at not in set(arrows)), "an edge without an arrow; others have one")
    _refuse_ambiguous(file, named, {words[0] for _, words in heavy}, signed=len(rows[0][1]) == 3)
    used = dict.fromkeys(name for _, pair in edges for name in pair)
    used |= dict.fromkeys(words[0] for _, words in (*named, *heavy))
    read: Callable[[str], Name] = int if all(map(NUMBER.fullmatch, used)) else str
    weights = dict[Name, int]()
    for at, words in heavy:
        _add_weight(file, at, read(words[0]), words[2], weights)
    pairs = [(read(one), read(other)) for _, (one, other) in checking_deadline(edges)]
    return _make(file, pairs, list(map(read, used)), weights, directed=bool(arrows))


def _refuse_ambiguous(file: Path, named: Rows, heavy: set[str], signed: bool) -> None:
    """Raise `BadInput` for a line that may be an edge, or a header or a comment; a `signed` first line has `--`."""
    (at, first), others = named[0], [names for _, names in named[1:]]
    rest = heavy.union(*others)
    shown, digits = show_value(" ".join(first)), all(map(NUMBER.fullmatch, first))
    if len(first) == 1 and digits and first[0] not in rest:
        _refuse(file, at, f"{shown} may be a vertex or the number of vertices; begin with an edge, or with `p ds`")
    if len(first) == 1 and digits and all(map(NUMBER.fullmatch, rest)):
        named_too, vertices = {int(name) for name in rest}, int(first[0])
        lone = vertices - len(named_too - {0})
        if max(named_too) == vertices and lone > 0:
            header = f"the number of vertices, {amount(lone, 'vertex', 'vertices')} of them without an edge"
            _refuse(file, at, f"{shown}: a vertex, or {header}? Begin with an edge, or with `p ds`")
    alone = [(line, names[0]) for line, names in named if len(names) == 1 and not NUMBER.fullmatch(names[0])]
    paired = {name for _, names in named if len(names) == 2 for name in names}
    for line, name in alone:
        if name not in paired and (SETTING.search(name) or all(map(NUMBER.fullmatch, paired))):
            _refuse(file, line, f"{show_value(name)}: a vertex without edges, or a setting? Put # before a setting")
    if len(first) == 2 and others and not signed and digits and all(map(NUMBER.fullmatch, rest)):
        vertices, wanted = map(int, first)
        follow = sum(len(names) == 2 for names in others)
        # The header of a file with all of its edges, or with some of them; METIS has no more lines of two numbers
        if max(map(int, rest)) <= vertices and follow <= wanted <= vertices * (vertices - 1) // 2:
            header = f"a header of {vertices} vertices and {wanted} edges, of which {follow} follow"
            _refuse(
                file, at, f"{shown}: an edge, or {header}? Write `{' -- '.join(first)}` or `p ds {' '.join(first)}`"
            )
    numbers = rest and not any(map(NUMBER.fullmatch, first)) and all(map(NUMBER.fullmatch, rest))
    if len(first) == 2 and (numbers or COLUMNS.issuperset(map(str.casefold, first))):
        _refuse(file, at, f"{shown}: this looks like the names of columns; put # before it")
    for mark in ("c", "p"):
        marked = [row for row in named if row[1][0] == mark]
        plain = heavy | {name for row in named if row[1][0] != mark for name in row[1]}
        apart = plain.isdisjoint(name for _, names in marked for name in names)
        if marked and plain and (apart or all(map(NUMBER.fullmatch, plain))):
            _refuse(file, marked[0][0], f"{show_value(' '.join(marked[0][1]))}: an edge of {mark}, or a comment?")


def _add_weight(file: Path, at: int, vertex: Name, weight: str, weights: dict[Name, int]) -> None:
    if not NUMBER.fullmatch(weight) or weight == "0":
        _refuse(file, at, f"weight {show_value(weight)}: expected a whole number from 1")
    if vertex in weights:
        _refuse(file, at, f"vertex {vertex}: its weight is given twice")
    weights[vertex] = int(weight)


def _make(
    file: Path,
    edges: Sequence[tuple[Name, Name]],
    vertices: Sequence[Name],
    weights: Mapping[Name, int],
    directed: bool = False,
) -> Graph:
    kept = [edge for edge in edges if edge[0] != edge[1]]
    warn_of_loops(len(edges) - len(kept), str(file))
    return Graph(kept, vertices, directed=directed, weights=weights, source=str(file))


def _read_by_networkx(file: Path, text: str) -> Graph:
    kind, parse = NETWORKX[file.suffix.lower()]
    networkx = import_networkx(f"{file}: a file of {kind}")
    try:
        graph = parse(networkx, text)
    except Exception as error:  # networkx and its parsers raise many types for a file that is torn
        raise BadInput(f"{file}: no file of {kind} as networkx reads it: {show_value(str(error))}") from None
    if not graph.number_of_nodes():
        raise BadInput(f"{file}: a file of {kind} without a vertex")
    if any(set(held) - {"id", "weight"} or held.get("weight", 1) != 1 for *_, held in graph.edges(data=True)):
        warn(GraphWarning(f"{file}: the attributes of edges are ignored: edges have no lengths"), stacklevel=3)
    if all(isinstance(name, str) and NUMBER.fullmatch(name) for name in graph):
        graph = networkx.relabel_nodes(graph, int)
    return Graph.from_networkx(graph, "weight", source=str(file))
