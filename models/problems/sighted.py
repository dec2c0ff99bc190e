"""Placement in sight: pieces shield each other, and pawns shield them too."""

from collections.abc import Iterable, Mapping

from rookery.core.errors import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COUNTED, Family, Wording, a_board, capitalize, declares, spell_counts
from rookery.models.problems.parameters import Whole
from rookery.models.problems.placement import check_counts, choose_goal, count_pieces, open_number
from rookery.models.problems.shared.layout import Given, lay_out
from rookery.models.problems.shared.sight import forbid_attacks_in_sight
from rookery.models.referee.rules import Sighted

PAWN = Piece("pawn", "P", rides=(), glyph="♙")


PAWNS = Whole(name="pawns", help="Number of pawns; they block lines and attack nothing.", default=0)


def stand_with_pawns(asked: Statement) -> tuple[Piece, ...]:
    """The pieces that are asked for, and the pawn if there are any."""
    return (*asked.named_pieces(), *((PAWN,) if asked.parameters["pawns"] else ()))


def _describe(asked: Statement) -> Wording:
    counts, how = spell_counts(add_pawns(asked.each(), asked.parameters["pawns"])), "none in sight of another"
    return Wording(f"{counts}, {how}", capitalize(f"{counts} on {a_board(asked.board)}, {how}"))


@declares(
    Family(
        "sighted",
        "Place pieces so that none attacks another in its line of sight; pieces and pawns block lines.",
        COUNTED,
        (PAWNS,),
        _describe,
        label="sighted placement",
        standing=stand_with_pawns,
        example="--piece queen --count 9 --pawns 1 --board 8",
        oeis=("A103330", "A103331", "A129552"),
        formula="|S| = k, or max |S|, and |P| = p, S and P disjoint, such that each line between two pieces of S that"
        " attack each other holds a member of S ∪ P",
    )
)
def sighted_placement(
    pieces: Piece | Mapping[Piece, int | None],
    board: AbstractBoard,
    pawns: int = 0,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for pieces without attacks along lines of sight, with pawns in the way.

    >>> import rookery as rk
    >>> rk.solve(rk.sighted_placement({"queen": 7}, 6, pawns=1), want="count").count
    16

    A ride ends at the first occupied square, whichever piece stands there. `pieces` gives each its count, None for as
    many as possible; a single piece without counts means the same. The `pawns` do not attack and may be attacked.
    Without pawns this is `placement`, with any number of types: what stands between two pieces would itself be
    attacked. n + k queens with k pawns: OEIS A103330, A103331, A129552. On 1x1 one piece fits, or
    one pawn; no piece at all (a count of 0 each) is a solution.

    Raises `BadInput` as `placement` does, and for a negative number of pawns.
    """
    named = {pieces: None} if isinstance(pieces, Piece) else pieces
    counts = add_pawns(named, pawns)
    check_counts(counts, board)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    rules = {**count_pieces(counts, layout), sighted_rule(pawns): forbid_attacks_in_sight(layout, len(named))}
    return layout.problem(rules, (), choose_goal(counts, layout), open_number(counts))


def add_pawns(counts: Mapping[Piece, int | None], pawns: int) -> dict[Piece, int | None]:
    """The counts, and that of the pawns if there are any."""
    if pawns < 0:
        raise BadInput(f"{pawns} pawns; it must be at least 0")
    return {**counts, PAWN: pawns} if pawns else dict(counts)


def sighted_rule(pawns: int) -> Sighted:
    """Peace in sight, pawns being in the way if there are any."""
    return Sighted(frozenset({PAWN} if pawns else ()))
