"""Attacks walked anew, for the referee of chess: square by square, as the ground itself walks them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from rookery.models.ground.protocol import Ground, Place
from rookery.models.pieces.piece import Piece
from rookery.models.referee.marching import is_vast, march_guards, march_meetings

Pieces = Mapping[Place, Piece]


def meetings(pieces: Pieces, board: Ground) -> Iterator[tuple[Place, Place]]:
    """Who attacks whom, through whatever stands between."""
    if is_vast(board, pieces):
        yield from march_meetings(pieces, board)
        return
    there = set(pieces)
    for square, piece in pieces.items():
        for target in reach(piece, square, board) & there:
            yield square, target


def count_guards(pieces: Pieces, board: Ground) -> Iterator[tuple[Place, int]]:
    """Each cell with the number of pieces that attack it on the empty board."""
    if is_vast(board, pieces):
        return zip(board, march_guards(pieces, board), strict=True)
    hits = Counter(target for square, piece in pieces.items() for target in reach(piece, square, board))
    return ((square, hits[square]) for square in board)


def sightings(pieces: Pieces, board: Ground) -> Iterator[tuple[Place, Place]]:
    """Who attacks whom in a line of sight."""
    for square, piece in pieces.items():
        for target in sight(piece, square, pieces, board):
            if target in pieces:
                yield square, target


def sight(piece: Piece, start: Place, pieces: Pieces, board: Ground) -> set[Place]:
    """The squares that a piece attacks from `start` when a ride ends at the first piece that it meets."""
    seen: set[Place] = set()
    for way in board.walk(piece, start):
        for square in way:
            seen.add(square)
            if square in pieces:
                break
    return seen


def walk_sets(piece: Piece, board: Ground) -> Iterator[Collection[Place]]:
    """The sets of cells that the ground was given; without such sets, the pairs of which a piece attacks across."""
    if board.sets is not None:
        yield from ([board.place(name) for name in each] for each in board.sets)
        return
    for square in board:
        for target in sorted(reach(piece, square, board), key=board.index):
            if board.index(square) < board.index(target) or square not in reach(piece, target, board):
                yield square, target


@lru_cache(maxsize=1 << 16)
def reach(piece: Piece, start: Place, board: Ground) -> frozenset[Place]:
    """The squares that a piece attacks from `start` on the empty board."""
    return frozenset(chain.from_iterable(board.walk(piece, start)))
