"""Hints as values: the next square that is forced, and the fewest demands that force it, as a person would say it.

A *demand* here is what a person calls one rule of a puzzle: a row, a column or a region that holds a number of pieces,
a square that is to be guarded, or all prohibitions of one kind together, such as "no piece attacks another". A square
is forced if its opposite contradicts some demands and what is known of other squares.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from rookery.core.words import amount, join_words, shorten
from rookery.models import Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import add_coordinates, draw_picture, draw_text, speak
from rookery.models.drawing.svg import Marks
from rookery.models.model.constraints import Constraint
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import DIFFERS, MARK

EASY, MEDIUM = 2, 4  # demands that a deduction takes at most, to be easy or medium
HEAVY = 3
MAX_SAID = 200  # characters of a hint in what a programmer is shown
MAX_NAMED = 8  # squares that a sentence names


class Rating(StrEnum):
    """The difficulty of a puzzle: that of its hardest step."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, demands: int) -> Self:
        """The rating of a step that takes a number of demands at once."""
        return cls("easy" if demands <= EASY else "medium" if demands <= MEDIUM else "hard")


@dataclass(frozen=True)
class Demanded:
    """A demand as a person says it, with its constraints.

    `squares` are those that are to hold pieces; `name` is what they are together, such as `row 3`, if they are a part
    of the board.
    """

    words: str
    constraints: Sequence[Constraint] = field(compare=False)
    squares: frozenset[Cell] = frozenset()
    name: str = ""

    @property
    def weight(self) -> int:
        """The demands that a person keeps in mind for this one: a number of the whole board is no simple one."""
        return 1 if self.name or not self.squares else HEAVY


@dataclass(frozen=True, repr=False)
class Hint:
    """The next square that is forced: a `piece` stands there, or if that is None, no piece of `absent` does.

    `because` are the demands that force it, given the pieces on the squares of `standing` and the pieces ruled out on
    those of `known`; all of these are needed. A `mistake` says that pieces placed so far, on `standing`, or squares
    that the player has `crossed` out, break demands.
    """

    problem: Problem
    square: Cell | None
    piece: Piece | None
    absent: Piece | None
    because: tuple[Demanded, ...]
    standing: Mapping[Cell, Piece]
    known: Mapping[Cell, tuple[Piece, ...]]
    so_far: Mapping[Cell, Piece] = field(default_factory=dict, compare=False)
    crossed: tuple[Cell, ...] = ()

    @property
    def empty(self) -> tuple[Cell, ...]:
        """The squares of which it counts that no piece stands there, or not every one."""
        return tuple(self.known)

    @property
    def mistake(self) -> bool:
        """Return whether the placement so far leads to no solution."""
        return self.square is None

    @property
    def rating(self) -> Rating:
        """The difficulty of the step."""
        return Rating.of(self.weight)

    @property
    def weight(self) -> int:
        """The number of demands that are to be kept in mind at once."""
        return sum(each.weight for each in self.because)

    @property
    def sentence(self) -> str:
        """The hint as a person would say it."""
        demands = join_words([each.words for each in self.because])
        if self.square is None:
            wrong = [f"the {piece} on {square}" for square, piece in self.standing.items()]
            wrong += [f"the cross on {square}" for square in self.crossed]
            said = f"A mistake: {join_words(wrong)} cannot stand with these"
            return f"{said if wrong else 'No solution'}: {demands}."
        parts = [each for each in self.because if each.name]
        name = self.piece or self.absent
        empty = f"{self.square} {'stays empty' if len(self.problem.pieces) == 1 else f'has no {name}'}"
        if self.piece is not None:
            if len(self.because) == len(parts) == 1:
                return f"A {name} stands on {self.square}: {parts[0].name} has no other square left."
            return f"A {name} stands on {self.square}: left empty, it would break these together: {demands}."
        left = [each.squares.difference(self.empty) for each in parts]
        if len(self.because) == len(parts) == 2:
            for inner, outer in ((0, 1), (1, 0)):
                if left[inner] <= parts[outer].squares and self.square not in left[inner]:
                    lies = f"all squares left to {parts[inner].name} lie in {parts[outer].name}"
                    return f"{empty}: {lies}, which has no other {name}."
        if len(self.because) == 2 and len(parts) == 1:
            return f"{empty}: a {name} there would leave no square to {parts[0].name}."
        return f"{empty}: a {name} there would break these together: {demands}."

    def __str__(self) -> str:
        shown: dict[Cell, Piece] = dict.fromkeys(self.empty, MARK)
        if self.square is not None:
            shown[self.square] = self.piece or DIFFERS
        shown |= self.so_far
        board = draw_text(self.problem.board, shown, lambda piece: "!" if piece == DIFFERS else piece.symbol)
        known = [f"{self.square} is marked !."] if self.square is not None and self.piece is None else []
        return "\n".join([add_coordinates(board, self.problem.board), "", self.sentence, *self._name_known(), *known])

    def _name_known(self) -> Iterator[str]:
        if self.square is not None and self.empty:
            named = f": {join_words([*map(str, self.empty)])}" if len(self.empty) <= MAX_NAMED else ", marked x"
            squares = f"{amount(len(self.empty), 'square')} {'is' if len(self.empty) == 1 else 'are'}"
            yield f"This uses that {squares} empty{named}."

    def svg(self, *, coordinates: bool | str = False) -> str:
        """The board as a picture: what is placed, crosses on the empty squares that count, the square itself shaded."""
        pieces = {**self.so_far, **({self.square: self.piece} if self.square is not None and self.piece else {})}
        marked = [self.square] if self.square is not None else [*self.standing, *self.crossed]
        return draw_picture(self.problem.board, pieces, Marks(coordinates, marked, self.empty)) or ""

    def __repr__(self) -> str:
        return f"Hint({shorten(self.sentence, MAX_SAID)!r})"

    def _repr_html_(self) -> str:
        """The sentence, over the board, over what the marks on it mean."""
        marks = ["a cross: known to be empty"] if self.empty else []
        shaded = "shaded: what cannot stand" if self.mistake else "shaded: the square that is forced"
        told = [self.sentence, *self._name_known()]
        return speak(told, self.svg(coordinates=True), [shaded, *marks], self.problem.board)

    def as_dict(self) -> dict[str, Any]:
        """The hint as plain data."""
        return {
            "mistake": self.mistake,
            "square": None if self.square is None else list(self.square),
            "piece": self.piece.name if self.piece else "",
            "absent": self.absent.name if self.absent else "",
            "because": [each.words for each in self.because],
            "standing": list_pieces(self.standing),
            "empty": [list(square) for square in self.empty],
            "rating": self.rating.value,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class WalkThrough:
    """The hints that lead from a placement to the end: to the one solution, or as far as squares are forced."""

    problem: Problem
    hints: tuple[Hint, ...]
    placement: Placement
    complete: bool

    @property
    def rating(self) -> Rating:
        """The difficulty: that of the hardest step."""
        return Rating.of(max((each.weight for each in self.hints), default=0))

    def __str__(self) -> str:
        steps = [f"{at}. {each.sentence}" for at, each in enumerate(self.hints, start=1)]
        end = (
            f"Solved, {self.rating}." if self.complete else "No further square is forced: there are several solutions."
        )
        if self.hints and self.hints[-1].mistake:
            end = "The walk ends here."
        return "\n".join([*steps, "", str(self.placement), "", end])

    def as_dict(self) -> dict[str, Any]:
        """The steps as plain data."""
        steps = [each.as_dict() for each in self.hints]
        return {"steps": steps, "rating": self.rating.value, "complete": self.complete} | {
            "placement": list_pieces(self.placement)
        }
