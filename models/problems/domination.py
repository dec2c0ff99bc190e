"""Domination problems: the fewest pieces that guard the board."""

from collections.abc import Iterable
from typing import assert_never

from rookery.models.boards.ground import Ground
from rookery.models.model.model import AtLeast, Constraint, Exactly, Minimize
from rookery.models.pieces.piece import Piece
from rookery.models.problem.problem import Problem, Statement
from rookery.models.problems.family import Family, Places, Wording, a_board, capitalize, declares, name_pieces
from rookery.models.problems.parameters import choose_among
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


def _describe(asked: Statement) -> Wording:
    kind, pieces = asked.parameters["kind"], name_pieces(asked)
    return Wording(f"{name_kind(kind)}domination by {pieces}", entitle_domination(kind, asked))


def name_kind(kind: str) -> str:
    """The kind of a domination before the word; the plain one goes without saying."""
    return "" if kind == KIND.default else f"{kind} "


def entitle_domination(kind: str, asked: Statement) -> str:
    """A domination with its board: `Dominating an 8x8 board with queens`, `Total domination of ...`."""
    how = f"{kind} domination of" if name_kind(kind) else "dominating"
    return capitalize(f"{how} {a_board(asked.board)} with {name_pieces(asked)}")


@declares(
    Family(
        "domination",
        "Occupy or attack every square with the fewest pieces of one type (a minimum dominating set).",
        Places(),
        (KIND,),
        _describe,
        example="--piece knight --board 8 --kind independent",
        oeis=("A075458", "A075324", "A261752"),
        formula="min |S| such that, for each square v, |S ∩ N[v]| ≥ 1 (plain; independent: also no s, t in S have s"
        " in N(t)), |S ∩ N(v)| ≥ 1 (total), |S ∩ N[v]| = 1 (perfect)",
    )
)
def domination(
    piece: Piece,
    board: Ground,
    kind: Kind = "plain",
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for a minimum dominating set: the fewest copies of `piece` that occupy or attack every square.

    >>> import rookery as rk
    >>> [rk.solve(rk.domination("queen", 8, kind=each)).objective for each in ("plain", "independent", "total")]
    [5, 5, 5]

    - plain: each square is occupied or attacked (a dominating set; queens: OEIS A075458).
    - independent: the same, and no piece attacks another (queens: A075324; the inverse queens task).
    - total: each square is attacked, occupied ones too (infeasible on 1x1; knights: A261752).
    - perfect: each square is dominated exactly once, an occupied one by its own piece (a perfect code).

    Forbidden squares stay empty, but must be dominated too. Raises `BadInput` for an unknown kind and for givens off
    the board, given twice, or contradicting each other.
    """
    layout = lay_out(board, (piece,), fixed, forbidden)
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
