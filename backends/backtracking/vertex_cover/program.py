"""The program of a covering whose items have two options each: a vertex cover of the graph that they are edges of."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookery.backends.backtracking.options import read_without
from rookery.backends.backtracking.vertex_cover.bounds import cover_by_cliques, independent_set
from rookery.backends.backtracking.vertex_cover.tables import Apart, make_tables, order_vertices
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.components import connected_components
from rookery.backends.selection.decided import measure
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.shuffle import shuffle_by_seed

MOST_VERTICES = 2_000


@dataclass(frozen=True, slots=True)
class VertexCoverProgram(CompiledProgram):
    """The graph of a covering; `known` are vertices no two of which are joined, `least` is a bound on a cover."""

    selection: Selection
    tables: Apart
    known: frozenset[int]
    least: int


def is_vertex_cover(found: Selection) -> bool:
    """Whether a selection asks for the fewest variables that hit all of some pairs, and nothing else; one component."""
    bounded = found.least > 0 or found.most < len(found.free) or found.folded or found.cliques
    pairs = found.goal < 0 and not bounded and all(len(item) == 2 for item in found.items)
    if not (pairs and found.items and len(found.free) <= MOST_VERTICES):
        return False
    parts, alone = connected_components(found)
    return len(parts) == 1 and not alone


def compile_vertex_cover(selection: Selection, request: Request) -> VertexCoverProgram:
    """The tables of a graph, a set of vertices apart from each other, and a bound by cliques."""
    edges = [(one, other) for one, other in selection.items]
    order = order_vertices(edges, shuffle_by_seed(sorted(selection.free), request.seed))
    tables = make_tables(edges, order, "colouring" not in read_without(request.options))
    joined = _as_numbers(tables)
    known = frozenset(order[number] for number in independent_set(joined))
    least = len(selection.forced) + len(order) - cover_by_cliques(joined)
    return VertexCoverProgram(measure(selection), selection, tables, known, least)


def _as_numbers(t: Apart) -> Sequence[int]:
    """For each vertex those that are joined to it, as the bits of a number."""
    return [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in t.joined]
