"""k-fold domination: each square is guarded several times."""

from collections.abc import Iterator

from rookery.core.errors import BadInput
from rookery.models.model.constraints import AtLeast, Constraint, Linear
from rookery.models.model.model import Minimize
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.layout import Demanded, Layout
from rookery.models.reading.given import BoardLike, FixedLike, PieceLike, SquaresLike, take_piece
from rookery.models.referee.rules import Holds, Number, TimesGuarded


@family(
    formula="min |S| such that |S ∩ N(v)| ≥ k for each square v outside S; closed: |S ∩ N[v]| ≥ k for each square v",
    example="--piece king --times 2 --board 6",
)
def k_fold(
    piece: PieceLike,
    board: BoardLike,
    times: int,
    closed: bool = False,
    *,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Attack each empty square at least k times with the fewest pieces (k-fold domination).

    >>> import rookery as rk
    >>> rk.solve(rk.k_fold("queen", 5, times=2)).objective
    4

    k-domination (Fink and Jacobson, 1985); closed, k-tuple domination (Harary and Haynes, 2000). Closed there is no
    solution if more pieces are needed than reach a square.

    Args:
        piece: The piece.
        board: The board.
        times: The least number k of pieces that attack each empty square.
        closed: Occupied squares are attacked k times as well, their own piece counting.
        fixed: Squares that hold a piece.
        forbidden: Squares that stay empty.
    """
    if times < 1:
        raise BadInput(f"times {times}: expected at least 1")
    layout = Layout.of(board, [piece := take_piece(piece)], fixed, forbidden)
    rules: Demanded = {Holds(piece): (), TimesGuarded(times, closed): _guard_often(layout, times, closed)}
    phrase = f"{times}-{'tuple' if closed else 'fold'} domination by {piece.plural}"
    return layout.problem(rules, Minimize(range(layout.size)), Number(), phrase=phrase)


def _guard_often(layout: Layout, times: int, closed: bool) -> Iterator[Constraint]:
    for occupied, hits in layout.list_guards():
        if closed or times == 1:
            yield AtLeast(times, (*occupied, *hits))
        else:
            yield Linear((times, *(1,) * len(hits)), (*occupied, *hits), lower=times)
