"""Upper domination: the most guards of which each is needed."""

from collections.abc import Iterable, Iterator

from rookery.core.deadline import checking_deadline
from rookery.models.boards.ground import Ground
from rookery.models.model.model import AtLeast, Constraint, Maximize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, declares, name_pieces
from rookery.models.problems.shared.attacks import attackers, attacks
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Given, lay_out
from rookery.models.referee.rules import Guarded, Holds, Minimal, Number


def _describe(asked: Statement) -> Wording:
    pieces = name_pieces(asked)
    return Wording(f"upper domination by {pieces}", f"Upper domination of {a_board(asked.board)} with {pieces}")


@declares(
    Family(
        "upper",
        "Find the largest minimal dominating set: no piece can be removed from it.",
        Places(),
        describe=_describe,
        label="upper domination",
        example="--piece queen --board 5",
        formula="max |S| such that |S ∩ N[v]| ≥ 1 for each square v, and each s in S has some v with S ∩ N[v] = {s}",
    )
)
def upper_domination(
    piece: Piece, board: Ground, fixed: Given = (), forbidden: Iterable[tuple[int, int]] = ()
) -> Problem:
    """Ask for the most copies of `piece` that guard every square such that each of them is needed for that.

    >>> import rookery as rk
    >>> rk.solve(rk.upper_domination("queen", 5)).objective
    5

    The upper domination number: the size of a largest minimal dominating set (Cockayne and Hedetniemi, 1977). It is at
    least the independence number for a symmetric piece. On 1x1 it is one piece. There is always a solution on a board
    without givens; with fixed pieces that are not needed, or forbidden squares, there may be no solution.

    A set that guards all squares is minimal exactly if each piece guards some square that no other guards (Ore 1962).
    An auxiliary variable per square says that it is guarded at most once, which the placement determines.
    """
    layout = lay_out(board, (piece,), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    needed = _minimal(piece, board, auxiliary)  # while a square is left unguarded, no piece guards too much
    rules: Demanded = {Holds(piece): (), Guarded(): layout.guard_squares(), (Guarded(), Minimal()): needed}
    return layout.problem(rules, (), Maximize(range(layout.size)), Number(), auxiliary)


def _minimal(piece: Piece, board: Ground, auxiliary: Definitions) -> Iterator[Constraint]:
    guards = [(square, *sources) for square, sources in enumerate(checking_deadline(attackers(piece, board)))]
    once = [auxiliary.define_at_most_one(options) if len(options) > 1 else None for options in guards]
    for square, hits in enumerate(checking_deadline(attacks(piece, board))):
        private = [once[at] for at in (square, *hits)]
        if None not in private:  # a square that has one possible guard makes it needed
            yield AtLeast(1, (~square, *(literal for literal in private if literal is not None)))
