"""The second referee: checks a placement by the rules of chess alone.

It shares no code with the declarations and the backends but `Board` and `Piece`: it walks each attack anew.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import assert_never

from rookery.models.board import Board, Square
from rookery.models.piece import Piece
from rookery.models.rules import (
    Connected,
    EqualNumbers,
    Fixed,
    Forbidden,
    Guarded,
    Holds,
    Maximal,
    Minimal,
    Peaceful,
    Rule,
    Sighted,
    SightGuarded,
    TimesGuarded,
    Truce,
)

Pieces = Mapping[Square, Piece]


def findings(rules: Iterable[Rule], pieces: Pieces, board: Board) -> list[str]:
    """What is wrong with a placement, a sentence for each fault; empty when it keeps all rules."""
    rules = tuple(rules)
    alone = [fault for rule in rules for fault in _faults(rule, pieces, board)]
    return [*_strangers(rules, pieces), *alone, *_unfinished(rules, pieces, board), *_unequal(rules, pieces)]


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
        case Sighted(blockers):
            for square, target in _sightings(pieces, board):
                if blockers.isdisjoint({pieces[square], pieces[target]}):
                    yield f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target} in sight"
        case SightGuarded():
            seen = {target for square, piece in pieces.items() for target in sight(piece, square, pieces, board)}
            yield from (f"square {s} is not guarded in sight" for s in board if s not in seen and s not in pieces)
        case TimesGuarded(times, closed):
            yield from _seldom_guarded(pieces, board, times, closed)
        case Minimal():
            for square in pieces:
                if not any(_unguarded({s: p for s, p in pieces.items() if s != square}, board, False, False)):
                    yield f"the {pieces[square]} on {square} is not needed"
        case Connected():
            yield from _apart(pieces, board)
        case Truce():
            for square, target in _meetings(pieces, board):
                if pieces[square] != pieces[target]:
                    yield f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target}"
        case Maximal() | EqualNumbers():
            return  # these look at what the problem places: `findings` has all rules in view
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


def _unequal(rules: tuple[Rule, ...], pieces: Pieces) -> Iterator[str]:
    """Armies of unlike size, where these are to be equal."""
    numbers = {rule.piece: 0 for rule in rules if isinstance(rule, Holds)} | Counter(pieces.values())
    if EqualNumbers() in rules and len(set(numbers.values())) > 1:
        yield f"unequal numbers: {', '.join(f'{number} of {piece}' for piece, number in numbers.items())}"


def _unfinished(rules: tuple[Rule, ...], pieces: Pieces, board: Board) -> Iterator[str]:
    """Pieces that could still be added in peace, where there is to be no room for any."""
    if Maximal() not in rules:
        return
    closed = {rule.square for rule in rules if isinstance(rule, Forbidden)}
    for square in board:
        for piece in (rule.piece for rule in rules if isinstance(rule, Holds)):
            if square not in closed and square not in pieces and not any(_met(square, piece, pieces, board)):
                yield f"a {piece} could be added on {square}"


def _met(square: Square, piece: Piece, pieces: Pieces, board: Board) -> Iterator[bool]:
    """Whether each piece there and a newcomer attack one another."""
    for other, there in pieces.items():
        yield other in reach(piece, square, board) or square in reach(there, other, board)


def _seldom_guarded(pieces: Pieces, board: Board, times: int, closed: bool) -> Iterator[str]:
    guards = Counter(target for square, piece in pieces.items() for target in reach(piece, square, board))
    for square in board:
        found = guards[square] + (square in pieces)
        if found < times and (closed or square not in pieces):
            yield f"square {square} is guarded {found} times, {times} wanted"


def _apart(pieces: Pieces, board: Board) -> Iterator[str]:
    """Pieces that no chain of attacks joins to the first one."""
    links: dict[Square, set[Square]] = {square: set() for square in pieces}
    for square, target in _meetings(pieces, board):
        links[square].add(target)
        links[target].add(square)
    waiting = list(pieces)[:1]
    joined = set(waiting)
    while waiting:
        fresh = links[waiting.pop()] - joined
        joined |= fresh
        waiting += fresh
    yield from (f"the {pieces[s]} on {s} is not connected to the others" for s in pieces if s not in joined)


def _sightings(pieces: Pieces, board: Board) -> Iterator[tuple[Square, Square]]:
    for square, piece in pieces.items():
        for target in sight(piece, square, pieces, board):
            if target in pieces:
                yield square, target


def sight(piece: Piece, start: Square, pieces: Pieces, board: Board) -> set[Square]:
    """The squares that a piece attacks from `start` when a ride ends at the first piece that it meets."""
    seen: set[Square] = set()
    for (rows, columns), limit in piece.rides:
        row, column, steps = *start, 0
        while limit is None or steps < limit:
            row, column, steps = row + rows, column + columns, steps + 1
            if board.torus:
                row, column = row % board.rows, column % board.columns
            if (row, column) not in board or (row, column) == start:
                break
            seen.add(Square(row, column))
            if (row, column) in pieces:
                break
    return seen


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
