"""Placement in sight: pieces and pawns block lines of attack."""

from rookery.core.errors import BadInput
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.placement import choose_goal, count_pieces, open_number, spell_counts
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
    named = take_counts(pieces, board, count)
    counts = take_counts({**named, PAWN: pawns}, board) if pawns else named
    layout = Layout.of(board, counts, fixed, forbidden)
    rule = Sighted(frozenset(layout.pieces[len(named) :]))
    rules = {**count_pieces(counts, layout), rule: forbid_attacks_in_sight(layout, len(named))}
    phrase = f"{spell_counts(counts)}, none in sight of another,"
    return layout.problem(rules, choose_goal(counts, layout), open_number(counts), phrase=phrase)
