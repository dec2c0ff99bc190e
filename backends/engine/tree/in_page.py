"""Searches of Python in a page: one thread runs a kernel slice by slice, looks at the clock and tells how far it is."""

from collections.abc import Callable, Iterator
from time import monotonic

from rookery.backends.contract.backend import Request
from rookery.backends.contract.progress import Progress

TELL_SECONDS = 0.2


class Slices:
    """The slices of one search, until a kernel says -1 or the time is up; `over` says that all is searched.

    `run` takes the number of steps of a slice; `nodes` tells how many nodes were made by now.
    """

    def __init__(self, name: str, run: Callable[[int], int], nodes: Callable[[], int], steps: int) -> None:
        self.over = False
        self._name, self._run, self._nodes, self._steps = name, run, nodes, steps

    def of(self, request: Request) -> Iterator[None]:
        """Run them; each is followed by a look at what was found."""
        told = monotonic()
        try:
            while not (self.over or request.deadline.passed()):
                self.over = self._run(self._steps) < 0
                yield
                if request.observer is not None and monotonic() - told >= TELL_SECONDS:
                    told = monotonic()
                    before = request.effort.statistics.get("nodes", 0)
                    request.observer(Progress(self._name, nodes=before + self._nodes()))
        finally:
            request.effort.add(calls=1, nodes=self._nodes())
