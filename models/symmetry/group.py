"""Symmetries of boards as permutations of variables.

A symmetry keeps the holes, the regions, what each piece attacks and each given set of squares. Attacks are compared,
not notations: `B` and `BbF2` are equal on a torus of 3. If pieces shield each other, a symmetry also keeps the squares
that each ride passes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
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
Turn = tuple[bool, bool, bool]  # transposes, then flips rows and columns
Ways = dict[At, set[frozenset[At]]]  # the targets of a piece, with the sets of squares that the ways there pass


class Move(NamedTuple):
    """A map of a rectangle: it transposes, and then maps rows and columns."""

    transpose: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def image(self, at: At) -> At:
        """Return the image of a square."""
        row, column = at[::-1] if self.transpose else at
        return self.rows[row], self.columns[column]


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
        self._board, self._pieces, self._invariant, self._sight, self._alike = board, pieces, invariant, sight, alike

    def __len__(self) -> int:
        return len(self._moves) * prod(factorial(len(layers)) for layers in self._alike)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Permutation]:
        return iter(self._kept) if self._kept is not None else map(self.__getitem__, range(len(self)))

    @overload
    def __getitem__(self, at: int) -> Permutation: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Permutation]: ...
    def __getitem__(self, at: int | slice) -> Permutation | Sequence[Permutation]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        order, move = divmod(range(len(self))[at], len(self._moves))
        image, size = self._list_image(self._moves[move]), len(self._board)
        return tuple([layer * size + there for layer in self._orders[order] for there in image])

    @cached_property
    def _kept(self) -> list[Permutation] | None:
        few = len(self) * len(self._pieces) * len(self._board) <= MAX_KEPT
        return [self[at] for at in checking_deadline(range(len(self)))] if few else None

    @cached_property
    def _moves(self) -> Sequence[Move | None]:
        """The maps of the board that are symmetries; None is the identity."""
        board = self._board
        return [*_find_moves(board, self._pieces, self._invariant, self._sight)] if isinstance(board, Board) else [None]

    @cached_property
    def _orders(self) -> list[list[int]]:
        """The layer to which each layer goes, for every exchange; the identity comes first."""
        exchanges = product(*map(permutations, self._alike))
        pairs = ([*zip(self._alike, exchange, strict=True)] for exchange in exchanges)
        moved = ({one: to for layers, there in pair for one, to in zip(layers, there, strict=True)} for pair in pairs)
        return [[goes.get(layer, layer) for layer in range(len(self._pieces))] for goes in moved]

    def _list_image(self, move: Move | None) -> Sequence[int]:
        """Return the image of each square by the numbers of squares."""
        board = self._board
        if move is None or not isinstance(board, Board):
            return range(len(board))
        first = [row * board.columns for row in move.rows]
        if move.transpose:
            image = [row + column for column in move.columns for row in first]
        else:
            image = [row + column for row in first for column in move.columns]
        return [self._numbers[image[place]] for place in self._numbers] if board.holes else image

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of each square by its number on the board without holes."""
        assert isinstance(self._board, Board)
        return {row * self._board.columns + column: at for at, (row, column) in enumerate(self._board)}


def _find_moves(
    board: Board, pieces: Iterable[Piece], invariant: Iterable[Iterable[Cell]], sight: bool
) -> Iterator[Move]:
    rows, columns, (down, across) = board.rows, board.columns, board.joined
    both, transposes = (False, True), rows == columns > 1 and down == across
    turns: list[Turn] = [*product(both if transposes else (False,), both, both)]
    tests = [_keep_attacks(piece, board, sight) for piece in dict.fromkeys(pieces)]
    if not board.holes:  # all squares are alike, so a turn needs no second test after a shift
        turns = [turn for turn in turns if all(keeps(_make_move(board, turn), turn) for keeps in tests)]
    turn_of = dict[Move, Turn]()  # several turns are one map, such as both flips of a single row
    for shifts in product(range(rows if down else 1), range(columns if across else 1)):
        for turn in turns:
            turn_of.setdefault(_make_move(board, turn, *shifts), turn)
    moves = [*turn_of]
    for squares in map(frozenset, (board.holes, *invariant)):
        moves = [move for move in checking_deadline(moves) if squares.issuperset(map(move.image, squares))]
    parts = {frozenset(part) for part in board.regions.values()} if isinstance(board, RegionBoard) else set()
    seen = set[tuple[At, ...]]()
    for move in checking_deadline(moves, 1):
        if board.holes:  # further maps are one without the holes
            image = tuple(map(move.image, board))
            if image in seen or not all(keeps(move, turn_of[move]) for keeps in tests):
                continue
            seen.add(image)
        if not parts or {frozenset(map(move.image, part)) for part in parts} == parts:
            yield move


def _make_move(board: Board, turn: Turn, down: int = 0, right: int = 0) -> Move:
    transpose, *flips = turn
    return Move(transpose, _map_axis(board.rows, flips[0], down), _map_axis(board.columns, flips[1], right))


@lru_cache(maxsize=4096)
def _map_axis(side: int, flip: bool, shift: int) -> tuple[int, ...]:
    return tuple(((side - 1 - at if flip else at) + shift) % side for at in range(side))


def _keep_attacks(piece: Piece, board: Board, sight: bool) -> Callable[[Move, Turn], bool]:
    """Return a test of a move and its turn, which compares all squares unless the turn keeps the rides themselves."""

    @cache
    def ways(at: At) -> Ways:
        return _find_ways(piece, board, at, sight)

    def keeps(move: Move, turn: Turn) -> bool:
        if all((_turn_step(turn, step), reach) in piece.rides for step, reach in piece.rides):
            return True
        return all(ways(move.image(at)) == _map_ways(ways(at), move) for at in checking_deadline(board))

    return keeps


def _turn_step(turn: Turn, step: At) -> At:
    down, right = step[::-1] if turn[0] else step
    return -down if turn[1] else down, -right if turn[2] else right


def _map_ways(ways: Ways, move: Move) -> Ways:
    return {move.image(at): {frozenset(map(move.image, way)) for way in found} for at, found in ways.items()}


def _find_ways(piece: Piece, board: Board, start: At, sight: bool) -> Ways:
    """Return the targets of a piece with the squares passed on each way there; only minimal sets are kept."""
    ways: Ways = {}
    for ray in board.rays(piece, start):
        line: list[At] = [board.cell(number) for number in ray]
        for at, target in enumerate(line):
            ways.setdefault(target, set()).add(frozenset(line[:at]) if sight else frozenset())
    return {at: {way for way in found if not any(other < way for other in found)} for at, found in ways.items()}


def find_canonical(chosen: Iterable[int], group: Sequence[Permutation]) -> tuple[int, ...]:
    """Return the least image of a set of variables as an ascending tuple; it is the same for the whole orbit."""
    members = sorted(chosen)
    return min((tuple(sorted([image[v] for v in members])) for image in group), default=tuple(members))


def orbit(chosen: Iterable[int], group: Sequence[Permutation]) -> frozenset[frozenset[int]]:
    """Return all images of a set of variables, the set included."""
    members = frozenset(chosen)
    return frozenset(frozenset(map(image.__getitem__, members)) for image in group) | {members}
