"""Symmetries of boards, and canonical forms and orbits under them."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple, overload

from rookery.models.board import Board, Square, Step
from rookery.models.model import Permutation
from rookery.models.pieces.piece import Piece
from rookery.models.pieces.steps import Ride


class Symmetry(NamedTuple):
    """A map of a board onto itself: perhaps a transposition, then flips, then (on a torus) a shift."""

    transpose: bool = False
    flip_rows: bool = False
    flip_columns: bool = False
    shift: Step = Step(0, 0)

    def step(self, step: Step) -> Step:
        """The image of a difference of squares."""
        rows, columns = (step.columns, step.rows) if self.transpose else step
        return Step(-rows if self.flip_rows else rows, -columns if self.flip_columns else columns)

    def square(self, square: tuple[int, int], board: Board) -> Square:
        """The image of a square."""
        row, column = (square[1], square[0]) if self.transpose else square
        row = board.rows - 1 - row if self.flip_rows else row
        column = board.columns - 1 - column if self.flip_columns else column
        return Square((row + self.shift.rows) % board.rows, (column + self.shift.columns) % board.columns)

    def keeps_piece(self, piece: Piece) -> bool:
        """Whether the piece attacks the same way seen through this map."""
        return all(Ride(self.step(step), reach) in piece.rides for step, reach in piece.rides)

    def keeps(self, squares: Iterable[Square], board: Board) -> bool:
        """Whether a set of squares is mapped onto itself."""
        wanted = squares if isinstance(squares, frozenset | set) else set(squares)
        return all(self.square(square, board) in wanted for square in wanted)


def symmetries(
    board: Board, pieces: Iterable[Piece] = (), invariant: Iterable[frozenset[Square]] = ()
) -> tuple[Symmetry, ...]:
    """The group of the board's symmetries that keep its holes, the pieces and each of the given sets of squares.

    8 for a square, 4 for a rectangle, times the number of squares for a torus; the identity comes first.
    """
    pieces = tuple(pieces)
    kept = [frozenset(board.holes), *invariant]
    turns = [Symmetry(t, r, c) for t, r, c in product((False, True), repeat=3)]
    linear = [
        symmetry
        for symmetry in turns
        if (board.rows == board.columns or not symmetry.transpose) and all(map(symmetry.keeps_piece, pieces))
    ]
    shifts = product(range(board.rows), range(board.columns)) if board.torus else ((0, 0),)
    return tuple(
        moved
        for shift in shifts
        for symmetry in linear
        if all((moved := symmetry._replace(shift=Step(*shift))).keeps(squares, board) for squares in kept)
    )


class Permutations(Sequence[Permutation]):
    """The symmetries of a board as permutations of `layers` x squares variables, made when they are asked for."""

    def __init__(self, board: Board, group: Sequence[Symmetry], layers: int = 1) -> None:
        self.board, self.group, self.layers = board, group, layers
        self._made: dict[int, Permutation] = {}

    def __len__(self) -> int:
        return len(self.group)

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        if at not in self._made:
            self._made[at] = self._permutation(self.group[at])
        return self._made[at]

    def _permutation(self, symmetry: Symmetry) -> Permutation:
        image = [self.board.index(symmetry.square(square, self.board)) for square in self.board]
        return tuple(layer * len(image) + there for layer in range(self.layers) for there in image)


def canonical(chosen: Iterable[int], permutations: Sequence[Permutation]) -> tuple[int, ...]:
    """The least image of a set of variables, each image as an ascending tuple: the same for the whole orbit."""
    members = tuple(chosen)
    return min((tuple(sorted([p[v] for v in members])) for p in permutations), default=tuple(sorted(members)))


def orbit(chosen: Iterable[int], permutations: Sequence[Permutation]) -> frozenset[frozenset[int]]:
    """All images of a set of variables, itself included."""
    members = tuple(chosen)
    return frozenset(frozenset(p[v] for v in members) for p in permutations) | {frozenset(members)}
