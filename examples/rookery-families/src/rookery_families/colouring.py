"""Colourings: the fewest non-attacking classes of squares, the most dominating ones, the most disjoint placements."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count
from random import Random
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Literal

import numpy as np

import rookery.plugins as rk

SMALL, STEPS = 400, 10_000  # squares of a board that is coloured with care, and steps for each number of colours
LARGE = 1_000_000
LETTERS = ascii_uppercase + ascii_lowercase


@dataclass(frozen=True, slots=True)
class Coloured(rk.Rule):
    """Each colour is a class of squares of one kind; colours are named in the order of their first squares."""

    names: tuple[rk.Piece, ...]
    kind: str
    closed: frozenset[rk.Cell]
    colours: int | None
    size: int | None

    def faults(self, walked: rk.Walked) -> Iterator[rk.Fault]:
        """Yield squares without a colour, wrong numbers and names, and what the kind of colouring refuses."""
        board, pieces = walked.board, walked.pieces
        for square in board if self.kind != "disjoint" else ():
            if square not in pieces and square not in self.closed:
                yield rk.Fault(f"{board.noun} {square} has no colour", square)
        sizes = Counter(pieces[square] for square in board if square in pieces)
        if self.colours is not None and len(sizes) != self.colours:
            yield rk.Fault(f"{rk.amount(len(sizes), 'colour')} on the board, {self.colours} required")
        for piece, number in sizes.items():
            if self.size is not None and number != self.size:
                yield rk.Fault(f"{rk.amount(number, piece, piece.plural)} on the board, {self.size} required")
        pairs = zip(sizes, self.names, strict=False)
        if early := next((pair for pair in pairs if pair[0] != pair[1]), None):
            yield rk.Fault(f"the {early[0]} comes before the {early[1]}")
        if self.kind != "domatic":
            for start, target in walked.meetings():
                if pieces[start] == pieces[target]:
                    message = f"the {pieces[start]} on {start} attacks the {pieces[target]} on {target}"
                    yield rk.Fault(message, start, target)
            return
        for colour in sizes:
            own = {square: piece for square, piece in pieces.items() if piece == colour}
            for square, number in rk.Walked(board, own).guards():
                if not number and square not in own:
                    yield rk.Fault(f"no {colour} guards {board.noun} {square}", square)

    def phrase(self, board: rk.AbstractBoard) -> str:
        """Return the rule as a clause."""
        what = {"proper": "non-attacking", "domatic": "dominating", "disjoint": "non-attacking"}[self.kind]
        return f"each colour is a class of {what} squares, named in the order of their first squares"


@dataclass(frozen=True, slots=True)
class Colours(rk.Aim):
    """The number of colours on the board."""

    def count(self, walked: rk.Walked) -> int:
        """Return the number of different pieces."""
        return len({*walked.pieces.values()})


@rk.family(
    oeis=("A088202", "A292192", "A171760"),
    formula="squares in disjoint classes S(1) ... S(k): min k such that they hold each square and no s, t in S(i)"
    " have s in N(t) (proper); max k such that they hold each square and |S(i) ∩ N[v]| ≥ 1 for each square v"
    " (domatic); max k such that |S(i)| = m and no s, t in S(i) have s in N(t) (disjoint)",
    example="--piece queen --board 5",
)
def colouring(
    piece: rk.PieceLike,
    board: rk.BoardLike,
    kind: Literal["proper", "domatic", "disjoint"] = "proper",
    colours: int | None = None,
    size: int | None = None,
    *,
    forbidden: rk.SquaresLike = (),
) -> rk.Problem:
    """Colour squares so that no piece attacks its own colour, each colour dominates, or each is a placement.

    >>> import rookery as rk
    >>> [rk.solve(colouring("queen", 5, kind=each)).objective for each in ("proper", "domatic", "disjoint")]
    [5, 7, 5]

    Queens: OEIS A088202 (proper), A292192 (domatic), A171760 (disjoint). Colours are named A, B, C ... in the order of
    their first squares, so a count is one of divisions; symmetries of the board would change names, so orbits are not
    counted. A forbidden square has no colour, but must be dominated.

    Args:
        piece: The piece whose attacks count.
        board: The board.
        kind: proper: the fewest colours, none attacking its own; domatic: the most colours, each dominating the board;
            disjoint: the most colours, each on some squares that do not attack each other.
        colours: The number of colours; by default the best.
        size: The number of squares of each colour if they are disjoint; by default the number of rows.
        forbidden: Squares without a colour.
    """
    piece, board = rk.take_piece(piece), rk.take_board(board)
    if kind == "disjoint" and size is None:
        if not isinstance(board, rk.Board):
            raise rk.BadInput(f"{board.phrase} has no rows; give the size of each colour")
        return colouring(piece, board, kind, colours, board.rows, forbidden=forbidden)
    if size is not None and kind != "disjoint":
        raise rk.BadInput(f"a size of {size} in a {kind} colouring; only the colours of a disjoint one have a size")
    for name, number in (("colours", colours), ("size", size)):
        if number is not None and number < 1:
            raise rk.BadInput(f"{name} {number}: expected at least 1")
    if not len(board):
        raise rk.BadInput(f"{board.phrase} has nothing to colour")
    closed = rk.Layout.of(board, [piece], (), forbidden).forbidden
    many = _bound_colours(piece, board, kind, size, closed) if colours is None else colours
    if many > len(LETTERS):
        raise rk.BadInput(f"{many} colours; at most {len(LETTERS)} are accepted")
    layout = rk.Layout.of(board, _colour_pieces(piece, many), (), forbidden)
    auxiliary = rk.Definitions(layout.size)
    used, ordered = _name_in_order(layout, auxiliary)
    kept = rk.AtMost if kind == "disjoint" else rk.Exactly
    chosen = [kept(1, layout.square(square)) for square in board if square not in closed]
    classes = _guard_by_each if kind == "domatic" else _forbid_attacks
    if kind == "proper":
        near = _list_rivals(piece, board, {at for at, square in enumerate(board) if square not in closed})
        ordered.append(rk.AtLeast(_find_clique(piece, board, near), used))
    coloured = [*chosen, *ordered, *_number(layout, used, colours, size), *classes(layout, used)]
    rules: rk.Demanded = {rk.Holds(each): () for each in layout.pieces}
    rules[Coloured(layout.pieces, kind, closed, colours, size)] = coloured
    goal = rk.Satisfy() if colours is not None else rk.Minimize(used) if kind == "proper" else rk.Maximize(used)
    what = {"proper": "non-attacking", "domatic": "dominating", "disjoint": f"{size} non-attacking"}[kind]
    best = "the fewest colours" if kind == "proper" else "the most colours"
    phrase = f"{best if colours is None else rk.amount(colours, 'colour')} of {what} {piece.plural}"
    aim = Colours() if colours is None else None
    problem = layout.problem(rules, goal, aim, phrase=phrase, auxiliary=auxiliary)
    # No symmetry of the board keeps the order of first squares
    return replace(problem, group=(), model=replace(problem.model, symmetries=(), moves=()))


def _colour_pieces(piece: rk.Piece, many: int) -> list[rk.Piece]:
    looks = [(letter, f"{piece} of colour {letter}", f"{piece.plural} of colour {letter}") for letter in LETTERS]
    return [rk.Piece(name, letter, rides=piece.rides, plural=plural) for letter, name, plural in looks[:many]]


def _layers(layout: rk.Layout) -> list[range]:
    return [layout.layer(at) for at in range(len(layout.pieces))]


def _bound_colours(
    piece: rk.Piece, board: rk.AbstractBoard, kind: str, size: int | None, closed: frozenset[rk.Cell]
) -> int:
    """A number of colours that no best solution exceeds."""
    free = {at for at, square in enumerate(board) if square not in closed}
    if kind == "disjoint":
        return max(1, len(free) // (size or 1))
    if kind == "domatic":
        # Each square needs each colour among those that guard it, and few colours have one square or two
        fewest = min(len(free & {at, *hits}) for at, hits in enumerate(rk.attackers(piece, board)))
        guarded = [{at, *rk.attacks(piece, board)[at]} for at in free]
        others = [guards for guards in guarded if len(guards) < len(board)]
        pair = any(len(one | other) == len(board) for one, other in combinations(rk.checking_deadline(others), 2))
        return max(1, min(fewest, len(guarded) - len(others) + len(others) // (2 if pair else 3)))
    near = _list_rivals(piece, board, free)
    return _colour(near, _find_clique(piece, board, near))


def _list_rivals(piece: rk.Piece, board: rk.AbstractBoard, free: set[int]) -> dict[int, set[int]]:
    """For each square those that may not have its colour."""
    hits, hit_by = rk.attacks(piece, board), rk.attackers(piece, board)
    return {at: free.intersection((*hits[at], *hit_by[at])) for at in sorted(free)}


def _find_clique(piece: rk.Piece, board: rk.AbstractBoard, near: dict[int, set[int]]) -> int:
    """The size of a set of squares that all need different colours: the longest line, or one that grows greedily."""
    best = max((len(near.keys() & {*line}) for line in rk.cliques(piece, board)), default=min(1, len(near)))
    for start in rk.checking_deadline(near if len(near) <= SMALL else ()):
        size, left = 1, near[start]
        while left:
            size, left = size + 1, left & near[max(left, key=lambda square: (len(near[square]), -square))]
        best = max(best, size)
    return best


def _colour(near: dict[int, set[int]], fewest: int) -> int:
    """A number of colours that is enough, found by DSATUR (Brélaz 1979) and tabu search (Hertz and de Werra 1987)."""
    colours, seen = dict[int, int](), {at: set[int]() for at in near}
    while left := near.keys() - colours.keys():
        at = max(rk.checking_deadline(left), key=lambda square: (len(seen[square]), len(near[square]), -square))
        colours[at] = next(colour for colour in count() if colour not in seen[at])
        for other in near[at]:
            seen[other].add(colours[at])
    many = max(colours.values(), default=0) + 1
    if len(near) <= SMALL:
        places = {at: number for number, at in enumerate(near)}
        table = np.zeros((len(near), len(near)), np.int64)
        for at, others in near.items():
            table[places[at], [places[other] for other in others]] = 1
        chosen = np.array([colours[at] for at in near], np.int64)
        while many > fewest and _recolour(table, fewer := np.where(chosen == many - 1, 0, chosen), many - 1):
            chosen, many = fewer, many - 1
    return many


def _recolour(near: Any, chosen: Any, many: int) -> bool:
    """Return whether a tabu search leaves no two neighbours of one colour; a square that changed stays for a while."""
    random, rows = Random(0), np.arange(len(chosen))
    around = near @ (chosen[:, None] == np.arange(many))  # neighbours of each square in each colour
    until = np.zeros((len(chosen), many), np.int64)
    for step in rk.checking_deadline(range(STEPS)):
        own = around[rows, chosen]
        wrong = np.flatnonzero(own)
        if not len(wrong):
            return True
        gain = around[wrong] - own[wrong, None] + LARGE * (until[wrong] > step)
        gain[np.arange(len(wrong)), chosen[wrong]] = 2 * LARGE
        best = np.flatnonzero(gain == gain.min())
        at, colour = divmod(int(best[random.randrange(len(best))]), many)
        square = wrong[at]
        until[square, chosen[square]] = step + len(wrong) // 2 + random.randrange(10)
        around[:, chosen[square]] -= near[square]
        around[:, colour] += near[square]
        chosen[square] = colour
    return False


def _name_in_order(layout: rk.Layout, auxiliary: rk.Definitions) -> tuple[list[rk.Literal], list[rk.Constraint]]:
    """Whether each colour is on the board, and the constraints that its first square follows that of the one before.

    Auxiliary variables say whether a colour stands on one of the first squares; the placement decides them.
    """
    used, ordered, before = list[rk.Literal](), list[rk.Constraint](), list[rk.Literal]()
    for layer in rk.checking_deadline(_layers(layout)):
        if before:
            ordered.append(rk.Exactly(0, (layer[0],)))
            ordered += (rk.AtLeast(1, (~here, up_to)) for here, up_to in zip(layer[1:], before, strict=False))
        before = []
        for here in layer:
            before.append(auxiliary.define_any((here, before[-1])) if before else here)
        used.append(before[-1])
    return used, ordered


def _number(
    layout: rk.Layout, used: Sequence[rk.Literal], colours: int | None, size: int | None
) -> Iterator[rk.Constraint]:
    """The number of colours, and that of the squares of each colour that is on the board."""
    if colours is not None:
        yield from (rk.AtLeast(1, (literal,)) for literal in used)
    for literal, layer in zip(used, _layers(layout), strict=True):
        if size is not None and len(layer) == 1:  # its only square says whether the colour is there
            yield rk.AtMost(int(size == 1), layer)
        elif size is not None:
            yield rk.Linear((*(1,) * len(layer), -size), (*layer, literal), 0, 0)


def _forbid_attacks(layout: rk.Layout, used: Sequence[rk.Literal]) -> Iterator[rk.Constraint]:
    lines = list(rk.cliques(layout.pieces[0], layout.board))
    yield from (rk.AtMost(1, rk.shift_clique(line, layer)) for layer in _layers(layout) for line in lines)


def _guard_by_each(layout: rk.Layout, used: Sequence[rk.Literal]) -> Iterator[rk.Constraint]:
    """Each colour on the board occupies or attacks each square."""
    guards = rk.attackers(layout.pieces[0], layout.board)
    for literal, layer in zip(used, _layers(layout), strict=True):
        for at, hits in enumerate(rk.checking_deadline(guards)):
            guarded = (layer[at], *(layer[there] for there in hits))
            if literal not in guarded:
                yield rk.AtLeast(1, (~literal, *guarded))
