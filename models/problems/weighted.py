"""Weighted placement: pieces in peace that are worth the most."""

from collections.abc import Iterable, Mapping

from rookery.models.board import Board
from rookery.models.errors import BadInput
from rookery.models.model import Maximize
from rookery.models.piece import Piece
from rookery.models.problem import Problem
from rookery.models.problems.auxiliary import assembled
from rookery.models.problems.common import Given, Layout, layout, timed
from rookery.models.problems.sight import peace_in_sight
from rookery.models.rules import Holds, Peaceful, Rule, Sighted


@timed
def weighted_placement(
    weights: Mapping[Piece, int],
    board: Board,
    sighted: bool = False,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for pieces of the largest total weight of which none attacks another.

    With one piece of weight 1 this is the largest `placement`. `sighted`: a ride ends at the first occupied square,
    so that pieces may shield one another. The empty board is a solution of weight 0, so there is always an optimum;
    on 1x1 it is the heaviest piece.

    Raises `BadInput` for weights below 1, no piece, and givens as in `placement`.
    """
    check_worth(weights, "weight")
    plan = layout(board, tuple(weights), fixed, forbidden)
    peace = peace_in_sight(plan, len(weights)) if sighted else plan.peace()
    rules: list[Rule] = [*map(Holds, weights), Sighted() if sighted else Peaceful()]
    told = ", ".join(f"{piece} {weight}" for piece, weight in weights.items())
    words = "weighted placement", f"the heaviest pieces in peace{' in sight' * sighted} on {board} ({told})"
    return assembled(words, plan, rules, peace, Maximize(range(plan.size), worth(weights, plan)))


def check_worth(values: Mapping[Piece, int], what: str) -> None:
    """Raise `BadInput` for a weight or cost below 1."""
    for piece, value in values.items():
        if value < 1:
            raise BadInput(f"a {what} of {value} for {piece}; it must be at least 1")


def worth(values: Mapping[Piece, int], plan: Layout) -> tuple[int, ...]:
    """The value of each variable of the placement."""
    return tuple(value for value in values.values() for _ in plan.board)
