"""The limits of a search in plain Python: it asks now and then whether to go on."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import TypeVar

from rookery.backends.contract.answer import End
from rookery.backends.contract.backend import Deadline, Outcome
from rookery.models import BadInput

T = TypeVar("T")
OFTEN = 1 << 10
DEFAULT_MEMORY, SURPLUS_MEMORY = "512M", "1G"
AMOUNT = re.compile(r"([0-9]{1,9})([KMG])(?:i?B)?", re.IGNORECASE)
UNITS = {"K": 10, "M": 20, "G": 30}


def read_memory_limit(options: Mapping[str, str], default: str = DEFAULT_MEMORY) -> int:
    """The bytes that the option `memory` lets the states of a search take; raises `BadInput` for what is no amount."""
    text = options.get("memory", default)
    found = AMOUNT.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadInput(f"memory {text!r}: expected an amount such as 64M or 2G")
    return int(found[1]) << UNITS[found[2].upper()]


class Halted(Exception):
    """A limit came first; `end` says which."""

    def __init__(self, end: End) -> None:
        super().__init__(end.value)
        self.end = end


class Budget:
    """Raises `Halted` when the time is up or the memory is used; `bound` is what is proven of the optimum so far."""

    def __init__(self, deadline: Deadline, memory_limit: float = inf) -> None:
        self._deadline, self._memory_limit = deadline, memory_limit
        self.bound: int | None = None

    def check(self, held: int = 0) -> None:
        """Go on or not, while the states take so many bytes."""
        if held > self._memory_limit:
            raise Halted(End.MEMORY)
        if self._deadline.passed():
            raise Halted(End.TIME)

    def watch(self, things: Iterable[T], held: Callable[[], int] = int) -> Iterator[T]:
        """The same things, with a look at the clock, and at the bytes `held`, every now and then."""
        for number, thing in enumerate(things):
            if number % OFTEN == 0:
                self.check(held())
            yield thing

    def halted(self, halt: Halted, told: str) -> Outcome:
        """The outcome of a search that was halted."""
        limit = f"; the memory limit is {self._memory_limit / 2**20:,.3g} MiB" if halt.end is End.MEMORY else ""
        return Outcome(proven=False, end=halt.end, bound=self.bound, raw_status=f"{told}{limit}")
