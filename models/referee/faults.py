"""The second referee: checks a placement by the rules of chess alone.

It shares no code with the declarations and the backends but `Board` and `Piece`: it walks each attack anew.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from typing import assert_never

from rookery.models.board import Board, Square
from rookery.models.pieces.piece import Piece
from rookery.models.referee.rules import (
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
from rookery.models.referee.walking import Pieces, meetings, reach, sight, sightings


def findings(rules: Iterable[Rule], pieces: Pieces, board: Board) -> list[str]:
    """What is wrong with a placement, a sentence for each fault; empty when it keeps all rules."""
    rules = tuple(rules)
    alone = [fault for rule in rules for fault in _faults(rule, pieces, board)]
    return [*_strangers(rules, pieces), *alone, *_unfinished(rules, pieces, board), *_unequal(rules, pieces)]


def _strangers(rules: tuple[Rule, ...], pieces: Pieces) -> Iterator[str]:
    invited = {rule.piece for rule in rules if isinstance(rule, Holds)}
    yield from (f"the {p} on {s} is no piece of this problem" for s, p in pieces.items() if p not in invited)


def _faults(rule: Rule, pieces: Pieces, board: Board) -> Iterable[str]:
    match rule:
        case Holds(piece, count):
            return _miscounted(piece, count, pieces)
        case Peaceful():
            return (f"the {pieces[s]} on {s} attacks the {pieces[t]} on {t}" for s, t in meetings(pieces, board))
        case Guarded(total, once):
            return _unguarded(pieces, board, total, once)
        case Fixed(square, piece):
            return () if pieces.get(square) == piece else (f"no {piece} on {square}, where one is fixed",)
        case Forbidden(square):
            return (f"a {pieces[square]} on {square}, which is forbidden",) if square in pieces else ()
        case Sighted(blockers):
            return _seen(blockers, pieces, board)
        case SightGuarded():
            return _unseen(pieces, board)
        case TimesGuarded(times, closed):
            return _seldom_guarded(pieces, board, times, closed)
        case Minimal():
            return (f"the {pieces[square]} on {square} is not needed" for square in _spare(pieces, board))
        case Connected():
            return _apart(pieces, board)
        case Truce():
            return _at_war(pieces, board)
        case Maximal() | EqualNumbers():
            return ()  # these look at what the problem places: `findings` has all rules in view
        case _:
            assert_never(rule)


def _miscounted(piece: Piece, count: int | None, pieces: Pieces) -> Iterator[str]:
    there = sum(other == piece for other in pieces.values())
    if count is not None and there != count:
        yield f"{there} of {piece} on the board, {count} wanted"


def _seen(blockers: Set[Piece], pieces: Pieces, board: Board) -> Iterator[str]:
    for square, target in sightings(pieces, board):
        if blockers.isdisjoint({pieces[square], pieces[target]}):
            yield f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target} in sight"


def _unseen(pieces: Pieces, board: Board) -> Iterator[str]:
    seen = {target for square, piece in pieces.items() for target in sight(piece, square, pieces, board)}
    yield from (f"square {s} is not guarded in sight" for s in board if s not in seen and s not in pieces)


def _spare(pieces: Pieces, board: Board) -> Iterator[Square]:
    """The pieces without which every square is still guarded."""
    for square in pieces:
        if not any(_unguarded({s: p for s, p in pieces.items() if s != square}, board, False, False)):
            yield square


def _at_war(pieces: Pieces, board: Board) -> Iterator[str]:
    for square, target in meetings(pieces, board):
        if pieces[square] != pieces[target]:
            yield f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target}"


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
    for square, target in meetings(pieces, board):
        links[square].add(target)
        links[target].add(square)
    waiting = list(pieces)[:1]
    joined = set(waiting)
    while waiting:
        fresh = links[waiting.pop()] - joined
        joined |= fresh
        waiting += fresh
    yield from (f"the {pieces[s]} on {s} is not connected to the others" for s in pieces if s not in joined)
