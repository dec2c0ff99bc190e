"""The covering search: within bounds, in random orders, for the fewest, for the most."""

import random
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from math import inf

from rookery.backends.answer import End, Want
from rookery.backends.backend import Deadline, Outcome, Request, Solution, Solutions
from rookery.backends.backtracking import cover, cover_kernel, registers
from rookery.backends.backtracking.cover import CoverState
from rookery.backends.backtracking.ending import ended, room, tallied
from rookery.backends.backtracking.frontier_race import raced
from rookery.backends.backtracking.programs import CoverProgram
from rookery.backends.backtracking.slices import stream
from rookery.models.model import Permutation
from rookery.models.symmetry import canonical, orbit

PROBE_STEPS, RESTART_STEPS = 100_000, 10_000


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
        return (yield from tallied(_images(found, program.group) if program.group else found))
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
    return ended(finished)


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
            return ended(stop.value, bound=None if stop.value else ceiling)
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
    return cover.fresh(program.tables, start, min(most, size), 1 if single else room(request))


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
