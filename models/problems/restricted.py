"""Domination by pieces that may stand on given squares only, such as the border."""

from collections.abc import Iterable

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.ground import Ground, Rectangle
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.domination import KIND, domination, entitle_domination, name_kind
from rookery.models.problems.family import Family, Places, Wording, declares, name_pieces
from rookery.models.problems.parameters import SquareList
from rookery.models.problems.shared.layout import Given
from rookery.models.referee.rules import Kind

ALLOWED = SquareList(name="allowed", help="A piece may stand here (repeatable).", option="allow")
WITHOUT = {"forbidden": "the problem itself names the squares where a piece may stand"}


def _describe_restricted(asked: Statement) -> Wording:
    kind, pieces, squares = asked.parameters["kind"], name_pieces(asked), asked.parameters["allowed"]
    title = f"{entitle_domination(kind, asked)} on {amount(len(squares), 'allowed square')}"
    return Wording(f"{name_kind(kind)}restricted domination by {pieces}", title)


def _describe_border(asked: Statement) -> Wording:
    kind, pieces = asked.parameters["kind"], name_pieces(asked)
    title = f"{entitle_domination(kind, asked)} on its border"
    return Wording(f"{name_kind(kind)}border domination by {pieces}", title)


@declares(
    Family(
        "restricted",
        "Find the smallest dominating set on given squares.",
        Places(),
        (KIND, ALLOWED),
        _describe_restricted,
        label="restricted domination",
        without=WITHOUT,
        example="--piece rook --allow 0,0 --allow 1,1 --board 2",
        formula="min |S| such that S is part of the allowed squares, and |S ∩ N[v]| ≥ 1 for each square v",
    )
)
def restricted_domination(
    piece: Piece, board: Ground, allowed: Iterable[tuple[int, int]], kind: Kind = "plain", fixed: Given = ()
) -> Problem:
    """Ask for the fewest copies of `piece`, all on `allowed` squares, that guard every square of the board.

    >>> import rookery as rk
    >>> rk.solve(rk.restricted_domination("queen", 5, allowed=["a1", "b2", "c3", "d4", "e5"])).objective
    3

    This is `domination` with the other squares forbidden, of every kind that it knows. Where the allowed squares do
    not reach the whole board (none at all, for one) there is no solution. Raises `BadInput` for an allowed square off
    the board, and as `domination` does.
    """
    kept = {board.place(*square) for square in allowed}
    for square in kept:
        if square not in board:
            raise BadInput(f"allowed square {square} is not on the board of {board}")
    return domination(piece, board, kind, fixed, [square for square in checking_deadline(board) if square not in kept])


@declares(
    Family(
        "border",
        "Find the smallest dominating set on the outer rows and columns.",
        Places(),
        (KIND,),
        _describe_border,
        label="border domination",
        without=WITHOUT,
        example="--piece queen --board 8",
        oeis=("A140859",),
        formula="min |S| such that S lies in the outer rows and columns, and |S ∩ N[v]| ≥ 1 for each square v",
    )
)
def border_domination(piece: Piece, board: Ground, kind: Kind = "plain", fixed: Given = ()) -> Problem:
    """Ask for the fewest copies of `piece` in the outer rows and columns that guard every square of the board.

    >>> import rookery as rk
    >>> [rk.solve(rk.border_domination("queen", n)).objective for n in range(1, 6)]
    [1, 1, 2, 2, 3]

    Queens: OEIS A140859 (1, 1, 2, 2, 3, 4, 5, 6, 6 for n = 1 to 9). On 1x1 and 2x2 every square is border, so it is
    `domination` there. A hole does not count as a border square; for short-sighted pieces on large boards, such as
    kings from 5x5 on, there is no solution. A torus has no border: its drawn edge counts as one. On hexagons the border
    are the cells with fewer than six neighbours.
    """
    if not isinstance(board, Rectangle):
        raise BadInput(f"{board.phrase} has no border")
    allowed = [s for s in checking_deadline(board) if board.is_outer(s)]
    return restricted_domination(piece, board, allowed, kind, fixed)
