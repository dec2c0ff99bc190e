"""What a sweep of surplus may take, and how far it is: deadline, memory, work, progress."""

from time import monotonic

from rookery.backends.backtracking.surplus.kernel import decide
from rookery.backends.backtracking.surplus.layers import STATE_BYTES
from rookery.backends.contract.backend import Request
from rookery.backends.contract.limits import read_memory_limit
from rookery.backends.contract.progress import Progress

DEFAULT_MEMORY = 1 << 30
SHARE = 4  # of the memory: the old layer, the new one, what waits for its turn, the benches
MOST_WORK, PLAIN_SHARE = 1 << 29, 500  # states in all; a compiled kernel is so many times as fast
TELL_SECONDS = 0.1


class TooMany(Exception):
    """There are more states than there is room or time for."""


class NoRoom(Exception):
    """A layer or a part is larger than its share of the memory."""


class Watch:
    """Looks after a sweep of so many decisions, which is told as `task`; raises `TooMany` at a limit."""

    def __init__(self, request: Request, task: str, decisions: int) -> None:
        self._request, self._task, self._decisions = request, task, decisions
        memory = read_memory_limit(request.options) if "memory" in request.options else DEFAULT_MEMORY
        self.bytes = memory // SHARE
        self.room = max(1, self.bytes // STATE_BYTES)
        self._made, self._work, self._told = 0.0, 0, 0.0

    def look(self) -> None:
        """Go on or not; tell how far the sweep is."""
        if self._request.deadline.passed():
            raise TooMany
        observer = self._request.observer
        if observer is not None and monotonic() - self._told >= TELL_SECONDS:
            self._told = monotonic()
            nodes = self._request.effort.statistics.get("nodes", 0)
            observer(Progress(self._task, self._made / self._decisions, nodes))

    def note(self, decisions: float, states: int) -> None:
        """So many decisions are made, a part of one where a layer was split, for so many states."""
        self._made += decisions
        self._work += states
        if self._work > (MOST_WORK if decide.compiled else MOST_WORK // PLAIN_SHARE):
            raise TooMany

    def hold(self, states: int) -> None:
        """So many states wait for their turn, or for others."""
        if states > self.room:
            raise TooMany
