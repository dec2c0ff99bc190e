"""Domination problems: the fewest pieces that guard the board."""

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from rookery.core.deadline import checking_deadline
from rookery.core.errors import BadInput
from rookery.core.words import amount
from rookery.models.boards.base import AbstractBoard, Cell
from rookery.models.boards.board import Board
from rookery.models.model.constraints import AtLeast, Constraint, Exactly
from rookery.models.model.model import Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, capitalize, declares, name_pieces
from rookery.models.problems.parameters import SquareList, choose_among
from rookery.models.problems.shared.attacks import whole_lines
from rookery.models.problems.shared.layout import Demanded, Given, Layout, lay_out
from rookery.models.referee.rules import KINDS, Guarded, Holds, Kind, Number, Peaceful

KIND = choose_among(
    "kind",
    KINDS,
    "kind of domination",
    "plain: each square occupied or attacked; independent: the same, and no piece attacks another; total: each"
    " square attacked; perfect: each square dominated exactly once.",
)
BORDER = "border"
ALLOWED = SquareList(
    name="allowed",
    help="Pieces stand on these squares alone (repeatable), or on the outer rows and columns: border.",
    option="allow",
    metavar="R,C|border",
    named=(BORDER,),
    later=True,
)


def _describe(asked: Statement) -> Wording:
    kind, pieces, allowed = asked.parameters["kind"], name_pieces(asked), asked.parameters["allowed"]
    how, where = "", ""
    if allowed == BORDER:
        how, where = f"{BORDER} ", " on its border"
    elif allowed is not None:
        how, where = "restricted ", f" on {amount(len(allowed), 'allowed square')}"
    title = capitalize(f"{f'{kind} domination of' if name_kind(kind) else 'dominating'} {a_board(asked.board)}")
    return Wording(f"{name_kind(kind)}{how}domination by {pieces}", f"{title} with {pieces}{where}")


def name_kind(kind: str) -> str:
    """The kind of a domination before the word; the plain one goes without saying."""
    return "" if kind == KIND.default else f"{kind} "


@declares(
    Family(
        "domination",
        "Occupy or attack every square with the fewest pieces of one type (a minimum dominating set).",
        Places(),
        (KIND, ALLOWED),
        _describe,
        example="--piece knight --board 8 --kind independent",
        oeis=("A075458", "A075324", "A261752", "A140859"),
        formula="min |S| such that, for each square v, |S ∩ N[v]| ≥ 1 (plain; independent: also no s, t in S have s"
        " in N(t)), |S ∩ N(v)| ≥ 1 (total), |S ∩ N[v]| = 1 (perfect); and S is part of the allowed squares, if given",
    )
)
def domination(
    piece: Piece,
    board: AbstractBoard,
    kind: Kind = "plain",
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
    allowed: Iterable[tuple[int, int]] | Literal["border"] | None = None,
) -> Problem:
    """Ask for a minimum dominating set: the fewest copies of `piece` that occupy or attack every square.

    >>> import rookery as rk
    >>> [rk.solve(rk.domination("queen", 8, kind=each)).objective for each in ("plain", "independent", "total")]
    [5, 5, 5]

    - plain: each square is occupied or attacked (a dominating set; queens: OEIS A075458).
    - independent: the same, and no piece attacks another (queens: A075324; the inverse queens task).
    - total: each square is attacked, occupied ones too (infeasible on 1x1; knights: A261752).
    - perfect: each square is dominated exactly once, an occupied one by its own piece (a perfect code).

    With `allowed` pieces stand on those squares alone; "border" are the outer rows and columns (queens: A140859), on a
    torus those of its drawing. Forbidden squares and those that are not allowed stay empty, but must be dominated too.
    Raises `BadInput` for an unknown kind, for no allowed square, the border of a graph, and for squares off the board,
    given twice, or contradicting each other.
    """
    empty = forbidden if allowed is None else [*forbidden, *_list_others(board, allowed, {*forbidden})]
    layout = lay_out(board, (piece,), fixed, empty)
    rules: Demanded = {
        Holds(piece): (),
        Guarded(total=kind == "total", once=kind == "perfect"): _guard_as(kind, layout),
    }
    if kind == "independent":
        rules = {**rules, Peaceful(): layout.forbid_attacks()}
    goal, lines = Minimize(range(layout.size)), tuple(whole_lines(piece, board))
    return layout.problem(rules, (), goal, Number(), groups=lines)


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


def _list_others(
    board: AbstractBoard, allowed: Iterable[tuple[int, int]] | str, forbidden: set[Cell]
) -> Iterator[Cell]:
    """The squares that are neither allowed nor forbidden."""
    if isinstance(allowed, str):
        if not isinstance(board, Board):
            raise BadInput(f"{board.phrase} has no border")
        kept = {square for square in checking_deadline(board) if board.is_outer(square)}
    else:
        kept = {board.cell_type(*square) for square in allowed}
    if not kept:
        raise BadInput("no square is allowed; name at least one")
    for square in kept:
        if square not in board:
            raise BadInput(f"allowed {board.refusal(square)}")
    return (square for square in checking_deadline(board) if square not in kept and square not in forbidden)
