"""What a search has met, as exact numbers."""

import re
from dataclasses import dataclass
from fractions import Fraction

from rookery.backends.backtracking.tree.checks import LARGEST, require

NUMBER = re.compile(r"[0-9]{1,4000}(/[1-9][0-9]{0,999})?")
CARRIED = LARGEST >> 1  # counters of 64 bits that have come so far are emptied into numbers without an end


@dataclass(frozen=True, slots=True)
class Tally:
    """What was met: solutions by what each stands for, nodes, and whether a bound on their number cut something off."""

    solutions: Fraction = Fraction(0)
    nodes: int = 0
    cut: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.solutions + other.solutions, self.nodes + other.nodes, self.cut or other.cut)

    @property
    def large(self) -> bool:
        """Whether counters of 64 bits that hold it should be emptied."""
        return self.nodes >= CARRIED or self.solutions >= CARRIED


def read_solutions(text: str) -> Fraction:
    """A number of solutions, a fraction while some are counted by shares; raises `ValueError` for anything else."""
    require(NUMBER.fullmatch(text) is not None, "no number of solutions")
    return Fraction(text)
