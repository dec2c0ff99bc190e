"""Time and memory limits for searches in plain Python."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import TypeVar

from rookery.backends.contract import End, Reason
from rookery.core.deadline import Deadline
from rookery.models import BadInput

T = TypeVar("T")
OFTEN = 1 << 10
DEFAULT_MEMORY = "512M"
AMOUNT = re.compile(r"([0-9]{1,9})([KMG])(?:i?B)?", re.IGNORECASE)
UNITS = {"K": 10, "M": 20, "G": 30}


def read_memory_limit(options: Mapping[str, str], default: str = DEFAULT_MEMORY) -> int:
    """Return the bytes that the option `memory` allows for states; raises `BadInput` if it is no amount."""
    text = options.get("memory", default)
    found = AMOUNT.fullmatch(text.strip())
    if not found or not int(found[1]):
        raise BadInput(f"memory {text!r}: expected an amount such as 64M or 2G")
    return int(found[1]) << UNITS[found[2].upper()]


class Halted(Exception):
    """A search reached a limit; `reason` says which."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Budget:
    """A time and a memory limit; `bound` is the bound on the optimum that is proven so far."""

    def __init__(self, deadline: Deadline, memory_limit: float = inf) -> None:
        self._deadline, self._memory_limit = deadline, memory_limit
        self.bound: int | None = None

    def check(self, held: int = 0) -> None:
        """Raise `Halted` if the time is up or the states take more than the memory limit; `held` is in bytes."""
        if held > self._memory_limit:
            raise Halted(Reason.MEMORY)
        if self._deadline.passed():
            raise Halted(Reason.TIME)

    def watch(self, things: Iterable[T], held: Callable[[], int] = int) -> Iterator[T]:
        """Yield the same things and check the limits every 1,024 of them."""
        for number, thing in enumerate(things):
            if number % OFTEN == 0:
                self.check(held())
            yield thing

    def halted(self, halt: Halted, message: str, statistics: Mapping[str, int]) -> End:
        """Return the end of a search that reached a limit."""
        limit = f"; the memory limit is {self._memory_limit / 2**20:,.3g} MiB" if halt.reason is Reason.MEMORY else ""
        return End(False, halt.reason, bound=self.bound, note=f"{message}{limit}", statistics=statistics)
