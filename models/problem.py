"""Problems: a chess question with the abstract model that asks it."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from rookery.models import symmetry
from rookery.models.board import Board, Square
from rookery.models.errors import BadInput
from rookery.models.model import Model
from rookery.models.piece import Piece
from rookery.models.placements import Placement
from rookery.models.referee import findings
from rookery.models.rules import Fixed, Forbidden, Holds, Rule


@dataclass(frozen=True)
class Problem:
    """A chess question: board, pieces, the rules in chess words, and the same as an abstract model.

    Variable `p * len(board) + s` of the model says that piece number p stands on square number s.
    """

    family: str
    title: str
    board: Board
    rules: tuple[Rule, ...]
    model: Model
    declare_seconds: float = field(default=0.0, compare=False)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that the problem places."""
        return tuple(rule.piece for rule in self.rules if isinstance(rule, Holds))

    @property
    def fixed(self) -> dict[Square, Piece]:
        """The squares whose piece is given."""
        return {rule.square: rule.piece for rule in self.rules if isinstance(rule, Fixed)}

    @property
    def forbidden(self) -> frozenset[Square]:
        """The squares that stay empty."""
        return frozenset(rule.square for rule in self.rules if isinstance(rule, Forbidden))

    def read(self, chosen: Set[int]) -> Placement:
        """The placement that the chosen variables stand for."""
        pieces, size = self.pieces, len(self.board)
        return Placement(self.board, {self.board.square(v % size): pieces[v // size] for v in chosen})

    def write(self, placement: Mapping[Square, Piece]) -> frozenset[int]:
        """The variables that stand for a placement; raises `BadInput` for a piece that the problem does not place."""
        layers = {piece: layer for layer, piece in enumerate(self.pieces)}
        size = len(self.board)
        try:
            return frozenset(layers[piece] * size + self.board.index(square) for square, piece in placement.items())
        except KeyError as error:
            raise BadInput(f"{error.args[0]} is no piece of this problem: {', '.join(map(str, layers))}") from None

    def faults(self, placement: Mapping[Square, Piece]) -> list[str]:
        """What the referee of chess finds wrong with a placement."""
        return findings(self.rules, placement, self.board)

    def canonical(self, placement: Placement) -> Placement:
        """The same placement for all of its images under the problem's symmetries."""
        return self.read(frozenset(symmetry.canonical(self.write(placement), self.model.symmetries)))

    def orbit(self, placement: Placement) -> frozenset[Placement]:
        """All images of a placement under the problem's symmetries."""
        return frozenset(map(self.read, symmetry.orbit(self.write(placement), self.model.symmetries)))

    def __str__(self) -> str:
        return self.title


def representatives(problem: Problem, placements: Iterable[Placement]) -> list[Placement]:
    """One canonical placement for each orbit, in the order in which the orbits are met."""
    return list(dict.fromkeys(map(problem.canonical, placements)))
