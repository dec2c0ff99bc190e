"""The limits of a strategy: it asks now and then whether to go on."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import TypeVar

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Deadline, Outcome

T = TypeVar("T")
OFTEN = 1 << 10


class Halted(Exception):
    """A limit came first; `end` says which."""

    def __init__(self, end: End) -> None:
        super().__init__(end.value)
        self.end = end


class Watch:
    """Raises `Halted` when the time is up or the memory is used; `bound` is what is proven of the optimum so far."""

    def __init__(self, deadline: Deadline, memory: float = inf) -> None:
        self._deadline, self._memory = deadline, memory
        self.bound: int | None = None

    def check(self, held: int = 0) -> None:
        """Go on or not, while the states take so many bytes."""
        if held > self._memory:
            raise Halted(End.MEMORY)
        if self._deadline.passed():
            raise Halted(End.TIME)

    def over(self, things: Iterable[T], held: Callable[[], int] = int) -> Iterator[T]:
        """The same things, with a look at the clock, and at the bytes `held`, every now and then."""
        for number, thing in enumerate(things):
            if number % OFTEN == 0:
                self.check(held())
            yield thing

    def halted(self, halt: Halted, told: str) -> Outcome:
        """The outcome of a search that was halted."""
        limit = f"; the memory limit is {self._memory / 2**20:,.3g} MiB" if halt.end is End.MEMORY else ""
        return Outcome(proven=False, end=halt.end, bound=self.bound, raw_status=f"{told}{limit}")
