"""Lines of sight: whom a piece attacks past which squares, and what a square is seen by."""

from collections.abc import Iterator
from math import gcd, lcm
from typing import NamedTuple

from rookery.models.board import MOST_SQUARES, Board, Step, is_straight
from rookery.models.ground.protocol import Ground, Place
from rookery.models.model import AtLeast, AtMost, Constraint, Literal
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.steps import Ride
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Layout


class Path(NamedTuple):
    """A ride from one square to another, by their numbers, and the squares passed on the way."""

    source: int
    target: int
    between: tuple[int, ...]


def paths(piece: Piece, board: Ground) -> Iterator[Path]:
    """All rides of a piece on the empty board."""
    for source, start in enumerate(board):
        for ray in board.rays(piece, start):
            for at, target in enumerate(ray):
                yield Path(source, target, tuple(ray[:at]))


def forbid_attacks_in_sight(layout: Layout, peaceful: int) -> Iterator[Constraint]:
    """One piece a square, and none of the first `peaceful` pieces sees another of them.

    Where a ride leads from one to the other, a piece beyond the peaceful ones stands between; a peaceful one there
    would be attacked itself, so without others this is the peace of `placement`. Nothing needs an auxiliary variable.
    """
    if peaceful == len(layout.pieces):
        yield from layout.forbid_attacks()
        return
    yield from (AtMost(1, layout.square(square)) for square in layout.board)
    layers = [layout.layer(number) for number in range(len(layout.pieces))]
    seen: set[frozenset[Literal]] = set()
    for one, piece in enumerate(layout.pieces[:peaceful]):
        for path in paths(piece, layout.board):
            way = [layer[square] for square in path.between for layer in layers[peaceful:]]
            for other in layers[:peaceful]:
                clause = frozenset((~layers[one][path.source], ~other[path.target], *way))
                if clause not in seen:
                    seen.add(clause)
                    yield AtLeast(1, tuple(sorted(clause)))


class PathSight:
    """What each cell of any ground is seen by: a literal for each ride that leads there past nothing but free cells."""

    def __init__(self, layout: Layout, auxiliary: Definitions) -> None:
        self._sources: list[list[Literal]] = [[] for _ in range(len(layout.board))]
        layers = [layout.layer(number) for number in range(len(layout.pieces))]
        for layer, piece in zip(layers, layout.pieces, strict=True):
            for source, target, between in sorted(set(paths(piece, layout.board))):
                free = [~each[passed] for passed in between for each in layers]
                self._sources[target].append(auxiliary.every([layer[source], *free]))
        self._index = layout.board.index

    def of(self, place: Place) -> list[Literal]:
        """The literals of one cell."""
        return list(dict.fromkeys(self._sources[self._index(place)]))


def find_sight(layout: Layout, auxiliary: Definitions) -> "Sight | PathSight":
    """What each cell is seen by, in the way that takes the fewest variables."""
    board = layout.board
    return Sight(layout, board, auxiliary) if is_straight(board) else PathSight(layout, auxiliary)


class Sight:
    """What each square is seen by: literals of which one is true just when a piece attacks the square in sight.

    The nearest square against the direction of a ride decides: a piece with that ride, or nothing there and the same
    asked from there. On a torus a ride ends where it began, so there the question is asked a bounded number of times.
    """

    def __init__(self, layout: Layout, board: Board, auxiliary: Definitions) -> None:
        self._plan, self._board, self._auxiliary = layout, board, auxiliary
        self._riders: dict[Ride, list[int]] = {}
        for number, piece in enumerate(layout.pieces):
            for step, reach in sorted({(ride.step, self._reach(ride)) for ride in piece.rides}):
                if reach != 0:
                    self._riders.setdefault(Ride(step, reach), []).append(number)
        self._known: dict[tuple[Place, int, Ride], list[Literal]] = {}

    def of(self, square: Place) -> list[Literal]:
        """The literals of one square."""
        rays = (self._ray(square, ride.reach or 0, ride) for ride in self._riders)
        return list(dict.fromkeys(literal for ray in rays for literal in ray))

    def _reach(self, ride: Ride) -> int:
        """How far a ride leads, along joined edges at most until it would come back to where it began."""
        board, step = self._board, ride.step
        sides = zip((board.rows, board.columns), step, board.joined, strict=True)
        if not all(joined for _, far, joined in sides if far):
            return ride.reach or MOST_SQUARES
        around = lcm(board.rows // gcd(board.rows, step.rows), board.columns // gcd(board.columns, step.columns))
        return min(ride.reach or MOST_SQUARES, around - 1)

    def _ray(self, square: Place, left: int, ride: Ride) -> list[Literal]:
        key = square, left, ride
        if key not in self._known:
            self._known[key] = self._define_ray(square, left, ride)
        return self._known[key]

    def _define_ray(self, square: Place, left: int, ride: Ride) -> list[Literal]:
        near = self._board.step(square, Step(-ride.step.rows, -ride.step.columns))
        if near is None:
            return []
        there = self._plan.square(near)
        hits = [there[number] for number in self._riders[ride]]
        further = left if left == MOST_SQUARES else left - 1  # without end is without end from the next square too
        beyond = self._ray(near, further, ride) if further else []
        if not beyond:
            return hits
        return [self._auxiliary.ray(hits, [literal for literal in there if literal not in hits], beyond)]
