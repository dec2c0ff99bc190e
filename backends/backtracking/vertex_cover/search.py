"""The vertex cover search: a cover that is known beforehand, then ever smaller ones."""

from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import outcome_of
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.backtracking.vertex_cover.program import VertexCoverProgram
from rookery.backends.backtracking.vertex_cover.subtree import VertexCoverSubtree
from rookery.backends.backtracking.vertex_cover.tables import make_state
from rookery.backends.contract.backend import Request, Stream


def search_vertex_cover(program: VertexCoverProgram, request: Request) -> Stream:
    """Give ever smaller covers; a search that is cut proves what cliques alone prove."""
    selection = program.selection
    yield selection.forced | (selection.free - program.known)
    tree = VertexCoverSubtree(program, make_state(program.tables, len(program.known)))
    forest = Forest([tree], Mode.BETTER)
    yield from Driver(request).run(forest, "the fewest")
    yield outcome_of(forest.over, bound=None if forest.over else program.least)
