"""Subtrees as values: a part of a search tree with a separate stack, searched on, cut in two, kept, taken up again.

All state of a search stands in arrays. A subtree is a copy of them in which some levels have no siblings left to try;
so giver and taker of siblings hold the same kind of value, and files and other machines get the arrays as they are.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract import Solution
from rookery.backends.engine.tree.records import Tally
from rookery.core.kernels.kernel import Kernel

Array = NDArray[Any]


class Subtree(ABC):
    """A part of a search tree.

    A state is a NamedTuple of arrays, or of such tuples. Three of them hold one number: the `depth` of the node that is
    searched, -1 at the end, how many solutions are `noted` in the buffer, and the number of `nodes`. `weight` is the
    share of the whole tree under a root, for progress. The searches differ in `count_untried`, `go_back_to` and
    `close`, and in `read`.
    """

    def __init__(self, program: Any, state: Any) -> None:
        self.program, self.state = program, state
        self.weight = 1.0
        self.counted, self.open = Tally(), 1.0

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """The kernel that searches the subtree."""

    @staticmethod
    def buffer(state: Any) -> Array:
        """Return where a kernel writes solutions, a row for each."""
        return state.found  # type: ignore[no-any-return]

    @classmethod
    def take_found(cls, state: Any) -> list[Array]:
        """Return the rows of the solutions in the buffer, and empty it."""
        rows = [*cls.buffer(state)[: int(state.noted[0])].copy()]
        state.noted[0] = 0
        return rows

    @abstractmethod
    def read(self, row: Array) -> Solution:
        """Return the solution that a row of the buffer stands for."""

    @abstractmethod
    def left(self) -> float:
        """Return the share of the whole tree that is left here, by the stack alone; 0 at the end."""

    def count(self) -> Tally:
        """Return the counts of the subtree."""
        return Tally(nodes=int(self.state.nodes[0]))

    def empty_counters(self) -> None:
        """Count from zero again: what was met so far is kept elsewhere."""
        self.state.nodes[0] = 0

    def split(self) -> Self | None:
        """Give away the untried siblings at the highest level that has some; None if that is the lowest."""
        level = next((level for level, some in enumerate(self.count_untried()[:-1]) if some), None)
        if level is None:
            return None
        given = self.like(copy_arrays(self.state))
        given.weight = self.weight
        given.go_back_to(level)
        given.empty_counters()
        self.close(level)
        return given

    @abstractmethod
    def count_untried(self) -> list[int]:
        """The number of untried siblings at each level in use; at the last one the node that is searched counts too."""

    def go_back_to(self, level: int) -> None:
        """Go back to a level: its untried siblings alone are left."""
        self.state.depth[0] = level

    @abstractmethod
    def close(self, level: int) -> None:
        """Leave the untried siblings of a level to others."""

    def like(self, state: Any) -> Self:
        """Return a subtree of the same tree with another state."""
        return type(self)(self.program, state)

    @property
    def levels(self) -> int:
        """The number of levels of the stack in use."""
        return int(self.state.depth[0]) + 1

    @property
    def demand(self) -> int:
        """The value that the next solution must reach, if each must be better than the one before."""
        return 0

    def ask(self, demand: int) -> None:
        """Ask for solutions of this value, if others have found better ones; a search in mode `BETTER` has it."""
        raise NotImplementedError

    def record_counts(self) -> None:
        """Note the counts and the remainder: others read the notes while the kernel runs."""
        self.counted, self.open = self.count(), self.weight * self.left()


def copy_arrays(value: Any) -> Any:
    """Return a copy of all arrays of a state, or of tables, which may have numbers as well."""
    if isinstance(value, tuple):
        return type(value)(*map(copy_arrays, value))
    return value.copy() if isinstance(value, np.ndarray) else value


def list_arrays(value: Any) -> Iterator[Array]:
    """Yield all arrays of a state, or the arrays and numbers of tables."""
    if isinstance(value, tuple):
        for each in value:
            yield from list_arrays(each)
    else:
        yield np.asarray(value)


def rebuild_state(pattern: Any, arrays: Iterator[Array]) -> Any:
    """Return a state like another one, of the arrays that `list_arrays` gave."""
    if isinstance(pattern, tuple):
        return type(pattern)(*(rebuild_state(each, arrays) for each in pattern))
    return next(arrays)


def share_left(untried: list[int], choices: list[int]) -> float:
    """Return the share of a tree that is left in the untried of the choices at each level of a stack."""
    left, node = 0.0, 1.0
    for rest, many in zip(untried, choices, strict=True):
        node /= max(1, many)
        left += rest * node
    return left
