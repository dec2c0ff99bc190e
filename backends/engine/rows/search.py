"""The row search: lists placements in order, or counts them whole or by the orbits of the first row's values."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract import Ask, Solution, Stream, Want
from rookery.backends.engine.kernels.bits import ONE, bitset, unpack
from rookery.backends.engine.kernels.size import are_large
from rookery.backends.engine.rows import kernel as row_kernel
from rookery.backends.engine.rows import tables as row_tables
from rookery.backends.engine.rows.cut import describe_rows, order_rows
from rookery.backends.engine.rows.kernel import count_rows, list_rows
from rookery.backends.engine.rows.tables import Lanes, RowState, make_lanes, make_state, move_slots
from rookery.backends.engine.tree.forest import Forest, Mode
from rookery.backends.engine.tree.records import SearchAsk, Tally
from rookery.backends.engine.tree.runner import Runner, buffer_size
from rookery.backends.engine.tree.subtree import Array, Subtree, share_left
from rookery.backends.presolve.covering import Covering, Options, read_covering
from rookery.backends.presolve.program import RunnableProgram, measure
from rookery.backends.presolve.structure.rows import recognise_rows
from rookery.backends.presolve.structure.symmetries import find_group
from rookery.core.kernels.kernel import Kernel, KernelSample
from rookery.models.model.constraints import AtMost, Exactly
from rookery.models.model.model import Model


@dataclass(frozen=True, slots=True)
class RowProgram(RunnableProgram):
    """Covering of one choice per row; `images` has the images of each slot if symmetries are used for counting."""

    forced: frozenset[int]
    tables: Lanes
    images: tuple[NDArray[np.int64], ...] = ()

    def search(self, ask: SearchAsk) -> Stream:
        """Choose a value for each row in turn."""
        return search_rows(self, ask)

    def explain(self) -> list[str]:
        """Return the number of rows, and their width."""
        return describe_rows(self.size, self.forced, len(self.tables.word), int(self.tables.width))

    def kernel(self, want: Want) -> KernelSample:
        """Return the kernel that lists or counts on such a board, with a sample of arguments."""
        return KernelSample(count_rows if want is Want.COUNT else list_rows, self.tables, make_state(self.tables, 1))

    @property
    def is_large(self) -> bool:
        """Return whether its tables are large."""
        return are_large(self.tables)


def compile_rows(cut: tuple[Options, ...], selection: Covering, model: Model, ask: Ask) -> RowProgram:
    """Return the tables of a selection without a goal that is cut into rows."""
    ordered = order_rows(cut, ask.want, ask.seed)
    tables = make_lanes(ordered, selection)
    group = find_group(model) if ask.want is Want.COUNT else ()
    group = group if all({p[v] for v in selection.free} == selection.free for p in group) else ()
    images = tuple(move_slots(tables, p, model.variables) for p in group)
    return RowProgram(measure(selection), selection.forced, tables, images)


def samples() -> Iterator[KernelSample]:
    """Yield the searches that list and those that count, with two rows of two."""
    columns = AtMost(1, (0, 2)), AtMost(1, (1, 3))
    two_rows = Model(4, (Exactly(1, (0, 1)), Exactly(1, (2, 3)), *columns))
    found = read_covering(two_rows)
    assert found is not None
    listed = compile_rows(recognise_rows(found) or (), found, two_rows, Ask()).kernel(Want.ALL)
    yield from (listed._replace(kernel=kernel) for kernel in (list_rows, count_rows))


class RowSubtree(Subtree):
    """Some placements, row by row; those that hold marked slots stand for the placements of a whole orbit."""

    program: RowProgram
    state: RowState

    def __init__(self, program: RowProgram, state: RowState, counting: bool) -> None:
        super().__init__(program, state)
        self._counting = counting
        self._kernel = count_rows if counting else list_rows

    def like(self, state: RowState) -> Self:
        """Return a subtree of the same tree with another state."""
        return type(self)(self.program, state, self._counting)

    @property
    def kernel(self) -> Kernel:
        """The kernel that lists or counts on such a board."""
        return self._kernel

    def read(self, row: Array) -> Solution:
        """Return the variables of the slots."""
        return self.program.forced | row_kernel.read_slots(self.program.tables, row)

    def count(self) -> Tally:
        """Return the solutions counted here: for an orbit of n slots, a placement that holds m stands for n / m."""
        size, tally = int(np.bitwise_count(self.state.marked).sum()), self.state.tally.tolist()
        whole = sum((Fraction(size * n, m) for m, n in enumerate(tally) if m and n), Fraction(tally[0]))
        return Tally(whole, int(self.state.nodes[0]))

    def empty_counters(self) -> None:
        """Count from zero again."""
        super().empty_counters()
        self.state.tally[:] = 0

    def left(self) -> float:
        """Return the share of the whole tree that is left in the untried values of each row."""
        s, t, rows = self.state, self.program.tables, np.arange(self.levels)
        values = (s.possible[rows, t.word[: len(rows)]] >> t.shift[: len(rows)]) & t.mask
        return share_left(self.count_untried(), np.bitwise_count(values).tolist())

    def count_untried(self) -> list[int]:
        """Return the number of untried values of each row."""
        untried: list[int] = np.bitwise_count(self.state.untried[: self.levels]).tolist()
        return untried

    def close(self, level: int) -> None:
        """Try no more values of a row."""
        self.state.untried[level] = 0


def search_rows(program: RowProgram, ask: SearchAsk) -> Stream:
    """Choose a value for each row in turn."""
    runner = Runner(ask)
    if ask.want is Want.COUNT:
        roots = _by_first_row(program) if program.images else [_root(program, 1, counting=True)]
        return runner.answer(Forest(roots), "counting")
    root = _root(program, buffer_size(ask), counting=False)
    if ask.want is Want.ONE:
        return runner.answer(Forest([root], Mode.FIRST), "the first one")
    return runner.answer(Forest([root]), "listing")


def _root(program: RowProgram, buffer: int, counting: bool) -> RowSubtree:
    return RowSubtree(program, row_tables.make_state(program.tables, buffer), counting)


def _by_first_row(program: RowProgram) -> Iterator[RowSubtree]:
    """Yield a subtree for one value of the first row of each orbit; the slots of the orbit are banned from then on.

    Every placement holds a value of the first row, so a subtree meets it or an image of it. Double counting: if each of
    the n slots of an orbit were chosen in turn, all n subtrees would have equally many placements, and a placement with
    m of the slots would be met m times. So a placement of the one subtree that is searched stands for n / m.
    """
    t, banned = program.tables, np.zeros_like(program.tables.start)
    for first in unpack(row_tables.make_state(t, 1).untried[:1]):
        if banned[0] >> np.uint64(first) & ONE:
            continue
        orbit = bitset(np.unique([first, *(image[first] for image in program.images)]), len(t.start))
        root = _root(program, 1, counting=True)
        row_tables.begin_orbit(t, root.state, first, banned, orbit)
        yield root
        banned |= orbit
