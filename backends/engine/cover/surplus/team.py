"""The team that fills the layers of a sweep, and its checks meanwhile: threads, memory, the clock, progress."""

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Lock
from time import monotonic

import numpy as np

from rookery.backends.contract.backend import SURPLUS_MEMORY, Request, read_memory_limit
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.layers import (
    COUNT,
    DECIDE,
    FETCH,
    FILE,
    FIRST_ROOM,
    FULL,
    MADE,
    NUMBER,
    PHASE,
    PLACE,
    STATE_BYTES,
    STEP,
    UNTIL,
    Bench,
    Job,
    Stretch,
    bytes_of_bench,
    enlarge,
    make_bench,
)
from rookery.backends.engine.cover.surplus.tables import SurplusPlan
from rookery.backends.engine.kernels.bits import Ints

SHARE = 8  # one part of so many of the memory is for benches, the others for states
MAX_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; a compiled kernel is so many times as fast
MAX_WAITING = 4 / 3  # the room may be as many times what waits, or more
TELL_SECONDS = 0.1


class TooMany(Exception):
    """There are more states than there is room or time for."""


class NoRoom(Exception):
    """A layer or a part is larger than its share of the memory."""


class Watch:
    """Supervises a sweep of `decisions` decisions, which is reported as `task`; raises `TooMany` at a limit."""

    def __init__(self, request: Request, task: str, decisions: int) -> None:
        self._request, self._task, self._decisions = request, task, decisions
        memory = read_memory_limit(request.options, SURPLUS_MEMORY)
        self.bench_bytes = memory // SHARE
        self._room = (memory - self.bench_bytes) // STATE_BYTES
        self._made, self._work, self._waiting, self._observed = 0.0, 0, 0, 0.0

    def room(self, old: int) -> int:
        """The number of states that fit in memory with those of the old layer and those that wait."""
        return max(0, self._room - self._waiting - old)

    def look(self) -> None:
        """Check if the sweep may go on, and report how far it is."""
        if self._request.deadline.passed():
            raise TooMany
        observer = self._request.observer
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            nodes = self._request.effort.statistics.get("nodes", 0)
            observer(Progress(self._task, self._made / self._decisions, nodes))

    def note(self, decisions: float, states: int) -> None:
        """Note that `decisions` decisions are made, a part of one where a layer was split, with `states` states."""
        self._made += decisions
        self._work += states
        self.look()
        if self._work > (MAX_WORK if decide.compiled else MAX_WORK // PLAIN_SHARE):
            raise TooMany

    def hold(self, states: int) -> None:
        """Note that `states` states wait for their turn, or for others, until the next note."""
        self._waiting = states
        if MAX_WAITING * states > self._room:
            raise TooMany


SLICE, PLAIN_SLICE = 1 << 19, 1 << 10  # states between two looks at the clock
PATIENCE = 0.04
GROWTH = 2
BENCHES = 2  # so many of the largest ones fit in their share of the memory


class Team:
    """Some workers on one stretch after the other, each with a bench of its own."""

    def __init__(self, plan: SurplusPlan, workers: int, watch: Watch) -> None:
        self._plan, self._watch = plan, watch
        self._benches = [make_bench(len(plan.cost), FIRST_ROOM) for _ in range(workers)]

    def run(self, stretch: Stretch, start: int, end: int) -> None:
        """Decide from `start` to `end` and file what is made; raises `NoRoom`."""
        shift = Shift(self._plan, stretch, range(start, end), self._watch)
        workers = min(len(self._benches), shift.parts)
        if workers < 2:
            self._benches[0] = shift.serve(self._benches[0], self._watch.look)
            return
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(shift.serve, bench, shift.look) for bench in self._benches[:workers]]
            try:
                self._attend(futures)
            finally:
                shift.stopped = True
        self._benches[:workers] = [each.result() for each in futures]

    def _attend(self, futures: list[Future[Bench]]) -> None:
        """Look at the clock until all are done, or one has failed."""
        while True:
            done, working = wait(futures, PATIENCE, FIRST_EXCEPTION)
            if not working or any(each.exception() for each in done):
                return
            self._watch.look()

    def least(self) -> Ints:
        """The least surplus after each decision that any of them has met."""
        found: Ints = np.min([bench.least for bench in self._benches], axis=0)
        return found


class Shift:
    """The work on one stretch, part by part; `stopped` ends it."""

    def __init__(self, plan: SurplusPlan, stretch: Stretch, steps: range, watch: Watch) -> None:
        self._plan, self._stretch, self._steps, self._watch = plan, stretch, steps, watch
        self._sizes = np.diff(stretch.old.first).sum(axis=0)
        self.parts = int(np.count_nonzero(self._sizes))
        self._left = iter(np.argsort(-self._sizes)[: self.parts].tolist())  # the largest first: they end together
        self._lock, self._made, self.stopped = Lock(), 0, False

    def look(self) -> None:
        """Check, between two slices of a worker's thread, that no other worker has failed."""
        if self.stopped:
            raise NoRoom

    def serve(self, bench: Bench, look: Callable[[], None]) -> Bench:
        """Work on one part after the other until none is left; returns the bench, which may have grown."""
        while (number := self._take()) is not None:
            bench = self._fetch(bench, number)
            while bench.registers[PHASE] != MADE:
                look()
                decide(self._plan, Job(self._stretch, bench), SLICE if decide.compiled else PLAIN_SLICE)
                if bench.registers[PHASE] == FULL:
                    bench = self._enlarge(bench, GROWTH * bench.state.shape[1])
                    bench.registers[PHASE] = DECIDE
            self._file(bench)
        return bench

    def _take(self) -> int | None:
        """The next part that is not yet taken."""
        with self._lock:
            return next(self._left, None)

    def _fetch(self, bench: Bench, number: int) -> Bench:
        """A bench with room for a part, which is to be fetched."""
        if self._sizes[number] > bench.state.shape[1]:
            bench = self._enlarge(bench, int(self._sizes[number]))
        bench.registers[[NUMBER, PHASE, STEP, UNTIL]] = number, FETCH, self._steps.start, self._steps.stop
        return bench

    def _enlarge(self, bench: Bench, room: int) -> Bench:
        if bytes_of_bench(room) > self._watch.bench_bytes // BENCHES:
            raise NoRoom
        return enlarge(bench, room)

    def _file(self, bench: Bench) -> None:
        """Give what was made a place in the new layer, and put it there."""
        count = int(bench.registers[COUNT])
        with self._lock:
            bench.registers[PLACE], self._made = self._made, self._made + count
            if self._made > len(self._stretch.new.state):
                raise NoRoom
        bench.registers[PHASE] = FILE
        decide(self._plan, Job(self._stretch, bench), 0)
