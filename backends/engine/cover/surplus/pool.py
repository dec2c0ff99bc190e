"""The workers that fill the layers of a sweep, and its checks meanwhile: threads, memory, the clock, progress."""

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Lock
from time import monotonic

import numpy as np

from rookery.backends.contract.backend import SURPLUS_MEMORY, Request, read_memory_limit
from rookery.backends.contract.progress import Progress
from rookery.backends.engine.cover.surplus.kernel import decide
from rookery.backends.engine.cover.surplus.tables import (
    COUNT,
    DECIDE,
    FETCH,
    FILE,
    FIRST_STATES,
    FULL,
    MADE,
    NUMBER,
    PHASE,
    PLACE,
    STATE_BYTES,
    STEP,
    UNTIL,
    Buffer,
    Job,
    SurplusPlan,
    Window,
    count_buffer_bytes,
    enlarge,
    make_buffer,
)
from rookery.backends.engine.kernels.bits import Ints

SHARE = 8  # one part of this number is for buffers, the others for states
MAX_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; the speed of a compiled kernel over plain Python
MAX_WAITING = 4 / 3  # the room may be as many times what waits, or more
TELL_SECONDS = 0.1


class TooMany(Exception):
    """There are more states than there is room or time for."""


class BufferFull(Exception):
    """A layer or a part is larger than its share of the memory."""


class Watch:
    """Supervises a sweep of `decisions` decisions, which is reported as `task`; raises `TooMany` at a limit."""

    def __init__(self, request: Request, task: str, decisions: int) -> None:
        self._request, self._task, self._decisions = request, task, decisions
        memory = read_memory_limit(request.options, SURPLUS_MEMORY)
        self.buffer_bytes = memory // SHARE
        self._room = (memory - self.buffer_bytes) // STATE_BYTES
        self._made, self._work, self._waiting, self._observed = 0.0, 0, 0, 0.0

    def count_free_states(self, old: int) -> int:
        """The number of states that fit in memory with those of the old layer and those that wait."""
        return max(0, self._room - self._waiting - old)

    def check_limits(self) -> None:
        """Check if the sweep may go on, and report how far it is."""
        if self._request.deadline.passed():
            raise TooMany
        observer = self._request.observer
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            nodes = self._request.effort.statistics.get("nodes", 0)
            observer(Progress(self._task, self._made / self._decisions, nodes))

    def add_work(self, decisions: float, states: int) -> None:
        """Note that `decisions` decisions are made, a part of one where a layer was split, with `states` states."""
        self._made += decisions
        self._work += states
        self.check_limits()
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
BUFFERS = 2  # number of the largest ones that fit in their share of the memory


class WorkerPool:
    """Some workers on one window after the other, each with a separate buffer."""

    def __init__(self, plan: SurplusPlan, workers: int, watch: Watch) -> None:
        self._plan, self._watch = plan, watch
        self._buffers = [make_buffer(len(plan.cost), FIRST_STATES) for _ in range(workers)]

    def run(self, window: Window, start: int, end: int) -> None:
        """Decide from `start` to `end` and file what is made; raises `BufferFull`."""
        work = Work(self._plan, window, range(start, end), self._watch)
        workers = min(len(self._buffers), work.parts)
        if workers < 2:
            self._buffers[0] = work.serve(self._buffers[0], self._watch.check_limits)
            return
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(work.serve, buffer, work.check_stopped) for buffer in self._buffers[:workers]]
            try:
                self._attend(futures)
            finally:
                work.stopped = True
        self._buffers[:workers] = [each.result() for each in futures]

    def _attend(self, futures: list[Future[Buffer]]) -> None:
        """Look at the clock until all are done, or one has failed."""
        while True:
            done, working = wait(futures, PATIENCE, FIRST_EXCEPTION)
            if not working or any(each.exception() for each in done):
                return
            self._watch.check_limits()

    def least(self) -> Ints:
        """The least surplus after each decision that any of them has met."""
        found: Ints = np.min([buffer.least for buffer in self._buffers], axis=0)
        return found


class Work:
    """The work on one window, part by part; `stopped` ends it."""

    def __init__(self, plan: SurplusPlan, window: Window, steps: range, watch: Watch) -> None:
        self._plan, self._window, self._steps, self._watch = plan, window, steps, watch
        self._sizes = np.diff(window.old.first).sum(axis=0)
        self.parts = int(np.count_nonzero(self._sizes))
        self._left = iter(np.argsort(-self._sizes)[: self.parts].tolist())  # the largest first: they end together
        self._lock, self._made, self.stopped = Lock(), 0, False

    def check_stopped(self) -> None:
        """Check, between two slices of a worker's thread, that no other worker has failed."""
        if self.stopped:
            raise BufferFull

    def serve(self, buffer: Buffer, look: Callable[[], None]) -> Buffer:
        """Work on one part after the other until none is left; returns the buffer, which may have grown."""
        while (number := self._take()) is not None:
            buffer = self._fetch(buffer, number)
            while buffer.registers[PHASE] != MADE:
                look()
                decide(self._plan, Job(self._window, buffer), SLICE if decide.compiled else PLAIN_SLICE)
                if buffer.registers[PHASE] == FULL:
                    buffer = self._enlarge(buffer, GROWTH * buffer.state.shape[1])
                    buffer.registers[PHASE] = DECIDE
            self._file(buffer)
        return buffer

    def _take(self) -> int | None:
        """The next part that is not yet taken."""
        with self._lock:
            return next(self._left, None)

    def _fetch(self, buffer: Buffer, number: int) -> Buffer:
        """A buffer with room for a part, which is to be fetched."""
        if self._sizes[number] > buffer.state.shape[1]:
            buffer = self._enlarge(buffer, int(self._sizes[number]))
        buffer.registers[[NUMBER, PHASE, STEP, UNTIL]] = number, FETCH, self._steps.start, self._steps.stop
        return buffer

    def _enlarge(self, buffer: Buffer, room: int) -> Buffer:
        if count_buffer_bytes(room) > self._watch.buffer_bytes // BUFFERS:
            raise BufferFull
        return enlarge(buffer, room)

    def _file(self, buffer: Buffer) -> None:
        """Give what was made a place in the new layer, and put it there."""
        count = int(buffer.registers[COUNT])
        with self._lock:
            buffer.registers[PLACE], self._made = self._made, self._made + count
            if self._made > len(self._window.new.state):
                raise BufferFull
        buffer.registers[PHASE] = FILE
        decide(self._plan, Job(self._window, buffer), 0)
