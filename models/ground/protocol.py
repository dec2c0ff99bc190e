"""Grounds: where pieces stand, and who attacks whom there. A board of squares is one of them.

A ground of your own is one file with a subclass of `Ground`, and its line in `rookery.models.shapes.catalogue`. It
says four things:

- its cells: `__len__`, `__iter__`, `index` and `square` (the cell of a number), `place` (the class of its cells, a
  tuple which prints as people write it), `admit` (which pieces it has);
- who attacks whom: `rays`, from which declarations are made. `cliques`, `lines` and `maps` have defaults that are
  right for every ground; it may know better ones;
- the same for the referee: `walk`, in code of its own, so that a fault in the one is found by the other;
- how it is called and kept: `spec`, `parse`, `phrase`, `plain`, `from_plain`.

It is drawn by the names of its cells; a better drawing is a function under `@draw_text.register` of
`rookery.models.drawing.grounds`, or under `@draw_picture.register` of `rookery.models.drawing.pictures`. A ground of
squares in rows and columns is a subclass of `Rectangle`, or of `Board`, and has most of this already; one whose steps
turn on their way sets `straight = False`.

`rookery.models.shapes.cylinder` is an example.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias

from rookery.models.errors import BadInput, show_value
from rookery.models.pieces.piece import Piece

# A cell: a tuple whose class says what it names, such as a `Square` or a `Vertex`. Two grounds share no more than that.
Place: TypeAlias = Any
Clique = Sequence[int]
Targets = tuple[tuple[int, ...], ...]  # for each number the numbers of the cells that are attacked from there


class Ground(ABC):
    """Where pieces stand: cells with names and numbers, and the attacks between them (see above)."""

    name: ClassVar[str]  # what plain data calls the kind of ground
    place: ClassVar[Callable[..., Place]]
    cell: ClassVar[str] = "square"  # what people call one
    cells: ClassVar[str] = "squares"  # and several

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Place]: ...

    @abstractmethod
    def __contains__(self, place: object) -> bool: ...

    def __bool__(self) -> bool:
        return True

    @abstractmethod
    def index(self, place: Place) -> int:
        """The number of a cell; raises `BadInput` for one that is none of the ground."""

    @abstractmethod
    def square(self, index: int) -> Place:
        """The cell of a number; raises `IndexError` for a number that the ground does not have."""

    def refusal(self, place: Place) -> str:
        """Why a cell is none of the ground."""
        shown = place if isinstance(place, tuple) and place and type(place) is self.place else show_value(place)
        return f"{shown} is none of the {self.cells} of {self.phrase}"

    def find(self, text: str) -> Place | None:
        """The cell that people call so; None where there is none."""
        return self._names.get(text.strip())

    @cached_property
    def _names(self) -> Mapping[str, Place]:
        return {str(place): place for place in self}

    def admit(self, piece: Piece) -> None:
        """Raise `BadInput` for a piece that this ground does not have, such as one of three dimensions."""
        if piece.solid:
            raise BadInput(f"{self.phrase} has no {piece}: it moves in three dimensions")

    @abstractmethod
    def rays(self, piece: Piece, start: Place) -> Iterator[Clique]:
        """The numbers of the cells that a piece attacks from `start`: each ride of it, in the order of the way.

        A ride that comes back to where it began ends before it.
        """

    def attacks(self, piece: Piece) -> Targets:
        """For each cell number the cells that a piece standing there attacks, ascending and without its own."""
        return tuple(
            tuple(sorted({there for ray in self.rays(piece, place) for there in ray} - {at}))
            for at, place in enumerate(self)
        )

    def attackers(self, piece: Piece) -> Targets:
        """For each cell number the cells from which a piece attacks it, ascending."""
        return turn_round(self.attacks(piece))

    def cliques(self, piece: Piece) -> Iterator[Clique]:
        """Sets of cells of which at most one may hold a piece; together they say exactly who may not stand with whom.

        Here each pair that no earlier set holds, made as large as further cells in their order allow.
        """
        return grow_cliques(self.attacks(piece))

    def lines(self, piece: Piece) -> Iterator[Clique]:
        """The whole lines along which a piece rides without limit, where there are some."""
        return iter(())

    def maps(self) -> Iterator[Sequence[int]]:
        """Maps of the cells, by their numbers, that may be symmetries; those that are none are sorted out later."""
        return iter(())

    @property
    def weights(self) -> Sequence[int] | None:
        """What a piece on each cell counts for, by the numbers of the cells; None where all pieces count for one."""
        return None

    def weigh(self, place: Place) -> int:
        """What a piece on a cell counts for, as the referee finds it."""
        return 1

    @property
    def sets(self) -> Sequence[Sequence[Any]] | None:
        """The sets of cells that the ground was given, by their names; None where attacks alone join cells."""
        return None

    def numbered_sets(self) -> Targets | None:
        """The same by the numbers of the cells, for declarations."""
        return None

    @abstractmethod
    def walk(self, piece: Piece, start: Place) -> Iterator[Iterator[Place]]:
        """The ways that a piece goes from `start` on the empty ground, cell by cell, as the referee walks them."""

    def links(self) -> Collection[tuple[int, int]] | None:
        """The pairs of cells, by their numbers, that a picture joins by a line; None for no such picture."""
        return None

    @property
    @abstractmethod
    def spec(self) -> str:
        """The ground as commands take it and reports show it: `8x11:torus`."""

    def __str__(self) -> str:
        return self.spec

    @property
    @abstractmethod
    def phrase(self) -> str:
        """The ground in a sentence: `an 8x8 board`, `a graph of 5 vertices`."""

    @property
    def size(self) -> str:
        """The ground as a list of boards has it: what `parse` reads."""
        return self.spec

    @property
    def side(self) -> int | None:
        """The side of a square board; None for other grounds."""
        return None

    @property
    def series(self) -> str:
        """What grounds that differ in size alone have in common, as it follows a problem: ` on a torus`."""
        return f" on a {self.name}"

    def words(self) -> Iterator[str]:
        """The options of a command that name the ground; raises `BadInput` where none can."""
        yield from ("--board", self.spec)

    @classmethod
    def parse(cls, text: str) -> "Ground | None":
        """The ground that people write so; None for what is another kind of ground."""
        return None

    @abstractmethod
    def plain(self) -> dict[str, Any]:
        """The ground as plain data, without its `name`; `board` holds its sides, or the number of cells and 1."""

    @classmethod
    @abstractmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The ground of plain data."""


def turn_round(targets: Targets) -> Targets:
    """For each number those whose targets it is among, ascending; the same object where that changes nothing."""
    sources: list[list[int]] = [[] for _ in targets]
    for at, hits in enumerate(targets):
        for there in hits:
            sources[there].append(at)
    found = tuple(map(tuple, sources))
    return targets if found == targets else found


def grow_cliques(targets: Targets) -> Iterator[Clique]:
    """Cliques that hold each pair of cells of which one attacks the other, and no other pair, grown pair by pair."""
    near = [set(each) for each in targets]
    for at, hits in enumerate(targets):
        for there in hits:
            near[there].add(at)
    done: set[tuple[int, int]] = set()
    for one, others in enumerate(near):
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
