"""The program of a selection that is searched item by item, or clique by clique."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.cover.growing import GrowingTables
from rookery.backends.backtracking.cover.tables import Cover, keep_items, make_cover
from rookery.backends.backtracking.options import AUTO, encode_switches, read_count, read_without
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import CompiledProgram, Request
from rookery.backends.selection.decided import measure
from rookery.backends.selection.parts import cut_along_cliques
from rookery.backends.selection.selection import Selection
from rookery.backends.selection.shuffle import shuffle_by_seed
from rookery.backends.selection.symmetries import MOST_SYMMETRIES, find_group
from rookery.models.model import Model, Permutation
from rookery.models.symmetry.permutations import table

MOST_IMAGES = 4_000_000


@dataclass(frozen=True, slots=True)
class CoverProgram(CompiledProgram):
    """Any selection; `ordered` asks for its solutions in lexicographic order.

    `group` are the symmetries under which orbits are listed or counted in place of solutions; none where that is off.
    `by_turns` says that the frontier may count its solutions too, `known` that fewer than so many are never enough.
    `growing` adds items to the tables, where coverings may break clauses that were not known.
    """

    selection: Selection
    tables: Cover
    ordered: bool
    group: tuple[Permutation, ...] = ()
    by_turns: bool = False
    known: int = 0
    growing: GrowingTables | None = None

    @property
    def latest(self) -> Cover:
        """The tables with all items that have appeared by now."""
        return self.tables if self.growing is None else self.growing.latest


def compile_cover(selection: Selection, model: Model, request: Request, ordered: bool) -> CoverProgram:
    """The tables of a selection."""
    group = _group(selection, model, request)
    order = _order(selection, request.seed, ordered)
    useful = useful_symmetries(model, len(order)) if selection.goal < 0 else table(group, model.variables)
    tables = make_cover(selection, order, useful, encode_switches(read_without(request.options)))
    growing = request.lazy and GrowingTables(tables, model.variables, request.lazy, selection.forced)
    by_turns = (
        not growing and selection.goal == 0 and request.want is Want.COUNT and read_count(request.options) == AUTO
    )
    return CoverProgram(measure(selection), selection, tables, ordered, group, by_turns, growing=growing)


def _order(selection: Selection, seed: int, ordered: bool) -> list[int]:
    """The candidates as they are numbered, since a colouring takes them in turn.

    Where many are wanted and the longest cliques make fewer parts, as columns do on a board with more rows, they are
    numbered part by part.
    """
    if not ordered and not selection.items and (selection.goal > 0 or selection.least > 1):
        parts = cut_along_cliques(selection, longest_first=True)
        if len(parts) < len(cut_along_cliques(selection)):
            return [v for part in shuffle_by_seed(parts, seed) for v in shuffle_by_seed(part, seed)]
    return shuffle_by_seed(sorted(selection.free), seed)


def useful_symmetries(model: Model, size: int) -> NDArray[np.int64]:
    """Symmetries to forbid orbits with; a part of the group will do, since a refuted orbit is refuted as a whole."""
    return table(model.symmetries, model.variables, max(MOST_SYMMETRIES, MOST_IMAGES // size))


def _group(selection: Selection, model: Model, request: Request) -> tuple[Permutation, ...]:
    """A group of symmetries to list or count a covering by; it must be closed, or solutions would be lost."""
    off = selection.goal or request.want is Want.ONE or selection.most >= len(selection.items)
    group = () if off else find_group(model)
    return group if group and keep_items(table(group, model.variables), selection) else ()
