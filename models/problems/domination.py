"""Domination: the fewest pieces that guard the board."""

from collections.abc import Iterable
from typing import assert_never

from rookery.models.model.constraints import AtLeast, Constraint, Exactly
from rookery.models.model.model import Minimize
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.attacks import whole_lines
from rookery.models.problems.shared.layout import Demanded, Layout
from rookery.models.reading.given import (
    BORDER,
    AllowedLike,
    BoardLike,
    FixedLike,
    PieceLike,
    SquaresLike,
    take_piece,
)
from rookery.models.referee.rules import Guarded, Holds, Kind, Number, Peaceful


@family(
    oeis=("A075458", "A075324", "A261752", "A140859"),
    formula="min |S| such that, for each square v, |S ∩ N[v]| ≥ 1 (plain; independent: also no s, t in S have s"
    " in N(t)), |S ∩ N(v)| ≥ 1 (total), |S ∩ N[v]| = 1 (perfect); and S is part of the allowed squares, if given",
    example="--piece knight --board 8 --kind independent",
)
def domination(
    piece: PieceLike,
    board: BoardLike,
    kind: Kind = "plain",
    *,
    allowed: AllowedLike = None,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Occupy or attack every square with the fewest pieces of one type (a minimum dominating set).

    >>> import rookery as rk
    >>> [rk.solve(rk.domination("queen", 8, kind=each)).objective for each in ("plain", "independent", "total")]
    [5, 5, 5]

    Queens: OEIS A075458; independent: A075324; total, knights: A261752; on the border: A140859.

    Args:
        piece: The piece.
        board: The board.
        kind: plain: each square is occupied or attacked; independent: the same, and no piece attacks another; total:
            each square is attacked, occupied ones too; perfect: each square is dominated exactly once, an occupied one
            by its own piece.
        allowed: Pieces stand on these squares alone: e4, light, dark, border (the outer rows and columns).
        fixed: Squares that hold a piece.
        forbidden: Squares that stay empty; they must be dominated too.
    """
    piece = take_piece(piece)
    layout = Layout.of(board, [piece], fixed, forbidden, allowed=allowed)
    limit = "" if allowed is None else "border " if allowed == BORDER else "restricted "
    phrase = f"{'' if kind == 'plain' else f'{kind} '}{limit}domination by {piece.plural}"
    guarded = Guarded(total=kind == "total", once=kind == "perfect")
    rules: Demanded = {Holds(piece): (), guarded: _guard_as(kind, layout)}
    if kind == "independent":
        rules[Peaceful()] = layout.forbid_attacks()
    lines = tuple(whole_lines(piece, layout.board))
    return layout.problem(rules, Minimize(range(layout.size)), Number(), phrase=phrase, groups=lines)


def _guard_as(kind: Kind, layout: Layout) -> Iterable[Constraint]:
    match kind:
        case "plain" | "independent":
            return layout.guard_squares()
        case "total":
            return (AtLeast(1, hits) for _, hits in layout.list_guards())
        case "perfect":
            return (Exactly(1, (*occupied, *hits)) for occupied, hits in layout.list_guards())
        case _:
            assert_never(kind)
