"""Symmetries found on the board itself: the maps of the squares under which every piece attacks the same squares."""

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from oracle.attacks import Attacks, Walk
from oracle.case import Case, may_stand

Map = tuple[int, ...]
Move = tuple[Map, Map]  # where each piece goes, where each square goes
Attack = tuple[int, frozenset[int]]  # which square, over which squares
Placed = frozenset[tuple[int, int]]  # of (piece, square)


def count(case: Case, attacks: Attacks, placements: Iterable[Placed]) -> int:
    """How many placements there are that no symmetry maps onto each other."""
    moves = group(case, attacks)
    return len({min(_moved(placed, move) for move in moves) for placed in placements})


def least(case: Case, attacks: Attacks, placed: Placed) -> tuple[tuple[int, int], ...]:
    """A placement for all of its images."""
    return min(_moved(placed, move) for move in group(case, attacks))


def group(case: Case, attacks: Attacks) -> list[Move]:
    """All maps of squares that keep the problem, with all exchanges of armies of one piece."""
    return [(order, squares) for order in _exchanges(case) for squares in sorted(_kept(case, attacks))]


def _moved(placed: Placed, move: Move) -> tuple[tuple[int, int], ...]:
    pieces, squares = move
    return tuple(sorted((pieces[piece], squares[at]) for piece, at in placed))


def _exchanges(case: Case) -> list[Map]:
    own = tuple(range(len(case.pieces) + bool(case.pawns)))
    if case.family != "armies":
        return [own]
    return [order for order in permutations(own) if all(case.pieces[order[at]] == case.pieces[at] for at in own)]


def _kept(case: Case, attacks: Attacks) -> set[Map]:
    return {
        squares for squares in _turns(case) if _keeps_givens(case, squares) and _keeps_attacks(case, attacks, squares)
    }


def _turns(case: Case) -> set[Map]:
    """The turns, flips and (on a torus) shifts of the board that map squares to squares."""
    number = {cell: at for at, cell in enumerate(case.cells)}
    shifts = product(range(case.rows), range(case.columns)) if case.torus else [(0, 0)]
    turns: set[Map] = set()
    for (down, right), swap, up, left in product(shifts, (False, True), (False, True), (False, True)):
        if swap and case.rows != case.columns:
            continue
        images = []
        for row, column in case.cells:
            there = (column, row) if swap else (row, column)
            there = (case.rows - 1 - there[0] if up else there[0], case.columns - 1 - there[1] if left else there[1])
            images.append(number.get(((there[0] + down) % case.rows, (there[1] + right) % case.columns), -1))
        if -1 not in images:
            turns.add(tuple(images))
    return turns


def _keeps_givens(case: Case, squares: Map) -> bool:
    number = {cell: at for at, cell in enumerate(case.cells)}
    fixed = {(piece, number[row, column]) for row, column, piece in case.fixed}
    open_to = {number[cell] for cell in case.cells if may_stand(case, cell)}
    return {(piece, squares[at]) for piece, at in fixed} == fixed and {squares[at] for at in open_to} == open_to


def _keeps_attacks(case: Case, attacks: Attacks, squares: Map) -> bool:
    for walks in attacks.walks:
        known = [_attacks(case, there) for there in walks]
        for at, own in enumerate(known):
            if {_image(attack, squares) for attack in own} != known[squares[at]]:
                return False
    return True


def _image(attack: Attack, squares: Map) -> Attack:
    target, between = attack
    return squares[target], frozenset(squares[at] for at in between)


def _attacks(case: Case, walks: Sequence[Walk]) -> set[Attack]:
    """What a piece attacks from a square; in sight, over which squares: of two ways the one that needs less empty."""
    if not in_sight(case):
        return {(square, frozenset()) for way in walks for square in way}
    every = {(way[at], frozenset(way[:at])) for way in walks for at in range(len(way))}
    return {(to, over) for to, over in every if not any(to == also and less < over for also, less in every)}


def in_sight(case: Case) -> bool:
    """Whether pieces that stand between make a difference: one that shields another of its type guards the same."""
    several = case.family in ("guards", "coverage") and len(case.pieces) > 1
    return bool(case.pawns) or (several and not case.through)
