"""Placement in sight: pieces and pawns block lines of attack."""

from rookery.core.errors import BadInput
from rookery.models.model.model import Maximize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.layout import Layout
from rookery.models.problems.shared.sight import forbid_attacks_in_sight
from rookery.models.reading.given import (
    BoardLike,
    CountLike,
    FixedLike,
    PiecesLike,
    SquaresLike,
    take_board,
    take_counts,
)
from rookery.models.referee.rules import Sighted

PAWN = Piece("pawn", "P", rides=(), glyph="♙")


@family(
    oeis=("A103330", "A103331", "A129552"),
    formula="|S| = k, or max |S|, and |P| = p, S and P disjoint, such that each line between two pieces of S that"
    " attack each other holds a member of S ∪ P",
    example="--piece queen=9 --pawns 1 --board 8",
)
def sighted(
    pieces: PiecesLike,
    board: BoardLike,
    pawns: int = 0,
    count: CountLike = None,
    *,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Place pieces so that none attacks another in its line of sight; pieces and pawns block lines.

    >>> import rookery as rk
    >>> rk.solve(rk.sighted("queen", 6, count=7, pawns=1), want="count").count
    16

    A ride ends at the first occupied square. Without pawns this is `placement`: what stands between two pieces would
    itself be attacked. n + k queens with k pawns: OEIS A103330, A103331, A129552.

    Args:
        pieces: One piece, or several with their counts.
        board: The board.
        pawns: Number of pawns; they attack nothing and may be attacked.
        count: The number of a single piece; "any" for any number, None for as many as possible.
        fixed: Squares that hold a piece; a mapping to pieces if there are several.
        forbidden: Squares that stay empty.
    """
    if pawns < 0:
        raise BadInput(f"{pawns} pawns: expected at least 0")
    board = take_board(board)
    counts = take_counts(pieces, board, count)
    peaceful = len(counts)
    if pawns:
        counts[PAWN] = pawns
    layout = Layout.of_counts(board, counts, None, fixed, forbidden)
    rule = Sighted(frozenset(layout.pieces[peaceful:]))
    rules = {**layout.hold_counts(), rule: forbid_attacks_in_sight(layout, peaceful)}
    phrase = f"{layout.spell_counts()}, none in sight of another,"
    return layout.problem(rules, *layout.open_goal(Maximize), phrase=phrase)
