"""Minimum-cost domination: pieces of several types that guard the board, as cheap as can be."""

from collections.abc import Iterable, Iterator, Mapping

from rookery.core.deadline import checking_deadline
from rookery.models.boards.ground import Ground
from rookery.models.model.model import AtLeast, AtMost, Constraint, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import COST, Family, Places, Several, Wording, a_board, declares, spell_values
from rookery.models.problems.parameters import Flag
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.problems.shared.sight import PathSight, Sight, find_sight
from rookery.models.problems.weighted import check_worths, list_worths
from rookery.models.referee.rules import Guarded, Holds, SightGuarded, Value

THROUGH = Flag(name="through", help="Pieces do not block lines of sight.", argument="sighted", negated=True)


def _describe(asked: Statement) -> Wording:
    pieces = f"{spell_values(asked.pieces)}{', through other pieces' * asked.parameters['through']}"
    title = f"Cheapest domination of {a_board(asked.board)} with {pieces}"
    return Wording(f"cheapest domination by {pieces}", title)


@declares(
    Family(
        "cheapest",
        "Dominate the board with the cheapest pieces of several types; pieces block lines of sight.",
        Places(COST, Several.ALWAYS, "costs"),
        (THROUGH,),
        _describe,
        label="cheapest domination",
        example="--piece queen --cost 9 --piece rook --cost 5 --board 5",
        formula="min Σ c(p) |S(p)| over the types p, such that each square is occupied or seen by a piece",
    )
)
def cheapest_domination(
    costs: Mapping[Piece, int],
    board: Ground,
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
    check_worths(costs, "cost")
    layout = lay_out(board, tuple(costs), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    guarded = _guard_in_sight(layout, find_sight(layout, auxiliary)) if sighted else layout.guard_squares()
    one_each = [AtMost(1, layout.square(square)) for square in checking_deadline(board)] if len(costs) > 1 else ()
    rules: Demanded = {tuple(map(Holds, costs)): one_each, SightGuarded() if sighted else Guarded(): guarded}
    goal = Minimize(range(layout.size), list_worths(costs, layout))
    return layout.problem(rules, (), goal, Value(tuple(costs.items())), auxiliary)


def _guard_in_sight(layout: Layout, sight: Sight | PathSight) -> Iterator[Constraint]:
    for square in checking_deadline(layout.board):
        yield AtLeast(1, tuple(dict.fromkeys((*layout.square(square), *sight.of(square)))))
