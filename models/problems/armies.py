"""Peaceable armies: of equal size, as large as can be, none attacking another."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from string import ascii_uppercase

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.model.constraints import AtMost, Constraint, Linear
from rookery.models.model.model import Maximize, Satisfy
from rookery.models.pieces.betza import Ride
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.attacks import cliques
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Layout, shift_clique
from rookery.models.reading.given import ArmiesLike, BoardLike, SquaresLike, take_pieces
from rookery.models.referee.rules import ArmySize, EqualNumbers, Truce

WHITE_GLYPHS = "♔♕♖♗♘♙"
SMALL = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
LEAST_LINE = 4  # squares from which on a line is coloured: below, pairs of squares take fewer literals


@family(
    oeis=("A250000", "A260680", "A328283"),
    formula="max m such that |S(1)| = ... = |S(a)| = m, and no s in S(i), t in S(j) with i ≠ j have s in N(t)",
    example="--piece queen --piece queen --board 5",
)
def armies(pieces: ArmiesLike, board: BoardLike, size: int | None = None, *, forbidden: SquaresLike = ()) -> Problem:
    """Place the largest armies of equal size, one of each piece named, that do not attack each other.

    >>> import rookery as rk
    >>> rk.solve(rk.armies(["queen", "queen"], 5)).objective
    4
    >>> rk.solve(rk.armies(["queen", "knight"], 5)).objective
    3

    Peaceable queens (Bosch 1999, CSPLib 110) are OEIS A250000, three armies of them A328283. Within an army pieces may
    attack each other; they attack through occupied squares. Armies of one piece may be exchanged: symmetries count with
    the board's (A260680 up to both). The pieces of two armies are named white and black, of more by number.

    Args:
        pieces: The piece of each army, 2 to 26 armies; one piece may be named several times.
        board: The board.
        size: The size of each army, by default as large as possible.
        forbidden: Squares that stay empty.
    """
    named = take_pieces(pieces)
    if not 2 <= len(named) <= len(ascii_uppercase):
        raise BadInput(f"{amount(len(named), 'army', 'armies')}: name the pieces of 2 to {len(ascii_uppercase)}")
    if size is not None and size < 0:
        raise BadInput(f"armies of {size}: expected at least 0")
    alike = [[at for at, other in enumerate(named) if other == piece] for piece in dict.fromkeys(named)]
    layout = Layout.of(board, _enlist(named), (), forbidden, alike)
    layout = replace(layout, counts=dict.fromkeys(layout.pieces, size))
    auxiliary = Definitions(layout.size)
    rules: Demanded = {
        **layout.hold_counts(),
        Truce(): _forbid_attacks(layout, auxiliary),
    }
    if size is None:
        rules[EqualNumbers(layout.pieces)] = _equal_sizes(layout)
    goal, aim = (Maximize(layout.layer(0)), ArmySize()) if size is None else (Satisfy(), None)
    return layout.problem(rules, goal, aim, phrase=_spell(named, size), auxiliary=auxiliary)


def _spell(named: Sequence[Piece], size: int | None) -> str:
    if len(set(named)) == 1:
        many = SMALL.get(len(named), str(len(named)))
        phrase = f"{many} peaceable {named[0]} armies{'' if size is None else f' of {size}'}"
    else:
        each = [piece.plural if size is None else amount(str(size), piece.name, piece.plural) for piece in named]
        phrase = f"peaceable armies of {join_words(each)}"
    return f"largest {phrase}" if size is None else phrase


def _enlist(named: Sequence[Piece]) -> list[Piece]:
    """Return the pieces under distinct names and letters, so that a placement shows the army of each piece."""
    if len(named) > 2:
        return [_rename(piece, f"{{}} of army {at + 1}", ascii_uppercase[at]) for at, piece in enumerate(named)]
    white, black = named
    dark = chr(ord(black.glyph) + 6) if black.glyph and black.glyph in WHITE_GLYPHS else None
    return [
        _rename(white, "white {}", white.symbol.upper(), white.glyph),
        _rename(black, "black {}", black.symbol.lower(), dark),
    ]


def _rename(piece: Piece, name: str, symbol: str, glyph: str | None = None) -> Piece:
    return replace(piece, name=name.format(piece), symbol=symbol, glyph=glyph, plural=name.format(piece.plural))


def _equal_sizes(layout: Layout) -> Iterator[Constraint]:
    first, *others = map(layout.layer, range(len(layout.pieces)))
    weights = (1,) * len(first) + (-1,) * len(first)
    yield from (Linear(weights, (*first, *other), 0, 0) for other in others)


def _forbid_attacks(layout: Layout, auxiliary: Definitions) -> Iterator[Constraint]:
    """Yield at most one piece per square, and no attack between armies: equal pieces by lines, others by pairs."""
    yield from (AtMost(1, layout.square(square)) for square in checking_deadline(layout.board))
    kinds: dict[frozenset[Ride], list[int]] = {}
    for number, piece in enumerate(layout.pieces):
        kinds.setdefault(piece.rides, []).append(number)
    for alike in kinds.values():
        yield from _color_lines(layout, alike, auxiliary)
    for one, other in combinations(range(len(layout.pieces)), 2):
        if layout.pieces[one].rides != layout.pieces[other].rides:
            yield from layout.forbid_attacks_between(one, other)


def _color_lines(layout: Layout, alike: Sequence[int], auxiliary: Definitions) -> Iterator[Constraint]:
    """Yield at most one army on each line of a piece; an auxiliary variable says that an army stands there."""
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
