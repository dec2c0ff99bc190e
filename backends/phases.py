"""The seconds that a run spends in each of its phases."""

from time import perf_counter

from rookery.core.deadline import Deadline, Hold


class Phases:
    """Times the phases of a run; each phase holds a deadline."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.seconds = dict.fromkeys(("compile", "search", "check"), 0.0)

    def within(self, phase: str, deadline: Deadline | None = None) -> "Phase":
        """Return a context manager for a phase; it holds the deadline of the run, or another one."""
        return Phase(self.seconds, phase, deadline or self.deadline)


class Phase(Hold):
    """Holds a deadline, and adds the seconds that its block takes to a phase.

    `contextmanager` would take longer than the search for a solution often does.
    """

    __slots__ = ("_phase", "_seconds", "_start")

    def __init__(self, seconds: dict[str, float], phase: str, deadline: Deadline) -> None:
        super().__init__(deadline)
        self._seconds, self._phase = seconds, phase

    def __enter__(self) -> None:
        self._start = perf_counter()
        super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._seconds[self._phase] += perf_counter() - self._start
