"""Draw packings: squares of which no piece guards two, or groups of squares that hold one piece each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rookery.certificates.certificate import Packing
from rookery.certificates.packing import Inequality, list_rows
from rookery.core.words import amount, with_article
from rookery.models import Model, Piece, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import draw_marked
from rookery.models.reading.drawn import FORBIDDEN
from rookery.models.referee.rules import Fixed, Forbidden, Rule

LETTERS = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "123456789"
MAX_LISTED = 12  # rows, and terms of a row


@dataclass(frozen=True)
class Picture:
    """A packing of the rows of `model`, which has constraints of `problem`, and perhaps a bound."""

    problem: Problem
    model: Model
    packing: Packing

    def __str__(self) -> str:
        marks, sentence = self.tell()
        shown: dict[Cell, Piece | str] = dict.fromkeys(self.problem.forbidden, FORBIDDEN)
        return f"{draw_marked(self.problem.board, shown | marks)}\n\n{sentence}" if marks else sentence

    @cached_property
    def rows(self) -> list[Inequality]:
        """The rows by their numbers in the packing."""
        return list_rows(self.model)

    @cached_property
    def ruled(self) -> Mapping[int, tuple[Rule | None, Cell | None]]:
        """The rule that demands each constraint, if it is only one, and the square that the constraint is about."""
        board, found = self.problem.board, dict[int, tuple[Rule | None, Cell | None]]()
        own = {id(each): at for at, each in enumerate(self.model.constraints)}
        for rules, constraints in self.problem.demands:
            rule = rules[0] if len(rules) == 1 else None
            squares: list[Cell | None] = [None] * len(constraints)
            if rule is not None and rule.each_square and len(constraints) == len(board):
                squares = list(board)
            elif isinstance(rule, Fixed | Forbidden):
                squares = [rule.square] * len(constraints)
            places = zip(constraints, squares, strict=True)
            found |= {own[id(each)]: (rule, square) for each, square in places if id(each) in own}
        return found

    @cached_property
    def taken(self) -> Mapping[int, int]:
        """How often each row is taken, without the rows of forbidden squares."""
        said = {at: self.ruled.get(row.at, (None, None))[0] for at, row in enumerate(self.rows)}
        return {at: many for at, many in self.packing.rows.items() if not isinstance(said.get(at), Forbidden)}

    @property
    def whole(self) -> int | None:
        """The row that bounds the number of pieces: the longest of those about no single square; None if two are."""
        others = [at for at in self.taken if at < len(self.rows) and self._square(at) is None]
        wholes = [at for at in others if len(self.rows[at].weights) == max(len(self.rows[o].weights) for o in others)]
        return wholes[0] if len(wholes) == 1 else None

    def _square(self, at: int) -> Cell | None:
        """Return the square that a row wants occupied or guarded."""
        row = self.rows[at]
        return self.ruled.get(row.at, (None, None))[1] if row.least > 0 else None

    def tell(self) -> tuple[dict[Cell, str], str]:
        """Return marks on squares with a sentence; without marks if the rows themselves are listed."""
        return self.squares() or self.groups() or ({}, "\n".join(self.list_rows()))

    def squares(self) -> tuple[dict[Cell, str], str] | None:
        """Return squares that need more pieces in all than are allowed; None for another sort of packing."""
        whole, own = self.whole, {at: self._square(at) for at in self.taken if at < len(self.rows)}
        marked = {at: square for at, square in own.items() if square is not None}
        if whole is None or not marked or self.taken.keys() - marked.keys() != {whole}:
            return None
        weights = {square: self.taken[at] * self.rows[at].least for at, square in marked.items()}
        fixed = {
            square
            for at, square in marked.items()
            if square in self.problem.fixed and isinstance(self.ruled[self.rows[at].at][0], Fixed)
        }
        signs = DIGITS + LETTERS if max(weights.values()) > 1 else "o"
        marks = {square: signs[min(weight, len(signs)) - 1] for square, weight in weights.items()}
        marks |= {square: self.problem.fixed[square].symbol for square in fixed}
        return marks, self._tell_squares(weights, len(fixed), self.taken[whole])

    def _tell_squares(self, weights: Mapping[Cell, int], fixed: int, times: int) -> str:
        """Return a sentence that says why the marked squares need that many pieces."""
        (piece, pieces), total = self._name_pieces(), sum(weights.values())
        free = f" on a permitted {self.problem.board.noun}" if self.problem.forbidden else ""
        if times == 1 and max(weights.values()) == 1:
            marked, besides = len(weights) - fixed, f" besides the {fixed:,} fixed" if fixed else ""
            needs = f"These {marked:,} squares need {marked:,} different {pieces}{besides}"
            if marked == 1:
                needs = f"This square needs {with_article(piece)}{besides}"
            reasons = [f"no {piece}{free} guards two of them"] if marked > 1 else []
            reasons += [f"no fixed one guards {'any of them' if marked > 1 else 'it'}"] if fixed else []
            return f"{needs}{', since ' if reasons else ''}{' and '.join(reasons)}"
        costs = len({*self.rows[self.whole or 0].weights.values()}) > 1
        most = f"{times:,} times its cost" if costs else f"{times:,}"
        least = f"a cost of at least {-(-total // times):,}" if costs else f"at least {-(-total // times):,} {pieces}"
        numbers = f"The numbers on the squares{' (a is 10)' if max(weights.values()) > 9 else ''}"
        return f"{numbers} add up to {total:,}, and no {piece}{free} guards a sum above {most}: this takes {least}"

    def groups(self) -> tuple[dict[Cell, str], str] | None:
        """Return groups that hold fewer pieces in all than are demanded; None for another sort of packing."""
        whole = self.whole
        if whole is None or {*self.taken.values()} != {1}:
            return None
        groups = [self._group(at) for at in sorted(self.taken) if at != whole]
        board = self.problem.board
        if len(self.problem.pieces) > 1 or not groups or not all(groups):
            return None
        marks: dict[Cell, str] = {}
        for at, group in enumerate(groups):
            marks = dict.fromkeys(map(board.cell, group), LETTERS[at % len(LETTERS)]) | marks
        (_, pieces), many = self._name_pieces(), len(groups)
        if many == 1:
            return marks, f"All squares are one group, which holds no two {pieces}: at most 1"
        return marks, f"Each square is in one of {many:,} groups, and no group holds two {pieces}: at most {many:,}"

    def _group(self, at: int) -> list[int]:
        """Return the squares of which a row or clique allows one; none for another row."""
        if at >= len(self.rows):
            return list(self.packing.cliques[at - len(self.rows)])
        row = self.rows[at]
        return list(row.weights) if row.least == -1 and {*row.weights.values()} == {-1} else []

    def _name_pieces(self) -> tuple[str, str]:
        """Return what a sentence calls one piece, and several."""
        pieces = self.problem.pieces
        return (pieces[0].name, pieces[0].plural) if len(pieces) == 1 else ("piece", "pieces")

    def list_rows(self) -> Iterator[str]:
        """Yield lines with the rows that are added up."""
        yield f"These {amount(len(self.packing.rows), 'row')} contradict each other by addition alone:"
        name = self.problem.model.name
        for at, many in sorted(self.packing.rows.items())[:MAX_LISTED]:
            row = self.rows[at] if at < len(self.rows) else Inequality(-1, dict.fromkeys(self._group(at), -1), -1)
            shown = [f"{weight:+d} {name(v)}" for v, weight in list(row.weights.items())[:MAX_LISTED]]
            more = " ..." if len(row.weights) > MAX_LISTED else ""
            yield f"  {many:,} times: {' '.join(shown)}{more} >= {row.least:,}"
        if len(self.packing.rows) > MAX_LISTED:
            yield f"  and {len(self.packing.rows) - MAX_LISTED:,} more"
