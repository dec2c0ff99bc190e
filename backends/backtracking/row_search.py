"""The row search: lists placements in order, or counts them whole or by the orbits of the first row's values."""

from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from rookery.backends.answer import Want
from rookery.backends.backend import Request, Solution, Solutions
from rookery.backends.backtracking import lanes, rows_kernel
from rookery.backends.backtracking.bits import ONE, bitset, unpack
from rookery.backends.backtracking.ending import room, tallied
from rookery.backends.backtracking.lanes import RowState
from rookery.backends.backtracking.programs import RowProgram
from rookery.backends.backtracking.slices import nothing, stream


def search_rows(program: RowProgram, request: Request) -> Solutions:
    """Choose a value for each row in turn."""
    if request.want is Want.COUNT:
        return _row_count(program, request)
    t = program.tables
    state = lanes.fresh(t, room(request))

    def harvest() -> Iterator[Solution]:
        for slots in state.found[: state.at[rows_kernel.FOUND]]:
            yield program.forced | rows_kernel.chosen(t, slots)
        state.at[rows_kernel.FOUND] = 0

    return tallied(stream(partial(rows_kernel.list_rows, t, state), harvest, request.deadline))


def _row_count(program: RowProgram, request: Request) -> Solutions:
    """Count whole, or with symmetries by the orbits of the first row's values."""
    state, whole = lanes.fresh(program.tables, 1), [Fraction(0)]
    kernel = partial(rows_kernel.count_rows, program.tables, state)

    def count() -> Generator[Solution, None, bool]:
        return stream(kernel, nothing, request.deadline)

    found = _by_first_row(program, state, count, whole) if program.images else count()
    return tallied(found, lambda: int(whole[0]) + int(state.tally.sum()))


def _by_first_row(
    program: RowProgram, state: RowState, count: Callable[[], Generator[Solution, None, bool]], whole: list[Fraction]
) -> Generator[Solution, None, bool]:
    """Count with one value of the first row after the other, each for its whole orbit, which is banned from then on.

    Every placement holds a value of the first row. Those that hold m of the n in an orbit are met m times when each of
    the n is chosen in turn, and as often for each: choosing one counts for all, n / m times.
    """
    t, banned = program.tables, np.zeros_like(program.tables.start)
    for first in unpack(state.untried[:1]):
        if banned[0] >> np.uint64(first) & ONE:
            continue
        orbit = bitset(np.unique([first, *(image[first] for image in program.images)]), len(t.start))
        lanes.begin(t, state, first, banned, orbit)
        finished = yield from count()
        size = int(np.bitwise_count(orbit).sum())
        whole[0] += sum(Fraction(size * n, m) for m, n in enumerate(state.tally.tolist()) if m)
        state.tally[:] = 0
        if not finished:
            return False
        banned |= orbit
    return True
