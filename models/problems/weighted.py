"""Weighted placement: non-attacking pieces that are worth the most."""

from collections.abc import Iterable, Mapping

from rookery.core.errors import BadInput
from rookery.models.boards.ground import Ground
from rookery.models.model.model import Maximize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import WEIGHT, Family, Places, Several, Wording, a_board, declares, spell_values
from rookery.models.problems.placement import check_counts, count_pieces
from rookery.models.problems.shared.layout import Given, Layout, lay_out
from rookery.models.problems.shared.sight import forbid_attacks_in_sight
from rookery.models.problems.sighted import PAWNS, add_pawns, sighted_rule, stand_with_pawns
from rookery.models.referee.rules import Value


def _describe(asked: Statement) -> Wording:
    pieces = spell_values(asked.pieces, asked.parameters["pawns"])
    return Wording(f"heaviest {pieces}", f"Heaviest non-attacking {pieces} on {a_board(asked.board)}")


@declares(
    Family(
        "weighted",
        "Place non-attacking pieces with the largest total weight.",
        Places(WEIGHT, Several.ALWAYS, "weights"),
        (PAWNS,),
        _describe,
        label="weighted placement",
        standing=stand_with_pawns,
        example="--piece queen --weight 9 --piece knight --weight 3 --board 5",
        formula="max Σ w(p) |S(p)| over the types p, such that no piece sees another",
    )
)
def weighted_placement(
    weights: Mapping[Piece, int],
    board: Ground,
    pawns: int = 0,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for pieces of the largest total weight of which none attacks another, with pawns in the way.

    >>> import rookery as rk
    >>> rk.solve(rk.weighted_placement({"queen": 9, "knight": 3}, 4)).objective
    36

    With one piece of weight 1 and no pawns this is the largest `placement`. A ride ends at the first occupied square,
    which matters only with `pawns`, as in `sighted_placement`. The empty board is a solution of weight 0, so there is
    always an optimum unless the pawns do not fit; on 1x1 it is the heaviest piece. No published values.

    Raises `BadInput` for weights below 1, no piece, a negative number of pawns, and givens as in `placement`.
    """
    check_worths(weights, "weight")
    counts = add_pawns(dict.fromkeys(weights), pawns)
    check_counts(counts, board)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    rules = {**count_pieces(counts, layout), sighted_rule(pawns): forbid_attacks_in_sight(layout, len(weights))}
    goal = Maximize(range(len(weights) * len(board)), list_worths(weights, layout))
    return layout.problem(rules, (), goal, Value(tuple(weights.items())))


def check_worths(values: Mapping[Piece, int], what: str) -> None:
    """Raise `BadInput` for a weight or cost below 1."""
    for piece, value in values.items():
        if value < 1:
            raise BadInput(f"a {what} of {value} for {piece}; it must be at least 1")


def list_worths(values: Mapping[Piece, int], layout: Layout) -> tuple[int, ...]:
    """The value of each variable of the placement."""
    return tuple(value for value in values.values() for _ in layout.board)
