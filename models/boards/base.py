"""Boards and graphs as numbered cells, and the attacks between them.

Attacks are stated twice in separate code, by `rays` for declarations and by `walk` for the referee, so that a fault in
the one is found by the other.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from rookery.core.errors import BadInput
from rookery.models.pieces.piece import GUARD, Piece

# A NamedTuple: a `Square` of a board, or a `Vertex` of a graph.
Cell: TypeAlias = Any
Clique = Sequence[int]
Targets = tuple[tuple[int, ...], ...]  # for each cell number the numbers of the cells attacked from there


class AbstractBoard(ABC):
    """Numbered cells and the attacks between them."""

    cell_type: ClassVar[Callable[..., Cell]]
    noun: ClassVar[str] = "square"  # what people call a cell
    nouns: ClassVar[str] = "squares"
    numbered = False  # whether squares are named `ROW,COLUMN`; see `name_by_numbers`

    def name_by_numbers(self) -> None:
        """Name squares `ROW,COLUMN` in texts and drawings from now on, not as in chess; vertices keep their names."""
        object.__setattr__(self, "numbered", True)

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Cell]: ...

    @abstractmethod
    def __contains__(self, cell: object) -> bool: ...

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.spec

    @abstractmethod
    def index(self, cell: Cell) -> int:
        """Return the number of a cell; raises `BadInput` if it is not on the board."""

    @abstractmethod
    def cell(self, index: int) -> Cell:
        """Return the cell of a number; raises `IndexError` if the board has no such number."""

    @abstractmethod
    def refusal(self, cell: Cell) -> str:
        """Return the reason why a cell is not on the board."""

    def find(self, text: str) -> Cell | None:
        """Return the cell of a written name, or None."""
        return self._names.get(text.strip())

    @cached_property
    def _names(self) -> Mapping[str, Cell]:
        return {str(cell): cell for cell in self}

    def label(self, cell: Cell) -> str:
        """Return the cell as people write it: `e4`, or the vertex's name."""
        return str(cell)

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece that cannot move on this board, such as the guard of a graph."""
        if piece == GUARD:
            steps = "name a piece with steps, such as queen"
            raise BadInput(f"{self.phrase} has no {piece}: it attacks along the edges of a graph; {steps}")

    @abstractmethod
    def rays(self, piece: Piece, start: Cell) -> Iterator[Clique]:
        """Yield the cells of each ride on the empty board, nearest first; a ride ends before it returns to `start`."""

    @property
    def weights(self) -> Sequence[int] | None:
        """The weight of a piece on each cell, by number; None if every piece counts for one."""
        return None

    def weigh(self, cell: Cell) -> int:
        """Return the weight of a piece on a cell, as the referee finds it."""
        return 1

    @abstractmethod
    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """Yield each ride of a piece on the empty board, cell by cell: the referee's own code, apart from `rays`."""

    @property
    @abstractmethod
    def spec(self) -> str:
        """The board as commands and reports show it: `8x11:torus`."""

    @property
    @abstractmethod
    def phrase(self) -> str:
        """The board in a sentence: `an 8x8 board`, `a graph of 5 vertices and 6 edges`."""

    @property
    def side(self) -> int | None:
        """The side of a square board; None for other boards."""
        return None

    @property
    @abstractmethod
    def series(self) -> str:
        """The words that boards of different sizes share, as they follow a problem: ` on a torus`."""

    @abstractmethod
    def plain(self) -> str | dict[str, Any]:
        """Return JSON data that `take_board` reads back; a graph gives its edges."""
