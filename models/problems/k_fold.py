"""k-fold domination: each square guarded several times."""

from collections.abc import Iterable, Iterator

from rookery.models.board import Board
from rookery.models.errors import BadInput
from rookery.models.model import AtLeast, Constraint, Linear, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Problem
from rookery.models.problems.shared.attacks import attackers
from rookery.models.problems.shared.auxiliary import assembled
from rookery.models.problems.shared.layout import Given, layout, timed
from rookery.models.referee.rules import Holds, Number, Rule, TimesGuarded


@timed
def k_fold_domination(
    piece: Piece,
    board: Board,
    times: int,
    closed: bool = False,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the fewest copies of `piece` such that at least `times` of them attack each empty square.

    k-domination (Fink and Jacobson, "n-domination in graphs", 1985). `closed`: each square is guarded that often, an
    occupied one by its own piece among them, which is k-tuple domination (Harary and Haynes, 2000). Either way once
    is plain domination. Pieces attack through one another. A full board is a solution unless squares are forbidden or
    closed asks for more guards than a square has: 1x1 takes one piece, and closed has no solution there from two on.

    Raises `BadInput` for `times` below 1, and givens as in `domination`.
    """
    if times < 1:
        raise BadInput(f"guarded {times} times; it must be at least 1")
    plan = layout(board, (piece,), fixed, forbidden)
    rules: list[Rule] = [Holds(piece), TimesGuarded(times, closed)]
    how = f"{times}-{'tuple' if closed else 'fold'}"
    words = "k-fold domination", f"{how} domination of {board} by {piece}s"
    return assembled(words, plan, rules, _guarded(piece, board, times, closed), (Minimize(range(plan.size)), Number()))


def _guarded(piece: Piece, board: Board, times: int, closed: bool) -> Iterator[Constraint]:
    for square, sources in enumerate(attackers(piece, board)):
        if closed or times == 1:
            yield AtLeast(times, (square, *sources))
        else:
            yield Linear((times, *(1,) * len(sources)), (square, *sources), lower=times)
