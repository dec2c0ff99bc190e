"""The row search: lists placements in order, or counts them whole or by the orbits of the first row's values."""

from collections.abc import Iterator

import numpy as np

from rookery.backends.backtracking.kernels.bits import ONE, bitset, unpack
from rookery.backends.backtracking.rows import tables as row_tables
from rookery.backends.backtracking.rows.program import RowProgram
from rookery.backends.backtracking.rows.subtree import RowSubtree
from rookery.backends.backtracking.tree.forest import Forest, Mode
from rookery.backends.backtracking.tree.outcomes import give_all, give_count, give_first, room
from rookery.backends.backtracking.tree.runner import Driver
from rookery.backends.contract.answer import Want
from rookery.backends.contract.backend import Request, Stream


def search_rows(program: RowProgram, request: Request) -> Stream:
    """Choose a value for each row in turn."""
    driver = Driver(request)
    if request.want is Want.COUNT:
        forest = Forest(_by_first_row(program) if program.images else [_root(program, 1, counting=True)])
        return give_count(driver.run(forest, "counting"), forest)
    root = _root(program, room(request), counting=False)
    if request.want is Want.ONE:
        forest = Forest([root], Mode.FIRST)
        return give_first(driver.run(forest, "the first one"), forest)
    forest = Forest([root])
    return give_all(driver.run(forest, "listing"), forest)


def _root(program: RowProgram, buffer: int, counting: bool) -> RowSubtree:
    return RowSubtree(program, row_tables.make_state(program.tables, buffer), counting)


def _by_first_row(program: RowProgram) -> Iterator[RowSubtree]:
    """A subtree for one value of the first row after the other, each for its whole orbit, which is banned from then on.

    Every placement holds a value of the first row. Those that hold m of the n in an orbit are met m times when each of
    the n is chosen in turn, and as often for each: choosing one counts for all, n / m times.
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
