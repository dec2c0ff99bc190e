"""Unguarded squares: pieces that crowd together and leave as much of the board alone as they can."""

from collections.abc import Iterable

from rookery.core.deadline import checking_deadline
from rookery.models.boards.ground import Ground
from rookery.models.model.model import Exactly, Maximize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COUNT, Family, Places, Wording, a_board, declares, spell_counts
from rookery.models.problems.placement import check_counts
from rookery.models.problems.shared.attacks import attackers
from rookery.models.problems.shared.auxiliary import Definitions, refuse_large
from rookery.models.problems.shared.layout import Demanded, Given, lay_out
from rookery.models.referee.rules import Holds, LeftAlone


def _describe(asked: Statement) -> Wording:
    counts, board = spell_counts(asked.each()), a_board(asked.board)
    return Wording(
        f"most squares unattacked by {counts}",
        f"{counts} that leave as many squares of {board} unattacked as possible",
    )


@declares(
    Family(
        "unguarded",
        "Place a given number of pieces so that as many squares as possible are not attacked.",
        Places(COUNT, counted=True),
        describe=_describe,
        label="most unguarded",
        example="--piece queen --count 5 --board 5",
        oeis=("A001366", "A342151"),
        formula="max |{v : S ∩ N[v] = ∅}| such that |S| = k",
    )
)
def most_unguarded(
    piece: Piece, board: Ground, count: int, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()
) -> Problem:
    """Ask for `count` copies of `piece` that leave as many squares as possible neither occupied nor attacked.

    n queens on n x n: OEIS A001366 (0, 0, 0, 1, 3, 5, 7, 11 for n = 1 to 8); k queens on 8x8: A342151. Pieces may
    attack each other. The objective is the number of squares left alone: all of them for a count of 0, no square on 1x1
    with one piece. There is no solution only if the fixed and forbidden squares leave no room.

    An auxiliary variable per square says that it is unguarded, which the placement determines. Raises `BadInput` for a
    count that is negative or larger than the board, and givens as in `placement`.
    """
    check_counts({piece: count}, board)
    layout = lay_out(board, (piece,), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    guarding = attackers(piece, board)
    refuse_large(3 * (len(board) + sum(map(len, guarding))), board)
    numbered = enumerate(checking_deadline(guarding))
    alone = [auxiliary.define_all([~at, *(~s for s in sources)]) for at, sources in numbered]
    rules: Demanded = {Holds(piece, count): [Exactly(count, layout.layer(0))]}
    return layout.problem(rules, (), Maximize(alone), LeftAlone(), auxiliary)
