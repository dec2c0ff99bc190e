"""Hints as values and as sentences: a reason that a person can check, with all squares that it decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from rookery.backends.explaining.conditions import Condition, say_conditions
from rookery.backends.explaining.wording import Wording
from rookery.core.words import amount, join_words, shorten, with_article
from rookery.models import Piece, Placement, Problem
from rookery.models.boards.base import Cell
from rookery.models.drawing.boards import add_coordinates, draw_marked
from rookery.models.problem.placement import list_pieces
from rookery.models.reading.drawn import FORBIDDEN

EASY, MEDIUM = 2, 4  # the largest weights of easy and of medium steps
MAX_SAID = 200  # characters of a hint in its `repr`
MAX_NAMED = 8  # squares that a sentence names
MAX_NAMED_CONDITIONS = 3  # in the sentence of a mistake


class Rating(StrEnum):
    """The difficulty of a puzzle: that of its hardest step."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, weight: int) -> Self:
        """Return the rating of a step whose conditions have this weight."""
        return cls("easy" if weight <= EASY else "medium" if weight <= MEDIUM else "hard")


@dataclass(frozen=True, repr=False)
class Hint:
    """A reason with the `squares` that it decides: a `piece` stands on each, or the piece `absent` stands on none.

    The reason consists of the conditions `because`, the pieces `standing` on squares, and the pieces `known` to be
    ruled out on squares. It is a minimal core: each square needs every part of it. A hint about a `mistake`, which is a
    sentence, decides no square: pieces placed so far, on `standing`, or squares that the player has `crossed` out, are
    wrong.
    """

    problem: Problem
    because: tuple[Condition, ...] = ()
    squares: tuple[Cell, ...] = ()
    piece: Piece | None = None
    absent: Piece | None = None
    standing: Mapping[Cell, Piece] = field(default_factory=dict)
    known: Mapping[Cell, tuple[Piece, ...]] = field(default_factory=dict)
    so_far: Mapping[Cell, Piece] = field(default_factory=dict, compare=False)
    crossed: tuple[Cell, ...] = ()
    mistake: str = ""

    @property
    def weight(self) -> int:
        """The number of simple conditions that a person has to keep in mind at once."""
        return sum(each.weight for each in self.because)

    @property
    def rating(self) -> Rating:
        """The difficulty of the step."""
        return Rating.of(self.weight)

    @property
    def sentence(self) -> str:
        """The hint as a person would say it."""
        if self.mistake:
            return self.mistake
        words, one = Wording(self.problem), len(self.squares) == 1
        where, named = words.squares(self.squares), [each for each in self.because if each.name]
        if self.piece is not None:
            name = words.piece(self.piece, len(self.squares))
            who = f"{with_article(name)} stands" if one else f"{name} stand"
            stand = f"{who[:1].upper()}{who[1:]} on {where}"
            if len(self.because) == len(named) == 1:
                lack = (
                    f"has no other {words.noun} left" if named[0].needed else f"is guarded from no other {words.noun}"
                )
                return f"{stand}: {named[0].name} {lack}."
            return f"{stand}: without {'it' if one else 'any of them'}, {self._contradict()}."
        assert self.absent is not None
        name = words.piece(self.absent)
        empty = f"{where} {'stays' if one else 'stay'} empty"
        if len(self.problem.pieces) > 1:
            empty = f"No {name} stands on {where}"
        if len(self.because) == len(named) == 2 and (pair := self._find_claim(named)):
            inner, outer, needed = pair
            pieces = f"{needed} {words.piece(self.absent, needed)}"
            return f"{inner.name[:1].upper()}{inner.name[1:]} needs {pieces} in {outer.name}, so {empty}."
        if len(self.because) == 2 and len(named) == 1 and named[0].needed:
            few = f"no {words.noun}" if named[0].needed == 1 else f"too few {self.problem.board.nouns}"
            return f"{empty}: {with_article(name)} there would leave {few} to {named[0].name}."
        return f"{empty}: with {with_article(name)} there, {self._contradict()}."

    def _contradict(self) -> str:
        conditions = list(say_conditions(self.because, Wording(self.problem)))
        return f"{'these' if len(conditions) > 1 else 'this'} could not hold: {'; '.join(conditions)}"

    def _find_claim(self, named: Sequence[Condition]) -> tuple[Condition, Condition, int] | None:
        """Return two parts of the board, the first with room only in the second, and the number of its pieces there.

        None if the second part needs more pieces, or the first contains a square that is decided.
        """
        for inner, outer in (named, named[::-1]):
            left = inner.squares.difference(self.known, self.standing)
            needed = inner.needed - len(inner.squares.intersection(self.standing))
            room = outer.needed - len(outer.squares.intersection(self.standing))
            if left <= outer.squares and needed == room and left.isdisjoint(self.squares):
                return inner, outer, needed
        return None

    def name_known(self) -> str:
        """Return a sentence with the squares that the reason counts as empty; nothing if there are none."""
        if self.mistake or not self.known:
            return ""
        words = Wording(self.problem)
        if len(self.problem.pieces) == 1:
            many, nouns = len(self.known), self.problem.board.nouns
            named = f": {words.squares(self.known)}" if many <= MAX_NAMED else ", marked x"
            return f"This uses that {amount(many, words.noun, nouns)} {'is' if many == 1 else 'are'} empty{named}."
        where = {piece: [s for s, pieces in self.known.items() if piece in pieces] for piece in self.problem.pieces}
        without = [f"no {words.piece(p)} stands on {words.squares(squares)}" for p, squares in where.items() if squares]
        return f"This uses that {join_words(without)}."

    def __str__(self) -> str:
        empty = [square for square, pieces in self.known.items() if len(pieces) == len(self.problem.pieces)]
        shown: dict[Cell, Piece | str] = dict.fromkeys(empty, FORBIDDEN)
        shown |= dict.fromkeys(self.squares, self.piece or "!") | dict.fromkeys(self.crossed, FORBIDDEN)
        shown |= self.so_far
        board = draw_marked(self.problem.board, shown)
        marked = f"{Wording(self.problem).squares(self.squares)} {'is' if len(self.squares) == 1 else 'are'} marked !."
        said = [self.sentence, self.name_known(), marked if self.absent else ""]
        return "\n".join([add_coordinates(board, self.problem.board, named=True), "", *filter(None, said)])

    def __repr__(self) -> str:
        return f"Hint({shorten(self.sentence, MAX_SAID)!r})"

    def as_dict(self) -> dict[str, Any]:
        """Return the hint as plain data."""
        return {
            "mistake": bool(self.mistake),
            "squares": [list(square) for square in self.squares],
            "piece": self.piece.name if self.piece else "",
            "absent": self.absent.name if self.absent else "",
            "because": [each.words for each in self.because],
            "standing": list_pieces(self.standing),
            "known": [[piece.name, *square] for square, pieces in self.known.items() for piece in pieces],
            "rating": self.rating.value,
            "sentence": self.sentence,
            "uses": self.name_known(),
        }


@dataclass(frozen=True)
class WalkThrough:
    """The hints that lead from a placement to the only solution, or as far as squares are forced.

    `complete` says that both referees accept the placement, and that with a goal it is a best one. `end` says in a
    sentence how the walk ends.
    """

    problem: Problem
    hints: tuple[Hint, ...]
    placement: Placement
    complete: bool
    end: str

    @property
    def rating(self) -> Rating:
        """The difficulty: that of the hardest step."""
        return Rating.of(max((each.weight for each in self.hints), default=0))

    def __str__(self) -> str:
        steps = [f"{at}. {each.sentence}" for at, each in enumerate(self.hints, start=1)]
        return "\n".join(
            [*steps, "", str(self.placement), "", self.end] if steps else [str(self.placement), "", self.end]
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the steps as plain data."""
        return {
            "steps": [each.as_dict() for each in self.hints],
            "rating": self.rating.value,
            "complete": self.complete,
            "end": self.end,
            "placement": list_pieces(self.placement),
        }
