"""Workers that share the parts of a layer: each takes the next one, until all are decided.

Kernels hold no interpreter lock. What is made does not depend on who made it: parts share no state, and blocks of the
new layer are listed by the part that they come from, wherever in it they lie.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Lock

import numpy as np

from rookery.backends.backtracking.kernels.bits import Ints
from rookery.backends.backtracking.surplus.kernel import decide
from rookery.backends.backtracking.surplus.layers import (
    COUNT,
    DECIDE,
    FETCH,
    FILE,
    FULL,
    MADE,
    NUMBER,
    PHASE,
    PLACE,
    STEP,
    UNTIL,
    Bench,
    Job,
    Stretch,
    bytes_of_bench,
    enlarge,
    make_bench,
)
from rookery.backends.backtracking.surplus.tables import SurplusPlan
from rookery.backends.backtracking.surplus.watch import NoRoom, Watch

SLICE, PLAIN_SLICE = 1 << 19, 1 << 10  # states between two looks at the clock
PATIENCE = 0.04
GROWTH = 2
BENCHES = 2  # so many of the largest benches have their share of the memory


class Team:
    """Some workers on one stretch after the other, each with a bench of its own."""

    def __init__(self, plan: SurplusPlan, workers: int, watch: Watch) -> None:
        self._plan, self._watch = plan, watch
        self._benches = [make_bench(len(plan.cost)) for _ in range(workers)]

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
        filled = np.flatnonzero(self._sizes).tolist()
        self.parts, self._left = len(filled), iter(filled)
        self._lock, self._made, self.stopped = Lock(), 0, False

    def look(self) -> None:
        """What a worker does between two slices in a thread: it goes on unless another has failed."""
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
        """The next part that nobody works on."""
        with self._lock:
            return next(self._left, None)

    def _fetch(self, bench: Bench, number: int) -> Bench:
        """A bench with room for a part, which is to be fetched."""
        if self._sizes[number] > bench.state.shape[1]:
            bench = self._enlarge(bench, int(self._sizes[number]))
        bench.registers[[NUMBER, PHASE, STEP, UNTIL]] = number, FETCH, self._steps.start, self._steps.stop
        return bench

    def _enlarge(self, bench: Bench, room: int) -> Bench:
        if bytes_of_bench(room) > self._watch.bytes // BENCHES:
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
