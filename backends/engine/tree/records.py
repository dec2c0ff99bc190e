"""What searches count."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from rookery.backends.contract import Ask

CARRIED = 1 << 61  # 64-bit counters that have come so far are emptied into Python integers


@dataclass(frozen=True)
class SearchAsk(Ask):
    """An ask whose searches add their `effort`: the statistics of its end."""

    effort: Counter[str] = field(default_factory=Counter, compare=False)

    @property
    def threads(self) -> int:
        """The number of threads on this machine: one where the workers are those of an executor."""
        return 1 if self.executor is not None else self.workers or 1


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of a search: solutions by the number that each stands for, nodes, and whether a bound pruned."""

    solutions: Fraction = Fraction(0)
    nodes: int = 0
    cut: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.solutions + other.solutions, self.nodes + other.nodes, self.cut or other.cut)

    @property
    def large(self) -> bool:
        """Return whether counters of 64 bits that hold it should be emptied."""
        return self.nodes >= CARRIED or self.solutions >= CARRIED
