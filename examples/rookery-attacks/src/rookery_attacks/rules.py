"""The rule and the aim of the family, and how the referee checks them: by walking the board, without the model."""

from collections.abc import Iterator
from dataclasses import dataclass

from rookery import Board
from rookery.models.referee.faults import Rules, faults, objective
from rookery.models.referee.rules import Aim, Rule
from rookery.models.referee.walking import Pieces, meetings


@dataclass(frozen=True, slots=True)
class FewAttacks(Rule):
    """At most so many pairs of pieces attack each other, in one direction or in both."""

    most: int


@dataclass(frozen=True, slots=True)
class AttackingPairs(Aim):
    """How many pairs of pieces attack each other, in one direction or in both."""


def count_pairs(pieces: Pieces, board: Board) -> int:
    """The number of pairs of pieces of which one attacks the other."""
    return len({frozenset(pair) for pair in meetings(pieces, board)})


@faults.register
def check_attacks(rule: FewAttacks, pieces: Pieces, board: Board, rules: Rules) -> Iterator[str]:
    """Say it where there are more attacks than the rule allows."""
    found = count_pairs(pieces, board)
    if found > rule.most:
        yield f"{found} pairs of pieces attack each other, at most {rule.most} may"


@objective.register
def count_objective(aim: AttackingPairs, pieces: Pieces, board: Board) -> int:
    """Count the pairs of a placement anew."""
    return count_pairs(pieces, board)
