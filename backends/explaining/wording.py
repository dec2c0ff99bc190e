"""Rules, squares and pieces of a problem in the words of a player: `stars on a3 and e3`, `row 3`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.core.words import amount, join_words, with_article
from rookery.models import Piece, Problem
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board
from rookery.models.referee.rules import Fixed, Forbidden, PartHolds, Rule


@dataclass(frozen=True)
class Wording:
    """The words for one problem: squares are named as in chess, and so are rows and columns."""

    problem: Problem

    @cached_property
    def is_star_battle(self) -> bool:
        """Return whether the pieces are stars, which touch as kings do."""
        return self.problem.family == "regions" and self.problem.pieces[0].name == "king"

    @property
    def noun(self) -> str:
        """What a piece stands on: `square` or `vertex`."""
        return self.problem.board.noun

    def piece(self, piece: Piece, many: int = 1) -> str:
        """Return the name of a piece, or of several."""
        if self.is_star_battle:
            return "star" if many == 1 else "stars"
        return piece.name if many == 1 else piece.plural

    def squares(self, squares: Iterable[Cell]) -> str:
        """Return squares as a list: `a3 and e3`."""
        return join_words([*map(self.problem.board.label, squares)])

    def pieces(self, standing: Mapping[Cell, Piece], the: bool = False) -> str:
        """Return pieces with their squares: `queens on a1 and b2`, `a rook on a1 and a king on b2`."""
        named: dict[Piece, list[Cell]] = {}
        for square, piece in standing.items():
            named.setdefault(piece, []).append(square)
        alike = [(self.piece(piece, len(there)), there) for piece, there in named.items()]
        one = "the {}".format if the else with_article
        said = (f"{one(name) if len(there) == 1 else name} on {self.squares(there)}" for name, there in alike)
        return join_words([*said])

    def part(self, part: str, at: int) -> str:
        """Return a row or column, counted from 0 at the top left, as on a chess board: `row 8`, `column a`."""
        assert isinstance(self.problem.board, Board)
        return self.problem.board.label_line(part, at)

    def rule(self, rule: Rule) -> str:
        """Return a rule as a clause."""
        match rule:
            case Fixed():
                return f"{with_article(self.piece(rule.piece))} is fixed on {self.squares([rule.square])}"
            case PartHolds():
                alone = self.problem.pieces[0] if len(self.problem.pieces) == 1 else None
                return self.holds(rule.label(self.problem.board), rule.count, alone)
        noun, nouns = self.noun, self.problem.board.nouns
        said = rule.phrase(self.problem.board)
        return said if noun == "square" else said.replace("squares", nouns).replace("square", noun)

    def holds(self, part: str, count: int, piece: Piece | None) -> str:
        """Return the demand that a part of the board holds a number of a piece, or of any pieces."""
        names = ("piece",) if piece is None else (self.piece(piece), self.piece(piece, 2))
        return f"{part} holds exactly {amount(count, *names)}"

    def rules(self, rules: Sequence[Rule]) -> Iterator[str]:
        """Yield rules as clauses; forbidden squares share one."""
        forbidden = [rule.square for rule in rules if isinstance(rule, Forbidden)]
        yield from (self.rule(rule) for rule in rules if not isinstance(rule, Forbidden))
        if forbidden:
            yield f"{self.squares(forbidden)} {'is' if len(forbidden) == 1 else 'are'} forbidden"

    def attack(self, one: tuple[Cell, Piece], other: tuple[Cell, Piece]) -> str:
        """Return that two pieces attack each other: `queens on a1 and b2 attack each other`."""
        if one[1] == other[1]:
            return f"{self.pieces(dict([one, other]))} {'touch' if self.is_star_battle else 'attack each other'}"
        return f"{self.pieces(dict([one]), the=True)} attacks {self.pieces(dict([other]), the=True)}"
