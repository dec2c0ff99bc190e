"""The second referee: checks a placement by the rules of chess alone.

It shares no code with the declarations and the backends but `Board` and `Piece`: it walks each attack anew.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import assert_never

from rookery.models.board import Board, Square
from rookery.models.piece import Piece
from rookery.models.rules import Fixed, Forbidden, Guarded, Holds, Peaceful, Rule

Pieces = Mapping[Square, Piece]


def findings(rules: Iterable[Rule], pieces: Pieces, board: Board) -> list[str]:
    """What is wrong with a placement, a sentence for each fault; empty when it keeps all rules."""
    rules = tuple(rules)
    return [*_strangers(rules, pieces), *(fault for rule in rules for fault in _faults(rule, pieces, board))]


def _strangers(rules: tuple[Rule, ...], pieces: Pieces) -> Iterator[str]:
    invited = {rule.piece for rule in rules if isinstance(rule, Holds)}
    yield from (f"the {p} on {s} is no piece of this problem" for s, p in pieces.items() if p not in invited)


def _faults(rule: Rule, pieces: Pieces, board: Board) -> Iterator[str]:
    match rule:
        case Holds(piece, count):
            there = sum(other == piece for other in pieces.values())
            if count is not None and there != count:
                yield f"{there} of {piece} on the board, {count} wanted"
        case Peaceful():
            for square, target in _meetings(pieces, board):
                yield f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target}"
        case Guarded(total, once):
            yield from _unguarded(pieces, board, total, once)
        case Fixed(square, piece):
            if pieces.get(square) != piece:
                yield f"no {piece} on {square}, where one is fixed"
        case Forbidden(square):
            if square in pieces:
                yield f"a {pieces[square]} on {square}, which is forbidden"
        case _:
            assert_never(rule)


def _meetings(pieces: Pieces, board: Board) -> Iterator[tuple[Square, Square]]:
    for square, piece in pieces.items():
        for target in reach(piece, square, board):
            if target in pieces:
                yield square, target


def _unguarded(pieces: Pieces, board: Board, total: bool, once: bool) -> Iterator[str]:
    guards = Counter(target for square, piece in pieces.items() for target in reach(piece, square, board))
    if not total:
        guards.update(pieces.keys())
    for square in board:
        if not guards[square]:
            yield f"square {square} is not {'attacked' if total else 'guarded'}"
        elif once and guards[square] > 1:
            yield f"square {square} is guarded {guards[square]} times"


@lru_cache(maxsize=1 << 16)
def reach(piece: Piece, start: Square, board: Board) -> frozenset[Square]:
    """The squares that a piece attacks from `start` on the empty board."""
    attacked: set[Square] = set()
    for (rows, columns), limit in piece.rides:
        row, column = start
        for _ in range(limit or board.rows * board.columns):
            row, column = row + rows, column + columns
            if board.torus:
                row, column = row % board.rows, column % board.columns
            if (row, column) not in board or (row, column) == start:
                break
            attacked.add(Square(row, column))
    return frozenset(attacked)
