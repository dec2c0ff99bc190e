"""Files of graphs: PACE `.gr`, DIMACS `.col`, lists of edges; each refusal names the line."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from operator import eq
from pathlib import Path
from typing import NamedTuple, NoReturn

from rookery.models.base.files import read_text, take_path
from rookery.models.errors import BadInput, show_value
from rookery.models.graphs.vertices import MOST_VERTICES, Name

EXPECTED = "a graph: PACE .gr or .hgr, DIMACS .col, or a list of edges, two names a line"
MOST_BYTES = 256 << 20
MOST_DIGITS = 9  # of a number; more would name no vertex that fits
WHOLE = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")
NUMBER = rf"[1-9][0-9]{{0,{MOST_DIGITS - 1}}}+"
PLAIN = re.compile(rf"(?:{NUMBER} {NUMBER}(?:\n|\Z))*+")  # lines of two numbers and nothing else
HEAVY = re.compile(r"^[ \t]*n[ \t]", re.MULTILINE)
COMMENTS = ("c", "#", "%")
Lines = Sequence[str]
Numbered = tuple[int, int]


class GraphFile(NamedTuple):
    """What a file holds: edges or sets, the vertices, and whether an edge leads from its first vertex to its second."""

    path: str
    kind: str
    rows: Sequence[Sequence[Name]]
    vertices: Collection[Name]
    directed: bool = False
    weights: Sequence[tuple[Name, int]] = ()


def read_file(path: str | Path) -> GraphFile:
    """The edges, or the sets, of a file; raises `BadInput` with the line that is wrong."""
    file = take_path(path)
    text = read_text(file, EXPECTED, MOST_BYTES)
    lines = text.splitlines()
    if "\0" in text:
        _refuse(file, text[: text.index("\0")].count("\n") + 1, f"no text; expected {EXPECTED}")
    header = next((at for at, line in enumerate(lines) if line.split()[:1] == ["p"]), None)
    first = next((at for at, line in enumerate(lines) if line.strip() and line.split()[0] not in COMMENTS), None)
    if first is None:
        _refuse(file, max(1, len(lines)), f"the file holds no graph; expected {EXPECTED}")
    if header is None or header > first:
        return _read_list(file, lines)
    kind, read = lines[header].split()[1:2], {"ds": _read_pace, "tw": _read_pace, "hs": _read_sets}
    chosen: Callable[[Path, Lines, int], GraphFile] = _read_dimacs
    if kind and kind[0] in read:
        chosen = read[kind[0]]
    elif kind not in (["edge"], ["edges"], ["col"]):
        _refuse(file, header + 1, f"{show_value(lines[header])}: expected `p ds`, `p tw`, `p hs` or `p edge`")
    if not HEAVY.search(text):
        return chosen(file, lines, header)
    places, others = _place_weights(file, lines)
    found = chosen(file, others, header)
    for name, (at, _) in places.items():
        if name not in found.vertices:
            _refuse(file, at, f"vertex {name}: the header says {len(found.vertices)} vertices")
    return found._replace(weights=[(name, weight) for name, (_, weight) in places.items()])


def _place_weights(file: Path, lines: Lines) -> tuple[dict[Name, Numbered], Lines]:
    """The weights of vertices in lines `n VERTEX WEIGHT`, as DIMACS has them, each with its line; the other lines."""
    places, others = dict[Name, Numbered](), list(lines)
    for at, words in enumerate(map(str.split, lines)):
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
        _refuse(file, at, f"{show_value(' '.join(words))}: expected a vertex and its weight, a whole number from 1")
    if read(words[0]) in places:
        _refuse(file, at, f"vertex {words[0]}: its weight is given twice")
    places[read(words[0])] = at, int(words[1])


def _refuse(file: Path, line: int, why: str) -> NoReturn:
    raise BadInput(f"{file}, line {line}: {why}")


def _read_header(file: Path, lines: Lines, header: int) -> Numbered:
    """How many vertices and edges a file says that it has; nothing is made before they are known to fit."""
    words = lines[header].split()[2:]
    if len(words) != 2 or not all(word.isdecimal() and word.isascii() for word in words):
        _refuse(file, header + 1, f"{show_value(lines[header])}: expected the numbers of vertices and edges")
    for word, what in zip(words, ("vertices", "edges"), strict=True):
        if len(word) > MOST_DIGITS or int(word) > 10 * MOST_VERTICES:
            _refuse(file, header + 1, f"{word[:20]} {what}; at most {10 * MOST_VERTICES:,} are accepted")
    vertices, edges = int(words[0]), int(words[1])
    if vertices > MOST_VERTICES:
        _refuse(file, header + 1, f"{vertices:,} vertices; at most {MOST_VERTICES:,} are accepted")
    return vertices, edges


def _read_rows(file: Path, lines: Lines, header: int, vertices: int) -> Iterator[tuple[int, list[int]]]:
    """The lines below the header as numbers of vertices, with their places."""
    known = {str(at): at for at in range(1, vertices + 1)}
    for at in range(header + 1, len(lines)):
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
    if row[0] == row[1]:
        _refuse(file, at, f"edge {row[0]} {row[1]}: a loop; an edge joins two vertices")
    return row[0], row[1]


def _read_pace(file: Path, lines: Lines, header: int) -> GraphFile:
    """The graph of a challenge: `p ds VERTICES EDGES`, then a line an edge."""
    vertices, wanted = _read_header(file, lines, header)
    edges = _read_plainly(lines[header + 1 :], vertices)
    if len(edges) != wanted:
        edges = [_check_edge(file, at, row) for at, row in _read_rows(file, lines, header, vertices)]
        _check_number(file, lines, len(edges), wanted, "edges")
    return GraphFile(str(file), "graph", edges, range(1, vertices + 1))


def _read_plainly(lines: Lines, vertices: int) -> list[tuple[Name, Name]]:
    """The edges of lines with nothing else in them, without loops; none where a line holds more or less."""
    text = "\n".join(lines)
    if not PLAIN.fullmatch(text):
        return []
    numbers = [*map(int, text.split())]
    if max(numbers, default=0) > vertices:
        return []
    ones, others = numbers[::2], numbers[1::2]
    return [] if any(map(eq, ones, others)) else list(zip(ones, others, strict=True))


def _check_number(file: Path, lines: Lines, found: int, wanted: int, what: str) -> None:
    if found != wanted:
        _refuse(file, len(lines), f"the file ends after {found:,} {what}, and its header says {wanted:,}")


def _read_dimacs(file: Path, lines: Lines, header: int) -> GraphFile:
    """The graph of colouring problems: `p edge VERTICES EDGES`, then `e A B`; many files name each edge twice."""
    vertices, _ = _read_header(file, lines, header)
    kept = [line.strip()[1:] if line.split()[:1] == ["e"] else "" for line in lines]
    for at in range(header + 1, len(lines)):
        if not kept[at] and lines[at].strip() and lines[at].split()[0] not in (*COMMENTS, "x", "d", "v"):
            _refuse(file, at + 1, f"{show_value(lines[at])}: expected `e` and two vertices")
    edges = [_check_edge(file, at, row) for at, row in _read_rows(file, kept, header, vertices)]
    return GraphFile(str(file), "graph", edges, range(1, vertices + 1))


def _read_sets(file: Path, lines: Lines, header: int) -> GraphFile:
    """A hypergraph: `p hs VERTICES SETS`, then a line a set."""
    vertices, wanted = _read_header(file, lines, header)
    rows = list(_read_rows(file, lines, header, vertices))
    _check_number(file, lines, len(rows), wanted, "sets")
    for at, row in rows:
        if len(set(row)) < len(row):
            _refuse(file, at, f"vertex {max(row, key=row.count)} stands twice in one set")
    return GraphFile(str(file), "hypergraph", [row for _, row in rows], range(1, vertices + 1))


def _read_list(file: Path, lines: Lines) -> GraphFile:
    """A list of edges: two names a line, with an arrow between them in a directed graph; one name alone has no edge.

    `VERTEX = WEIGHT` gives a weight.
    """
    rows = [(at, line.split()) for at, line in enumerate(lines, start=1)]
    rows = [(at, row) for at, row in rows if row and row[0] not in COMMENTS[1:]]
    heavy = [(at, row[::2]) for at, row in rows if len(row) == 3 and row[1] == "="]
    rows = [(at, row) for at, row in rows if row[1:2] != ["="]]
    arrows = [len(row) == 3 and row[1] == "->" for _, row in rows if len(row) > 1]
    if any(arrows) and not all(arrows):
        at = next(at for at, row in rows if len(row) > 1 and "->" not in row[1:2])
        _refuse(file, at, "an edge without an arrow; other lines have one")
    names = [(at, [row[0], row[2]] if len(row) == 3 and row[1] in ("->", "--") else row) for at, row in rows]
    called = chain((name for _, row in names for name in row), (row[0] for _, row in heavy))
    numbers = all(WHOLE.fullmatch(name) and str(int(name)) == name for name in called)
    read: Callable[[str], Name] = int if numbers else str
    edges = [_check_edge(file, at, list(map(read, row))) for at, row in names if len(row) != 1]
    places = dict[Name, Numbered]()
    for at, row in heavy:
        _place_weight(file, at, row, read, places)
    vertices = dict.fromkeys(chain((read(name) for _, row in names for name in row), places))
    weights = [(name, weight) for name, (_, weight) in places.items()]
    return GraphFile(str(file), "graph", edges, vertices, any(arrows), weights)
