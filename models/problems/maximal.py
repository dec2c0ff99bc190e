"""Minimum maximal placement: as few non-attacking pieces as possible, so that no other can be added."""

from collections.abc import Iterable, Iterator, Sequence

from rookery.core.deadline import checking_deadline
from rookery.models.boards.ground import Ground
from rookery.models.model.model import AtLeast, Constraint, Literal, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Several, Wording, a_board, declares, name_pieces
from rookery.models.problems.shared.attacks import attackers, attacks
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.referee.rules import Holds, Maximal, Number, Peaceful


def _describe(asked: Statement) -> Wording:
    pieces = name_pieces(asked)
    title = f"Fewest non-attacking {pieces} on {a_board(asked.board)} that leave no room for another"
    return Wording(f"maximal placement of {pieces}", title)


@declares(
    Family(
        "maximal",
        "Place the fewest non-attacking pieces such that no further piece can be added.",
        Places(several=Several.PERHAPS),
        describe=_describe,
        label="maximal placement",
        example="--piece queen --board 8",
        oeis=("A075324",),
        formula="min |S| such that no s, t in S have s in N(t), and each square v outside S has some s in S with s in"
        " N(v) or v in N(s)",
    )
)
def maximal_placement(
    pieces: Piece | Sequence[Piece],
    board: Ground,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the fewest non-attacking pieces such that none can be added without an attack.

    >>> import rookery as rk
    >>> rk.solve(rk.maximal_placement("queen", 6)).objective
    4

    This is the independent domination number of the graph of conflicts (queens: OEIS A075324). For one piece whose
    attacks are mutual, that is `domination(..., kind="independent")`; an asymmetric piece also keeps its own kind from
    the squares that attack it, so fewer may do. With several types, no piece of any type may fit. Forbidden squares do
    not count as room. Add pieces while there is room: there is always a solution, unless fixed pieces attack each
    other; on 1x1 it is one piece.

    Raises `BadInput` for no piece, a piece named twice, and givens as in `placement`.
    """
    layout = lay_out(board, (pieces,) if isinstance(pieces, Piece) else tuple(pieces), fixed, forbidden)
    rules: Demanded = {
        tuple(map(Holds, layout.pieces)): (),
        Peaceful(): layout.forbid_attacks(),
        Maximal(): _full(layout),
    }
    return layout.problem(rules, (), Minimize(range(layout.size)), Number())


def _full(layout: Layout) -> Iterator[Constraint]:
    """For each piece on each square: the square is taken, or a piece stands where the two would meet."""
    for newcomer in layout.pieces:
        for square in checking_deadline(layout.board):
            if square not in layout.forbidden:
                yield AtLeast(1, (*layout.square(square), *_rivals(newcomer, layout.board.index(square), layout)))


def _rivals(newcomer: Piece, square: int, layout: Layout) -> Iterator[Literal]:
    hits = set(attacks(newcomer, layout.board)[square])
    for number, piece in enumerate(layout.pieces):
        yield from (layout.layer(number)[there] for there in sorted(hits.union(attackers(piece, layout.board)[square])))
