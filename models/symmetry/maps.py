"""The symmetries of a board: the maps that it names and that preserve all attacks.

Attacks are compared, not notations: `B` and `BbF2` are equal on a torus of 3, where a step of 2 is one of -1, and a
ride of 5 is endless on 4 squares. If pieces shield each other, the squares that a ride passes are preserved as well: a
leap of two squares differs from a ride of two.

A symmetry of a board is five numbers: 28,800 symmetries of a torus of 60 are found at once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from rookery.core.deadline import checking_deadline
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board, Square, Step
from rookery.models.pieces.piece import Piece

Move = tuple[int, int, int, int, int]  # as `symmetries` has them
Keeps = Callable[[Sequence[int]], bool]
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
    """Return whether a turn keeps the steps that fit on a board, and how often each can be repeated."""
    rides = _fit_rides(piece, board)
    return {_wrap(turn.step(step), board): many for step, many in rides.items()} == rides


def keeps_differences(turn: Turn, piece: Piece, board: Board, sight: bool) -> bool:
    """Return whether a turn of a board without holes keeps how far away the squares lie that a piece attacks."""
    # The differences between a square and those that a piece attacks from it, each with the ways that lead there
    found: dict[Step, set[frozenset[Step]]] = {}
    for step, many in _fit_rides(piece, board).items():
        ride = (_wrap(Step(step.rows * k, step.columns * k), board) for k in range(1, many + 1))
        _note(ride, found, sight)
    ways = _least(found)
    return all(
        ways.get(_image(turn, there, board)) == frozenset(frozenset(_image(turn, s, board) for s in w) for w in found)
        for there, found in ways.items()
    )


def keeps_targets(image: Sequence[int], piece: Piece, board: Board, sight: bool) -> bool:
    """Return whether a permutation of the squares of any board keeps what a piece attacks, from each square in turn."""
    for at, there in checking_deadline(zip(range(len(board)), image, strict=True)):
        here, moved = _targets(piece, board, at, sight), _targets(piece, board, there, sight)
        if {
            image[to]: frozenset(frozenset(image[s] for s in way) for way in ways) for to, ways in here.items()
        } != moved:
            return False
    return True


def _image(turn: Turn, step: Step, board: Board) -> Step:
    return _wrap(turn.step(step), board)


def _wrap(step: Step, board: Board) -> Step:
    """A difference of squares; if edges are joined, the one that stands for all that lead to the same square."""
    down, across = board.joined
    return Step(step.rows % board.rows if down else step.rows, step.columns % board.columns if across else step.columns)


def _fit_rides(piece: Piece, board: Board) -> dict[Step, int]:
    """The number of times that a piece can take each step on a board, without the steps that it can never take."""
    fitted: dict[Step, int] = {}
    for ride in piece.rides:
        step = _wrap(ride.step, board)
        # The largest number of steps before an edge, or before the ride returns to its start
        sides = (board.rows, step.rows, board.joined[0]), (board.columns, step.columns, board.joined[1])
        edges = [(side - 1) // abs(far) for side, far, joined in sides if far and not joined]
        room = min(edges) if edges else lcm(*(side // gcd(side, far) for side, far, _ in sides if far)) - 1
        many = min(ride.reach or room, room)
        if many:
            fitted[step] = max(many, fitted.get(step, 0))
    return fitted


def _targets(piece: Piece, board: Board, start: int, sight: bool) -> dict[int, Ways[int]]:
    """The squares that a piece attacks from one square, each with the ways that lead there, by their numbers."""
    found: dict[int, set[frozenset[int]]] = {}
    for step, many in _fit_rides(piece, board).items():
        _note(_ridden(board.cell(start), step, many, board), found, sight)
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


def symmetries(
    board: Board, pieces: Iterable[Piece] = (), invariant: Iterable[Iterable[Square]] = (), sight: bool = False
) -> list[Move]:
    """The moves of a board that keep its holes, what the pieces attack, and each of the given sets of squares.

    Each has five numbers: whether it transposes, whether it then flips rows and columns, and how far it then shifts
    them along joined edges. The identity comes first, and no two moves are equal: mostly 8 for a square, 4 for a
    rectangle, times the number of squares for a torus. With `sight`, shielding is preserved too.
    """
    pieces = tuple(pieces)
    # Every shift along joined edges after every turn
    turns = [turn for turn in _turns(board) if _may_keep(turn, pieces, board, sight)]
    far = (range(side if joined else 1) for side, joined in zip((board.rows, board.columns), board.joined, strict=True))
    moves: list[Move] = [
        (int(turn.transpose), int(turn.flip_rows), int(turn.flip_columns), down, right)
        for down, right in product(*far)
        for turn in turns
    ]
    for squares in map(frozenset, (board.holes, *invariant)):
        # Most moves fail on the first few squares
        moves = [
            move
            for move in checking_deadline(moves)
            if all(move_square(board, move, square) in squares for square in squares)
        ]
    # One of the moves that are equal as maps, as both flips of a single square are
    first, across, down = Square(0, 0), Square(0, min(1, board.columns - 1)), Square(min(1, board.rows - 1), 0)
    deciding = tuple(board) if board.holes else (first, across, down)  # without holes, three squares say where all go
    places = dict[tuple[Square, ...], Move]()
    for move in checking_deadline(moves):
        places.setdefault(tuple(move_square(board, move, square) for square in deciding), move)
    moves = [*places.values()]
    return _exact(board, pieces, sight, moves) if board.holes else moves


def move_square(board: Board, move: Move, square: tuple[int, int]) -> Square:
    """The image of a square under a move of its board."""
    transpose, flip_rows, flip_columns, down, right = move
    column, row = square if transpose else square[::-1]
    if flip_rows:
        row = board.rows - 1 - row
    if flip_columns:
        column = board.columns - 1 - column
    return Square((row + down) % board.rows, (column + right) % board.columns)


def _turns(board: Board) -> Iterator[Turn]:
    for turn in map(Turn._make, product((False, True), repeat=3)):
        if (board.rows == board.columns and board.joined[0] == board.joined[1]) or not turn.transpose:
            yield turn


def _may_keep(turn: Turn, pieces: Sequence[Piece], board: Board, sight: bool) -> bool:
    """Return whether a turn keeps the attacks; if holes end rides, they are compared square by square later."""
    return bool(board.holes) or all(
        keeps_rides(turn, piece, board) or keeps_differences(turn, piece, board, sight) for piece in pieces
    )


def _exact(board: Board, pieces: Sequence[Piece], sight: bool, moves: Sequence[Move]) -> list[Move]:
    """The moves of a board with holes that keep what the pieces attack: by their steps, or else square by square."""
    odd = {
        turn: [piece for piece in pieces if not keeps_rides(turn, piece, board)] for turn in _turns(board)
    }  # a move that keeps the holes and the steps keeps what is attacked

    def keeps(move: Move) -> bool:
        if not (doubtful := odd[Turn(*map(bool, move[:3]))]):
            return True
        image = [board.index(move_square(board, move, square)) for square in board]
        return all(keeps_targets(image, piece, board, sight) for piece in doubtful)

    return [move for move in checking_deadline(moves, 1) if keeps(move)]


def keeping_maps(
    board: AbstractBoard, pieces: Sequence[Piece], invariant: Iterable[Iterable[Cell]], sight: bool
) -> list[tuple[int, ...]]:
    """The maps of a board that keep what the pieces attack and each set of cells, the identity first.

    With `sight`, what a ride passes on its way is kept as well.
    """
    found = {tuple(range(len(board))): True}
    if next(iter(board.maps()), None) is None:  # nothing to test, as in a graph
        return [*found]
    tests = [_keeps_set([board.index(place) for place in cells]) for cells in invariant]
    tests += [(_keeps_ways if sight else _keeps_attacks)(piece, board) for piece in pieces]
    for image in map(tuple, checking_deadline(board.maps(), 1)):
        if image not in found and all(keeps(image) for keeps in tests):
            found[image] = True
    return [*found]


def _keeps_set(cells: Sequence[int]) -> Keeps:
    """Return whether a map takes a set of cells onto itself."""
    there = set(cells)
    return lambda image: {image[cell] for cell in cells} == there


def _keeps_attacks(piece: Piece, board: AbstractBoard) -> Keeps:
    """Return whether a map takes the cells that a piece attacks from a cell to those attacked from the cell's image."""
    hits = [*map(frozenset, checking_deadline(board.attacks(piece)))]
    return lambda image: all(
        hits[image[at]] == frozenset(map(image.__getitem__, here)) for at, here in enumerate(checking_deadline(hits))
    )


def _keeps_ways(piece: Piece, board: AbstractBoard) -> Keeps:
    """Return whether a map takes each ride of a piece, as far as each cell on it, to one that the piece has there."""
    ways = [
        {tuple(ray[: at + 1]) for ray in board.rays(piece, place) for at in range(len(ray))}
        for place in checking_deadline(board)
    ]
    return lambda image: all(
        {tuple(map(image.__getitem__, way)) for way in here} == ways[image[at]]
        for at, here in enumerate(checking_deadline(ways))
    )
