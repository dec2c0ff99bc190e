"""Connected domination: a dominating set whose pieces are connected by their attacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import rookery.plugins as rk

Links = Sequence[set[int]]


@dataclass(frozen=True, slots=True)
class Connected(rk.Rule):
    """From each piece one gets to each other over pieces that attack, or are attacked by, the next."""

    def faults(self, walked: rk.Walked) -> Iterator[rk.Fault]:
        """Yield the pieces that are not connected to the first one."""
        links: dict[rk.Cell, set[rk.Cell]] = {square: set() for square in walked.pieces}
        for square, target in walked.meetings():
            links[square].add(target)
            links[target].add(square)
        waiting = list(walked.pieces)[:1]
        joined = set(waiting)
        while waiting:
            fresh = links[waiting.pop()] - joined
            joined |= fresh
            waiting += fresh
        for square, piece in walked.pieces.items():
            if square not in joined:
                yield rk.Fault(f"the {piece} on {square} is not connected to the others", square)


@rk.family(
    formula="min |S| such that |S ∩ N[v]| ≥ 1 for each square v, and the attacks within S connect all of S",
    example="--piece queen --board 6",
)
def connected(
    piece: rk.PieceLike, board: rk.BoardLike, *, fixed: rk.FixedLike = (), forbidden: rk.SquaresLike = ()
) -> rk.Problem:
    """Find the smallest dominating set whose pieces are connected by their attacks.

    >>> import rookery as rk
    >>> rk.solve(connected("king", 5)).objective
    5

    Sampathkumar and Walikar, "The connected domination number of a graph", 1979. Auxiliary variables, which the
    placement decides, say which pieces are within k attacks of the first one in the order of the squares.

    Args:
        piece: The piece.
        board: The board.
        fixed: Squares that hold a piece.
        forbidden: Squares that stay empty; they must be dominated too.
    """
    piece, board = rk.take_piece(piece), rk.take_board(board)
    layout = rk.Layout.of(board, [piece], fixed, forbidden)
    auxiliary = rk.Definitions(layout.size)
    attacks = rk.attacks(piece, board)
    links = [{*hits, *hit_by} for hits, hit_by in zip(attacks, rk.attackers(piece, board), strict=True)]
    known = _find_known(links, [{at, *hits} for at, hits in enumerate(attacks)], layout)
    rules: rk.Demanded = {rk.Holds(piece): (), rk.Guarded(): layout.guard_squares()}
    if known is None:
        givens = (rule for demand in layout.givens() for rule in demand.rules)
        rules[rk.Guarded(), Connected(), *givens] = [rk.AtLeast(1, ())]
    else:
        most = min(layout.size, sum(board.weigh(board.cell(at)) for at in known))
        rules[Connected()] = _connect(layout.size, links, most, auxiliary)
        rules[()] = [rk.AtMost(most, range(layout.size))]  # which a best solution satisfies
    goal, phrase = rk.Minimize(range(layout.size)), f"connected domination by {piece.plural}"
    return layout.problem(rules, goal, rk.Number(), phrase=phrase, auxiliary=auxiliary, known=known)


def _connect(size: int, links: Links, most: int, auxiliary: rk.Definitions) -> Iterator[rk.Constraint]:
    """Each piece is less than `most` attacks away from the first one, over other pieces."""
    near: list[rk.Literal] = [*range(size)]
    before = 0
    for at in range(1, size):  # near[at]: the first piece stands there
        near[at] = auxiliary.define_all((at, ~before))
        before = auxiliary.define_any((before, at))
    for _ in range(most - 1):
        near = [
            auxiliary.define_any_if(at, [near[at], *(near[other] for other in sorted(links[at]))])
            for at in rk.checking_deadline(range(size))
        ]
    yield from (rk.AtLeast(1, (~at, near[at])) for at in range(1, size))  # square 0 is the first or empty


def _find_known(links: Links, guards: Links, layout: rk.Layout) -> frozenset[int] | None:
    """A minimal connected dominating set; None if there is none at all."""
    fixed = {layout.board.index(square) for square in layout.fixed}
    free = set(range(layout.size)) - {layout.board.index(square) for square in layout.forbidden}
    waiting = set(free)
    while waiting:
        part = _find_part(min(waiting), free, links)
        waiting -= part
        if fixed <= part and _guards_all(part, guards):
            for square in sorted(part - fixed, key=lambda at: len(guards[at])):
                fewer = part - {square}
                if fewer and _guards_all(fewer, guards) and _find_part(min(fewer), fewer, links) == fewer:
                    part = fewer
            return frozenset(part)
    return None if layout.size else frozenset()


def _guards_all(squares: set[int], guards: Links) -> bool:
    return len(set().union(*(guards[at] for at in rk.checking_deadline(squares)))) == len(guards)


def _find_part(start: int, squares: set[int], links: Links) -> set[int]:
    """The squares that are connected to one of them."""
    part, fresh = set[int](), {start}
    while fresh:
        part |= fresh
        fresh = set[int]().union(*(links[at] for at in rk.checking_deadline(fresh))) & squares - part
    return part
