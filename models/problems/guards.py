"""Guards of several types that dominate the board: in given numbers, the fewest, or as cheap as can be."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.models.boards.base import AbstractBoard
from rookery.models.model.constraints import AtLeast, AtMost, Constraint
from rookery.models.model.model import Minimize, Satisfy
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.domination import name_kind
from rookery.models.problems.family import (
    COST,
    COUNT,
    Family,
    Places,
    Several,
    Wording,
    a_board,
    capitalize,
    declares,
    spell_counts,
    spell_values,
)
from rookery.models.problems.parameters import Flag, choose_among
from rookery.models.problems.placement import check_counts, count_pieces, open_number
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.problems.shared.sight import find_sight
from rookery.models.referee.rules import Guarded, Holds, Kind, Peaceful, SightGuarded, Value

THROUGH = Flag(name="through", help="Pieces do not block lines of sight.", argument="sighted", negated=True)
KINDS: tuple[Kind, ...] = ("plain", "independent", "total")
KIND = choose_among(
    "kind",
    KINDS,
    "kind of domination",
    "plain: each vacant square attacked; independent: the same, and no piece attacks another; total: each square"
    " attacked, occupied ones too.",
)


def _describe_guards(asked: Statement) -> Wording:
    through = ", through other pieces" * asked.parameters["through"]
    pieces = spell_counts(asked.each(), "few") + through
    kind = f"{name_kind(asked.parameters['kind'])}domination"
    return Wording(f"{kind} by {pieces}", capitalize(f"{kind} of {a_board(asked.board)} by {pieces}"))


@declares(
    Family(
        "guards",
        "Dominate the board with given numbers of several pieces, or with the fewest of one among them; pieces block"
        " lines of sight.",
        Places(COUNT, Several.PERHAPS, open="min"),
        (KIND, THROUGH),
        _describe_guards,
        label="guards",
        example="--piece king=1 --piece queen=2 --piece knight=5 --board 8",
        formula="|S(p)| = k(p) for each type p with a number, min Σ |S(p)| over the others, such that each square is"
        " occupied or seen by a piece (plain; independent: also no piece sees another), or seen (total)",
    )
)
def guards(
    pieces: Piece | Mapping[Piece, int | None],
    board: AbstractBoard,
    kind: Kind = "plain",
    sighted: bool = True,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for given numbers of several pieces that guard the board, or for the fewest of those without a number.

    >>> import rookery as rk
    >>> rk.solve(rk.guards({"queen": 1, "knight": None}, 5)).objective
    4

    `pieces` gives each its count, None for as few as possible, taken together; a single piece without counts means the
    same. `kind` is as in `domination`: plain attacks each vacant square, total the occupied ones too, and independent
    lets no piece attack another. `sighted`: a ride ends at the first occupied square, which matters once types are
    mixed; otherwise pieces attack through one another. One type alone guards the same, sighted or not; without a count
    it has its domination number. No published values.

    Raises `BadInput` for counts as in `placement`, another kind, and givens as in `domination`.
    """
    counts = {pieces: None} if isinstance(pieces, Piece) else dict(pieces)
    check_counts(counts, board)
    layout = lay_out(board, tuple(counts), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    numbers = count_pieces(counts, layout)
    rules: Demanded = {
        **numbers,
        **_guard(layout, auxiliary, tuple(numbers), sighted, kind == "total"),
        **({Peaceful(): layout.forbid_attacks()} if kind == "independent" else {}),
    }
    few = [v for at, number in enumerate(counts.values()) if number is None for v in layout.layer(at)]
    goal = Minimize(few) if None in counts.values() else Satisfy()
    return layout.problem(rules, (), goal, open_number(counts), auxiliary)


def _describe_cheapest(asked: Statement) -> Wording:
    pieces = f"{spell_values(asked.pieces)}{', through other pieces' * asked.parameters['through']}"
    title = f"Cheapest domination of {a_board(asked.board)} with {pieces}"
    return Wording(f"cheapest domination by {pieces}", title)


@declares(
    Family(
        "cheapest",
        "Dominate the board with the cheapest pieces of several types; pieces block lines of sight.",
        Places(COST, Several.ALWAYS, "costs"),
        (THROUGH,),
        _describe_cheapest,
        label="cheapest domination",
        example="--piece queen --cost 9 --piece rook --cost 5 --board 5",
        formula="min Σ c(p) |S(p)| over the types p, such that each square is occupied or seen by a piece",
    )
)
def cheapest_domination(
    costs: Mapping[Piece, int],
    board: AbstractBoard,
    sighted: bool = True,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the cheapest pieces, of several types with their costs, that guard every square of the board.

    >>> import rookery as rk
    >>> rk.solve(rk.cheapest_domination({"queen": 9, "rook": 5, "knight": 3}, 4)).objective
    12

    Each square is occupied or attacked; pieces may attack each other. `sighted`: a ride ends at the first occupied
    square, which matters once types are mixed; otherwise pieces attack through one another. The usual costs are queen
    9, rook 5, bishop 3, knight 3. With one type the cost times its domination number, sighted or not. On 1x1 it is the
    cheapest piece; a solution is there unless squares are forbidden. No published values.

    Sighted, auxiliary variables say whether a square is seen along a direction. They are decided by the placement:
    on a board square by square from its edge, on a torus by rides of growing length.

    Raises `BadInput` for costs below 1, no piece, and givens as in `domination`.
    """
    for piece, cost in costs.items():
        if cost < 1:
            raise BadInput(f"a cost of {cost} for {piece}; it must be at least 1")
    layout = lay_out(board, tuple(costs), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    rules = _guard(layout, auxiliary, tuple(map(Holds, costs)), sighted)
    goal = Minimize(range(layout.size), tuple(cost for cost in costs.values() for _ in board))
    return layout.problem(rules, (), goal, Value(tuple(costs.items())), auxiliary)


def _guard(
    layout: Layout, auxiliary: Definitions, held: tuple[Any, ...], sighted: bool, total: bool = False
) -> Demanded:
    """At most one of the pieces held a square, and each square guarded; `total`: attacked, occupied or not."""
    one_each = [AtMost(1, layout.square(square)) for square in checking_deadline(layout.board)]
    if sighted:
        guarded: Iterable[Constraint] = _guard_in_sight(layout, auxiliary, total)
    elif total:
        guarded = (AtLeast(1, hits) for _, hits in layout.list_guards())
    else:
        guarded = layout.guard_squares()
    return {held: one_each if len(held) > 1 else (), SightGuarded(total) if sighted else Guarded(total): guarded}


def _guard_in_sight(layout: Layout, auxiliary: Definitions, total: bool) -> Iterator[Constraint]:
    sight = find_sight(layout, auxiliary)
    for square in checking_deadline(layout.board):
        occupied = () if total else layout.square(square)
        yield AtLeast(1, tuple(dict.fromkeys((*occupied, *sight(square)))))
