"""The pieces of a family: one piece, a list of pieces, or pieces with a value each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rookery.models.boards.base import AbstractBoard
from rookery.models.pieces.piece import Piece, check_named_once
from rookery.models.problem.problem import Named
from rookery.models.problems.parameters import plain_number
from rookery.models.reading.given import PIECE, refuse, take_count, take_piece, take_whole
from rookery.models.reading.typed import MOST

COUNT, COST = "count", "cost"
EXAMPLES = {COUNT: "{'queen': 5, 'knight': 2}", COST: "{'queen': 9, 'rook': 5}"}
NO_PIECE = "none"
LIST = "a list of pieces, such as ['queen', 'queen']"


class Several(StrEnum):
    """Return whether one problem places several types of pieces."""

    NEVER = "never"
    PERHAPS = "perhaps"
    ALWAYS = "always"


@dataclass(frozen=True)
class Places:
    """The pieces that a family places.

    `each` is the value of every piece: a count, a cost, or nothing. `key` names the pieces in a campaign if
    there are always several, and `what` says it in words. `counted`: a count must be said. `repeated`: a piece may be
    named twice. `least`: the least number of pieces. `keyword` is the name of their argument, `option` that of their
    option, with its `help`, and `default` the piece that goes without saying. `none` is the piece that the word none
    means, if it means one. `open` is the word for a count that is not given.
    """

    each: str = ""
    several: Several = Several.NEVER
    key: str = ""
    what: str = ""
    counted: bool = False
    repeated: bool = False
    least: int = 1
    keyword: str = ""
    option: str = "piece"
    help: str = ""
    default: str = ""
    none: Piece | None = None
    open: str = MOST

    def find_argument(self, names: Iterable[str]) -> str:
        """The name of the argument that has the pieces: the first one, if the family says no other."""
        return self.keyword or next(iter(names))

    def argument(self, pieces: Sequence[Named]) -> Any:
        """The first argument of the Python function."""
        if self.several is Several.NEVER:
            return pieces[0].piece
        return dict(pieces) if self.each else [piece for piece, _ in pieces]

    def name_pieces(self, argument: Any, count: Any) -> tuple[Named, ...]:
        """Read the pieces of the first argument, and of the count next to it."""
        if isinstance(argument, Piece):
            return (Named(argument, plain_number(count)),)
        if isinstance(argument, Mapping):
            return tuple(Named(piece, plain_number(value)) for piece, value in argument.items())
        return tuple(Named(piece) for piece in argument)

    def take_pieces(self, value: Any, name: str) -> Any:
        """The pieces of a caller's first argument, each perhaps a text; what they come with is left as it is."""
        may_be_one = self.several is not Several.ALWAYS
        if self.none is not None and value in (None, NO_PIECE):
            return self.none
        if self.several is Several.NEVER or (may_be_one and isinstance(value, Piece | str)):
            return take_piece(value, name)
        also = f"{PIECE}; or " if may_be_one else ""
        if self.each:
            if not isinstance(value, Mapping):
                refuse(name, value, f"{also}a mapping from pieces to their {self.each}s, such as {self._example}")
            # A mapping from pieces, each of which may be text
            values = value
            found = [(take_piece(piece, name), value) for piece, value in values.items()]
            check_named_once([piece.name for piece, _ in found])
            return dict(found)
        if isinstance(value, Piece | str) or not isinstance(value, Iterable):
            refuse(name, value, f"{also}{LIST}")
        return [take_piece(each, name) for each in value]

    def take_values(self, pieces: Any, board: AbstractBoard) -> Any:
        """The pieces of `take_pieces` with what each comes with."""
        if not isinstance(pieces, Mapping):
            return pieces
        if self.each == COUNT:
            return {piece: take_count(value, board, f"count of {piece}", self.open) for piece, value in pieces.items()}
        return {piece: take_whole(value, f"{self.each} of {piece}") for piece, value in pieces.items()}

    @property
    def _example(self) -> str:
        return EXAMPLES.get(self.each, "{'queen': 1, 'rook': 2}")


COUNTED = Places(COUNT, Several.PERHAPS)  # one piece, or several, each with its number
