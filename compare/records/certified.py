"""The result that a verified certificate proves for an instance, independently of the backend that answered."""

from dataclasses import dataclass
from typing import Any

from rookery.compare.records.record import Record, Said
from rookery.compare.records.solution import Solution


@dataclass(frozen=True)
class Certified:
    """A claim about a problem, the same for all of its instances, with the file whose check has just proven it.

    `want` is what was asked. `objective`, `count` and `orbits` are None where nothing is claimed of them; no solution
    is a count of 0. `shown` is one solution, where there is one.
    """

    problem: str  # the plain data in their one form
    want: str
    sentence: str
    path: str
    objective: int | None = None
    count: int | None = None
    orbits: int | None = None
    shown: Solution | None = None

    def says(self, record: Record) -> bool:
        """Whether a run gives the answer that is proven, all of it."""
        if not record.complete or record.said is Said.UNKNOWN or record.want != self.want:
            return False
        if record.said is Said.INFEASIBLE or self.count == 0:
            return record.count in (None, 0) and self.count == 0 and record.objective is None
        several: tuple[Any, ...] = (record.count, record.orbits) if record.want != "one" else (None, None)
        return (record.objective, *several) == (self.objective, self.count, self.orbits)
