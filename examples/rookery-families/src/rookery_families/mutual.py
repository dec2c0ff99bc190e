"""Mutual attack: each piece attacks exactly, or at most, a number of others."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import rookery.plugins as rk


@dataclass(frozen=True, slots=True)
class AttacksOthers(rk.Rule):
    """Each piece attacks exactly `others` others; `at_most`: no more. `sighted`: in its line of sight."""

    others: int
    at_most: bool = False
    sighted: bool = True

    def faults(self, walked: rk.Walked) -> Iterator[rk.Fault]:
        """Yield the pieces that attack too many others, or too few."""
        attacks = Counter(square for square, _ in walked.meetings(self.sighted))
        for square, piece in walked.pieces.items():
            number = attacks[square]
            if number > self.others or (number < self.others and not self.at_most):
                required = f"{'at most ' * self.at_most}{self.others} required"
                yield rk.Fault(f"the {piece} on {square} attacks {rk.amount(number, 'other')}, {required}", square)

    def minds_sight(self, types: int) -> bool:
        """Return whether it matters that pieces shield each other."""
        return self.sighted and self.others > 0

    def phrase(self, board: rk.AbstractBoard) -> str:
        """Return the rule as a clause."""
        how = f"{'at most' if self.at_most else 'exactly'} {rk.amount(self.others, 'other')}"
        return f"each piece attacks {how}{' in its line of sight' if self.sighted else ''}"


@rk.family(
    oeis=("A051754", "A051755", "A051756", "A051757", "A051758", "A051759", "A019654", "A063724"),
    formula="max |S|, or |S| = k, such that each s in S sees exactly d others: of each line from s the first member"
    " of S; at most: no more than d",
    example="--piece queen --attacks 1 --board 8",
)
def mutual(
    pieces: rk.PiecesLike,
    board: rk.BoardLike,
    attacks: int,
    at_most: bool = False,
    *,
    count: rk.CountLike = None,
    through: bool = False,
    fixed: rk.FixedLike = (),
    forbidden: rk.SquaresLike = (),
) -> rk.Problem:
    """Place pieces so that each attacks exactly, or at most, k others; pieces block lines of sight.

    >>> import rookery as rk
    >>> [rk.solve(mutual("queen", n, attacks=1)).objective for n in (4, 5, 6)]
    [4, 4, 8]

    For 1 to 4 others the most queens are OEIS A051754, A051755, A051756 and A063724 (Hayes, "A Problem of Chess
    Queens", Journal of Recreational Mathematics 24, 1992).

    Args:
        pieces: One piece, or several with their counts.
        board: The board.
        attacks: The number k of other pieces that each piece attacks.
        at_most: Each piece attacks k others or fewer.
        count: The number of a single piece; "any" for any number, None for as many as possible.
        through: Pieces attack through one another.
        fixed: Squares that hold a piece; a mapping to pieces if there are several.
        forbidden: Squares that stay empty.
    """
    if attacks < 0:
        raise rk.BadInput(f"attacks {attacks}: expected at least 0")
    layout = rk.Layout.of_counts(board, pieces, count, fixed, forbidden)
    auxiliary = rk.Definitions(layout.size)
    bounded = _bound_attacks(layout, auxiliary, attacks, at_most, through) if attacks else layout.forbid_attacks()
    rules: rk.Demanded = {**layout.hold_counts(), AttacksOthers(attacks, at_most, not through): bounded}
    how = f"each attacking {'at most' if at_most else 'just'} {rk.amount(attacks, 'other')}"
    phrase = f"{layout.spell_counts()}, {how}{', through other pieces' * through},"
    return layout.problem(rules, *layout.open_goal(rk.Maximize), phrase=phrase, auxiliary=auxiliary)


def _bound_attacks(
    layout: rk.Layout, auxiliary: rk.Definitions, others: int, at_most: bool, through: bool
) -> Iterator[rk.Constraint]:
    """At most one piece a square, and bounds on the others that each attacks."""
    standing = [layout.square(square) for square in rk.checking_deadline(layout.board)]
    if len(layout.pieces) > 1:
        yield from (rk.AtMost(1, square) for square in standing)
    for number, piece in enumerate(layout.pieces):
        hits: Iterable[Sequence[rk.Literal]] = _list_seen(piece, layout, standing, auxiliary)
        if through:
            hits = ([v for there in each for v in standing[there]] for each in rk.attacks(piece, layout.board))
        for own, seen in zip(layout.layer(number), hits, strict=True):
            # A piece there makes the bounds those of the others; no piece leaves them free
            if not at_most:
                yield rk.Linear((*(1,) * len(seen), -others), (*seen, own), lower=0)
            if len(seen) > others:
                yield rk.Linear((*(1,) * len(seen), len(seen) - others), (*seen, own), upper=len(seen))


def _list_seen(
    piece: rk.Piece, layout: rk.Layout, standing: Sequence[Sequence[int]], auxiliary: rk.Definitions
) -> Iterator[list[rk.Literal]]:
    """For each square literals of which as many are true as a piece there sees others.

    A ride sees one other if any stands on its way; what lies ahead is shared with the squares further on. Where rides
    of a square cross, as on a torus, two of them may see the same piece: there it is a literal for each square.
    """
    meeting: dict[tuple[int, ...], rk.Literal] = {}
    for start in rk.checking_deadline(layout.board):
        rays = [tuple(dict.fromkeys(ray)) for ray in layout.board.rays(piece, start) if ray]
        ahead = [there for ray in rays for there in ray]
        if len(set(ahead)) == len(ahead):
            for ray in rays:
                for at in reversed(range(len(ray))):
                    if ray[at:] not in meeting:
                        further = (meeting[ray[at + 1 :]],) if at + 1 < len(ray) else ()
                        meeting[ray[at:]] = auxiliary.define_any((*standing[ray[at]], *further))
            yield [meeting[ray] for ray in rays]
        else:
            ways: dict[int, list[rk.Literal]] = {}
            for ray in rays:
                for at, there in enumerate(ray):
                    free = [~variable for passed in ray[:at] for variable in standing[passed]]
                    here = auxiliary.define_any(standing[there])
                    ways.setdefault(there, []).append(auxiliary.define_all((here, *free)) if free else here)
            yield [auxiliary.define_any(list(dict.fromkeys(each))) for each in ways.values()]
