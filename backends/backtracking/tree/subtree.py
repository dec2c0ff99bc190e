"""Subtrees as values: a part of a search tree with a stack of its own, searched on, cut in two, kept, taken up again.

All state of a search stands in arrays. A subtree is a copy of them in which some levels have no siblings left to try;
so whoever gives siblings away and whoever takes them hold the same kind of thing, and so does a file.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rookery.backends.backtracking.tree.checks import require
from rookery.backends.backtracking.tree.packed import PackedTree
from rookery.backends.backtracking.tree.tally import Tally
from rookery.backends.contract.backend import Solution
from rookery.models import BadInput
from rookery.models.kernels.jit import Kernel

Array = NDArray[Any]
DEPTH = 0  # the register of the depth, in every kernel
DAMAGED = "the checkpoint does not fit this search; it is damaged, or of another version"


class Subtree(ABC):
    """A part of a search tree.

    A state is a NamedTuple of arrays, or of such tuples. `STACK` names the fields whose arrays have a row (or several)
    for each level, `SCRATCH` those that mean nothing between two steps; all others are taken whole. `COUNTERS` are the
    registers of nodes and, where the kernel counts them one by one, of solutions. `weight` is how much of the whole
    tree a root holds, for progress.

    It may be asleep: packed as bytes, with no arrays until somebody needs them. Who searches it tells it to `look`;
    until then `pack` gives what it was, so that it may be written down while it is searched on.
    """

    STACK: frozenset[str]
    SCRATCH: frozenset[str]
    COUNTERS: tuple[int, ...]

    def __init__(self, program: Any, state: Any) -> None:
        self.program, self._state = program, state
        self._wake: Callable[[], Any] | None = None
        self._packed: bytes | None = None
        self.weight = 1.0
        self.taken = False
        self.counted, self.open = Tally(), 1.0

    @property
    def state(self) -> Any:
        """Its arrays; raises `BadInput` where it is asleep and was damaged, or comes from another search."""
        if self._wake is not None:
            self._state, self._wake = self._wake(), None
        return self._state

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

    def count(self) -> Tally:
        """What was met here."""
        nodes, *met = self.state.registers[[*self.COUNTERS]].tolist()
        return Tally(Fraction(sum(met)), nodes)

    def empty_counters(self) -> None:
        """Count from zero again: what was met so far is kept elsewhere."""
        self.state.registers[[*self.COUNTERS]] = 0

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
        self._packed = None

    @property
    def is_packed(self) -> bool:
        """Whether `pack` gives what is there already."""
        return self._packed is not None

    def pack(self) -> bytes:
        """All that matters of it as bytes, as it was when it was looked at last."""
        if self._packed is None:
            raw = b"".join(array.tobytes() for array in self.copy_arrays().values())
            self._packed = PackedTree.pack(
                self.weight, min(1.0, self.left()), self.count(), self.levels, raw
            ).to_bytes()
        return self._packed

    def asleep(self, member: bytes) -> Self:
        """A subtree of the same search that was packed; raises `ValueError` where that is seen to be damaged."""
        packed, made = PackedTree.read(member), self.like(None)
        made.weight, made.counted, made.open = packed.weight, packed.counted, packed.weight * packed.left
        made.rest_on(member, partial(self._unpack, packed))
        return made

    def rest_on(self, member: bytes, wake: Callable[[], Any]) -> None:
        """Stay packed as `member` until the arrays are needed, which `wake` gives."""
        self._packed, self._wake = member, wake

    def _unpack(self, packed: PackedTree) -> Any:
        try:
            made = self.recall(self._cut(packed))
            require(made.count() == packed.counted, "counters of another subtree")
        except ValueError:
            raise BadInput(DAMAGED) from None
        return made.state

    def _cut(self, packed: PackedTree) -> dict[str, Array]:
        """The arrays that a packed subtree holds one after the other; raises `ValueError` where they do not fit."""
        require(0 < packed.levels <= self._rows, "a depth beyond the stack")
        parts = {name: self._used_part(packed.levels, name, a) for name, a in self._arrays(self.state).items()}
        raw, kept, at = packed.unpack(sum(part.nbytes for part in parts.values())), {}, 0
        for name, part in parts.items():
            kept[name] = np.frombuffer(raw, part.dtype, part.size, at).reshape(part.shape)
            at += part.nbytes
        return kept

    def copy_arrays(self) -> dict[str, Array]:
        """Copies of all arrays that matter, without the levels that are not in use."""
        return {
            name: self._used_part(self.levels, name, array).copy() for name, array in self._arrays(self.state).items()
        }

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
