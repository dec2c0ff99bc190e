"""How long each phase of a run took."""

from time import perf_counter

from rookery.backends.contract.answer import Times
from rookery.models.base.beginning import take_noted
from rookery.models.base.deadline import NEVER, Deadline, Hold

PHASES = ("start", "load", "compile", "search", "decode", "check")


class Phases:
    """The seconds spent in each phase of a run so far, and in the run as a whole.

    `before` are the seconds that were spent on the run before it began, and `noted` those before there was a run.
    """

    def __init__(self) -> None:
        self._spent = dict.fromkeys(PHASES, 0.0)
        self.noted = self.before = self._began = self._ended = 0.0

    @property
    def begun(self) -> bool:
        """Whether the run has begun."""
        return self._began > 0

    def begin(self) -> None:
        """Note that the run begins now."""
        self._began = perf_counter()

    def prepare(self, began: float) -> None:
        """Note that the run is made, which `began` then: what was no other phase is its start."""
        self.before, self.noted = perf_counter() - began, take_noted()
        self._spent["start"] = self.noted + max(0.0, self.before - sum(self._spent.values()))

    def end(self) -> None:
        """Note that the run ends now."""
        self._ended = perf_counter()

    def measure(self, phase: str, deadline: Deadline = NEVER) -> "MeasuredPhase":
        """Add the time of what is done within to a phase; what works in it can look at its deadline."""
        return MeasuredPhase(self._spent, phase, deadline)

    def times(self, declared: float, asked: float) -> Times:
        """All phases, with what the declaration took, and all time until now; an answer was `asked` for then."""
        now = perf_counter()
        run = (self._ended or now) - self._began if self.begun else 0.0
        late = now - asked if self._ended else 0.0
        return Times(declare=declared, total=declared + self.noted + self.before + run + late, **self._spent)


class MeasuredPhase(Hold):
    """A block whose time is added to what is `spent` on its phase.

    Loading is outside of every limit: the clock of the deadline stands still, as it does for what the phase itself
    makes ready on the way, which is loading too.
    """

    __slots__ = ("_phase", "_spent", "_start", "_stood")

    def __init__(self, spent: dict[str, float], phase: str, deadline: Deadline) -> None:
        super().__init__(deadline)
        self._spent, self._phase = spent, phase

    def __enter__(self) -> None:
        self._start, self._stood = perf_counter(), self._deadline.clock.stood
        super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        clock, spent = self._deadline.clock, perf_counter() - self._start
        aside = clock.stood - self._stood
        self._spent[self._phase] += spent - aside
        self._spent["load"] += aside
        if self._phase == "load":
            clock.stand_still(spent - aside)
