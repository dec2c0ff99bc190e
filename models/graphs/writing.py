"""Chosen vertices of a graph as other tools write them: the challenge's output, and dot."""

from collections.abc import Collection, Iterator

from rookery.models.errors import BadInput
from rookery.models.graphs.graph import Graph
from rookery.models.graphs.vertices import Name
from rookery.models.ground.protocol import Ground, Place


def write_pace(ground: Ground, chosen: Collection[Place]) -> str:
    """The output of the PACE challenge: how many vertices, then one a line."""
    return "\n".join([str(len(chosen)), *map(str, chosen)])


def write_dot(ground: Ground, chosen: Collection[Place]) -> str:
    """The graph in the language dot of Graphviz, the chosen vertices filled; raises `BadInput` for another ground."""
    if not isinstance(ground, Graph):
        raise BadInput(f"{ground.phrase} is not a graph; dot draws graphs alone")
    lines = _list_lines(ground, {place[0] for place in chosen})
    return "\n".join([f"{'digraph' if ground.directed else 'graph'} {{", *(f"  {line};" for line in lines), "}"])


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
    escaped = str(name).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
