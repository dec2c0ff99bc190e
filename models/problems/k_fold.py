"""k-fold domination: each square guarded several times."""

from collections.abc import Iterable, Iterator

from rookery.core.errors import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.model.constraints import AtLeast, Constraint, Linear
from rookery.models.model.model import Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, declares, name_pieces
from rookery.models.problems.parameters import Flag, Whole
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.referee.rules import Holds, Number, TimesGuarded

TIMES = Whole(
    name="times",
    help="The least number of pieces that attack each empty square, such as 2.",
    required=True,
    least=1,
    listed=True,
)
CLOSED = Flag(name="closed", help="Occupied squares need k as well; their own piece counts.")


def _describe(asked: Statement) -> Wording:
    how = f"{asked.parameters['times']}-{'tuple' if asked.parameters['closed'] else 'fold'} domination"
    return Wording(f"{how} by {name_pieces(asked)}", f"{how} of {a_board(asked.board)} with {name_pieces(asked)}")


@declares(
    Family(
        "k-fold",
        "Attack each empty square at least k times with the fewest pieces (k-fold domination).",
        Places(),
        (TIMES, CLOSED),
        _describe,
        label="k-fold domination",
        example="--piece king --times 2 --board 6",
        formula="min |S| such that |S ∩ N(v)| ≥ k for each square v outside S; closed: |S ∩ N[v]| ≥ k for each square"
        " v",
    )
)
def k_fold_domination(
    piece: Piece,
    board: AbstractBoard,
    times: int,
    closed: bool = False,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the fewest copies of `piece` such that at least `times` of them attack each empty square.

    >>> import rookery as rk
    >>> rk.solve(rk.k_fold_domination("queen", 5, times=2)).objective
    4

    k-domination (Fink and Jacobson, "n-domination in graphs", 1985). `closed`: each square is attacked that often, an
    occupied one by its own piece among them, which is k-tuple domination (Harary and Haynes, 2000). Either way, once
    is ordinary domination. Pieces attack through one another. A full board is a solution unless squares are forbidden,
    or closed needs more pieces than can reach a square: 1x1 takes one piece, and closed has no solution there from two
    on.

    Raises `BadInput` for `times` below 1, and givens as in `domination`.
    """
    if times < 1:
        raise BadInput(f"guarded {times} times; it must be at least 1")
    layout = lay_out(board, (piece,), fixed, forbidden)
    rules: Demanded = {Holds(piece): (), TimesGuarded(times, closed): _guard_often(layout, times, closed)}
    return layout.problem(rules, (), Minimize(range(layout.size)), Number())


def _guard_often(layout: Layout, times: int, closed: bool) -> Iterator[Constraint]:
    """Let each square be attacked `times` times; closed, its own piece counts, and else suffices."""
    for occupied, hits in layout.list_guards():
        if closed or times == 1:
            yield AtLeast(times, (*occupied, *hits))
        else:
            yield Linear((times, *(1,) * len(hits)), (*occupied, *hits), lower=times)
