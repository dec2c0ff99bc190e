"""The clock that python-constraint's callbacks look at: the library itself knows no limit."""

from rookery.models.base.deadline import Deadline, OutOfTime


class OutOfSteps(Exception):
    """A search took more steps than it was allowed."""


class Clock:
    """Counts steps, and looks at the deadline every so many."""

    def __init__(self, deadline: Deadline, steps: int | None = None) -> None:
        self._deadline, self._steps, self._taken = deadline, steps, 0

    @property
    def steps(self) -> int:
        """How many steps were counted."""
        return self._taken

    def tick(self) -> None:
        """Count a step; raises `OutOfTime` and `OutOfSteps`."""
        self._taken += 1
        if self._taken & 7 == 0 and self._deadline.passed():
            raise OutOfTime
        if self._taken == self._steps:
            raise OutOfSteps
