"""The second referee: checks a placement by the rules of chess alone.

It shares no code with the declarations and the backends except `Board` and `Piece`: it walks each attack again. A
user's rule is a subclass of `Rule`, and a function that checks it, under `@faults.register`.

The objective of a placement is computed again by the rules of chess alone, without the model and its variables. A
user's aim is a subclass of `Aim`, and a function that counts it, under `@objective.register`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Self

from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.referee.rules import (
    Aim,
    ArmySize,
    Covered,
    EqualNumbers,
    Fixed,
    Forbidden,
    Guarded,
    Holds,
    Maximal,
    Number,
    PartHolds,
    Peaceful,
    Rule,
    Sighted,
    SightGuarded,
    TimesGuarded,
    Truce,
    Value,
)
from rookery.models.referee.walking import Pieces, count_guards, meetings, reach, sight, sightings

Rules = tuple[Rule, ...]


class Fault(str):
    """A fault of a placement, in a sentence; `squares` are the squares concerned, to be marked on a board."""

    squares: tuple[Cell, ...]

    def __new__(cls, sentence: str, *squares: Cell) -> Self:
        """A sentence about some squares."""
        fault = super().__new__(cls, sentence)
        fault.squares = squares
        return fault


def findings(rules: Iterable[Rule], pieces: Pieces, board: AbstractBoard) -> list[str]:
    """The faults of a placement, a sentence each; empty if it satisfies all rules."""
    rules, pieces = tuple(rules), dict(pieces)  # a dictionary is asked much sooner than a placement
    return [*_strangers(rules, pieces), *(fault for rule in rules for fault in faults(rule, pieces, board, rules))]


def _strangers(rules: Rules, pieces: Pieces) -> Iterator[str]:
    invited = {rule.piece for rule in rules if isinstance(rule, Holds)}
    yield from (
        Fault(f"the {p} on {s} is not a piece of this problem", s) for s, p in pieces.items() if p not in invited
    )


@singledispatch
def faults(rule: Rule, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterable[str]:
    """The faults of a placement by one rule; `rules` are all of its problem, for rules that depend on the others."""
    raise BadInput(f"rule {rule!r}: nothing checks it; register a function, @faults.register")


@faults.register
def _of_number(rule: Holds, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    there = sum(other == rule.piece for other in pieces.values())
    if rule.count is not None and there != rule.count:
        yield f"{there} of {rule.piece} on the board, {rule.count} wanted"


@faults.register
def _of_peace(rule: Peaceful, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    yield from (_attack(pieces, s, t) for s, t in meetings(pieces, board))


@faults.register
def _of_guards(rule: Guarded, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    yield from _list_unguarded(pieces, board, rule.total, rule.once)


@faults.register
def _of_fixed(rule: Fixed, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    if pieces.get(rule.square) != rule.piece:
        yield Fault(f"no {rule.piece} on {rule.square}, where one is fixed", rule.square)


@faults.register
def _of_forbidden(rule: Forbidden, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    if rule.square in pieces:
        yield Fault(f"a {pieces[rule.square]} on {rule.square}, which is forbidden", rule.square)


@faults.register
def _of_peace_in_sight(rule: Sighted, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    for square, target in sightings(pieces, board):
        if rule.blockers.isdisjoint({pieces[square], pieces[target]}):
            yield _attack(pieces, square, target, " in sight")


@faults.register
def _of_guards_in_sight(rule: SightGuarded, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    seen = {target for square, piece in pieces.items() for target in sight(piece, square, pieces, board)}
    unseen = (square for square in board if square not in seen and (rule.total or square not in pieces))
    yield from (Fault(f"{board.noun} {square} is not guarded in sight", square) for square in unseen)


@faults.register
def _of_truce(rule: Truce, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    for square, target in meetings(pieces, board):
        if pieces[square] != pieces[target]:
            yield _attack(pieces, square, target)


def _attack(pieces: Pieces, square: Cell, target: Cell, how: str = "") -> Fault:
    return Fault(f"the {pieces[square]} on {square} attacks the {pieces[target]} on {target}{how}", square, target)


def _list_unguarded(pieces: Pieces, board: AbstractBoard, total: bool, once: bool) -> Iterator[str]:
    for square, attacked in count_guards(pieces, board):
        found = attacked if total else attacked + (square in pieces)
        if not found:
            yield Fault(f"{board.noun} {square} is not {'attacked' if total else 'guarded'}", square)
        elif once and found > 1:
            yield Fault(f"{board.noun} {square} is guarded {found} times", square)


@faults.register
def _of_equal_numbers(rule: EqualNumbers, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    numbers = {rule.piece: 0 for rule in rules if isinstance(rule, Holds)} | Counter(pieces.values())
    if len(set(numbers.values())) > 1:
        yield f"unequal numbers: {', '.join(f'{number} of {piece}' for piece, number in numbers.items())}"


@faults.register
def _of_room(rule: Maximal, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    closed = {rule.square for rule in rules if isinstance(rule, Forbidden)}.union(pieces)
    placed = [rule.piece for rule in rules if isinstance(rule, Holds)]
    for square, attacked in count_guards(pieces, board):
        if attacked or square in closed:
            continue
        for piece in placed:
            if pieces.keys().isdisjoint(reach(piece, square, board)):
                yield Fault(f"a {piece} could be added on {square}", square)


@faults.register
def _of_guards_in_number(rule: TimesGuarded, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    for square, attacked in count_guards(pieces, board):
        found = attacked + (square in pieces)
        if found < rule.times and (rule.closed or square not in pieces):
            yield Fault(f"{board.noun} {square} is guarded {found} times, {rule.times} wanted", square)


@faults.register
def _of_parts(rule: PartHolds, pieces: Pieces, board: AbstractBoard, rules: Rules) -> Iterator[str]:
    def find_part(square: Cell) -> str:
        if rule.part == "region":
            return str(getattr(board, "drawing")[square.row][square.column])  # noqa: B009  # a board of regions
        return str(square.row if rule.part == "row" else square.column)

    there = [square for square in pieces if find_part(square) == rule.name]
    if len(there) != rule.count:
        yield Fault(f"{rule.part} {rule.name} holds {amount(len(there), 'piece')}, {rule.count} wanted", *there)


@singledispatch
def objective(aim: Aim, pieces: Pieces, board: AbstractBoard) -> int:
    """The objective of a placement by the aim of its problem."""
    raise BadInput(f"aim {aim!r}: nothing counts it; register a function, @objective.register")


@objective.register
def _count_pieces(aim: Number, pieces: Pieces, board: AbstractBoard) -> int:
    counted = (place for place, piece in pieces.items() if aim.pieces is None or piece in aim.pieces)
    return sum(map(board.weigh, counted))


@objective.register
def _add_values(aim: Value, pieces: Pieces, board: AbstractBoard) -> int:
    worth = dict(aim.values)
    return sum(worth.get(piece, 0) * board.weigh(place) for place, piece in pieces.items())


@objective.register
def _weigh_covered(aim: Covered, pieces: Pieces, board: AbstractBoard) -> int:
    covered = set(pieces)
    if aim.sighted:
        covered.update(target for square, piece in pieces.items() for target in sight(piece, square, pieces, board))
    else:
        covered.update(square for square, attacked in count_guards(pieces, board) if attacked)
    return sum(map(board.weigh, covered))


@objective.register
def _measure_armies(aim: ArmySize, pieces: Pieces, board: AbstractBoard) -> int:
    sizes = Counter(pieces.values())
    return min(sizes.values(), default=0)
