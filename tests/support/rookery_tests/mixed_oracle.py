"""An oracle for pieces of several types, written anew: every placement, grown square by square in numpy arrays.

It shares nothing with the toolkit but `Board` and `Piece` as data. A word is a row of masks, one for each piece: the
squares where it stands. Squares are decided in reading order, so on a board that is no torus all that lies between a
newcomer and those before it is decided: whoever sees whom sees them for good, and the word is dropped at once.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.models import Board, Piece
from rookery_tests import chess_oracle

Words = NDArray[np.int64]
Flags = NDArray[np.bool_]
Cell = tuple[int, int]
Found = set[frozenset[tuple[Cell, Piece]]]
Best = tuple[int | None, Found]


def grown(pieces: Sequence[Piece], board: Board, keep: Callable[[Words, int, int], Flags]) -> Words:
    """All words over the squares; `keep` says of words, a piece's number and the square that it came to which stay."""
    words = np.zeros((1, len(pieces)), dtype=np.int64)
    for at in range(len(chess_oracle.squares(board))):
        for number in range(len(pieces)):
            before = words[np.all(words >> at & 1 == 0, axis=1)]
            more = before.copy()
            more[:, number] |= 1 << at
            words = np.concatenate([words, more[keep(more, number, at)]])
    return words


def sizes(masks: Words) -> Words:
    """How many squares each mask holds, up to 32 of them."""
    return np.asarray(sum((masks >> bit & 1 for bit in range(32)), np.zeros_like(masks)))


def occupied(words: Words) -> Words:
    return np.asarray(np.bitwise_or.reduce(words, axis=1))


def best(words: Words, values: Words, pieces: Sequence[Piece], board: Board, pick: Any) -> Best:
    """The best value among some words, and the words that reach it, in chess words."""
    if not len(words):
        return None, set()
    value = int(pick(values))
    cells = chess_oracle.squares(board)
    rows = words[values == value].tolist()
    return value, {frozenset(_told(row, pieces, cells)) for row in rows}


def _told(row: Sequence[int], pieces: Sequence[Piece], cells: Sequence[Cell]) -> Iterator[tuple[Cell, Piece]]:
    for piece, mask in zip(pieces, row, strict=True):
        yield from ((cell, piece) for at, cell in enumerate(cells) if mask >> at & 1)


def walks(piece: Piece, at: Cell, board: Board, way: int = 1) -> Iterator[list[int]]:
    """The squares of each ride from a square, by their numbers; those of rides that end there where `way` is -1."""
    cells = chess_oracle.squares(board)
    for (rows, columns), reach in piece.rides:
        walk, cell = list[int](), at
        for _ in range(reach or board.rows * board.columns):
            cell = (cell[0] + way * rows, cell[1] + way * columns)
            if board.torus:
                cell = (cell[0] % board.rows, cell[1] % board.columns)
            if cell not in cells or cell == at:
                break
            walk.append(cells.index(cell))
        if walk:
            yield walk


# Peace in sight.


def in_peace(pieces: Sequence[Piece], board: Board, bystanders: Sequence[int] = ()) -> Words:
    """The words in which no piece sees another; a bystander, and there are to be so many of each, minds nothing.

    `bystanders` are the numbers of the last pieces. On a torus what lies between two squares is not decided in
    reading order, so there all words are grown before anybody looks.
    """
    alive, cells = len(pieces) - len(bystanders), chess_oracle.squares(board)

    def few(words: Words, number: int, at: int) -> Flags:
        most = len(cells) if number < alive else bystanders[number - alive]
        return np.asarray(sizes(words[:, number]) <= most)

    def keep(words: Words, number: int, at: int) -> Flags:
        kept = few(words, number, at)
        return kept & ~_seen(words, pieces[:alive], number, cells[at], board) if number < alive else kept

    words = grown(pieces, board, few if board.torus else keep)
    for number, at in product(range(alive), range(len(cells)) if board.torus else ()):
        stands = words[:, number] >> at & 1 == 1
        words = words[~stands | ~_seen(words, pieces[:alive], number, cells[at], board)]
    enough = [sizes(words[:, alive + index]) == wanted for index, wanted in enumerate(bystanders)]
    return words[np.all(enough, axis=0)] if enough else words


def _seen(words: Words, pieces: Sequence[Piece], number: int, cell: Cell, board: Board) -> Flags:
    """Whether a piece on a square sees one of the pieces, or is seen by one."""
    full, alive = occupied(words), occupied(words[:, : len(pieces)])
    seen = np.zeros(len(words), dtype=bool)
    for walk in walks(pieces[number], cell, board):
        seen |= _meets(walk, alive, full)
    for other, piece in enumerate(pieces):
        for walk in walks(piece, cell, board, -1):
            seen |= _meets(walk, words[:, other], full)
    return seen


def _meets(walk: Sequence[int], wanted: Words, full: Words) -> Flags:
    """Whether the first occupied square of a walk is a wanted one."""
    met, on = np.zeros(len(full), dtype=bool), np.ones(len(full), dtype=bool)
    for cell in walk:
        met |= on & (wanted >> cell & 1 == 1)
        on &= full >> cell & 1 == 0
    return np.asarray(met)


def maximal(words: Words, pieces: Sequence[Piece], board: Board) -> Flags:
    """Which words, in peace without bystanders, leave no room for another piece."""
    full, cells = occupied(words), chess_oracle.squares(board)
    kept = np.ones(len(words), dtype=bool)
    tables = [chess_oracle.attacked(piece, board) for piece in pieces]
    for at in range(len(cells)):
        for hits in tables:
            threats = [_threats(table, at) | hits[at] for table in tables]
            rivals = [words[:, number] & threat != 0 for number, threat in enumerate(threats)]
            kept &= (full >> at & 1 == 1) | np.any(rivals, axis=0)
    return kept


def _threats(hits: Sequence[int], at: int) -> int:
    """The squares from which a square is attacked."""
    return sum(1 << source for source, mask in enumerate(hits) if mask >> at & 1)


# Guarding at the least cost.


def cheapest(pieces: Sequence[Piece], costs: Sequence[int], board: Board, sighted: bool) -> Best:
    """The least cost of a word that guards the board, and the words of that cost: all cheaper ones are tried."""
    for budget in count():
        words = grown(pieces, board, lambda words, *_: worth(words, costs) <= budget)  # noqa: B023  (used at once)
        words = words[worth(words, costs) == budget]
        guarding = words[_guarded(words, pieces, board, sighted)]
        if len(guarding) or budget > max(costs) * len(chess_oracle.squares(board)):
            return best(guarding, worth(guarding, costs), pieces, board, min)
    raise AssertionError("unreachable")


def worth(words: Words, values: Sequence[int]) -> Words:
    return np.asarray(sizes(words) @ np.array(values))


def _guarded(words: Words, pieces: Sequence[Piece], board: Board, sighted: bool) -> Flags:
    cells = chess_oracle.squares(board)
    full = occupied(words)
    seen = full.copy()
    for number, piece in enumerate(pieces):
        for step, reach in piece.rides:
            front = words[:, number]
            for _ in range(reach or max(board.rows, board.columns) * (board.rows if board.torus else 1)):
                front = _moved(front, step, board, cells)
                seen |= front
                front = front & ~full if sighted else front
    return np.asarray(seen == (1 << len(cells)) - 1)


def _moved(masks: Words, step: Cell, board: Board, cells: Sequence[Cell]) -> Words:
    """The squares one step on from those of each mask; what leaves the board is gone."""
    shifts: dict[int, int] = {}
    for at, (row, column) in enumerate(cells):
        to = (row + step[0], column + step[1])
        to = (to[0] % board.rows, to[1] % board.columns) if board.torus else to
        if to in cells:
            shifts[cells.index(to) - at] = shifts.get(cells.index(to) - at, 0) | 1 << at
    moved = np.zeros_like(masks)
    for shift, sources in shifts.items():
        moved |= (masks & sources) << shift if shift >= 0 else (masks & sources) >> -shift
    return moved


# Armies.


def largest_armies(pieces: Sequence[Piece], board: Board) -> Best:
    """The largest equal armies at truce, attacks going through everything."""
    tables = [chess_oracle.attacked(piece, board) for piece in pieces]

    def keep(words: Words, number: int, at: int) -> Flags:
        kept = np.ones(len(words), dtype=bool)
        for other, hits in enumerate(tables):
            if other != number:
                kept &= words[:, other] & (tables[number][at] | _threats(hits, at)) == 0
        return kept

    words = grown(pieces, board, keep)
    numbers = sizes(words)
    equal = np.all(numbers == numbers[:, :1], axis=1)
    return best(words[equal], numbers[equal, 0], pieces, board, max)
