"""A sweep of surplus over all decisions: its windows, its workers, and its limits."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from itertools import pairwise
from threading import Lock
from time import monotonic

import numpy as np

from rookery.backends.engine.cover.surplus.kernel import DECIDE, FULL, decide
from rookery.backends.engine.cover.surplus.tables import (
    PART,
    ROOM,
    UNIT,
    Buffer,
    Job,
    Layer,
    SurplusPlan,
    Window,
    count_parts,
    count_states,
    first_layer,
    make_buffer,
    make_layer,
)
from rookery.backends.engine.kernels.bits import WORD, Ints, Words
from rookery.backends.engine.tree.records import SearchAsk
from rookery.backends.progress import Progress

FULL_WORD = (1 << WORD) - 1
MAX_WINDOW = 8  # decisions of a window
NO_MIRROR = np.zeros((0, 2), np.uint64)
LEAST_BITS = 26  # that are open and left alone by a window longer than one decision
MAX_STATES = 40_000_000  # of two layers together: 1 GB
MAX_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; the speed of a compiled kernel over plain Python
PATIENCE, TELL_SECONDS = 0.04, 0.1


class TooMany(Exception):
    """There are more states than there is room or time for."""


class Sweep:
    """A sweep over the decisions of a plan, `done` of them made, reported as `task`; `layer` has the states.

    `least` is the surplus that is needed after each number of decisions. `mirrors` are the bits of a symmetry after
    some of them.
    """

    def __init__(self, plan: SurplusPlan, mirrors: Mapping[int, Words], ask: SearchAsk, task: str) -> None:
        self._plan, self._mirrors, self._ask, self._task = plan, mirrors, ask, task
        self._takes, self._open = list_bits(plan)
        self._buffers = [make_buffer(len(plan.cost), ROOM) for _ in range(ask.threads)]
        self._lock, self._made, self._work, self._observed = Lock(), 0, 0, 0.0
        self.layer = first_layer()
        self.steps, self.done, self._start = len(plan.cost), 0, 0
        self.least = [0] + [UNIT * self.steps] * self.steps

    @property
    def middle(self) -> int:
        """The place where both halves meet: a state and its image have the same surplus there."""
        steps = self._mirrors or range(self.steps + 1)
        return max(step for step in steps if 2 * step <= self.steps)

    def run(self, until: int, limits: list[int]) -> None:
        """Decide all before `until` with these limits, one for each step at least; raises `TooMany`."""
        # The first window has no decision: it only files states, which lie in no parts yet.
        count = count_states(self.layer)
        pieces = np.minimum(np.arange(0, count + PART, PART), count)
        self.layer = Layer(self.layer.state[:count], pieces[np.newaxis])
        ends, most = [self.done, *self._list_ends(until), until], np.array(limits, np.int64)
        for end, after in pairwise(ends):
            self._decide(end, after, most)
        met = np.min([buffer.least for buffer in self._buffers], axis=0)
        for step in range(self.done, until):
            known = not self._mirrors or step + 1 in self._mirrors
            self.least[step + 1] = min(limits[step] + 1, int(met[step + 1])) if known else self.least[step]
        self.done = until

    def _decide(self, end: int, after: int, most: Ints) -> None:
        """Decide a window until `end`, and file its states for one from there to `after`."""
        start, old, count = self._start, self.layer, count_states(self.layer)
        self._work += count * (end - start)
        if self._work > (MAX_WORK if decide.compiled else MAX_WORK // PLAIN_SHARE):
            raise TooMany
        room = min(MAX_STATES - count, count << (end - start))
        new = make_layer(room, old.first.shape[1] - 1, 1 if end == after else count_parts(count))
        steps, mirror = np.array([start, end]), self._mirrors.get(end, NO_MIRROR)
        self._work_on(Window(old, new, self._key(end, after), mirror, most, steps))
        self.layer, self._start = new, end

    def _work_on(self, window: Window) -> None:
        """Decide the parts of a window, the largest first, so that workers end together."""
        sizes = np.diff(window.old.first).sum(axis=0)
        parts = iter(np.argsort(-sizes)[: np.count_nonzero(sizes)].tolist())
        self._made = 0
        if len(self._buffers) == 1:
            for _ in self._serve(window, self._buffers[0], parts):
                self.check_limits()
            return
        stopped: list[bool] = []

        def serve(buffer: Buffer) -> None:
            for _ in self._serve(window, buffer, parts):
                if stopped:
                    return

        with ThreadPoolExecutor(len(self._buffers)) as pool:
            working = {pool.submit(serve, buffer) for buffer in self._buffers}
            try:
                while working:
                    done, working = wait(working, PATIENCE, FIRST_EXCEPTION)
                    for each in done:
                        each.result()
                    self.check_limits()
            finally:
                stopped.append(True)

    def _serve(self, window: Window, buffer: Buffer, parts: Iterable[int]) -> Iterator[None]:
        """Decide one part after the other; raises `TooMany`."""
        job = Job(window, buffer)
        for buffer.number[0] in parts:
            count = decide(self._plan, job, DECIDE)
            with self._lock:
                place, self._made = self._made, self._made + count
            if count == FULL or place + count > len(window.new.state):
                raise TooMany
            decide(self._plan, job, place)
            yield

    def check_limits(self) -> None:
        """Report how far the sweep is; raises `TooMany` if the time is up."""
        if self._ask.deadline.passed():
            raise TooMany
        observer = self._ask.progress
        if observer is not None and monotonic() - self._observed >= TELL_SECONDS:
            self._observed = monotonic()
            nodes = self._ask.effort["nodes"]
            observer(Progress(self._task, self._start / self.steps, nodes))

    def _list_ends(self, until: int) -> Iterator[int]:
        """Yield the ends of windows; those longer than one decision leave enough bits unchanged."""
        start = self.done
        while start < until:
            end = start + 1
            while end < min(until, start + MAX_WINDOW) and self._may_go_on(start, end):
                end += 1
            yield end
            start = end

    def _may_go_on(self, start: int, end: int) -> bool:
        """Return whether one more decision leaves enough bits alone, and no symmetry makes states equal before it."""
        return end not in self._mirrors and self._left_alone(start, end + 1).bit_count() >= LEAST_BITS

    def _left_alone(self, start: int, end: int) -> int:
        """Return the bits that may be set at a step, and that no decision from there to `end` reads or sets."""
        touched = 0
        for takes in self._takes[start:end]:
            touched |= takes
        return self._open[start] & ~touched

    def _key(self, start: int, end: int) -> Words:
        """Return the same bits as two words."""
        bits = self._left_alone(start, end)
        return np.array([bits & FULL_WORD, bits >> WORD], np.uint64)


def list_bits(plan: SurplusPlan) -> tuple[list[int], list[int]]:
    """Return the bits that each decision may set, and those that may be set before each."""
    takes, needs = (
        [int(low) | int(high) << WORD for low, high in table.tolist()] for table in (plan.takes, plan.needs)
    )
    open_bits = [0]
    for set_now, closed in zip(takes, needs, strict=True):
        open_bits.append((open_bits[-1] | set_now) & ~closed)
    return takes, open_bits
