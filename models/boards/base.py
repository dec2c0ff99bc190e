"""Boards and graphs as cells with numbers, and the attacks between them.

Attacks are stated twice: by `rays`, from which declarations are made, and by `walk` for the referee, in separate code,
so that a fault in the one is found by the other.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput, show_value
from rookery.core.values import picture
from rookery.models.pieces.piece import GUARD, Piece

# A cell: a tuple whose class says what it names, such as a `Square` or a `Vertex`. Two boards share no more than that.
Cell: TypeAlias = Any
Clique = Sequence[int]
Targets = tuple[tuple[int, ...], ...]  # for each number the numbers of the cells that are attacked from there


class AbstractBoard(ABC):
    """A set of cells with names and numbers, and the attacks between them."""

    name: ClassVar[str]  # what plain data calls the kind of board
    cell_type: ClassVar[Callable[..., Cell]]
    noun: ClassVar[str] = "square"  # what people call one
    nouns: ClassVar[str] = "squares"  # and several

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Cell]: ...

    @abstractmethod
    def __contains__(self, place: object) -> bool: ...

    def __bool__(self) -> bool:
        return True

    def _repr_html_(self) -> str | None:
        return picture(self)

    @abstractmethod
    def index(self, place: Cell) -> int:
        """The number of a cell; raises `BadInput` for one that is not on the board."""

    @abstractmethod
    def cell(self, index: int) -> Cell:
        """The cell of a number; raises `IndexError` for a number that the board does not have."""

    def refusal(self, place: Cell) -> str:
        """The reason why a cell is not on the board."""
        shown = place if isinstance(place, tuple) and place and type(place) is self.cell_type else show_value(place)
        return f"{shown} is none of the {self.nouns} of {self.phrase}"

    def find(self, text: str) -> Cell | None:
        """The cell of this name; None if there is no such cell."""
        return self._names.get(text.strip())

    @cached_property
    def _names(self) -> Mapping[str, Cell]:
        return {str(place): place for place in self}

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece that this board does not have, such as the guard of a graph."""
        if piece == GUARD:
            steps = "name a piece with steps, such as queen"
            raise BadInput(f"{self.phrase} has no {piece}: it attacks along the edges of a graph; {steps}")

    @abstractmethod
    def rays(self, piece: Piece, start: Cell) -> Iterator[Clique]:
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

    def weigh(self, place: Cell) -> int:
        """The weight of a piece on a cell, as the referee finds it."""
        return 1

    @abstractmethod
    def walk(self, piece: Piece, start: Cell) -> Iterator[Iterator[Cell]]:
        """The ways that a piece goes from `start` on the empty board, cell by cell, as the referee walks them."""

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
    def parse(cls, text: str) -> "AbstractBoard | None":
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
