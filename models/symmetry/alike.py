"""Whether a map of a board keeps what a piece attacks there, however its steps are written.

`B` and `BbF2` attack alike, on a torus of 3 a step of 2 is one of -1, and a ride of 5 is endless on 4 squares. Where
pieces shield each other, what a ride passes on the way is kept as well: a leap of two squares is no ride of two.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from rookery.models.board import Board, Square, Step
from rookery.models.pieces.piece import Piece

T = TypeVar("T")
Ways = frozenset[frozenset[T]]


class Turn(NamedTuple):
    """The part of a symmetry that turns steps: perhaps a transposition, then flips."""

    transpose: bool = False
    flip_rows: bool = False
    flip_columns: bool = False

    def step(self, step: Step) -> Step:
        """The image of a difference of squares."""
        rows, columns = (step.columns, step.rows) if self.transpose else step
        return Step(-rows if self.flip_rows else rows, -columns if self.flip_columns else columns)


def keeps_rides(turn: Turn, piece: Piece, board: Board) -> bool:
    """Whether the steps that fit on a board, and how often each can be taken, are the same seen through a turn."""
    rides = _fit_rides(piece, board)
    return {_wrap(turn.step(step), board): many for step, many in rides.items()} == rides


def keeps_differences(turn: Turn, piece: Piece, board: Board, sight: bool) -> bool:
    """Whether a turn of a board without holes keeps how far away the squares lie that a piece attacks."""
    ways = _differences(piece, board, sight)
    return all(
        ways.get(_image(turn, there, board)) == frozenset(frozenset(_image(turn, s, board) for s in w) for w in found)
        for there, found in ways.items()
    )


def keeps_targets(image: Sequence[int], piece: Piece, board: Board, sight: bool) -> bool:
    """Whether a permutation of the squares of any board keeps what a piece attacks, from each square in turn."""
    for at, there in zip(range(len(board)), image, strict=True):
        here, moved = _targets(piece, board, at, sight), _targets(piece, board, there, sight)
        if {
            image[to]: frozenset(frozenset(image[s] for s in way) for way in ways) for to, ways in here.items()
        } != moved:
            return False
    return True


def _image(turn: Turn, step: Step, board: Board) -> Step:
    return _wrap(turn.step(step), board)


def _wrap(step: Step, board: Board) -> Step:
    """A difference of squares; where edges are joined, the one that stands for all that lead to the same square."""
    down, across = board.joined
    return Step(step.rows % board.rows if down else step.rows, step.columns % board.columns if across else step.columns)


def _fit_rides(piece: Piece, board: Board) -> dict[Step, int]:
    """How often a piece can take each of its steps on a board, those left out that it can never take."""
    fitted: dict[Step, int] = {}
    for ride in piece.rides:
        step = _wrap(ride.step, board)
        room = _room(step, board)
        many = min(ride.reach or room, room)
        if many:
            fitted[step] = max(many, fitted.get(step, 0))
    return fitted


def _room(step: Step, board: Board) -> int:
    """How many times a step can be taken at the most: before an edge, or before it comes back to where it began."""
    sides = (board.rows, step.rows, board.joined[0]), (board.columns, step.columns, board.joined[1])
    edges = [(side - 1) // abs(far) for side, far, joined in sides if far and not joined]
    return min(edges) if edges else lcm(*(side // gcd(side, far) for side, far, _ in sides if far)) - 1


def _differences(piece: Piece, board: Board, sight: bool) -> dict[Step, Ways[Step]]:
    """The differences between a square and those that a piece attacks from it, each with the ways that lead there."""
    found: dict[Step, set[frozenset[Step]]] = {}
    for step, many in _fit_rides(piece, board).items():
        ride = (_wrap(Step(step.rows * k, step.columns * k), board) for k in range(1, many + 1))
        _note(ride, found, sight)
    return _least(found)


def _targets(piece: Piece, board: Board, start: int, sight: bool) -> dict[int, Ways[int]]:
    """The squares that a piece attacks from one square, each with the ways that lead there, by their numbers."""
    found: dict[int, set[frozenset[int]]] = {}
    for step, many in _fit_rides(piece, board).items():
        _note(_ridden(board.square(start), step, many, board), found, sight)
    return _least(found)


def _ridden(start: Square, step: Step, many: int, board: Board) -> Iterator[int]:
    square = board.step(start, step)
    while square is not None and many:
        yield board.index(square)
        square, many = board.step(square, step), many - 1


def _note(ride: Iterator[T], found: dict[T, set[frozenset[T]]], sight: bool) -> None:
    """Note where a ride leads, and where pieces shield each other what it passes on the way."""
    passed: list[T] = []
    for there in ride:
        found.setdefault(there, set()).add(frozenset(passed))
        if sight:
            passed.append(there)


def _least(found: Mapping[T, Collection[frozenset[T]]]) -> dict[T, Ways[T]]:
    """The ways to each place without those that pass all that another one passes."""
    return {
        there: frozenset(way for way in ways if not any(other < way for other in ways)) for there, ways in found.items()
    }
