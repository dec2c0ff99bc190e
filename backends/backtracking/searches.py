"""The searches: run the kernel of a program and give its solutions."""

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import inf

import numpy as np

from rookery.backends.answer import End, Want
from rookery.backends.backend import Deadline, Outcome, Request, Sized, Solution, Solutions
from rookery.backends.backtracking import (
    blocks,
    cover,
    cover_kernel,
    general,
    general_kernel,
    lanes,
    registers,
    rows_kernel,
)
from rookery.backends.backtracking.bits import ONE, bitset, unpack
from rookery.backends.backtracking.cover import CoverState
from rookery.backends.backtracking.frontier_race import raced
from rookery.backends.backtracking.lanes import RowState
from rookery.backends.backtracking.programs import CoverProgram, Decided, GeneralProgram, RowProgram
from rookery.backends.backtracking.slices import nothing, stream
from rookery.models.model import Permutation
from rookery.models.symmetry import canonical, orbit

BUFFER = 256
PROBE_STEPS, RESTART_STEPS = 100_000, 10_000


def search_decided(program: Decided, request: Request) -> Solutions:
    """Give the only solution, if there is one."""
    if program.solution is not None:
        yield program.solution
    return Outcome(proven=True)


def search_rows(program: RowProgram, request: Request) -> Solutions:
    """Choose a value for each row in turn."""
    if request.want is Want.COUNT:
        return _row_count(program, request)
    t = program.tables
    state = lanes.fresh(t, _room(request))

    def harvest() -> Iterator[Solution]:
        for slots in state.found[: state.at[rows_kernel.FOUND]]:
            yield program.forced | rows_kernel.chosen(t, slots)
        state.at[rows_kernel.FOUND] = 0

    return _tallied(stream(partial(rows_kernel.list_rows, t, state), harvest, request.deadline))


def _row_count(program: RowProgram, request: Request) -> Solutions:
    """Count whole, or with symmetries by the orbits of the first row's values."""
    state, whole = lanes.fresh(program.tables, 1), [Fraction(0)]
    narrow = len(program.tables.start) == blocks.WORDS
    kernel = partial(rows_kernel.count_block if narrow else rows_kernel.count_rows, program.tables, state)

    def count() -> Generator[Solution, None, bool]:
        return stream(kernel, nothing, request.deadline)

    found = _by_first_row(program, state, count, whole) if program.images else count()
    return _tallied(found, lambda: int(whole[0]) + int(state.tally.sum()))


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


def search_cover(program: CoverProgram, request: Request) -> Solutions:
    """Search a selection: within its bounds, or for the fewest or the most that can be chosen."""
    if program.chosen.goal < 0:
        return _fewest(program, request)
    return _most(program, request) if program.chosen.goal > 0 else _within(program, request)


def _within(program: CoverProgram, request: Request) -> Solutions:
    if request.want is Want.ONE and not program.ordered:
        return (yield from _restarted(program, request))
    state = _state(program, request, most=program.chosen.most)
    counting = request.want is Want.COUNT
    state.at[registers.LISTING] = not counting
    state.at[registers.WEIGHED if counting else registers.WHOLE] = bool(program.group)
    if not counting:
        found = _listed(program, state, request.deadline)
        return (yield from _tallied(_images(found, program.group) if program.group else found))
    tally = partial(cover.weighed, state.tally) if program.group else lambda: int(state.at[registers.COUNT])
    return (yield from raced(program.chosen, partial(_listed, program, state), tally, request.deadline))


def _images(found: Generator[Solution, None, bool], group: Sequence[Permutation]) -> Generator[Solution, None, bool]:
    """Give the whole orbit of each solution that is not in the orbit of one before."""
    seen: set[tuple[int, ...]] = set()
    while True:
        try:
            chosen = next(found)
        except StopIteration as stop:
            return bool(stop.value)
        name = canonical(chosen, group)
        if name not in seen:
            seen.add(name)
            yield from orbit(chosen, group)


def _restarted(program: CoverProgram, request: Request) -> Solutions:
    """Look for one solution in random orders, each search cut after twice the steps of the one before.

    A first choice that leads nowhere costs a search in one order all its time; over many orders such tails vanish.
    """
    chance = random.Random(request.seed)
    steps, finished = RESTART_STEPS, False
    while not finished and not request.deadline.passed():
        state = _state(program, request, most=program.chosen.most)
        state.priority[:] = [chance.randrange(1 << 20) for _ in state.priority]
        finished = yield from _listed(program, state, request.deadline, steps)
        steps *= 2
    return _ended(finished)


def _most(program: CoverProgram, request: Request) -> Solutions:
    """Ask for one more than the best until there is no more, or no room for more."""
    ceiling = len(program.chosen.forced) + min(cover.room(program.tables), program.chosen.most)
    state = _state(program, request, most=program.chosen.most)
    state.at[registers.RISING] = 1
    found = _listed(program, state, request.deadline)
    while True:
        try:
            best = next(found)
        except StopIteration as stop:
            return _ended(stop.value, bound=None if stop.value else ceiling)
        yield best
        if len(best) == ceiling:
            return Outcome(proven=True, bound=ceiling)


def _fewest(program: CoverProgram, request: Request) -> Solutions:
    """Try 0, 1, 2, ... until a number suffices; a quick first solution says where to stop at the latest."""
    forced, least, enough = len(program.chosen.forced), program.chosen.least, program.chosen.most + 1
    state = _state(program, request, most=program.chosen.most)
    for first in _listed(program, state, request.deadline, PROBE_STEPS):
        enough = len(first) - forced
        yield first
        break
    for few in range(least, enough):
        state = _state(program, request, most=few)
        refuted = yield from _first_of(_listed(program, state, request.deadline))
        if not refuted:
            found = bool(state.at[registers.COUNT] > 0)
            return Outcome(proven=found, end=End.DONE if found else End.TIME, bound=forced + few)
        if not state.at[registers.CUT]:  # no bound was in the way: no number suffices
            break
    return Outcome(proven=True)


def _first_of(found: Generator[Solution, None, bool]) -> Generator[Solution, None, bool]:
    """Give the first solution alone; returns whether the search ended without one."""
    try:
        yield next(found)
    except StopIteration as stop:
        return bool(stop.value)
    return False


def _state(program: CoverProgram, request: Request, most: int) -> CoverState:
    chosen = program.chosen
    start = {
        registers.LEAST: chosen.least,
        registers.MOST: most,
        registers.LISTING: 1,
        registers.ORDERED: int(program.ordered),
    }
    size = len(program.tables.variable)
    single = chosen.goal != 0 or request.want is Want.ONE
    return cover.fresh(program.tables, start, min(most, size), 1 if single else _room(request))


def _listed(
    program: CoverProgram, state: CoverState, deadline: Deadline, budget: float = inf
) -> Generator[Solution, None, bool]:
    """Solutions as they are found; returns whether all is searched."""
    kernel, harvest = partial(cover_kernel.advance, program.tables, state), partial(_decoded, program, state)
    return (yield from stream(kernel, harvest, deadline, budget))


def _decoded(program: CoverProgram, state: CoverState) -> Iterator[Solution]:
    for row in state.found[: state.at[registers.FOUND]].tolist():
        picked = row[: row.index(-1)]
        yield program.chosen.forced | frozenset(program.tables.variable[picked].tolist())
    state.at[registers.FOUND] = 0


def search_general(program: GeneralProgram, request: Request) -> Solutions:
    """Decide variables one by one, with propagation."""
    t = program.tables
    state = general.fresh(t, 1 if program.goal else _room(request))
    state.at[general_kernel.GOAL], state.at[general_kernel.EAGER] = program.goal, program.eager
    counting = request.want is Want.COUNT and not program.goal
    state.at[general_kernel.LISTING] = not counting

    def harvest() -> Iterator[Solution]:
        yield from map(general_kernel.chosen, state.found[: state.at[general_kernel.FOUND]])
        state.at[general_kernel.FOUND] = 0

    found = stream(partial(general_kernel.explore, t, state), harvest, request.deadline)
    return (yield from _tallied(found, (lambda: int(state.at[general_kernel.COUNT])) if counting else None))


def _room(request: Request) -> int:
    """How many solutions a kernel may find before it hands them over."""
    return 1 if request.want is Want.ONE else min(BUFFER, request.limit or BUFFER)


def _tallied(found: Generator[Solution, None, bool], tally: Callable[[], int] | None = None) -> Solutions:
    """The outcome of a search that lists, or counts in `tally`; an interrupted count keeps what was counted."""
    try:
        finished = yield from found
    except KeyboardInterrupt:
        if tally is None:
            raise
        return Outcome(proven=False, end=End.INTERRUPTED, count=tally())
    return _ended(finished, tally() if tally else None)


def _ended(finished: bool, count: int | None = None, bound: int | None = None) -> Outcome:
    return Outcome(proven=finished, end=End.DONE if finished else End.TIME, count=count, bound=bound)


def search(program: Sized, request: Request) -> Solutions:
    """Run the search that fits a program."""
    match program:
        case Decided():
            return search_decided(program, request)
        case RowProgram():
            return search_rows(program, request)
        case CoverProgram():
            return search_cover(program, request)
        case GeneralProgram():
            return search_general(program, request)
        case _:
            raise TypeError(f"{type(program).__name__} is no program of this backend")
