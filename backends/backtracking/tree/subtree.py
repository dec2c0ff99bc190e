"""Subtrees as values: a part of a search tree with a stack of its own, searched on, cut in two, kept, taken up again.

All state of a search stands in arrays. A subtree is a copy of them in which some levels have no siblings left to try;
so whoever gives siblings away and whoever takes them hold the same kind of thing, and so does a file.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rookery.backends.contract.backend import Solution
from rookery.models.kernels.jit import Kernel

Array = NDArray[Any]
DEPTH = 0  # the register of the depth, in every kernel


@dataclass(frozen=True, slots=True)
class Tally:
    """What was met: solutions by what each stands for, nodes, and whether a bound on their number cut something off."""

    solutions: Fraction = Fraction(0)
    nodes: int = 0
    cut: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.solutions + other.solutions, self.nodes + other.nodes, self.cut or other.cut)


class Subtree(ABC):
    """A part of a search tree.

    A state is a NamedTuple of arrays, or of such tuples. `STACK` names the fields whose arrays have a row (or several)
    for each level, `SCRATCH` those that mean nothing between two steps; all others are taken whole. `weight` is how
    much of the whole tree a root holds, for progress.
    """

    STACK: frozenset[str]
    SCRATCH: frozenset[str]

    def __init__(self, program: Any, state: Any) -> None:
        self.program, self.state = program, state
        self.weight = 1.0
        self.taken = False
        self.counted, self.open = Tally(), 1.0

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """What searches it."""

    def step(self, steps: int) -> bool:
        """Search for so many nodes at most; whether all is searched."""
        return bool(self.kernel(self.program.tables, self.state, steps) < 0)

    @abstractmethod
    def harvest(self) -> list[Solution]:
        """The solutions found since the last harvest."""

    @abstractmethod
    def left(self) -> float:
        """The share of the whole tree that is left here, by the stack alone; 0 at the end."""

    @abstractmethod
    def count(self) -> Tally:
        """What was met here."""

    @abstractmethod
    def split(self) -> Self | None:
        """Give away the untried siblings at the highest level that has some; None where that is the lowest."""

    def like(self, state: Any) -> Self:
        """A subtree of the same tree with another state."""
        return type(self)(self.program, state)

    @property
    def levels(self) -> int:
        """How many levels of the stack are in use."""
        return int(self.state.registers[DEPTH]) + 1

    @property
    def demand(self) -> int:
        """How good the next solution must be, where each must be better than the one before."""
        return 0

    @abstractmethod
    def ask(self, demand: int) -> None:
        """Ask for solutions so good, where others have found better ones."""

    def look(self) -> None:
        """Note what was met and what is left: others read the notes while the kernel runs."""
        self.counted, self.open = self.count(), self.weight * self.left()

    def copy_arrays(self) -> dict[str, Array]:
        """Copies of all arrays that matter, without the levels that are not in use."""
        return {
            name: self._used_part(self.levels, name, array).copy() for name, array in self._arrays(self.state).items()
        }

    @property
    def array_names(self) -> list[str]:
        """The names of the arrays that matter."""
        return list(self._arrays(self.state))

    def _arrays(self, state: Any) -> dict[str, Array]:
        return {name: array for name, array in name_arrays(state) if _group(name) not in self.SCRATCH}

    def _used_part(self, levels: int, name: str, array: Array) -> Array:
        return array[: levels * (len(array) // self._rows)] if _group(name) in self.STACK else array

    @property
    @abstractmethod
    def _rows(self) -> int:
        """How many levels the stack has room for."""

    def resume(self, kept: Mapping[str, Array]) -> Self:
        """A subtree of the same tree from what was kept; raises `ValueError` where it does not fit."""
        state = make_empty(self.state)
        for name, array in self._arrays(state).items():
            fill(array, kept[name], whole=_group(name) not in self.STACK)
        made = self.like(state)
        made.weight = self.weight
        return made

    def recall(self, kept: Mapping[str, Array]) -> Self:
        """As `resume`, of what stands in a file; raises `ValueError` for what no kernel must be given."""
        made = self.resume(kept)
        if not 0 < made.levels <= self._rows:
            raise ValueError("a depth beyond the stack")
        if any(
            len(kept[name]) != len(self._used_part(made.levels, name, a))
            for name, a in self._arrays(made.state).items()
        ):
            raise ValueError("a stack of another depth")
        made.check(self.state)
        return made

    @abstractmethod
    def check(self, own: Any) -> None:
        """Check each number that a kernel goes by, with a state of the same search; raises `ValueError`."""

    @property
    @abstractmethod
    def variables(self) -> Array:
        """The variables of which solutions are made."""


def name_arrays(state: Any, prefix: str = "") -> Iterator[tuple[str, Array]]:
    """The arrays of a state; the name of one in a tuple within it is `tuple.array`."""
    for name, part in state._asdict().items():
        if isinstance(part, np.ndarray):
            yield prefix + name, part
        else:
            yield from name_arrays(part, f"{prefix}{name}.")


def make_empty(state: Any) -> Any:
    """A state of the same shapes, all zero."""
    if isinstance(state, np.ndarray):
        return np.zeros(state.shape, state.dtype)
    return type(state)(*map(make_empty, state))


def _group(name: str) -> str:
    """The field of the state in which an array stands."""
    return name.partition(".")[0]


def fill(array: Array, part: Array, whole: bool) -> None:
    """Write a part, or the whole, to the beginning of an array; raises `ValueError` where it does not fit."""
    fits = part.ndim == array.ndim and (len(part) == len(array) if whole else len(part) <= len(array))
    if not fits or part.dtype != array.dtype or part.shape[1:] != array.shape[1:]:
        raise ValueError("an array does not fit")
    array[: len(part)] = part


def share_left(untried: list[int], choices: list[int]) -> float:
    """The share of a tree that is left in the untried of the choices at each level of a stack."""
    left, node = 0.0, 1.0
    for rest, many in zip(untried, choices, strict=True):
        node /= max(1, many)
        left += rest * node
    return left
