"""Grounds: the cells of pieces, and the attacks between them; and rectangles of squares, numbered row by row.

A ground of your own is one file with a subclass of `Ground`, and its line in `rookery.models.boards.catalogue`. It says
four things:

- its cells: `__len__`, `__iter__`, `index` and `square` (the cell of a number), `place` (the class of its cells, a
  tuple which prints as people write it), `admit` (its check of pieces);
- its attacks: `rays`, from which declarations are made. `cliques`, `lines` and `maps` have defaults that are
  right for every ground; it may know better ones;
- the same for the referee: `walk`, in separate code, so that a fault in the one is found by the other;
- its name and its plain data: `spec`, `parse`, `phrase`, `plain`, `from_plain`.

It is drawn by the names of its cells; a better drawing is a function in `TEXTS` or `PICTURES` of
`rookery.models.drawing.grounds`, under the name that the ground gives as its `tiling`. A ground of squares in rows and
columns is a subclass of `Rectangle`, or of `Board`, and has most of this already; one whose steps turn on their way
sets `straight = False`.

`rookery.models.boards.glued` is an example.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.numbers import is_pair
from rookery.core.values import picture
from rookery.models.pieces.piece import GUARD, Piece

# A cell: a tuple whose class says what it names, such as a `Square` or a `Vertex`. Two grounds share no more than that.
Place: TypeAlias = Any
Clique = Sequence[int]
Targets = tuple[tuple[int, ...], ...]  # for each number the numbers of the cells that are attacked from there


class Ground(ABC):
    """A set of cells with names and numbers, and the attacks between them (see above)."""

    name: ClassVar[str]  # what plain data calls the kind of ground
    place: ClassVar[Callable[..., Place]]
    cell: ClassVar[str] = "square"  # what people call one
    cells: ClassVar[str] = "squares"  # and several
    tiling: ClassVar[str] = "network"  # how it is drawn: a name in `rookery.models.drawing.grounds`
    solid: ClassVar[bool] = False  # whether it has three dimensions

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Place]: ...

    @abstractmethod
    def __contains__(self, place: object) -> bool: ...

    def __bool__(self) -> bool:
        return True

    def _repr_html_(self) -> str | None:
        return picture(self)

    @abstractmethod
    def index(self, place: Place) -> int:
        """The number of a cell; raises `BadInput` for one that is not on the board."""

    @abstractmethod
    def square(self, index: int) -> Place:
        """The cell of a number; raises `IndexError` for a number that the board does not have."""

    def refusal(self, place: Place) -> str:
        """The reason why a cell is not on the board."""
        shown = place if isinstance(place, tuple) and place and type(place) is self.place else show_value(place)
        return f"{shown} is none of the {self.cells} of {self.phrase}"

    def find(self, text: str) -> Place | None:
        """The cell of this name; None if there is no such cell."""
        return self._names.get(text.strip())

    @cached_property
    def _names(self) -> Mapping[str, Place]:
        return {str(place): place for place in self}

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece that this board does not have, such as one of three dimensions."""
        if piece.solid and not self.solid:
            raise BadInput(f"{self.phrase} has no {piece}: it moves in three dimensions")
        if piece == GUARD:
            steps = "name a piece with steps, such as queen"
            raise BadInput(f"{self.phrase} has no {piece}: it attacks along the edges of a graph; {steps}")

    @abstractmethod
    def rays(self, piece: Piece, start: Place) -> Iterator[Clique]:
        """The numbers of the cells that a piece attacks from `start`: each ride of it, in the order of the way.

        A ride that comes back to where it began ends before it.
        """

    def attacks(self, piece: Piece) -> Targets:
        """For each cell number the cells that a piece standing there attacks, ascending and without its own."""
        return tuple(
            tuple(sorted({there for ray in self.rays(piece, place) for there in ray} - {at}))
            for at, place in enumerate(checking_deadline(self))
        )

    def attackers(self, piece: Piece) -> Targets:
        """For each cell number the cells from which a piece attacks it, ascending."""
        return turn_round(self.attacks(piece))

    def cliques(self, piece: Piece) -> Iterator[Clique]:
        """Sets of cells of which at most one may hold a piece; together they exclude exactly the pairs that attack each
        other.

        By default, each pair that is in no earlier set, made as large as further cells in their order allow.
        """
        return grow_cliques(self.attacks(piece))

    def lines(self, piece: Piece) -> Iterator[Clique]:
        """The whole lines along which a piece rides without limit, if there are some."""
        return iter(())

    def maps(self) -> Iterator[Sequence[int]]:
        """Maps of the cells, by their numbers, that may be symmetries; the others are sorted out later."""
        return iter(())

    @property
    def weights(self) -> Sequence[int] | None:
        """The weight of a piece on each cell, by the numbers of the cells; None if each piece counts for one."""
        return None

    def weigh(self, place: Place) -> int:
        """The weight of a piece on a cell, as the referee finds it."""
        return 1

    @property
    def sets(self) -> Sequence[Sequence[Any]] | None:
        """The sets of cells that the board was given, by their names; None if attacks alone join cells."""
        return None

    def numbered_sets(self) -> Targets | None:
        """The same by the numbers of the cells, for declarations."""
        return None

    @abstractmethod
    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The ways that a piece goes from `start` on the empty board, cell by cell, as the referee walks them."""

    @property
    def places(self) -> Sequence[tuple[float, float]] | None:
        """The places of the cells in a picture, to the right and upwards; None if springs are to find them."""
        return None

    def links(self) -> Collection[tuple[int, int]] | None:
        """The pairs of cells, by their numbers, that a picture joins by a line; None for no such picture."""
        return None

    @property
    @abstractmethod
    def spec(self) -> str:
        """The board as commands take it and reports show it: `8x11:torus`."""

    def __str__(self) -> str:
        return self.spec

    @property
    @abstractmethod
    def phrase(self) -> str:
        """The board, or graph, in a sentence: `an 8x8 board`, `a graph of 5 vertices`."""

    @property
    def details(self) -> str:
        """The data of the board that its phrase omits, in words; empty if there is none."""
        return ""

    @property
    def size(self) -> str:
        """The board as a list of boards has it: what `parse` reads."""
        return self.spec

    @property
    def side(self) -> int | None:
        """The side of a square board; None for other boards."""
        return None

    @property
    def series(self) -> str:
        """The words that boards of different sizes share, as they follow a problem: ` on a torus`."""
        return f" on a {self.name}"

    def words(self) -> Iterator[str]:
        """The command-line options that name the board; raises `BadInput` if no options can."""
        yield from ("--board", self.spec)

    @classmethod
    def parse(cls, text: str) -> "Ground | None":
        """The board that people write so; None for another kind of board."""
        return None

    @abstractmethod
    def plain(self) -> dict[str, Any]:
        """The board as plain data, without its `name`; `board` holds its sides, or the number of cells and 1."""

    @classmethod
    @abstractmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The board of plain data."""


def turn_round(targets: Targets) -> Targets:
    """For each number those whose targets it is among, ascending; the same object if that changes nothing."""
    sources: list[list[int]] = [[] for _ in targets]
    for at, hits in enumerate(checking_deadline(targets)):
        for there in hits:
            sources[there].append(at)
    found = tuple(map(tuple, sources))
    return targets if found == targets else found


def grow_cliques(targets: Targets) -> Iterator[Clique]:
    """Cliques that hold each pair of cells of which one attacks the other, and no other pair, grown pair by pair."""
    near = [set(each) for each in checking_deadline(targets)]
    for at, hits in enumerate(checking_deadline(targets)):
        for there in hits:
            near[there].add(at)
    done: set[tuple[int, int]] = set()
    for one, others in enumerate(checking_deadline(near)):
        for other in sorted(each for each in others if each > one):
            if (one, other) not in done:
                clique, common = [one, other], others & near[other]
                while common:
                    fresh = min(common)
                    clique.append(fresh)
                    common &= near[fresh]
                clique.sort()
                done.update((a, b) for at, a in enumerate(clique) for b in clique[at + 1 :])
                yield tuple(clique)


FILES = ascii_lowercase


class Square(NamedTuple):
    """A place on a board, counted from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"

    def algebraic(self, board: "Rectangle") -> str:
        """The square as chess writes it, files from the left and ranks from the bottom of a board: `e4`.

        Raises `BadInput` for a square that the board does not have, and for a board of more than 26 columns.
        """
        if board.columns > len(FILES):
            raise BadInput(f"a board of {board.columns} columns; algebraic squares need at most {len(FILES)}")
        if self not in board:
            raise BadInput(board.refusal(self))
        return f"{FILES[self.column]}{board.rows - self.row}"


class Rectangle(Ground):
    """A ground whose cells are squares: those of a rectangle that are no holes."""

    place: ClassVar[Callable[..., Place]] = Square
    tiling: ClassVar[str] = "rows"

    rows: int
    columns: int
    holes: frozenset[Square]

    def __len__(self) -> int:
        return self.rows * self.columns - len(self.holes)

    def __iter__(self) -> Iterator[Square]:
        cells = (Square(row, column) for row in range(self.rows) for column in range(self.columns))
        return (cell for cell in cells if cell not in self.holes) if self.holes else cells

    def __contains__(self, square: object) -> bool:
        if not (isinstance(square, tuple) and len(square) == 2):
            return False
        row, column = square
        try:
            return 0 <= row < self.rows and 0 <= column < self.columns and square not in self.holes
        except TypeError:
            return False

    def index(self, square: tuple[int, int]) -> int:
        """The number of a square; raises `BadInput` for a square that the board does not have."""
        if square not in self:
            raise BadInput(self.refusal(square))
        cell = square[0] * self.columns + square[1]
        return self._numbers[cell] if self.holes else cell

    def refusal(self, square: tuple[int, int]) -> str:
        """The reason why a square is not on the board: it is a hole, or lies outside."""
        if not is_pair(square):
            return f"square {show_value(square)}: expected a pair (ROW, COLUMN) of whole numbers counted from 0"
        where = "is a hole of" if square in self.holes else "lies off"
        return f"square {square[0]},{square[1]} {where} the board of {self}"

    def square(self, index: int) -> Square:
        """The square of a number; raises `IndexError` for a number that the board does not have."""
        if not 0 <= index < len(self):
            raise IndexError(f"square number {index} of a board with {len(self)} squares")
        cell = self._cells[index] if self.holes else index
        return Square(*divmod(cell, self.columns))

    def is_outer(self, square: Square) -> bool:
        """Return whether a square lies in an outer row or column."""
        return square.row in (0, self.rows - 1) or square.column in (0, self.columns - 1)

    @cached_property
    def _cells(self) -> list[int]:
        free = [True] * (self.rows * self.columns)
        for hole in self.holes:
            free[hole.row * self.columns + hole.column] = False
        return list(compress(range(len(free)), free))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {cell: number for number, cell in enumerate(self._cells)}
