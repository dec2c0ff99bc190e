"""The vertex cover search: a cover that is known beforehand, then ever smaller ones."""

from collections.abc import Iterator

import numpy as np

from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, RunnableProgram, Solution, Stream
from rookery.backends.engine.case import Compile, ModelCase
from rookery.backends.engine.cover.vertices import kernel as registers
from rookery.backends.engine.cover.vertices.kernel import choose_apart
from rookery.backends.engine.cover.vertices.tables import Apart, ApartState, make_state, make_tables, order_vertices
from rookery.backends.engine.kernels.bits import bitset, has, unpack
from rookery.backends.engine.options import AUTO, read_optimum, read_without
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import require, require_subset, require_within
from rookery.backends.engine.tree.runner import Runner, outcome_of
from rookery.backends.engine.tree.subtree import Array, Subtree, share_left
from rookery.backends.local_search.improve import Descent, DescentStart, can_improve
from rookery.backends.presolve.structure.cliques import count_cliques, find_independent
from rookery.backends.presolve.structure.components import connected_components
from rookery.backends.presolve.structure.parts import describe_selection, measure, shuffle_by_seed
from rookery.backends.presolve.structure.selection import Selection
from rookery.core.kernels.jit import Kernel, KernelSample, are_large
from rookery.core.values import dataclass
from rookery.models.model.model import AtLeast, Minimize, Model

MAX_VERTICES = 2_000
LOOK = 2_000  # nodes after which a local search is worth loading
EXCHANGES, READS = 1 << 15, 1 << 23  # of the local search, at most: some hundredths of a second


@dataclass(frozen=True, slots=True)
class VertexCoverProgram(RunnableProgram):
    """The graph of a covering; `known` are vertices no two of which are joined, `least` is a bound on a cover."""

    selection: Selection
    tables: Apart
    known: frozenset[int]
    least: int

    def search(self, request: Request) -> Stream:
        """Give ever smaller covers."""
        return search_vertex_cover(self, request)

    def explain(self) -> list[str]:
        """The selection, and how it is searched."""
        how = "vertex cover, by the most vertices that are pairwise apart, bounded by cliques"
        return [*describe_selection(self.selection, self.size), f"search: {how}"]

    def kernel(self, want: Want) -> KernelSample:
        """The vertex cover search."""
        return KernelSample(choose_apart, self.tables, make_state(self.tables, 1))

    @property
    def is_large(self) -> bool:
        """Return whether its tables are large."""
        return are_large(self.tables)


def is_vertex_cover(found: Selection) -> bool:
    """Return whether a selection asks only for the fewest variables that hit all pairs, in one component."""
    bounded = found.least > 0 or found.most < len(found.free) or found.folded or found.cliques
    if not (found.goal < 0 and not bounded and found.items and len(found.free) <= MAX_VERTICES):
        return False
    parts, alone = connected_components(found)
    return len(parts) == 1 and not alone


def compile_vertex_cover(case: ModelCase) -> VertexCoverProgram | None:
    """The tables of a graph, a set of vertices apart from each other, and a bound by cliques."""
    selection, request = case.selection, case.request
    if selection is None or request.lazy is not None or read_optimum(request.options) != AUTO:
        return None
    if not is_vertex_cover(selection):
        return None
    edges = [(one, other) for one, other in selection.items]
    order = order_vertices(edges, shuffle_by_seed(sorted(selection.free), request.seed))
    tables = make_tables(edges, order, "colouring" not in case.without)
    # For each vertex those that are joined to it, as the bits of a number
    joined = [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in tables.joined]
    known = frozenset(order[number] for number in find_independent(joined))
    least = len(selection.forced) + len(order) - count_cliques(joined)
    return VertexCoverProgram(measure(selection), selection, tables, known, least)


def samples(compiled: Compile) -> Iterator[KernelSample | None]:
    """The search for a vertex cover, of a triangle."""
    triangle = Model(3, tuple(AtLeast(1, edge) for edge in ((0, 1), (1, 2), (0, 2))), Minimize(range(3)))
    yield compiled(triangle, Request()).kernel(Want.ONE)


class VertexCoverSubtree(Subtree):
    """Some of the sets of vertices that are pairwise apart."""

    FOUND = registers.FOUND
    COUNTERS = (registers.NODES,)
    program: VertexCoverProgram
    state: ApartState

    @property
    def kernel(self) -> Kernel:
        """The vertex cover search."""
        return registers.choose_apart

    def read(self, at: int) -> Solution:
        """A cover that was found: all vertices but those of a set."""
        selection, variable = self.program.selection, self.program.tables.variable
        return selection.forced | (selection.free - set(variable[unpack(self.state.found[at])].tolist()))

    @property
    def most_levels(self) -> int:
        """One more than there are vertices."""
        return len(self.state.chosen)

    def decisions(self, state: ApartState, levels: int) -> dict[str, Array]:
        """For each level the vertices that may still be added, those to branch on, and the chosen one."""
        return {
            "registers": state.registers,
            "pool": state.pool[:levels],
            "branch": state.branch[:levels],
            "choices": state.choices[:levels],
            "chosen": state.chosen[: levels - 1],
        }

    def begin(self) -> ApartState:
        """All vertices are to be branched on."""
        return make_state(self.program.tables, 0)

    def replay(self, state: ApartState, levels: int) -> None:
        """Check that no two chosen vertices are joined, and that no remaining vertex is joined to a chosen one."""
        t = self.program.tables
        size, words = t.apart.shape
        require_within(state.registers[registers.BEST], 0, size, "the best set")
        require_within(state.choices[:levels], 0, size, "choices")
        require_within(state.chosen[: levels - 1], 0, size - 1, "vertices")
        free = bitset(np.arange(size), words)
        for level in range(levels):
            require_subset(state.pool[level] | state.branch[level], free, "vertices")
            require(not np.any(state.pool[level] & state.branch[level]), "a vertex twice")
            if level < levels - 1:
                vertex = state.chosen[level]
                require(has(state.pool, level, np.uint64(vertex)), "a choice that was not left")
                free = state.pool[level] & t.apart[vertex]

    @property
    def variables(self) -> Array:
        """The vertices, and what is chosen beforehand."""
        return np.append(self.program.tables.variable, np.array([*self.program.selection.forced], np.int64))

    @property
    def demand(self) -> int:
        """The number of vertices of the best set."""
        return int(self.state.registers[registers.BEST])

    def ask(self, demand: int) -> None:
        """Ask for larger sets than others have found."""
        self.state.registers[registers.BEST] = max(demand, self.demand)

    def left(self) -> float:
        """The share of the whole tree that is left in the untried branches of each level."""
        return share_left(self.count_untried(), self.state.choices[: self.levels].tolist())

    def count_untried(self) -> list[int]:
        """The number of vertices that are still to be branched on, for each level."""
        return [len(unpack(row)) for row in self.state.branch[: self.levels]]

    def close(self, level: int) -> None:
        """Branch on no more vertices of a level."""
        self.state.branch[level] = 0


def search_vertex_cover(program: VertexCoverProgram, request: Request) -> Stream:
    """Give ever smaller covers; a search that is cut proves what cliques alone prove.

    What a quick look does not decide begins again from the cover of a local search: the fewer vertices are known to
    suffice, the more of the tree is cut off. What is kept in a file is searched at once.
    """
    selection, runner = program.selection, Runner(request)
    best = selection.forced | (selection.free - program.known)
    yield best
    forest = search_below(program, best)
    kept = request.store is not None
    if not kept and "exchange" not in read_without(request.options) and can_improve(selection):
        for best in runner.run(forest, "the fewest", budget=LOOK):
            yield best
        if not (forest.over or request.deadline.passed()):
            start = DescentStart(best, program.least - len(selection.forced), request.seed, request.workers)
            for best in Descent(selection, start, request.deadline).improve(READS, EXCHANGES):
                yield best
            forest = search_below(program, best)
    yield from runner.run(forest, "the fewest")
    yield outcome_of(forest.over, bound=None if forest.over else program.least)


def search_below(program: VertexCoverProgram, cover: Solution) -> Forest:
    """A search for covers that are smaller than a known one."""
    left = len(program.selection.forced) + len(program.selection.free) - len(cover)
    return Forest([VertexCoverSubtree(program, make_state(program.tables, left))], Mode.BETTER)
