"""Minimum-cost domination: pieces of several types that guard the board, as cheap as can be."""

from collections.abc import Iterable, Iterator, Mapping

from rookery.models.board import Board
from rookery.models.model import AtLeast, AtMost, Constraint, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Problem
from rookery.models.problems.shared.attacks import attackers
from rookery.models.problems.shared.auxiliary import Definitions, assembled
from rookery.models.problems.shared.layout import Given, Layout, layout, timed
from rookery.models.problems.shared.sight import Sight
from rookery.models.problems.weighted import check_worth, worth
from rookery.models.referee.rules import Guarded, Holds, Rule, SightGuarded, Value


@timed
def cheapest_domination(
    costs: Mapping[Piece, int],
    board: Board,
    sighted: bool = True,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the cheapest pieces, of several types with their costs, that guard every square of the board.

    Each square is occupied or attacked; pieces may attack each other. `sighted`: a ride ends at the first occupied
    square, which matters once types are mixed; otherwise pieces attack through one another. The usual costs are queen
    9, rook 5, bishop 3, knight 3. With one type the cost times its domination number, sighted or not. On 1x1 it is
    the cheapest piece; there is always a solution unless squares are forbidden. No published values.

    Sighted, auxiliary variables say whether a square is seen along a direction. They are decided by the placement:
    on a board square by square from its edge, on a torus by rides of growing length.

    Raises `BadInput` for costs below 1, no piece, and givens as in `domination`.
    """
    check_worth(costs, "cost")
    plan = layout(board, tuple(costs), fixed, forbidden)
    auxiliary = Definitions(plan.size)
    one_each = (AtMost(1, plan.square(square)) for square in board) if len(costs) > 1 else ()
    guarded = tuple(_in_sight(plan, auxiliary) if sighted else _through(plan))
    rules: list[Rule] = [*map(Holds, costs), SightGuarded() if sighted else Guarded()]
    told = ", ".join(f"{piece} {cost}" for piece, cost in costs.items())
    words = "cheapest domination", f"the cheapest pieces that guard {board}{' in sight' * sighted} ({told})"
    goal = Minimize(range(plan.size), worth(costs, plan))
    return assembled(words, plan, rules, (*one_each, *guarded), (goal, Value(tuple(costs.items()))), auxiliary)


def _in_sight(plan: Layout, auxiliary: Definitions) -> Iterator[Constraint]:
    sight = Sight(plan, auxiliary)
    for square in plan.board:
        yield AtLeast(1, tuple(dict.fromkeys((*plan.square(square), *sight.of(square)))))


def _through(plan: Layout) -> Iterator[Constraint]:
    sources = [attackers(piece, plan.board) for piece in plan.pieces]
    for square in plan.board:
        at = plan.board.index(square)
        hits = [plan.layer(number)[source] for number, table in enumerate(sources) for source in table[at]]
        yield AtLeast(1, (*plan.square(square), *hits))
