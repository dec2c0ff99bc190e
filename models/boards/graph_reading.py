"""Files of graphs: PACE `.gr`, DIMACS `.col`, lists of edges, and what networkx reads; each refusal names the line."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from warnings import warn

from rookery.core.deadline import check_deadline, checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.files import read_text, take_path
from rookery.core.plugins import install_extra
from rookery.core.runtime import has_numpy
from rookery.core.words import amount
from rookery.models.boards.vertices import MAX_VERTICES, GraphWarning, Name, Pairs, Spot

EXPECTED = "a graph: PACE .gr, DIMACS .col, or a list of edges, two names a line"
# Formats that networkx reads, by the ends of their files' names.
FORMATS: Mapping[str, tuple[str, Callable[[Any, str], Any]]] = {
    ".graphml": ("GraphML", lambda networkx, text: networkx.parse_graphml(text)),
    ".gml": ("GML", lambda networkx, text: networkx.parse_gml(text, label="label" if "label" in text else "id")),
    ".net": ("Pajek", lambda networkx, text: networkx.parse_pajek(text.splitlines())),
    ".gexf": ("GEXF", lambda networkx, text: networkx.read_gexf(BytesIO(text.encode()))),
}
OTHERS = f"; others are known by their names: {', '.join(FORMATS)}"
MAX_BYTES = 256 << 20
MAX_DIGITS = 9  # of a number; more would name no vertex that fits
WHOLE = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}")
DIGITS = re.compile(r"[0-9]+")
NUMBER = rf"(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}}+)"
PLAIN = re.compile(rf"(?:{NUMBER}[ \t]{NUMBER}(?:\n|\Z))*+")  # lines of two numbers and nothing else
HEADER = re.compile(rf"(?:(?:[c#%](?:[ \t].*)?)?\n)*+p (?:ds|tw) ({NUMBER}) ({NUMBER})\n")
COMMENTED = re.compile(r"(?:(?:[#%](?:[ \t].*)?)?\n)*+()")  # where a list of edges may begin
HEAVY = re.compile(r"^[ \t]*n[ \t]", re.MULTILINE)
AT_ONCE = 1 << 18  # characters that are read at the speed of C between two looks at the clock
FEWEST = 1 << 16  # characters of a file for which numpy is worth its import
COMMENTS = ("c", "#", "%")
KINDS = ("ds", "tw", "edge", "edges", "col")
# What a list of edges is distinguished from: the beginnings of other formats, and words that are no names there.
FOREIGN = {
    "%%MatrixMarket": "MatrixMarket", "<": "XML, such as GraphML", "{": "JSON", "[": "JSON", "graph {": "dot",
    "digraph {": "dot", "LEDA.GRAPH": "LEDA", ">>": "graph6", "@nodes": "LGF",
}  # fmt: skip
COLUMNS = frozenset(
    ("from", "to", "source", "target", "src", "dst", "tail", "head", "node1", "node2", "u", "v", "fromnodeid",
     "tonodeid", "vertex1", "vertex2", "node_1", "node_2", "id_1", "id_2", "start", "end")
)  # fmt: skip
WEIGHTS = (
    "expected a vertex and its weight, a whole number from 1 (multiply decimals; a guard that stands already costs"
    " nothing and is given by --fix)"
)
MARKS = ("c", "p")  # they begin comments and headers elsewhere
SIGNS = frozenset(("->", "--", "="))
SEPARATORS = (",", ";", "|")
LENGTH = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[+-]?\.[0-9]+")
BETWEEN = re.compile(r"->|--|[=,;|]")
SQUARE = re.compile(r"-?[0-9]+(?:,-?[0-9]+)+")  # as `attack_graph` names the squares of a board
Lines = Sequence[str]
Node = Mapping[str, Any]  # the attributes of a vertex
Numbered = tuple[int, int]
Rows = Sequence[tuple[int, list[str]]]  # the words of lines, with the numbers of these


class GraphFile(NamedTuple):
    """The content of a file: edges, vertices, whether edges are directed, and what vertices have.

    `spots` are places of the vertices in a picture, and `nodes` the objects that the vertices are called after.
    """

    path: str | None
    edges: Sequence[tuple[Name, Name]]
    vertices: Collection[Name]
    directed: bool = False
    weights: Sequence[tuple[Name, int]] = ()
    spots: Mapping[Name, Spot] | None = None
    nodes: Mapping[Name, Any] | None = None


def _refuse(file: Path, line: int, why: str) -> NoReturn:
    """Raise `BadInput` with the place of what is wrong."""
    raise BadInput(f"{file}, line {line}: {why}")


def _drop_loops(file: str, edges: Sequence[tuple[Name, Name]]) -> Sequence[tuple[Name, Name]]:
    """The edges that join two vertices; a word on those that do not."""
    kept = [edge for edge in edges if edge[0] != edge[1]]
    if len(kept) < len(edges):
        warn(GraphWarning(f"{file}: {amount(len(edges) - len(kept), 'loop')} ignored"), stacklevel=6)
    return kept


def _is_numeric(names: Iterable[str]) -> bool:
    """Return whether all names are whole numbers as one writes them."""
    return all(WHOLE.fullmatch(name) and str(int(name)) == name for name in checking_deadline(names))


def read_file(path: str | Path) -> GraphFile:
    """The graph of a file; raises `BadInput` with the line that is wrong."""
    file = take_path(path)
    text = read_text(file, EXPECTED, MAX_BYTES)
    if file.suffix.lower() in FORMATS:
        return _read_by_networkx(file, text)
    if len(text) >= FEWEST and has_numpy() and (numbers := _read_numbers(file, text)):
        return numbers
    lines = text.splitlines()
    if "\0" in text:
        _refuse(file, text[: text.index("\0")].count("\n") + 1, f"no text; expected {EXPECTED}")
    header = next((at for at, line in enumerate(checking_deadline(lines)) if _is_header(line.split())), None)
    first = next(
        (at for at, line in enumerate(checking_deadline(lines)) if line.split() and line.split()[0] not in COMMENTS),
        None,
    )
    if first is None:
        _refuse(
            file, max(1, len(lines)), f"the file holds no graph, and lines with c are comments; expected {EXPECTED}"
        )
    if header is None or header > first:
        return _read_list(file, lines)
    word = lines[header].split()[1:2]
    chosen = _read_pace if word in (["ds"], ["tw"]) else _read_dimacs
    if word not in ([name] for name in KINDS):
        _refuse(file, header + 1, f"{show_value(lines[header])}: expected `p ds`, `p tw` or `p edge`")
    if not HEAVY.search(text):
        return chosen(file, lines, header)
    places, others = _place_weights(file, lines)
    found = chosen(file, others, header)
    for name, (at, _) in places.items():
        if name not in found.vertices:
            _refuse(file, at, f"vertex {name}: the header says {len(found.vertices)} vertices")
    return found._replace(weights=[(name, weight) for name, (_, weight) in places.items()])


def _is_header(words: Sequence[str]) -> bool:
    """Return whether a line is a header, and not an edge between a vertex p and another."""
    return words[:1] == ["p"] and (len(words) != 2 or words[1] in KINDS)


def _place_weights(file: Path, lines: Lines) -> tuple[dict[Name, Numbered], Lines]:
    """The weights of vertices in lines `n VERTEX WEIGHT`, as DIMACS has them, each with its line; the other lines."""
    places, others = dict[Name, Numbered](), list(lines)
    for at, words in enumerate(checking_deadline(map(str.split, lines))):
        if words[:1] == ["n"]:
            _place_weight(file, at + 1, words[1:], int, places)
            others[at] = ""
    return places, others


def _place_weight(
    file: Path, at: int, words: Sequence[str], read: Callable[[str], Name], places: dict[Name, Numbered]
) -> None:
    """Note the weight of one more vertex; raises `BadInput` for anything else, and for one that has a weight."""
    numbers = words if read is int else words[1:]
    if len(words) != 2 or not all(map(WHOLE.fullmatch, numbers)) or not int(words[1]):
        _refuse(file, at, f"{show_value(' '.join(words))}: {WEIGHTS}")
    if read(words[0]) in places:
        _refuse(file, at, f"vertex {words[0]}: its weight is given twice")
    places[read(words[0])] = at, int(words[1])


def _read_header(file: Path, lines: Lines, header: int) -> Numbered:
    """Read the numbers of vertices and edges that a file states; nothing is made before they are known to fit."""
    words = lines[header].split()[2:]
    if len(words) != 2 or not all(map(DIGITS.fullmatch, words)):
        _refuse(file, header + 1, f"{show_value(lines[header])}: expected the numbers of vertices and edges")
    for word, what in zip(words, ("vertices", "edges"), strict=True):
        if len(word) > MAX_DIGITS or int(word) > 10 * MAX_VERTICES:
            _refuse(file, header + 1, f"{word[:20]} {what}; at most {10 * MAX_VERTICES:,} are accepted")
    vertices, edges = int(words[0]), int(words[1])
    if vertices > MAX_VERTICES:
        _refuse(file, header + 1, f"{vertices:,} vertices; at most {MAX_VERTICES:,} are accepted")
    return vertices, edges


def _read_rows(file: Path, lines: Lines, header: int, vertices: int) -> Iterator[tuple[int, list[int]]]:
    """The lines below the header as numbers of vertices, with their places."""
    known = {str(at): at for at in range(1, vertices + 1)}
    for at in checking_deadline(range(header + 1, len(lines))):
        words = lines[at].split()
        if not words or words[0] in COMMENTS:
            continue
        try:
            yield at + 1, [known[word] for word in words]
        except KeyError as error:
            word = error.args[0]
            number = WHOLE.fullmatch(word)
            why = f"the header says {vertices} vertices" if number else "expected the number of a vertex"
            _refuse(file, at + 1, f"vertex {word[:20]}: {why}")


def _check_edge(file: Path, at: int, row: Sequence[Name]) -> tuple[Name, Name]:
    if len(row) != 2:
        _refuse(file, at, f"an edge of {len(row)} {'vertex' if len(row) == 1 else 'vertices'}; expected two")
    return row[0], row[1]


def _read_pace(file: Path, lines: Lines, header: int) -> GraphFile:
    """The graph of a challenge: `p ds VERTICES EDGES`, then one line per edge."""
    vertices, wanted = _read_header(file, lines, header)
    edges = [_check_edge(file, at, row) for at, row in _read_rows(file, lines, header, vertices)]
    _check_number(file, lines, len(edges), wanted, "edges")
    return GraphFile(str(file), _drop_loops(str(file), edges), range(1, vertices + 1))


def _read_numbers(file: Path, text: str) -> GraphFile | None:
    """The graph of lines of two numbers, below a header of the challenge or alone, by arrays; None for all others.

    What is wrong, and what may be a file of another kind, is left to those who read line by line.
    """
    import numpy as np

    head = HEADER.match(text) or COMMENTED.match(text)
    assert head is not None  # it matches nothing at the least
    begin, found = head.end(), list["np.ndarray[tuple[int], np.dtype[np.int64]]"]()
    while begin < len(text):
        check_deadline()
        end = text.find("\n", begin + AT_ONCE) + 1 or len(text)
        if not PLAIN.fullmatch(text, begin, end):
            return None
        found.append(np.fromstring(text[begin:end], np.int64, sep=" "))
        begin = end
    ends = np.concatenate(found or [np.zeros(0, np.int64)]).reshape(-1, 2)
    if not len(ends) or (ends[:, 0] == ends[:, 1]).any():
        return None
    if head[1]:
        size = int(head[1])
        fit = size <= MAX_VERTICES and len(ends) == int(head[2]) and ends.min() >= 1 and ends.max() <= size
        return GraphFile(str(file), Pairs(ends), range(1, size + 1)) if fit else None
    if ends[0, 1] == len(ends) - 1:
        return None  # the first line may say how many vertices and edges follow
    names, places = np.unique(ends, return_index=True)
    return GraphFile(str(file), Pairs(ends), names[np.argsort(places)].tolist())


def _check_number(file: Path, lines: Lines, found: int, wanted: int, what: str) -> None:
    if found != wanted:
        _refuse(file, len(lines), f"the file ends after {found:,} {what}, and its header says {wanted:,}")


def _read_dimacs(file: Path, lines: Lines, header: int) -> GraphFile:
    """The graph of colouring problems: `p edge VERTICES EDGES`, then `e A B`; many files name each edge twice."""
    vertices, wanted = _read_header(file, lines, header)
    kept = [line.strip()[1:] if line.split()[:1] == ["e"] else "" for line in checking_deadline(lines)]
    for at in checking_deadline(range(header + 1, len(lines))):
        if not kept[at] and lines[at].strip() and lines[at].split()[0] not in (*COMMENTS, "x", "d", "v"):
            _refuse(file, at + 1, f"{show_value(lines[at])}: expected `e` and two vertices")
    edges = [_check_edge(file, at, row) for at, row in _read_rows(file, kept, header, vertices)]
    # Some headers count the edges and some the lines, whichever of both names each edge twice.
    different = len({frozenset(edge) for edge in edges}) if len(edges) != wanted else wanted
    if wanted not in (len(edges), 2 * len(edges), different, 2 * different):
        _check_number(file, lines, len(edges), wanted, "edges")
    return GraphFile(str(file), _drop_loops(str(file), edges), range(1, vertices + 1))


def _read_list(file: Path, lines: Lines) -> GraphFile:
    """A list of edges: two names a line, with an arrow between them in a directed graph; one name alone has no edge.

    `VERTEX = WEIGHT` gives a weight. Raises `BadInput` for what may be a file of another kind: no edge is guessed.
    """
    _refuse_other_formats(file, lines)
    numbered = enumerate(map(str.split, checking_deadline(lines)), 1)
    rows = _drop_comments(file, [(at, row) for at, row in numbered if row])
    heavy = [(at, row[::2]) for at, row in checking_deadline(rows) if len(row) == 3 and row[1] == "="]
    rows = [(at, row) for at, row in checking_deadline(rows) if len(row) != 3 or row[1] != "="]
    rows = _drop_lengths(file, rows)
    names = [(at, row[::2] if len(row) == 3 and row[1] in ("->", "--") else row) for at, row in checking_deadline(rows)]
    _refuse_no_names(file, names, heavy)
    arrows = {at: row[1] == "->" for at, row in checking_deadline(rows) if len(row) > 1}
    if any(arrows.values()) and not all(arrows.values()):
        at = next(at for at, arrow in arrows.items() if not arrow)
        _refuse(file, at, "an edge without an arrow; other lines have one")
    called = chain((name for _, row in names for name in row), (row[0] for _, row in heavy))
    read: Callable[[str], Name] = int if _is_numeric(called) else str
    edges = [_check_edge(file, at, list(map(read, row))) for at, row in checking_deadline(names) if len(row) != 1]
    if not edges:
        _refuse(file, names[0][0] if names else heavy[0][0], f"no line of the file holds an edge; expected {EXPECTED}")
    places = dict[Name, Numbered]()
    for at, row in heavy:
        _place_weight(file, at, row, read, places)
    vertices = dict.fromkeys(chain((read(name) for _, row in names for name in row), places))
    weights = [(name, weight) for name, (_, weight) in places.items()]
    return GraphFile(str(file), _drop_loops(str(file), edges), vertices, any(arrows.values()), weights)


def _drop_lengths(file: Path, rows: Rows) -> Rows:
    """The lines without a third column, if all have one that is surely no name: a decimal or a dictionary in some.

    Whole numbers behind names that are texts are lengths as well; behind numbers they may be neighbours.
    """
    thirds = [row[2] for _, row in checking_deadline(rows) if len(row) > 2]
    if not rows or len(thirds) < len(rows):
        return rows
    words = all(row[2][0] == "{" and row[-1][-1] == "}" for _, row in rows)
    numbers = all(len(row) == 3 for _, row in rows) and all(map(LENGTH.fullmatch, thirds))
    named = _is_numeric(name for _, row in rows for name in row[:2])
    if not words and not (numbers and (any("." in third for third in thirds) or not named)):
        return rows
    warn(
        GraphWarning(f"{file}: what follows the two names of each line is ignored: edges have no lengths"), stacklevel=6
    )
    return [(at, row[:2]) for at, row in rows]


def _refuse_other_formats(file: Path, lines: Lines) -> None:
    """Raise `BadInput` for a file of a format that is not read, though its lines may have one or two words each."""
    rows = [(at, line.split()) for at, line in enumerate(checking_deadline(lines), start=1)]
    first, words = next((at, row) for at, row in checking_deadline(rows) if row)
    kind = next((name for begin, name in FOREIGN.items() if " ".join(words).startswith(begin)), "")
    at = first
    for number, row in checking_deadline(rows):
        if kind:
            break
        if row and (row[-1] in ("[", "]", "{", "}") or row[0][0] == "*"):
            kind, at = "Pajek" if row[0][0] == "*" else "GML or dot", number
    if kind:
        _refuse(file, at, f"this looks like a file of {kind}; expected {EXPECTED}{OTHERS}")
    bare = [at for at, row in checking_deadline(rows) if row[:1] == ["#"]]
    if len(bare) == 1 and rows[bare[0] - 1][1] == ["#"] and first < bare[0] and any(row for _, row in rows[bare[0] :]):
        _refuse(file, bare[0], f"a line of # alone between others, as in a file of TGF; expected {EXPECTED}")
    _refuse_counted(file, [(at, row) for at, row in checking_deadline(rows) if not (row and row[0][0] in "#%")])


def _refuse_counted(file: Path, rows: Sequence[tuple[int, Sequence[str]]]) -> None:
    """Raise `BadInput` if the first line may say how many vertices and edges follow, as in METIS, and be no edge."""
    start = next((at for at, (_, row) in enumerate(rows) if row), 0)
    at, head = rows[start] if rows else (1, [])
    if len(head) != 2 or not all(map(WHOLE.fullmatch, head)):
        return
    vertices, edges = map(int, head)
    rest = [row for _, row in rows[start + 1 :]]
    filled = [row for row in rest if row]
    adjacent = len(rest) >= vertices and not any(rest[vertices:]) and sum(map(len, filled)) == 2 * edges > 0
    listed = len(filled) == edges > 1 and {2}.issuperset(map(len, filled))
    if not (adjacent or listed):
        return
    named = set(chain.from_iterable(filled))
    if all(WHOLE.fullmatch(name) and int(name) <= vertices for name in named):
        _refuse(
            file,
            at,
            f"{vertices} and {edges} may be an edge, or say that {vertices} vertices and {edges} edges follow"
            f"{', as in METIS' * adjacent}; name the edge in another line, or begin with"
            f" `p ds {vertices} {edges}` and give a line to each edge",
        )


def _drop_comments(file: Path, rows: Rows) -> Rows:
    """The lines without comments, which begin with # or %; raises `BadInput` for one that may be an edge."""
    kept = [(at, row) for at, row in checking_deadline(rows) if row[0][0] not in "#%"]
    named = {name for _, row in kept for name in row}
    for at, row in rows:
        if row[0][0] in "#%" and len(row) == 2 and len(row[0]) > 1 and (row[0] in named or row[1] in named):
            _refuse(file, at, f"{show_value(' '.join(row))}: a comment, or an edge? A comment has a blank behind its #")
    return kept


def _refuse_no_names(file: Path, names: Rows, heavy: Rows) -> None:
    """Raise `BadInput` for lines whose words are hardly names: cut short, with commas, a header, or a comment."""
    for at, row in checking_deadline((*names, *heavy)):
        if len(row) == 2 and row[0].isalnum() and row[1].isalnum():
            continue  # most lines, at the least cost
        said = show_value(" ".join(row))
        if not SIGNS.isdisjoint(row):
            _refuse(file, at, f"{said}: an arrow or a = without a name on each side of it")
        if len(row) == 1 and (sign := BETWEEN.search(row[0])):
            _refuse(file, at, f"{said}: two names are separated by blanks, not by {sign[0]}")
        if any(name[0] in SEPARATORS or name[-1] in (*SEPARATORS, ":") for name in row):
            _refuse(file, at, f"{said}: two names are separated by blanks, without a sign between them")
    for comma in SEPARATORS:
        if names and all(any(comma in name for name in row) for _, row in names):
            at, row = next(((at, row) for at, row in names if not all(map(SQUARE.fullmatch, row))), (0, []))
            if at:
                _refuse(file, at, f"each line has a {comma}, as in CSV; expected names separated by blanks")
    _refuse_header(file, names, heavy)
    for mark in MARKS:
        marked = [(at, row) for at, row in names if row[0] == mark]
        if not marked or (mark == "p" and len(marked) == len(names) > 1):
            continue
        others = {name for _, row in names if row[0] != mark for name in row} | {row[0] for _, row in heavy}
        apart = others.isdisjoint(name for _, row in marked for name in row)
        if apart or all(map(WHOLE.fullmatch, others - {mark})):
            said = f"{show_value(' '.join(marked[0][1]))}: an edge of the vertex {mark}, or no edge?"
            _refuse(file, marked[0][0], f"{said} Name the vertex otherwise, or begin a comment with #")


def _refuse_header(file: Path, names: Rows, heavy: Rows) -> None:
    """Raise `BadInput` if the first line names columns."""
    at, row = names[0] if names else (0, [])
    others = {name for _, other in chain(names[1:], ((at, row[:1]) for at, row in heavy)) for name in other}
    if len(row) != 2 or not others or not others.isdisjoint(row):
        return
    numbered = all(map(WHOLE.fullmatch, others)) and not any(map(WHOLE.fullmatch, row))
    if numbered or COLUMNS.issuperset(map(str.casefold, row)):
        _refuse(file, at, f"{show_value(' '.join(row))}: this looks like the names of columns; put # before it")


def _find_spots(nodes: Mapping[Name, Node]) -> Mapping[Name, Spot] | None:
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
    edges = _drop_loops(path, [*dict.fromkeys((names[one], names[other]) for one, other, *_ in graph.edges)])
    directed = bool(getattr(graph, "is_directed", bool)())
    data: Mapping[Name, Node] = {names[node]: held for node, held in getattr(graph.nodes, "items", dict)()}
    weights = [(name, held[weight]) for name, held in data.items() if weight is not None and weight in held]
    nodes = {name: node for node, name in names.items()}
    return GraphFile(path, edges, names.values(), directed, weights, _find_spots(data), nodes)


def _read_by_networkx(file: Path, text: str) -> GraphFile:
    """The graph of a file in one of `FORMATS`; raises `BadInput` if networkx is not installed."""
    kind, parse = FORMATS[file.suffix.lower()]
    try:
        networkx = import_module("networkx")
    except ImportError:
        how = f"{install_extra('graphs')}; or write edges, two names a line"
        raise BadInput(f"{file}: a file of {kind} is read by networkx: {how}") from None
    try:
        graph = parse(networkx, text)
    except Exception as error:  # networkx and its parsers raise many types for a file that is torn
        raise BadInput(f"{file}: no file of {kind} as networkx reads it: {show_value(str(error))}") from None
    if not graph.number_of_nodes():
        raise BadInput(f"{file}: a file of {kind} without a vertex")
    if any(set(held) - {"id", "weight"} or held.get("weight", 1) != 1 for *_, held in graph.edges(data=True)):
        warn(GraphWarning(f"{file}: the attributes of edges are ignored: edges have no lengths"), stacklevel=6)
    if all(isinstance(name, str) for name in graph) and _is_numeric(graph):
        graph = networkx.relabel_nodes(graph, int)
    return take_networkx(graph, "weight", str(file))._replace(nodes=None)
