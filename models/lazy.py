"""Lazy forms of a model: a few constraints at first, and the clauses that a solution breaks once it is there.

Some demands need auxiliary variables or a great many clauses to be written down, while few clauses are ever broken on
the way to an answer: that a set is connected is one for each cut of a graph. A lazy form names these as they are asked
for. The whole model stays what a solution is refereed by, what files are written from, and what is certified.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from rookery.models.model import Literal, Model

Cuts = Callable[[Set[int]], Sequence[Sequence[Literal]]]


@dataclass(frozen=True)
class LazyForm:
    """The same question about the first variables of a model alone; these decide all others.

    Every solution of the whole model solves `model`, by what it says of these variables, and costs as much. A solution
    of `model` is one of the whole model just when `cuts` names nothing. Else `cuts` gives clauses, each a sequence of
    literals, which the solution breaks and no solution of the whole model does. The symmetries of `model` are those of
    the whole question. `cuts` is called from several threads and sent to other processes: it keeps no state.
    """

    model: Model
    cuts: Cuts

    def at_optimum(self, value: int) -> "LazyForm":
        """The form of the same question without a goal: all solutions whose objective is the optimum `value`."""
        return replace(self, model=self.model.at_optimum(value))
