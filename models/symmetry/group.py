"""Symmetries of boards as permutations of variables.

A symmetry keeps the holes, the regions, what each piece attacks and each given set of squares. Attacks are compared,
not notations: `B` and `BbF2` are equal on a torus of 3. If pieces shield each other, a symmetry also keeps the squares
that each ride passes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from math import factorial, prod
from typing import NamedTuple, overload

from rookery.core.deadline import checking_deadline
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.boards.regions import RegionBoard
from rookery.models.model.model import Permutation
from rookery.models.pieces.piece import Piece

MAX_KEPT = 1 << 20  # numbers of a group that is kept as a list, not computed for each use

At = tuple[int, int]
# The targets of a piece on a square, each with the sets of squares that the shortest ways there pass
Ways = dict[At, set[frozenset[At]]]


class Move(NamedTuple):
    """A map of a rectangle: it transposes, then flips, then shifts along joined edges."""

    transpose: bool
    flip_rows: bool
    flip_columns: bool
    down: int
    right: int

    def turn(self, at: At) -> At:
        """Return the image of a difference of squares."""
        row, column = at[::-1] if self.transpose else at
        return -row if self.flip_rows else row, -column if self.flip_columns else column

    def square(self, at: At, rows: int, columns: int) -> At:
        """Return the image of a square of a board of `rows` and `columns`."""
        row, column = at[::-1] if self.transpose else at
        row = rows - 1 - row if self.flip_rows else row
        column = columns - 1 - column if self.flip_columns else column
        return (row + self.down) % rows, (column + self.right) % columns


class Group(Sequence[Permutation]):
    """The symmetries of a board as permutations of its variables, a layer per piece; the identity comes first.

    `invariant` are sets of squares that are kept. Layers of one set in `alike` may be exchanged. A large group is
    computed on demand: a torus of 60 has 28,800 symmetries.
    """

    def __init__(
        self,
        board: AbstractBoard,
        pieces: Sequence[Piece],
        invariant: Iterable[Iterable[Cell]] = (),
        sight: bool = False,
        alike: Sequence[Sequence[int]] = (),
    ) -> None:
        self._board, self._pieces, self._invariant, self._sight = board, pieces, [*invariant], sight
        self._layers, self._alike = len(pieces), alike

    @cached_property
    def _moves(self) -> Sequence[Move | None]:
        board = self._board
        return _find_moves(board, self._pieces, self._invariant, self._sight) if isinstance(board, Board) else [None]

    def __len__(self) -> int:
        return len(self._moves) * prod(factorial(len(layers)) for layers in self._alike)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Permutation]:
        return iter(self._kept) if self._kept is not None else self._list()

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        if self._kept is not None:
            return self._kept[at]
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        order, move = divmod(range(len(self))[at], len(self._moves))
        return self._permute(self._image(self._moves[move]), self._orders[order])

    @cached_property
    def _kept(self) -> list[Permutation] | None:
        return [*self._list()] if len(self) * self._layers * len(self._board) <= MAX_KEPT else None

    def _list(self) -> Iterator[Permutation]:
        for order in self._orders:
            for move in checking_deadline(self._moves, 1):
                yield self._permute(self._image(move), order)

    @cached_property
    def _orders(self) -> list[list[int]]:
        """The layer to which each layer goes, for every exchange; the identity comes first."""
        orders = []
        for exchange in product(*map(permutations, self._alike)):
            order = list(range(self._layers))
            for layers, there in zip(self._alike, exchange, strict=True):
                for layer, to in zip(layers, there, strict=True):
                    order[layer] = to
            orders.append(order)
        return orders

    def _permute(self, image: Permutation, order: Sequence[int]) -> Permutation:
        size = len(image)
        return image if self._layers == 1 else tuple(layer * size + there for layer in order for there in image)

    def _image(self, move: Move | None) -> Permutation:
        """Return the image of each square by the numbers of squares."""
        board = self._board
        if move is None or not isinstance(board, Board):
            return tuple(range(len(board)))
        rows, columns = range(board.rows), range(board.columns)
        down = [(board.rows - 1 - at if move.flip_rows else at) + move.down for at in rows]
        right = [(board.columns - 1 - at if move.flip_columns else at) + move.right for at in columns]
        first, second = [at % board.rows * board.columns for at in down], [at % board.columns for at in right]
        if move.transpose:
            image = [row + column for column in second for row in first]
        else:
            image = [row + column for row in first for column in second]
        if board.holes:
            image = [self._numbers[image[place]] for place in self._numbers]
        return tuple(image)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of each square by its number on the board without holes."""
        assert isinstance(self._board, Board)
        return {row * self._board.columns + column: at for at, (row, column) in enumerate(self._board)}


def _find_moves(board: Board, pieces: Iterable[Piece], invariant: Iterable[Iterable[Cell]], sight: bool) -> list[Move]:
    rows, columns, (down, across) = board.rows, board.columns, board.joined
    transposes = (False, True) if rows == columns and down == across else (False,)
    turns = [Move(*turn, 0, 0) for turn in product(transposes, (False, True), (False, True))]
    pieces = dict.fromkeys(pieces)
    if not board.holes:
        turns = [turn for turn in turns if all(_keeps_differences(turn, piece, board, sight) for piece in pieces)]
    shifts = product(range(rows if down else 1), range(columns if across else 1))
    moves = [turn._replace(down=far, right=wide) for far, wide in shifts for turn in turns]
    for squares in map(frozenset, (board.holes, *invariant)):
        moves = [m for m in checking_deadline(moves) if all(m.square(at, rows, columns) in squares for at in squares)]
    # Several moves are one map, such as both flips of a single row; without holes, three squares tell maps apart
    deciding = [*board] if board.holes else [(0, 0), (0, min(1, columns - 1)), (min(1, rows - 1), 0)]
    distinct = dict[tuple[At, ...], Move]()
    for move in checking_deadline(moves):
        distinct.setdefault(tuple(move.square(at, rows, columns) for at in deciding), move)
    tests = [_keep_regions(board)] if isinstance(board, RegionBoard) else []
    tests += [_keep_attacks(board, piece, sight) for piece in pieces] if board.holes else []
    return [move for move in checking_deadline(distinct.values(), 1) if all(keeps(move) for keeps in tests)]


def _keep_regions(board: RegionBoard) -> Callable[[Move], bool]:
    parts = {frozenset(map(tuple, squares)) for squares in board.regions.values()}
    return lambda move: (
        {frozenset(move.square(at, board.rows, board.columns) for at in part) for part in parts} == parts
    )


def _keep_attacks(board: Board, piece: Piece, sight: bool) -> Callable[[Move], bool]:
    """Compare the attacks from every square, which is needed where holes end rides."""
    table: dict[At, Ways] = {}

    def ways(at: At) -> Ways:
        if at not in table:
            table[at] = _ways(piece, board, at, sight, (range(board.rows), range(board.columns)))
        return table[at]

    def keeps(move: Move) -> bool:
        image: dict[At, At] = {at: move.square(at, board.rows, board.columns) for at in board}
        return _has_turned_rides(piece, move) or all(
            ways(there) == _mapped(ways(at), image.__getitem__) for at, there in image.items()
        )

    return keeps


def _keeps_differences(turn: Move, piece: Piece, board: Board, sight: bool) -> bool:
    """Return whether a turn keeps the attacks of a board without holes, where the differences of squares decide."""
    if _has_turned_rides(piece, turn):
        return True
    found = _ways(
        piece, board, (0, 0), sight, (range(1 - board.rows, board.rows), range(1 - board.columns, board.columns))
    )

    def image(at: At) -> At:
        return _wrap(turn.turn(at), board)

    return found == _mapped(found, image)


def _has_turned_rides(piece: Piece, move: Move) -> bool:
    return all((move.turn(step), reach) in piece.rides for step, reach in piece.rides)


def _mapped(ways: Ways, image: Callable[[At], At]) -> Ways:
    return {image(at): {frozenset(map(image, way)) for way in found} for at, found in ways.items()}


def _wrap(at: At, board: Board) -> At:
    down, across = board.joined
    return at[0] % board.rows if down else at[0], at[1] % board.columns if across else at[1]


def _ways(piece: Piece, board: Board, start: At, sight: bool, inside: tuple[range, range]) -> Ways:
    """Return the targets of a piece with the squares that the ways there pass, without ways that pass more."""
    ways: Ways = {}
    for (down, right), reach in piece.rides:
        at, passed, steps = start, list[At](), 0
        while steps != reach:
            at, steps = _wrap((at[0] + down, at[1] + right), board), steps + 1
            if at == start or at[0] not in inside[0] or at[1] not in inside[1] or at in board.holes:
                break
            ways.setdefault(at, set()).add(frozenset(passed))
            if sight:
                passed.append(at)
    return {at: {way for way in found if not any(other < way for other in found)} for at, found in ways.items()}


def find_canonical(chosen: Iterable[int], group: Sequence[Permutation]) -> tuple[int, ...]:
    """Return the least image of a set of variables as an ascending tuple; it is the same for the whole orbit."""
    members = sorted(chosen)
    return min((tuple(sorted([image[v] for v in members])) for image in group), default=tuple(members))


def orbit(chosen: Iterable[int], group: Sequence[Permutation]) -> frozenset[frozenset[int]]:
    """Return all images of a set of variables, the set included."""
    members = frozenset(chosen)
    return frozenset(frozenset(map(image.__getitem__, members)) for image in group) | {members}
