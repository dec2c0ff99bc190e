"""Fewest attacks: more pieces than fit in peace, and as little trouble between them as can be."""

from collections.abc import Iterable

from rookery import AtMost, BadInput, Board, Exactly, Minimize, Piece, Problem, Satisfy
from rookery.core.words import amount
from rookery.models.problem.problem import Statement
from rookery.models.problems.family import COUNT, Family, Places, Wording, a_board, declares, spell_count
from rookery.models.problems.parameters import Whole
from rookery.models.problems.shared.attacks import attacks
from rookery.models.problems.shared.auxiliary import Definitions
from rookery.models.problems.shared.layout import Given, lay_out
from rookery.models.referee.rules import Holds, Rule
from rookery_attacks.rules import AttackingPairs, FewAttacks

MOST = Whole(name="most", help="How many pairs may attack each other.", unbounded=True, none="fewest")


def _describe(asked: Statement) -> Wording:
    ((piece, count),) = asked.pieces
    assert count is not None
    most = asked.parameters["most"]
    attacks_said = "fewest attacks" if most is None else f"at most {amount(most, 'attack')}"
    phrase = f"{spell_count(count, piece)} with {attacks_said}"
    return Wording(phrase, f"{phrase} on {a_board(asked.board)}")


@declares(
    Family(
        "fewest-attacks",
        "Place a number of pieces so that as few pairs as possible attack each other.",
        Places(COUNT, counted=True),
        (MOST,),
        _describe,
        example="--piece queen --count 5 --board 4",
    )
)
def fewest_attacks(
    piece: Piece,
    board: Board,
    count: int,
    most: int | None = None,
    fixed: Given = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> Problem:
    """Ask for `count` copies of `piece` such that the fewest pairs attack each other, or at most `most` of them.

    Pieces attack through occupied squares. An auxiliary variable for each two squares of which one attacks the other
    says that both are occupied, which the placement decides. Raises `BadInput` for a negative number, and for givens
    off the board, given twice or contradicting each other.
    """
    if count < 0 or (most is not None and most < 0):
        raise BadInput(f"{count} pieces with {most} attacks; both must be at least 0")
    layout = lay_out(board, (piece,), fixed, forbidden)
    auxiliary = Definitions(layout.size)
    hits = {(min(a, b), max(a, b)) for a, targets in enumerate(attacks(piece, board)) for b in targets}
    pairs = [auxiliary.define_all(pair) for pair in sorted(hits)]
    rules: list[Rule] = [Holds(piece, count)]
    constraints = [Exactly(count, layout.layer(0))]
    if most is None:
        return layout.problem(rules, constraints, Minimize(pairs), AttackingPairs(), auxiliary)
    return layout.problem([*rules, FewAttacks(most)], [*constraints, AtMost(most, pairs)], Satisfy(), None, auxiliary)
