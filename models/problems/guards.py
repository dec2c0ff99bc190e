"""Guards of several types that dominate the board: in given numbers, the fewest, or as cheap as can be."""

from functools import partial
from typing import Literal

from rookery.core.errors import BadInput
from rookery.core.words import amount, join_words
from rookery.models.model.constraints import AtLeast
from rookery.models.model.model import Goal, Minimize
from rookery.models.problem.problem import Problem
from rookery.models.problems.family import family
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Layout
from rookery.models.problems.shared.sight import list_guards_in_sight
from rookery.models.reading.given import AllowedLike, BoardLike, CostsLike, FixedLike, PiecesLike, SquaresLike
from rookery.models.referee.rules import Aim, Guarded, Peaceful, Value


@family(
    formula="|S(p)| = k(p) for each type p with a number, min Σ c(p) |S(p)| over the others, such that each square is"
    " occupied or seen by a piece (plain; independent: also no piece attacks another), or seen (total)",
    example="--piece king=1 --piece queen=2 --piece knight=5 --board 8",
)
def guards(
    pieces: PiecesLike,
    board: BoardLike,
    kind: Literal["plain", "independent", "total"] = "plain",
    *,
    costs: CostsLike = (),
    through: bool = False,
    allowed: AllowedLike = None,
    fixed: FixedLike = (),
    forbidden: SquaresLike = (),
) -> Problem:
    """Dominate the board with several types of pieces: in given numbers, the fewest, or the cheapest.

    >>> import rookery as rk
    >>> rk.solve(rk.guards({"queen": 1, "knight": None}, 5)).objective
    4
    >>> rk.solve(rk.guards(["queen", "rook", "knight"], 4, costs=[9, 5, 3])).objective
    12

    A ride ends at the first occupied square, which matters once types are mixed. Auxiliary variables say whether a
    square is seen along a direction; the placement decides them.

    Args:
        pieces: The pieces, each with its number, or as few as possible.
        board: The board.
        kind: plain: each vacant square is attacked; independent: the same, and no piece attacks another; total: each
            square is attacked, occupied ones too.
        costs: The cost of each piece, in order: then the pieces have no numbers, and their total cost is the least.
        through: Pieces attack through one another.
        allowed: Pieces stand on these squares alone: e4, light, dark, border; light=bishop limits one type.
        fixed: Squares that hold a piece; a mapping to pieces if there are several.
        forbidden: Squares that stay empty, or e4=bishop: empty of one type; they must be guarded too.
    """
    layout, prices = Layout.of_counts(board, pieces, None, fixed, forbidden, allowed), list(costs)
    goal: Goal
    aim: Aim | None
    goal, aim = layout.open_goal(Minimize)
    phrase = f"{'' if kind == 'plain' else f'{kind} '}domination by {layout.spell_counts('few')}"
    if prices:
        if any(count is not None for count in layout.counts.values()):
            raise BadInput("costs go with pieces without numbers, such as guards(['queen', 'rook'], 8, costs=[9, 5])")
        if len(prices) != len(layout.pieces) or min(prices) < 1:
            many = amount(len(layout.pieces), "piece")
            raise BadInput(f"costs {prices}: expected a number of at least 1 for each of {many}")
        goal = Minimize(range(layout.size), tuple(cost for cost in prices for _ in layout.board))
        aim = Value(tuple(zip(layout.pieces, prices, strict=True)))
        valued = [f"{piece.plural} ({cost})" for piece, cost in zip(layout.pieces, prices, strict=True)]
        phrase = f"cheapest {'' if kind == 'plain' else f'{kind} '}domination by {join_words(valued)}"
    auxiliary = Definitions(layout.size)
    guarded = list_guards_in_sight(layout, auxiliary, kind == "total", through)
    rules: Demanded = {
        **layout.hold_apart(),
        Guarded(kind == "total", sighted=not through): map(partial(AtLeast, 1), guarded),
        **({Peaceful(): layout.forbid_attacks()} if kind == "independent" else {}),
    }
    phrase += ", through other pieces," if through else ""
    return layout.problem(rules, goal, aim, phrase=phrase, auxiliary=auxiliary)
