"""The program of a selection that is searched item by item, or clique by clique."""

from collections.abc import Iterator

from rookery.backends.contract import Ask, Stream, Want
from rookery.backends.engine.cover.cases import CaseSearch
from rookery.backends.engine.cover.kernel import search_nodes
from rookery.backends.engine.cover.search import search_cover
from rookery.backends.engine.cover.state import begin
from rookery.backends.engine.cover.subtree import CoverPlan
from rookery.backends.engine.cover.tables import make_cover
from rookery.backends.engine.kernels.size import are_large
from rookery.backends.engine.options import AUTO, encode_switches, read_count, read_without
from rookery.backends.engine.rows.cut import MAX_ORDERED_ROWS
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.presolve.covering import Covering, read_covering
from rookery.backends.presolve.lowering.bounds import known_bound
from rookery.backends.presolve.program import RunnableProgram, describe_selection, measure
from rookery.backends.presolve.structure.cliques import cut_along_cliques
from rookery.backends.presolve.structure.images import keep_covering
from rookery.backends.presolve.structure.masks import shuffle_by_seed
from rookery.backends.presolve.structure.outer_lines import recognise_lines
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.backends.presolve.structure.symmetries import MAX_SYMMETRIES, find_group, list_useful, tabulate
from rookery.core.kernels.kernel import KernelSample
from rookery.models.model.constraints import AtLeast
from rookery.models.model.model import Minimize, Model, Permutation

MAX_ORDERED = 900  # variables of a model without rows up to which the first solution is the lexicographic one (30x30)


class CoverProgram(CoverPlan, RunnableProgram):
    """Any selection, searched item by item or clique by clique."""

    __slots__ = ()

    def search(self, ask: SearchAsk) -> Stream:
        """Search within the bounds, or for the fewest or the most that can be chosen."""
        return search_cover(self, ask)

    def explain(self) -> list[str]:
        """Return the selection, its symmetries, and how it is searched."""
        selection, images = self.selection, len(self.tables.symmetries.candidates)
        lines = describe_selection(selection, self.size)
        if images > 1:
            lines.append(
                f"symmetries: {images}; a candidate that was tried at the root is excluded with all its images"
            )
        if selection.goal > 0:
            lines.append("search: packing, on cliques of rivals, one more each time, until none is found")
        else:
            least = max(selection.least, self.known, 0)
            more = f", for {least}, {least + 1}, {least + 2}, ... chosen" if selection.goal < 0 else ""
            lines.append(f"search: covering, on the item with the fewest options{more}")
        if self.cases is not None:
            lines.append(
                "cases: by the outermost empty lines of two directions, for numbers that weights nearly exclude"
            )
        return [*lines, *self.explain_frontier()]

    def explain_frontier(self) -> list[str]:
        """Return a line if the frontier may count, else none."""
        return [
            "count: by dynamic programming over a frontier, if the search takes long and states are few"
        ] * self.frontier

    def kernel(self, want: Want) -> KernelSample:
        """Return the covering search."""
        return KernelSample(search_nodes, *begin(self.tables, least=0, most=0, buffer=1))

    @property
    def is_large(self) -> bool:
        """Return whether its tables are large."""
        return are_large(self.tables)


def compile_cover(selection: Covering, model: Model, ask: Ask) -> CoverProgram:
    """Return the tables of a selection."""
    ordered = selection.goal == 0 and ask.want is Want.ONE and _is_soon_ordered(selection, model)
    group = _group(selection, model, ask)
    order = _order(selection, ask.seed, ordered)
    # to forbid orbits of a refuted choice, a part of the group will do: each image of the choice is refuted
    useful = list_useful(model, len(order)) if selection.goal < 0 else group
    tables = make_cover(selection, order, tabulate(useful, model.variables), encode_switches(read_without(ask.options)))
    frontier = selection.goal == 0 and ask.want is Want.COUNT and read_count(ask) == AUTO
    cases = None
    if selection.goal <= 0 and not (ordered or "cases" in read_without(ask.options)):
        lines = recognise_lines(selection, model)
        some = group if selection.goal == 0 else model.symmetries[:MAX_SYMMETRIES]
        cases = None if lines is None else CaseSearch(lines, tuple(some))
    known = known_bound(model)[0] - len(selection.forced) if selection.goal < 0 else 0
    return CoverProgram(measure(selection), selection, tables, ordered, group, frontier, known, cases)


def _is_soon_ordered(selection: Covering, model: Model) -> bool:
    """Return whether the first solution in lexicographic order comes soon."""
    rows = recognise_rows(selection)
    return model.variables <= MAX_ORDERED and (rows is None or len(rows) <= MAX_ORDERED_ROWS)


def _order(selection: Covering, seed: int, ordered: bool) -> list[int]:
    """Return the free variables in the order of their candidate numbers, in which a colouring takes them.

    If many are wanted and the longest cliques make fewer parts, as columns do on a board with more rows, they are
    numbered part by part.
    """
    if not ordered and not selection.items and (selection.goal > 0 or selection.least > 1):
        parts = cut_along_cliques(selection, longest_first=True)
        if len(parts) < len(cut_along_cliques(selection)):
            return [v for part in shuffle_by_seed(parts, seed) for v in shuffle_by_seed(part, seed)]
    return shuffle_by_seed(sorted(selection.free), seed)


def _group(selection: Covering, model: Model, ask: Ask) -> tuple[Permutation, ...]:
    """Return symmetries to count or list orbits by, or none: they must be a group, or solutions would be lost."""
    off = selection.goal or ask.want is Want.ONE or selection.most >= len(selection.items)
    group = () if off else find_group(model)
    return group if group and len(keep_covering(selection, tabulate(group, model.variables))) == len(group) else ()


def samples() -> Iterator[KernelSample]:
    """The covering search and the decisions of a sweep, with the fewest of a row of six that hit each one's own place
    and those next to it.
    """
    beside = [tuple(at for at in (each - 1, each, each + 1) if 0 <= at < 6) for each in range(6)]
    model = Model(6, tuple(AtLeast(1, each) for each in beside), Minimize(range(6)))
    found = read_covering(model)
    assert found is not None
    yield compile_cover(found, model, Ask()).kernel(Want.ONE)
    from rookery.backends.engine.cover.surplus.refute import sample_decision

    yield KernelSample(*sample_decision())
