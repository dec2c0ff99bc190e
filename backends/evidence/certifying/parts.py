"""The rows of a packing: one is the whole, and others are set against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.certificates.packing.rows import Inequality
from rookery.models.model.constraints import Weights

Times = dict[int, int]  # how often each row is taken, by its number


def find_empty(rows: Sequence[Inequality]) -> dict[int, int]:
    """The variables that are false, each with a row that says so."""
    false = (at for at, row in enumerate(rows) if row.least == 0 and max(row.weights.values(), default=0) < 0)
    return {variable: at for at in false for variable in rows[at].weights}


@dataclass(frozen=True)
class Parts:
    """The rows that may be set against the `whole`, all of their weights taken as above 0.

    `allows` says that the whole is a row of weights below 0, which has room for what the others demand.
    """

    rows: Sequence[Inequality]
    whole: int

    @cached_property
    def allows(self) -> bool:
        """Return whether the whole allows, and does not demand."""
        return max(self.rows[self.whole].weights.values(), default=0) < 0

    @cached_property
    def empty(self) -> dict[int, int]:
        """The variables that are false, each with a row that says so."""
        return find_empty(self.rows)

    @cached_property
    def room(self) -> Weights:
        """The allowance or demand of the whole for each variable that may be true; a demand cannot be reduced."""
        weights = self.rows[self.whole].weights.items()
        return {v: abs(weight) for v, weight in weights if v not in self.empty and (weight < 0) == self.allows}

    @cached_property
    def numbers(self) -> list[int]:
        """The rows that may serve."""
        own = self.rows[self.whole].at
        return [at for at, row in enumerate(self.rows) if row.at != own and self._serves(row)]

    def _serves(self, row: Inequality) -> bool:
        if self.allows:  # a row that demands, of variables for which there is room
            held = all(v in self.room for v in row.weights if v not in self.empty)
            return row.least > 0 and min(row.weights.values(), default=0) > 0 and held
        return row.least < 0 and max(row.weights.values(), default=0) < 0

    def weights(self, at: int) -> Weights:
        """The weights of a row for variables that may be true, all above 0."""
        return {v: abs(weight) for v, weight in self.rows[at].weights.items() if v not in self.empty}
