"""Domination problems: the fewest pieces that guard the board."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from rookery.models.board import Board
from rookery.models.errors import BadInput
from rookery.models.model import AtLeast, Constraint, Exactly, Minimize, Model
from rookery.models.pieces.piece import Piece
from rookery.models.problem import Problem
from rookery.models.problems.shared.attacks import attackers, whole_lines
from rookery.models.problems.shared.layout import Given, layout, timed
from rookery.models.referee.rules import KINDS, Guarded, Holds, Kind, Number, Peaceful, Rule


@timed
def domination(
    piece: Piece,
    board: Board,
    kind: Kind = "plain",
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for the fewest copies of `piece` that guard every square of the board.

    - plain: each square is occupied or attacked (a dominating set; queens: OEIS A075458).
    - independent: the same, and no piece attacks another (queens: A075324; the inverse queens task).
    - total: each square is attacked, occupied ones too (infeasible on 1x1; knights: A261752).
    - perfect: each square is guarded exactly once, an occupied one by its own piece (a perfect code).

    Forbidden squares stay empty but are guarded too. Raises `BadInput` for an unknown kind and for givens off the
    board, given twice, or contradicting each other.
    """
    if kind not in KINDS:
        raise BadInput(f"unknown kind of domination {kind!r}; known are {', '.join(KINDS)}")
    plan = layout(board, (piece,), fixed, forbidden)
    peace = plan.peace() if kind == "independent" else ()
    constraints = (*plan.givens(), *_guarded(piece, board, kind), *peace)
    lines = tuple(whole_lines(piece, board))
    model = Model(plan.size, constraints, Minimize(range(plan.size)), plan.permutations(), plan.name, lines)
    return Problem(
        "domination",
        f"{kind} domination of {board} by {piece}s",
        board,
        (*_rules(piece, kind), *plan.rules()),
        model,
        Number(),
    )


def _guarded(piece: Piece, board: Board, kind: Kind) -> Iterator[Constraint]:
    for square, sources in enumerate(attackers(piece, board)):
        match kind:
            case "plain" | "independent":
                yield AtLeast(1, (square, *sources))
            case "total":
                yield AtLeast(1, sources)
            case "perfect":
                yield Exactly(1, (square, *sources))
            case _:
                assert_never(kind)


def _rules(piece: Piece, kind: Kind) -> Iterator[Rule]:
    yield Holds(piece)
    yield Guarded(total=kind == "total", once=kind == "perfect")
    if kind == "independent":
        yield Peaceful()
