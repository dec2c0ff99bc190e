"""Lines of sight: the attacks of a piece past given squares, and the pieces that see a square."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd, lcm
from typing import NamedTuple

from rookery.core.deadline import checking_deadline
from rookery.core.numbers import Step
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import MAX_SQUARES, Board
from rookery.models.model.constraints import AtLeast, AtMost, Constraint, Literal
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problems.shared.attacks import attacks, lines
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Layout


class Path(NamedTuple):
    """A ride from one square to another, by their numbers, and the squares passed on the way."""

    source: int
    target: int
    between: tuple[int, ...]


def paths(piece: Piece, board: AbstractBoard) -> Iterator[Path]:
    """Yield all rides of a piece on the empty board."""
    for source, start in enumerate(checking_deadline(board)):
        for ray in board.rays(piece, start):
            for at, target in enumerate(ray):
                yield Path(source, target, tuple(ray[:at]))


def count_paths(piece: Piece, board: AbstractBoard) -> tuple[int, int]:
    """Return the number of rides of a piece on the empty board, and of the squares that they pass."""
    if not isinstance(board, Board):  # in a graph each edge is a ride
        return sum(map(len, attacks(piece, board))), 0
    rides = passed = 0
    for step, reach in piece.rides:
        shapes = Counter((len(line), closed) for line, closed in checking_deadline(lines(step, board)))
        for (size, closed), many in shapes.items():
            far = range(1, min(size - 1, reach or size) + 1)
            rides += many * sum(size if closed else size - k for k in far)
            passed += many * sum((size if closed else size - k) * (k - 1) for k in far)
    return rides, passed


def forbid_attacks_in_sight(layout: Layout, peaceful: int) -> Iterator[Constraint]:
    """One piece a square, and none of the first `peaceful` pieces sees another of them.

    Where a ride leads from one to the other, a piece beyond the peaceful ones stands between; a peaceful one there
    would be attacked itself, so without others this is the peace of `placement`. Nothing needs an auxiliary variable.
    """
    if peaceful == len(layout.pieces):
        yield from layout.forbid_attacks()
        return
    counts = [count_paths(piece, layout.board) for piece in layout.pieces[:peaceful]]
    blockers = len(layout.pieces) - peaceful
    # An estimate: most ways lead in both directions, and give one clause
    refuse_large(sum(peaceful * (2 * rides + blockers * passed) for rides, passed in counts) // 2, layout.board)
    yield from (AtMost(1, layout.square(square)) for square in layout.board)
    # Literals are shared among clauses, to save memory
    layers = [list(layout.layer(number)) for number in range(len(layout.pieces))]
    negated = [[~variable for variable in layer] for layer in layers[:peaceful]]
    seen: set[tuple[Literal, ...]] = set()
    for one, piece in enumerate(layout.pieces[:peaceful]):
        for path in paths(piece, layout.board):
            way = [layer[square] for square in path.between for layer in layers[peaceful:]]
            for other in negated:
                clause = tuple(sorted({negated[one][path.source], other[path.target], *way}))
                if clause not in seen:
                    seen.add(clause)
                    yield AtLeast(1, clause)


def list_guards_in_sight(
    layout: Layout, auxiliary: Definitions, total: bool, through: bool
) -> Iterator[Sequence[Literal]]:
    """Yield for each square the literals that guard it: pieces on it unless `total`, and pieces that see it.

    `through`: pieces also attack through one another.
    """
    board = layout.board
    if through or not isinstance(board, Board):  # no vertex of a graph shields another
        for occupied, hits in layout.list_guards():
            yield hits if total else (*occupied, *hits)
        return
    sight = Sight(layout, board, auxiliary)
    for square in checking_deadline(board):
        yield tuple(dict.fromkeys((*(() if total else layout.square(square)), *sight.of(square))))


class Sight:
    """The literals that see each square: one of them is true exactly if the piece attacks the square in sight.

    The nearest square against the direction of a ride decides: a piece with that ride, or an empty square and the same
    question from there. On a torus a ride ends where it began, so the number of steps is bounded there.
    """

    def __init__(self, layout: Layout, board: Board, auxiliary: Definitions) -> None:
        self._plan, self._board, self._auxiliary = layout, board, auxiliary
        self._riders: dict[Ride, list[int]] = {}
        for number, piece in enumerate(layout.pieces):
            for step, reach in sorted({(ride.step, self._reach(ride)) for ride in piece.rides}):
                if reach != 0:
                    self._riders.setdefault(Ride(step, reach), []).append(number)
        around = [ride.reach for ride in self._riders if ride.reach != MAX_SQUARES]
        rays = len(board) * (len(self._riders) - len(around) + sum((reach or 1) - 1 for reach in around))
        refuse_large(rays * 4 * (len(layout.pieces) + 1), board)  # as each definition has them
        self._known: dict[tuple[Cell, int, Ride], list[Literal]] = {}

    def of(self, square: Cell) -> list[Literal]:
        """Return the literals of one square."""
        rays = (self._ray(square, ride.reach or 0, ride) for ride in self._riders)
        return list(dict.fromkeys(literal for ray in rays for literal in ray))

    def _reach(self, ride: Ride) -> int:
        """Return the length of a ride, along joined edges at most until it would return to its start."""
        board, step = self._board, ride.step
        sides = zip((board.rows, board.columns), step, board.joined, strict=True)
        if not all(joined for _, far, joined in sides if far):
            return ride.reach or MAX_SQUARES
        around = lcm(board.rows // gcd(board.rows, step.rows), board.columns // gcd(board.columns, step.columns))
        return min(ride.reach or MAX_SQUARES, around - 1)

    def _ray(self, square: Cell, left: int, ride: Ride) -> list[Literal]:
        """Return the literals of a square along one ride: what lies further away is defined first."""
        back = Step(-ride.step.rows, -ride.step.columns)
        waiting: list[tuple[tuple[Cell, int, Ride], Cell]] = []
        key, beyond = (square, left, ride), list[Literal]()
        while key not in self._known:
            near = self._board.step(key[0], back)
            if near is None:
                self._known[key] = []
                break
            waiting.append((key, near))
            if key[1] == 1:
                break
            # without end is without end from the next square too
            key = near, key[1] if key[1] == MAX_SQUARES else key[1] - 1, ride
        else:
            beyond = self._known[key]
        while waiting:
            key, near = waiting.pop()
            there = self._plan.square(near)
            hits = [there[number] for number in self._riders[ride]]
            others = [literal for literal in there if literal not in hits]
            beyond = [self._auxiliary.define_ray(hits, others, beyond)] if beyond else hits
            self._known[key] = beyond
        return self._known[square, left, ride]
