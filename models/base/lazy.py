"""Lazy forms of a model: a few constraints at first, and the clauses that a solution breaks once it is there.

Some demands need auxiliary variables or a great many clauses to be written down, while few clauses are ever broken on
the way to an answer: that a set is connected is one for each cut of a graph. A lazy form names these as they are asked
for. The whole model stays what a solution is refereed by, what files are written from, and what is certified.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from typing import Generic, Protocol, Self, TypeVar

from rookery.models.base.sums import Literal

Cuts = Callable[[Set[int]], Iterable[Sequence[Literal]]]
MOST_IMAGES = 16  # of a clause: the whole group of a board, and a part of that of a torus


class AskedModel(Protocol):
    """What a lazy form needs of a model."""

    @property
    def symmetries(self) -> Sequence[Sequence[int]]:
        """Permutations of the variables."""

    def at_optimum(self, value: int) -> Self:
        """The same question without a goal."""

    def value(self, true_variables: Set[int]) -> int | None:
        """The objective of an assignment."""


M = TypeVar("M", bound=AskedModel)


@dataclass(frozen=True)
class LazyForm(Generic[M]):
    """The same question about the first variables of a model alone; these decide all others.

    Every solution of the whole model solves `model`, by what it says of these variables, and costs as much. A solution
    of `model` is one of the whole model just when `cuts` names nothing, and its objective is no more than `limit`,
    which some solution reaches (None: any). Else `cuts` gives clauses, each a sequence of literals, which the solution
    breaks and no solution of the whole model does. The symmetries of `model` are those of the whole question. `cuts`
    is called from several threads and sent to other processes: it keeps no state.
    """

    model: M
    cuts: Cuts
    limit: int | None = None

    def at_optimum(self, value: int) -> "LazyForm[M]":
        """The form of the same question without a goal: all solutions whose objective is the optimum `value`."""
        return LazyForm(self.model.at_optimum(value), self.cuts)

    def everywhere(self) -> Cuts:
        """The cuts with their images under the symmetries of the model, which are broken sooner or later."""
        return CutsEverywhere(self.cuts, tuple(map(tuple, islice(self.model.symmetries, MOST_IMAGES))))

    def admits(self, chosen: Set[int]) -> bool:
        """Whether a solution of the form is within the limit."""
        value = self.model.value(chosen)
        return self.limit is None or value is None or value <= self.limit


@dataclass(frozen=True)
class CutsEverywhere:
    """Cuts with their images under some symmetries; each once, short ones first."""

    cuts: Cuts
    symmetries: tuple[Sequence[int], ...]

    def __call__(self, chosen: Set[int]) -> Sequence[tuple[Literal, ...]]:
        """The clauses that a solution breaks, and their images."""
        broken = list(self.cuts(chosen))
        found = {tuple(sorted(clause)) for clause in broken}
        for image in self.symmetries:
            found.update(tuple(sorted(image[v] if v >= 0 else ~image[~v] for v in clause)) for clause in broken)
        return sorted(found, key=lambda clause: (len(clause), clause))
