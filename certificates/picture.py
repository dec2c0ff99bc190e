"""Draws packings: the squares of which no piece guards two, or the groups of which none holds two pieces."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rookery.certificates.certificate import Packing
from rookery.certificates.claim import Theorem
from rookery.certificates.packing import Inequality, list_rows
from rookery.core.words import amount
from rookery.models import Problem
from rookery.models.boards.base import Cell
from rookery.models.boards.board import Board, Square
from rookery.models.drawing.text import FREE, HOLE
from rookery.models.reading.drawn import FORBIDDEN
from rookery.models.referee.rules import Fixed, Forbidden, Rule

LETTERS = "abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "123456789"
MAX_LISTED = 12


def explain(problem: Problem, theorem: Theorem, packing: Packing) -> str:
    """Return a packing as a board with a sentence; or as rows that are added up, if it is about no squares."""
    marks, sentence = Picture(problem, tuple(list_rows(theorem.model)), packing).tell()
    return f"{_draw(marks, problem)}\n\n{sentence}" if marks else sentence


@dataclass(frozen=True)
class Picture:
    """A packing with what its rows say on the board."""

    problem: Problem
    rows: tuple[Inequality, ...]
    packing: Packing

    @cached_property
    def ruled(self) -> Mapping[int, tuple[Rule | None, Cell | None]]:
        """The rule of each constraint that comes from one alone, and the square that it is about."""
        board, found = self.problem.board, dict[int, tuple[Rule | None, Cell | None]]()
        own = {id(each): at for at, each in enumerate(self.problem.model.constraints)}
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
        """The rows of the model that are taken, without those that say what is forbidden."""
        said = {at: self.ruled.get(row.at, (None, None))[0] for at, row in enumerate(self.rows)}
        return {at: many for at, many in self.packing.rows.items() if not isinstance(said.get(at), Forbidden)}

    @property
    def whole(self) -> int | None:
        """The row that the others are set against: the only one that is about no square and no group; or None."""
        others = [at for at in self.taken if at < len(self.rows) and self._square(at) is None]
        wholes = [at for at in others if len(self.rows[at].weights) == max(len(self.rows[o].weights) for o in others)]
        return wholes[0] if len(wholes) == 1 else None

    def _square(self, at: int) -> Cell | None:
        """Return the square about which a row demands something."""
        row = self.rows[at]
        return self.ruled.get(row.at, (None, None))[1] if row.least > 0 else None

    def tell(self) -> tuple[dict[Cell, str], str]:
        """Return marks on squares, none if it is about no squares, and a sentence, or lines with the rows."""
        return self.squares() or self.groups() or ({}, "\n".join(self.list_rows()))

    def squares(self) -> tuple[dict[Cell, str], str] | None:
        """Squares that need more guards together than are allowed; None for another sort of packing."""
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
        marks = {square: _mark(weight, max(weights.values())) for square, weight in weights.items()}
        marks |= {square: self.problem.fixed[square].symbol for square in fixed}
        return marks, self._tell_squares(weights, len(fixed), self.taken[whole])

    def _tell_squares(self, weights: Mapping[Cell, int], fixed: int, times: int) -> str:
        """Return a sentence that says why the marked squares need their number of pieces."""
        piece, total = self._name_piece(), sum(weights.values())
        free = ", where it may stand," if self.problem.forbidden else ""
        if times == 1 and max(weights.values()) == 1:
            marked = len(weights) - fixed
            if marked == 1 and not fixed:
                return f"This square needs a {piece}"
            beside = f" in addition to the {fixed:,} fixed" if fixed else ""
            other = ", or one that a fixed one guards" if fixed else ""
            needs = (
                f"These {marked:,} squares need {marked:,} different {piece}s"
                if marked > 1
                else f"This square needs a {piece}"
            )
            return f"{needs}{beside}, since no {piece}{free} guards two of them{other}"
        costs = len({*self.rows[self.whole or 0].weights.values()}) > 1
        most = f"of that than {times:,} times its cost" if costs else f"than {times:,} of that"
        least = f"{-(-total // times):,}{'' if costs else f' {piece}s'} at least"
        numbers = f"The numbers on the squares{' (a is 10)' if max(weights.values()) > 9 else ''}"
        return f"{numbers} add up to {total:,}, and no {piece}{free} guards more {most}: {least}"

    def groups(self) -> tuple[dict[Cell, str], str] | None:
        """Groups that hold fewer pieces together than are demanded; None for another sort of packing."""
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
        piece, many = self._name_piece(), len(groups)
        return (
            marks,
            f"Each square is in one of {amount(many, 'group')}, and no group holds two {piece}s: {many:,} at most",
        )

    def _group(self, at: int) -> list[int]:
        """Return the squares of which a row allows one; none for another row."""
        if at >= len(self.rows):
            return list(self.packing.cliques[at - len(self.rows)])
        row = self.rows[at]
        return list(row.weights) if row.least == -1 and {*row.weights.values()} == {-1} else []

    def _name_piece(self) -> str:
        pieces = self.problem.pieces
        return pieces[0].name if len(pieces) == 1 else "piece"

    def list_rows(self) -> Iterator[str]:
        """Yield the rows that are added up."""
        yield f"These {amount(len(self.packing.rows), 'row')} contradict each other by addition alone:"
        name = self.problem.model.name
        for at, many in sorted(self.packing.rows.items())[:MAX_LISTED]:
            row = self.rows[at] if at < len(self.rows) else Inequality(-1, dict.fromkeys(self._group(at), -1), -1)
            shown = [f"{weight:+d} {name(v)}" for v, weight in list(row.weights.items())[:MAX_LISTED]]
            more = " ..." if len(row.weights) > MAX_LISTED else ""
            yield f"  {many:,} times: {' '.join(shown)}{more} >= {row.least:,}"
        if len(self.packing.rows) > MAX_LISTED:
            yield f"  and {len(self.packing.rows) - MAX_LISTED:,} more"


def _mark(weight: int, most: int) -> str:
    """Return a sign for a square: o if all weigh the same, else the weight; a letter for one above 9."""
    signs = DIGITS + LETTERS
    return "o" if most == 1 else signs[min(weight, len(signs)) - 1]


def _draw(marks: Mapping[Cell, str], problem: Problem) -> str:
    """Draw the board, a line per row, with an x on forbidden squares; for other boards list the marked cells."""
    board, marks = problem.board, dict.fromkeys(problem.forbidden, FORBIDDEN) | dict(marks)
    if not isinstance(board, Board):
        return "\n".join(f"{mark} {place}" for place, mark in marks.items())
    lines = ((Square(row, column) for column in range(board.columns)) for row in range(board.rows))
    return "\n".join("".join(marks.get(each, FREE if each in board else HOLE) for each in line) for line in lines)
