"""Peaceable armies, equally large or the last one as large as can be, that do not attack one another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from string import ascii_uppercase

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import join_words
from rookery.models.boards.base import AbstractBoard
from rookery.models.model.constraints import AtMost, Constraint, Exactly, Linear
from rookery.models.model.model import Maximize, Satisfy
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import (
    Family,
    Places,
    Several,
    Wording,
    a_board,
    capitalize,
    declares,
    spell_count,
    spell_number,
)
from rookery.models.problems.parameters import Whole
from rookery.models.problems.shared.attacks import cliques
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Layout, lay_out, shift_clique
from rookery.models.referee.rules import ArmySize, EqualNumbers, Holds, Rule, Truce

WHITE_GLYPHS = "♔♕♖♗♘♙"
LEAST_LINE = 4  # squares from which on a line is coloured: below, pairs of squares take fewer literals


SIZE = Whole(name="size", help="Size of each army.", unbounded=True)


def _describe(asked: Statement) -> Wording:
    size, pieces = asked.parameters["size"], asked.named_pieces()
    if len(set(pieces)) == 1:
        armies = f"{spell_number(len(pieces))} peaceable {pieces[0]} armies{'' if size is None else f' of {size}'}"
    else:
        each = [piece.plural if size is None else spell_count(size, piece) for piece in pieces]
        armies = f"peaceable armies of {join_words(each)}"
    phrase = f"largest {armies}" if size is None else armies
    return Wording(phrase, capitalize(f"{phrase} on {a_board(asked.board)}"))


@declares(
    Family(
        "armies",
        "Place armies of equal size, one per --piece, that do not attack each other.",
        Places(several=Several.ALWAYS, key="armies", what="the piece of each army", repeated=True, least=2),
        (SIZE,),
        _describe,
        without={"fixed": "armies take no fixed squares"},
        standing=lambda asked: army_pieces(asked.named_pieces()),
        example="--piece queen --piece queen --board 5",
        oeis=("A250000", "A260680", "A328283"),
        formula="max m such that |S(1)| = ... = |S(a)| = m, and no s in S(i), t in S(j) with i ≠ j have s in N(t)",
    )
)
def armies(
    pieces: Sequence[Piece],
    board: AbstractBoard,
    size: int | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the largest armies of equal size, one of each piece named, of which none attacks another.

    >>> import rookery as rk
    >>> rk.solve(rk.armies(["queen", "queen"], 5)).objective
    4
    >>> rk.solve(rk.armies(["queen", "knight"], 5)).objective
    3

    `pieces` names the piece of each army: twice the queen for peaceable queens (Bosch 1999, CSPLib 110; OEIS A250000:
    0, 0, 1, 2, 4, 5, 7, 9, 12 for n = 1 to 9), three times for three armies (A328283), queen and knight for unlike
    ones. Within an army pieces may attack each other; they attack through occupied squares. The objective is the size
    of each army; with a `size` the question is whether such armies exist. The empty board, armies of 0, is a solution,
    and on 1x1 the only one. Armies of one piece may be exchanged: symmetries count with the board's (A260680 up to
    both).

    Lines are coloured instead of pairs of squares: an auxiliary variable says that an army stands on a
    line, which the placement decides. The pieces of two armies are named white and black, of more by number.

    Raises `BadInput` for fewer than two armies or more than 26, a negative size, and givens off the board.
    """
    named = army_pieces(pieces)
    if size is not None and size < 0:
        raise BadInput(f"armies of {size}; it must be at least 0")
    # The armies of each piece, by their numbers
    layout = replace(
        lay_out(board, named, (), forbidden),
        alike=[[at for at, other in enumerate(pieces) if other == piece] for piece in dict.fromkeys(pieces)],
    )
    auxiliary = Definitions(layout.size)
    rules: Demanded = {**_sizes(layout, size), Truce(): _forbid_attacks(layout, auxiliary)}
    goal, aim = (Maximize(layout.layer(0)), ArmySize()) if size is None else (Satisfy(), None)
    return layout.problem(rules, (), goal, aim, auxiliary)


def army_pieces(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of the armies under distinct names, so that a placement shows the army of each piece."""
    if not 2 <= len(pieces) <= len(ascii_uppercase):
        raise BadInput(f"{len(pieces)} armies; name the pieces of 2 to {len(ascii_uppercase)}")
    if len(pieces) > 2:
        return tuple(_enlist(piece, f"{{}} of army {at + 1}", ascii_uppercase[at]) for at, piece in enumerate(pieces))
    white, black = pieces
    dark = chr(ord(black.glyph) + 6) if black.glyph and black.glyph in WHITE_GLYPHS else None
    return (
        _enlist(white, "white {}", white.symbol.upper(), white.glyph),
        _enlist(black, "black {}", black.symbol.lower(), dark),
    )


def _enlist(piece: Piece, name: str, symbol: str, glyph: str | None = None) -> Piece:
    """A piece under the name that it has in an army."""
    named, plural = name.format(piece), name.format(piece.plural)
    return Piece(named, symbol, rides=piece.rides, betza=piece.betza, glyph=glyph, plural=plural)


def _sizes(layout: Layout, size: int | None) -> dict[Rule | tuple[Rule, ...], Iterable[Constraint]]:
    """The size of each army: a number, or the same as the others."""
    pieces = enumerate(layout.pieces)
    held: dict[Rule | tuple[Rule, ...], Iterable[Constraint]] = {
        Holds(piece, size): _size(layout.layer(at), size) for at, piece in pieces
    }
    return {**held, EqualNumbers(layout.pieces): _equal_sizes(layout, size)}


def _size(layer: range, size: int | None) -> Iterator[Constraint]:
    if size is not None:
        yield Exactly(size, layer)


def _equal_sizes(layout: Layout, size: int | None) -> Iterator[Constraint]:
    if size is None:
        first, *others = map(layout.layer, range(len(layout.pieces)))
        weights = (1,) * len(first) + (-1,) * len(first)
        yield from (Linear(weights, (*first, *other), 0, 0) for other in others)


def _forbid_attacks(layout: Layout, auxiliary: Definitions) -> Iterator[Constraint]:
    """At most one piece per square, and no attack between armies: equal types by shared lines, others by pairs."""
    yield from (AtMost(1, layout.square(square)) for square in checking_deadline(layout.board))
    kinds: dict[frozenset[Ride], list[int]] = {}
    for number, piece in enumerate(layout.pieces):
        kinds.setdefault(piece.rides, []).append(number)
    for alike in kinds.values():
        yield from _color_lines(layout, alike, auxiliary)
    for one, other in combinations(range(len(layout.pieces)), 2):
        if not any(one in alike and other in alike for alike in kinds.values()):
            yield from layout.forbid_attacks_between(one, other)


def _color_lines(layout: Layout, alike: Sequence[int], auxiliary: Definitions) -> Iterator[Constraint]:
    """Let at most one army of a piece stand on each of its lines."""
    if len(alike) < 2:
        return
    for line in cliques(layout.pieces[alike[0]], layout.board):
        on = [shift_clique(line, layout.layer(number)) for number in alike]
        if len(line) >= LEAST_LINE:
            yield AtMost(1, [auxiliary.define_any(squares) for squares in on])
        else:
            for one, other in combinations(on, 2):
                places = product(range(len(one)), repeat=2)
                yield from (AtMost(1, (one[a], other[b])) for a, b in places if a != b)
